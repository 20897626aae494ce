;   idle.asm - a week in which no corps has orders is begun by mistake more
;              often than not: START asks, and is taken when it is pressed
;              again while the question stands.
;
;   Entry point: idle_ask.
;   Owns start_sure.

;----------------------------------------------------------------------
;   idle_ask: START is down
;   OUT      C set when it is not to be taken yet
;   CLOBBERS A, X
;   CYCLES   20, 500 where nobody has orders
;----------------------------------------------------------------------
.proc           idle_ask
                ldx #GERMANS
corps           lda unit_orders,x
                bne meant
                dex
                bne corps
                ldx start_sure
                cpx #IDLE_ASKED
                beq asked               ; it is still down since then
                txa
                bne meant
                lda #IDLE_ASKED
                sta start_sure
                lda #MSG_IDLE
                jsr text_notice
                lda #IDLE_FRAMES        ; longer: it wants an answer
                sta notice_wait
asked           sec
                rts
meant           lda #0                  ; the question is answered
                sta notice_wait
                clc
                rts
.endp
                ert IDLE_FRAMES >= IDLE_ASKED
