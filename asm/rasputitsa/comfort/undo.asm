;   undo.asm - undoes the changes of this week, back to its start.
;
;   Entry points: undo_keep, undo_note (interrupt), undo_last_change (main
;   program).
;   Owns undo_, kept_.

;   Corps X is lifted: saves its orders. CLOBBERS A. CYCLES 60. Interrupt.
.proc           undo_keep
                stx kept_unit
                lda unit_orders,x
                sta kept_count
                lda unit_orders_1,x
                sta kept_first
                lda unit_orders_2,x
                sta kept_last
                lda unit_mode,x
                sta kept_mode
                rts
.endp

;   Unit X is put down: records a change of a corps. CLOBBERS A, Y. CYCLES 120.
;   Interrupt.
.proc           undo_note
                cpx kept_unit
                bne done
                lda unit_orders,x
                cmp kept_count
                bne changed
                cmp #0                  ; empty slots do not matter
                beq mode
                lda unit_orders_1,x
                cmp kept_first
                bne changed
                lda unit_orders_2,x
                cmp kept_last
                bne changed
mode            lda unit_mode,x
                cmp kept_mode
                beq done
changed         ldy undo_top
                cpy #255
                beq done
                txa
                sta undo_unit,y
                lda kept_count
                sta undo_count,y
                lda kept_first
                sta undo_first,y
                lda kept_last
                sta undo_last,y
                lda kept_mode
                sta undo_mode,y
                inc undo_top
done            rts
.endp

;----------------------------------------------------------------------
;   undo_last_change: restores the corps changed last, and shows it
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           undo_last_change
                lda #0                  ; no unit can be lifted meanwhile
                sta zp_orders_open
                ldy undo_top
                beq none
                lda zp_button
                bne back
                dey
                sty undo_top
                ldx undo_unit,y
                lda undo_count,y
                sta unit_orders,x
                lda undo_first,y
                sta unit_orders_1,x
                lda undo_last,y
                sta unit_orders_2,x
                lda undo_mode,y
                sta unit_mode,x
                jsr view_unit
                jsr layer_again
                lda #MSG_UNDONE
                bne told                ; always
none            lda #MSG_NO_CHANGE
told            jsr text_notice
back            lda #1
                sta zp_orders_open
                rts
.endp
