;   stubs.asm - stand-ins for what is not there yet.

watch_step
turn_summary    rts
