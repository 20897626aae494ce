;   report.asm - a report on last week: its fights, their places and results.
;                Main program.
;
;   Entry points: report, report_begin, report_fight, report_retreat.
;   Owns fight_, fate, muster_before, follow.

REPORT_FIRST    = 8             ; row of the first fight
FIGHTS_SHOWN    = 15
FATE_FLED       = 1             ; fate: it was driven from its square

;----------------------------------------------------------------------
;   report_begin: movement is about to begin
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           report_begin
                lda #0
                sta fights_noted
                ldx #UNIT_LAST
unit            sta fate,x
                dex
                bne unit
                ldx #GERMANS
corps           lda unit_muster,x
                sta muster_before,x
                dex
                bne corps
                rts
.endp

;----------------------------------------------------------------------
;   report_fight: records an attack; repeated attacks of a pair count once. If
;   the player follows the march, the window goes there if it is off screen.
;   IN       zp_actor, zp_foe, zp_to_...
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           report_fight
                ldy fights_noted
                beq new
earlier         dey
                lda fight_actor,y
                cmp zp_actor
                bne other
                lda fight_foe,y
                cmp zp_foe
                beq noted
other           tya
                bne earlier
                ldy fights_noted
                cpy #FIGHTS
                bcs noted
new             lda zp_actor
                sta fight_actor,y
                lda zp_foe
                sta fight_foe,y
                lda zp_to_x
                sta fight_x,y
                lda zp_to_y
                sta fight_y,y
                inc fights_noted
                ldx zp_foe
                lda #EVENT_FIGHT
                jsr event_add
noted           lda follow
                beq done
                lda eye_delay
                beq done
                lda zp_to_x
                ldy zp_to_y
                jsr travel_seen
                bcc done
                lda zp_to_x
                ldy zp_to_y
                jsr view_square
                ldx #FOLLOW_FRAMES
pause           jsr frame_wait
                dex
                bne pause
done            rts
.endp

;   The key F while the armies march. CLOBBERS A.
.proc           follow_key
                lda #KEY_NONE
                sta CH
                lda follow
                eor #1
                sta follow
                rts
.endp

;----------------------------------------------------------------------
;   report: shows the report until a key is pressed
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           report
                jsr page_open
                jsr page_clear
                page_put line_report_keys, 23, 0
                page_put line_week, 0, 0
                lda month
                clc
                adc #WORD_MONTH
                jsr page_word
                jsr page_space
                lda day
                jsr page_number

                page_put line_lost, 2, 0
                jsr musters_lost
                jsr page_hundreds
                page_put line_units, 3, 0
                lda lost_german
                ldx lost_russian
                jsr page_sides
                page_put line_taken, 4, 0
                lda #1
                jsr cities_changed
                page_put line_fallen, 5, 0
                lda #0
                jsr cities_changed

                lda #0
                sta zp_sum
                lda #REPORT_FIRST
                sta zp_row
                lda fights_noted
                bne heading
                page_put line_peace, REPORT_FIRST - 1, 0
                jmp shown
heading         page_put line_fights, REPORT_FIRST - 1, 0
fight           ldy zp_sum
                cpy fights_noted
                bcs shown
                cpy #FIGHTS_SHOWN
                bcs shown
                jsr fight_line
                inc zp_row
                inc zp_sum
                bne fight               ; always
shown           lda #<page_list
                ldy #>page_list
                ldx #TEXT_COLOURS
                jsr page_show
                jsr page_key
                jmp page_close
.endp

;   Muster strength the corps have lost. OUT A high, Y low byte. CLOBBERS X.
.proc           musters_lost
                lda #0
                sta zp_product
                sta zp_quotient
                ldx #GERMANS
corps           lda muster_before,x
                sec
                sbc unit_muster,x
                bcc next                ; it has gained
                clc
                adc zp_product
                sta zp_product
                scc
                inc zp_quotient
next            dex
                bne corps
                lda zp_quotient
                ldy zp_product
                rts
.endp

;   Writes a number below 25,600 in decimal. IN A high, Y low byte. CLOBBERS A,
;   X, Y.
.proc           page_hundreds
                sta zp_quotient
                sty zp_product
                ldx #0
hundred         lda zp_product
                sec
                sbc #100
                tay
                lda zp_quotient
                sbc #0
                bcc rest
                sta zp_quotient
                sty zp_product
                inx
                bne hundred             ; always
rest            txa
                beq small
                jsr page_number
                lda zp_product
                ldx #DIGIT_ZERO - 1
                sec
ten             inx
                sbc #10
                bcs ten
                adc #10 + DIGIT_ZERO
                pha
                txa
                jsr page_letter
                pla
                jmp page_letter
small           lda zp_product
                jmp page_number
.endp

;   The cities whose owner changed to A (1 German). CLOBBERS A, X, Y.
.proc           cities_changed
                sta zp_code
                ldx #0
                stx zp_limit
                ldx #GOAL_COUNT - 1
city            lda cities_german,x
                cmp cities_before,x
                beq next
                cmp zp_code
                bne next
                inc zp_limit
                jsr page_city
                jsr page_space
next            dex
                bpl city
                lda zp_limit            ; their number
                bne done
                lda #<word_none
                ldy #>word_none
                jmp page_text
done            rts
.endp

;   Writes fight zp_sum in row zp_row. CLOBBERS A, X, Y.
.proc           fight_line
                lda zp_row
                ldy #0
                jsr page_at
                ldy zp_sum
                ldx fight_actor,y
                jsr page_unit
                lda zp_row
                ldy #13
                jsr page_at
                ldy zp_sum
                ldx fight_foe,y
                jsr page_unit
                lda zp_row
                ldy #26
                jsr page_at
                ldy zp_sum
                ldx fight_foe,y
                jsr fate_word
                ldy zp_sum
                lda fight_x,y
                sta zp_to_x
                lda fight_y,y
                sta zp_to_y
                lda zp_row
                ldy #32
                jsr page_at
                jsr city_near
                jmp page_city
.endp

;   Writes the fate of unit X. CLOBBERS A, Y.
.proc           fate_word
                lda unit_arrival,x
                bmi dead
                lda fate,x
                bne fled
                lda #<word_held
                ldy #>word_held
                jmp page_text
fled            lda #<word_fled
                ldy #>word_fled
                jmp page_text
dead            lda #<word_dead
                ldy #>word_dead
                jmp page_text
.endp

;   The city nearest to zp_to_.... OUT X. CLOBBERS A, Y.
.proc           city_near
                lda #$ff
                sta zp_factor           ; its distance
                ldx #CITY_COUNT - 1
city            lda city_x,x
                sec
                sbc zp_to_x
                jsr distance
                sta zp_product
                lda city_y,x
                sec
                sbc zp_to_y
                jsr distance
                clc
                adc zp_product
                cmp zp_factor
                bcs next
                sta zp_factor
                stx zp_placing
next            dex
                bpl city
                ldx zp_placing
                rts
.endp

line_week       dta d'THE WEEK BEFORE ', $ff
line_lost       dta d'GERMAN MUSTER LOST: ', $ff
line_units      dta d'DESTROYED: ', $ff
line_taken      dta d'CITIES TAKEN: ', $ff
line_fallen     dta d'CITIES LOST: ', $ff
line_fights     dta d'ATTACKER     DEFENDER     FATE  NEAR', $ff
line_peace      dta d'NOBODY FOUGHT', $ff
line_report_keys dta d'A KEY: BACK TO THE MAP', $ff
word_none       dta d'NONE', $ff
word_held       dta d'HELD', $ff
word_fled       dta d'FLED', $ff
word_dead       dta d'DEAD', $ff
