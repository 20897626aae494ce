;   keys.asm - the keys of the large comforts. Main program.
;
;   Entry points: keys_look, comforts_forget, week_begins_here.

;----------------------------------------------------------------------
;   keys_look: executes a key's command in the order phase
;   CLOBBERS A, X, Y
;   CYCLES   20 if no key was pressed
;----------------------------------------------------------------------
.proc           keys_look
                jsr layer_look
                lda CH
                cmp #KEY_NONE
                beq done
                ldx zp_orders_open
                beq done
                ldx #KEYS_HELD - 1      ; while a unit is held, the interrupt
                ldy zp_button           ; reads the other keys
                bne key
                ldx #KEYS - 1
key             cmp key_codes,x
                beq found
                dex
                bpl key
                ldy zp_button
                bne done
forget          lda #KEY_NONE
                sta CH
done            rts
found           jsr forget
                lda key_high,x
                pha
                lda key_low,x
                pha
                rts
.endp

;   The first of them also work while a unit is held
key_codes       dta KEY_R
KEYS_HELD       = * - key_codes
                dta KEY_O, KEY_TAB, KEY_TAB | KEY_SHIFT
                dta KEY_U, KEY_DELETE, KEY_M, KEY_L
                dta KEY_W, KEY_C, KEY_P
KEYS            = * - key_codes
key_low         dta l(reach_key - 1), l(orders_key - 1)
                dta l(corps_next - 1), l(corps_before - 1)
                dta l(undo_last_change - 1), l(undo_last_change - 1)
                dta l(overview - 1), l(corps_list - 1)
                dta l(report - 1), l(curve - 1), l(replay - 1)
key_high        dta h(reach_key - 1), h(orders_key - 1)
                dta h(corps_next - 1), h(corps_before - 1)
                dta h(undo_last_change - 1), h(undo_last_change - 1)
                dta h(overview - 1), h(corps_list - 1)
                dta h(report - 1), h(curve - 1), h(replay - 1)
                ert * - key_codes <> 3 * KEYS

;   A new campaign. CLOBBERS A, X, Y.
.proc           comforts_forget
                lda #>COMFORT_RAM
                sta zp_to + 1
                lda #0
                sta zp_to
                tay
page            sta (zp_to),y
                iny
                bne page
                inc zp_to + 1
                ldx zp_to + 1
                cpx #>COMFORT_END
                bne page
                rts
.endp
                ert <COMFORT_RAM | <COMFORT_END

;   The order phase is about to begin. CLOBBERS A, X, Y.
.proc           week_begins_here
                lda #0
                sta undo_top
                sta corps_shown
                sta lesson
                sta start_sure
                lda CONSOL              ; it may still be hurrying the march
                and #CONSOLE_SELECT
                sta lesson_select
                lda #KEY_NONE
                sta CH
                jsr week_remember
                jsr sound_weather
                lda turn
                beq done
                lda #MSG_REPORT
                jmp text_notice
done            rts
.endp
