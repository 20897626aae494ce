;   ending.asm - after the last week: the score, and the way to another
;                campaign.
;
;   Entry point: ending.

;----------------------------------------------------------------------
;   ending: the map can still be looked at; START leads to the title. Does
;   not return.
;   IN       score
;----------------------------------------------------------------------
.proc           ending
                lda #MSG_OVER
                jsr text_message
                jsr start_wait
                jmp start
.endp
