;   idle.asm - a week without any orders is usually begun by mistake. So START
;              asks first, and is accepted if it is pressed again while the
;              question is shown.
;
;   Entry point: idle_ask.
;   Owns start_sure.

;----------------------------------------------------------------------
;   idle_ask: START is pressed
;   OUT      C set if it is not accepted yet
;   CLOBBERS A, X
;   CYCLES   20; 500 if no corps has orders
;----------------------------------------------------------------------
.proc           idle_ask
                ldx #GERMANS
corps           lda unit_orders,x
                bne meant
                dex
                bne corps
                ldx start_sure
                cpx #IDLE_ASKED
                beq asked               ; still down since the question
                txa
                bne meant
                lda #IDLE_ASKED
                sta start_sure
                lda #MSG_IDLE
                jsr text_notice
                lda #IDLE_FRAMES        ; longer, because it needs an answer
                sta notice_wait
asked           sec
                rts
meant           lda #0                  ; the question is answered
                sta notice_wait
                clc
                rts
.endp
                ert IDLE_FRAMES >= IDLE_ASKED
