;   stubs.asm - stand-ins for what is not there yet.

thinking_prepare
thinking_orders rts

thinking_plan   lda #0
                sta thinking_passes
thinking_pass   lda #UNIT_LAST
                sta thinking_unit
thinking_polled jsr start_asked
                bcs thinking_done
                dec thinking_unit
                lda thinking_unit
                cmp #FIRST_RUSSIAN
                bcs thinking_polled
                inc thinking_passes
                jmp thinking_pass
thinking_done   rts
