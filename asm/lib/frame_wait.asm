;   frame_wait.asm - waiting for the picture.

;----------------------------------------------------------------------
;   frame_wait: until the next vertical blank is done
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           frame_wait
                lda RTCLOK + 2
same            cmp RTCLOK + 2
                beq same
                rts
.endp
