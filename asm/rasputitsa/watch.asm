;   watch.asm - what the main program shows of a week: its execution, to be
;               watched, hurried or halted, and what has changed after it.
;
;   Entry points: watch_begin, watch_step, turn_summary.
;   Owns cities_before; text lines 1 and 2 while the order phase is closed.

;----------------------------------------------------------------------
;   watch_begin: the order phase is closed: what the player can do now
;   OUT      cities_before
;   CLOBBERS A, X, Y
;   CYCLES   2,200
;----------------------------------------------------------------------
.proc           watch_begin
                lda #MSG_MOVING
                jsr text_message
                lda #KEY_NONE           ; what was typed before is void
                sta CH
                arrivals_forgotten
                jsr text_clear_unit
                text_put line_watch, AT_LINE_1
                text_put line_pause, AT_LINE_2
                ldx #GOAL_COUNT - 1
city            lda cities_german,x
                sta cities_before,x
                dex
                bpl city
                rts
.endp

;----------------------------------------------------------------------
;   watch_step: a unit has marched or fought. The space bar halts the
;   execution and lets it go on, the button slows it down. (SELECT hurries:
;   `eye_wait`.)
;   CLOBBERS A, X
;   CYCLES   20 when nothing is pressed
;----------------------------------------------------------------------
.proc           watch_step
                lda CH
                cmp #KEY_SPACE
                beq halt
                watch_keys
                lda zp_trigger
                bne done
                ldx #SLOW_FRAMES
slow            jsr frame_wait
                lda zp_trigger
                bne done
                dex
                bne slow
done            rts

halt            lda #MSG_PAUSED
                jsr text_message
                jsr key_taken
again           lda CH
                cmp #KEY_SPACE
                bne again
                lda #MSG_MOVING
                jsr text_message

;   Waits until the key is up, lest it repeat, and forgets it.
key_taken       lda SKSTAT
                and #KEY_IS_UP
                beq key_taken
                lda #KEY_NONE
                sta CH
                rts
.endp

;----------------------------------------------------------------------
;   turn_summary: what the last week has changed, in text lines 1 and 2:
;   units lost, corps arrived, scoring squares taken and lost. Before the
;   first week what to do. It stays until the button is used.
;   IN       turn, lost_german, lost_russian, unit_arrival,
;            cities_german, cities_before
;   CLOBBERS A, X, Y
;   CYCLES   5,000
;----------------------------------------------------------------------
.proc           turn_summary
                jsr frame_wait          ; the lines change between frames
written         jsr text_clear_unit
                lda turn
                bne later
                text_put line_first, AT_LINE_1
                text_put line_second, AT_LINE_2
                rts

later           ldx #AT_LINE_1
                ldy #LABEL_LOST
                jsr text_label
                lda lost_german
                jsr text_number
                ldy #LABEL_LOST_GERMAN
                jsr text_label
                lda lost_russian
                jsr text_number
                ldy #LABEL_LOST_RUSSIAN
                jsr text_label
                jsr arrivals
                tya
                beq cities
                ldy #LABEL_NEW
                pha
                jsr text_label
                pla
                jsr text_number

cities          ldx #AT_LINE_2
                lda #1
                ldy #LABEL_CITY_TAKEN
                jsr changes
                lda #0
                ldy #LABEL_CITY_LOST

;   The squares that now hold A and did not when the week began, behind
;   the label Y at offset X.
changes         sta zp_code
                sty zp_row
                ldy #GOAL_COUNT - 1
goal            lda cities_german,y
                cmp cities_before,y
                beq next
                cmp zp_code
                bne next
                cpx #AT_UNIT_END + 2 - LONGEST_CHANGE
                bcs next                ; no room for a third
                tya
                pha
                ldy zp_row
                bmi named               ; the label stands already
                jsr text_label
                lda #$ff
                sta zp_row
named           inx
                pla
                pha
                tay
                lda city_name,y
                tay
                jsr city_letters
                pla
                tay
next            dey
                bpl goal
                inx
                inx
                rts

;   How many corps arrived this turn. OUT Y. CLOBBERS A. X is kept.
arrivals        txa
                pha
                ldy #0
                ldx #GERMANS
unit            lda unit_arrival,x
                cmp turn
                bne other
                iny
other           dex
                bne unit
                pla
                tax
                rts
.endp
LONGEST_CHANGE  = 6 + 11        ; "TAKEN: STALINGRAD"
                ert LABEL_CITY_LOST > $7f
