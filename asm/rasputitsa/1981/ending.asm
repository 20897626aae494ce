;   ending.asm - after the last week: a verdict on the score, and the way to
;                another campaign (D 29). The 1981 rules stop instead.
;
;   Entry point: ending.

;----------------------------------------------------------------------
;   ending: shows the verdict. The map can still be explored; START leads to
;   the title. Does not return.
;   IN       score
;----------------------------------------------------------------------
.proc           ending
                lda #MSG_AGAIN
                jsr text_message
                jsr frame_wait
told            jsr text_clear_unit
                text_put line_over, AT_LINE_1
                ldx #VERDICTS
level           dex
                lda score
                cmp verdict_score,x     ; the first begins at 0
                bcc level
                lda verdict_low,x
                ldy verdict_high,x
                ldx #AT_LINE_2
                jsr text_string
                jsr start_wait
                jmp start
.endp
