;   title_wait.asm - what can be chosen on the title of 1981: nothing.
;
;   Entry point: title_wait.

title_wait      jsr begin_look
                bne title_wait
                rts
