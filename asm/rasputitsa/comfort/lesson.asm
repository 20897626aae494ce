;   lesson.asm - a lesson for the first steps, in the message line. Main
;                program.
;
;   Entry point: lesson_look.
;   Owns lesson, lesson_select.

;----------------------------------------------------------------------
;   lesson_look: SELECT begins and ends the lesson; it advances when the
;   player has done what a step asks for
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           lesson_look
                lda zp_orders_open
                beq done
                lda CONSOL
                and #CONSOLE_SELECT
                cmp lesson_select
                beq step
                sta lesson_select
                cmp #0
                bne step                ; it was released
                lda lesson
                bne ends
                lda #MSG_LESSON
                bne next                ; always

step            lda lesson
                beq done
                sec
                sbc #MSG_LESSON
                beq lifts
                lsr @
                bcc third
                bne fourth
                lda undo_top            ; 2: an order, then put down
                beq done
                bne advance             ; always
lifts           lda zp_unit             ; 1: a corps held
                beq done
                cmp #FIRST_RUSSIAN
                bcs done
advance         ldx lesson
                inx
                txa
                cmp #MSG_LESSON + LESSON_STEPS
                bcs ends
next            sta lesson
                jmp text_message
third           cmp #2                  ; 3: all orders shown
                bcs done                ; 5: START ends the week
                lda layer_kind
                cmp #LAYER_ORDERS
                beq advance
done            rts
fourth          lda corps_shown         ; 4: the next corps
                bne advance
                rts
ends            lda #0
                sta lesson
                lda #MSG_PROMPT
                jmp text_message
.endp
