;   frame_wait.asm - waits for the next frame.

;----------------------------------------------------------------------
;   frame_wait: waits until the OS has served the next vertical blank
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           frame_wait
                lda RTCLOK + 2
same            cmp RTCLOK + 2
                beq same
                rts
.endp
