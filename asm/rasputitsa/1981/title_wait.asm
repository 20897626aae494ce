;   title_wait.asm - the choices on the title of 1981: none.
;
;   Entry point: title_wait.

title_wait      jsr begin_look
                bne title_wait
                rts
