;   watch.asm - what the main program shows of a week: its execution, which
;               can be hurried, slowed down or halted, and a summary.
;
;   Entry points: watch_begin, watch_step, turn_summary.
;   Owns cities_before; text lines 1 and 2 while the order phase is closed.

;----------------------------------------------------------------------
;   watch_begin: the order phase is closed: shows what the player can do now
;   OUT      cities_before
;   CLOBBERS A, X, Y
;   CYCLES   2,200
;----------------------------------------------------------------------
.proc           watch_begin
                lda #MSG_MOVING
                jsr text_message
                lda #KEY_NONE           ; discard what was typed before
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
;   watch_step: called after a unit has marched or fought. The space bar
;   halts and resumes the execution, the button slows it down. (SELECT
;   hurries it: `eye_wait`.)
;   CLOBBERS A, X
;   CYCLES   20 if nothing is pressed
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

;   Waits until the key is up, so that it does not repeat, and discards it.
key_taken       lda SKSTAT
                and #KEY_IS_UP
                beq key_taken
                lda #KEY_NONE
                sta CH
                rts
.endp

;----------------------------------------------------------------------
;   turn_summary: writes the changes of the last week to text lines 1 and 2:
;   units lost, corps arrived, scoring squares taken and lost. Before the
;   first week it tells the player what to do. It stays until the button is
;   used.
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

;   Writes label Y at offset X, and after it the squares that are A in
;   cities_german now and were not when the week began.
changes         sta zp_code
                sty zp_row
                ldy #GOAL_COUNT - 1
goal            lda cities_german,y
                cmp cities_before,y
                beq next
                cmp zp_code
                bne next
                cpx #AT_UNIT_END + 2 - LONGEST_CHANGE
                bcs next                ; no room for another
                tya
                pha
                ldy zp_row
                bmi named               ; the label is already written
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

;   Number of corps that arrived this turn. OUT Y. CLOBBERS A. X is kept.
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
