;   ending.asm - after the last week: the score, and the way to another
;                campaign.
;
;   Entry point: ending.

;----------------------------------------------------------------------
;   ending: the map can still be explored; START leads to the title, with the
;   next level selected if this one was won. Does not return.
;   IN       campaign_won
;----------------------------------------------------------------------
.proc           ending
                lda #MSG_OVER
                ldx campaign_won
                beq lost
                inc level
                lda #MSG_WON
lost            jsr text_message
                jsr frame_wait          ; the lines change between frames
                jsr text_clear_unit
                end_waits
                jmp start
.endp
