;   season.asm - calendar, seasons, ice and reinforcements at the beginning
;                of a turn.
;
;   Entry points: calendar_step, season_step, reinforce.
;   Owns day, month, year, the ice_ variables, two of dli_colours.

;----------------------------------------------------------------------
;   calendar_step: advances the date by seven days; a new month sets its
;   tree colour. (The campaign has no 29 February.)
;   OUT      day, month, year
;   CLOBBERS A, X, Y
;   CYCLES   60
;----------------------------------------------------------------------
.proc           calendar_step
                lda day
                clc
                adc #7
                ldx month
                cmp month_days - 1,x
                beq same
                bcc same
                sbc month_days - 1,x
                inx
                cpx #13
                bcc entered
                ldx #1
                inc year
entered         stx month
                ldy month_trees - 1,x
                sty dli_colours + DLI_TREES
same            sta day
                rts
.endp

;----------------------------------------------------------------------
;   season_step: sets the ground of the month and moves the ice line: south
;   in November, north in March
;   OUT      dli_colours, ice_..., map, unit_cover
;   CLOBBERS A, X, Y
;   CYCLES   48,000 with ice, else 40
;----------------------------------------------------------------------
.proc           season_step
                ldx month
                lda month_ground - 1,x
                bmi same                ; GROUND_SAME
                sta dli_colours + DLI_GROUND
same            cpx #1
                beq spring
                cpx #3
                beq ice_step
                cpx #4
                beq autumn
                cpx #11
                beq ice_step
                rts

spring          lda #1
                sta ice_spring
                rts
autumn          lda #0
                sta ice_spring
                rts
.endp
                ert [GROUND_DRY | GROUND_MUD | GROUND_SNOW] & $80

;----------------------------------------------------------------------
;   ice_step: the ice line moves by 7 to 14 rows, 8 to 15 in spring.
;   Every river and swamp from the old row to the new one, both included,
;   freezes or thaws, under units too.
;   IN       ice_row, ice_spring
;   OUT      ice_row; map, unit_cover
;   CLOBBERS A, X, Y
;   CYCLES   48,000
;----------------------------------------------------------------------
.proc           ice_step
                lda ice_row
                sta zp_row
                lda RANDOM
                and #7
                ldx ice_spring
                bne thaw

                ldx #COLOUR_BLUE
                ldy #COLOUR_WHITE
                eor #$ff                ; old row - 7 - random
                sec
                adc ice_row
                sbc #7                  ; (a borrow makes it 1 lower)
                beq lowest
                bpl aim
lowest          lda #1
                bne aim

thaw            ldx #COLOUR_WHITE
                ldy #COLOUR_BLUE
                clc                     ; old row + 8 + random
                adc #8
                adc ice_row
                cmp #MAP_ROW_Y + 1
                bcc aim
                lda #MAP_ROW_Y

aim             sta ice_row
                stx ice_old
                sty ice_new
.if DEFECT_21
                ldy #MAP_X_WEST - 1     ; D 21: the first row's x = 0
                bne first
next            ldy #MAP_X_WEST
first           jsr ice_line
.else
next            ldy #MAP_X_WEST
                jsr ice_line
.endif
                lda zp_row
                cmp ice_row
                beq done
                bcs south
                inc zp_row
                bne next
south           dec zp_row
                bpl next
done            rts
.endp

;   One row. IN zp_row y, Y how far east of x = 45 to go; ice_old, ice_new.
;   CLOBBERS A, X, Y. CYCLES 3,100.
.proc           ice_line
                tya
                pha
                ldx #SHAPE_ICE_NORTH
                ldy zp_row
                cpy #MAP_NORTHERN_Y
                bcs limit
                ldx #SHAPE_ICE_SOUTH
limit           stx zp_ice_shape
                lda #MAP_X_WEST
                ldx #SQUARE_MAIN
                jsr square_find
                pla
                tay
square          lda (zp_occupant),y
                beq open
                tax
.if DEFECT_NOBODY
                lda unit_combat,x
                beq counted
.endif
.if DEFECT_DUE
                jsr ice_due
                bcs counted
.endif
                lda unit_cover,x
                jsr ice_code
                sta unit_cover,x
                jmp counted
open            lda (zp_square),y
                jsr ice_code
                sta (zp_square),y
counted         dey
                bpl square
                rts
.endp

;   IN A map code. OUT A the code after the change. CYCLES 35.
.proc           ice_code
                sta zp_code
                and #COLOUR_BITS
                cmp ice_old
                bne same
                lda zp_code
                and #SHAPE_BITS
                cmp #SHAPE_ICE
                bcc same
                cmp zp_ice_shape
                bcs same
                ora ice_new
                rts
same            lda zp_code
                rts
.endp

;----------------------------------------------------------------------
;   reinforce: units due this turn enter the map, highest number first; a
;   unit whose entry square is occupied tries again next turn
;   IN       turn
;   OUT      map, occupants, unit_cover, unit_arrival; asterisk
;   CLOBBERS A, X, Y
;   CYCLES   12,000
;----------------------------------------------------------------------
.proc           reinforce
                lda #0
                sta text + AT_ASTERISK
                ldx #UNIT_LAST
unit            lda unit_arrival,x
                cmp turn
                bne next
                jsr unit_place
                beq placed
                inc unit_arrival,x
                bne next
placed          cpx #FIRST_RUSSIAN
                bcs next
                arrival_told next
                lda #ASTERISK
                sta text + AT_ASTERISK
next            dex
                bne unit
                rts
.endp
