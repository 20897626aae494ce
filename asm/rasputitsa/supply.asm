;   supply.asm - supply: traces a line home from every unit on the map.
;
;   Entry points: supply_check, front_russian, front_german, unit_supplied.
;   Owns supply_front.

SUPPLY_LIMIT    = 24            ; failures that cut a supply line
SUPPLY_SNOW     = 16            ; ... for Germans in snow
SUPPLY_REACH    = 74            ; chance / 256 that a line is tried in snow,
                                ; plus 4 for every column of the map

;----------------------------------------------------------------------
;   supply_check: Russians in supply gain 2 muster strength; a unit out of
;   supply loses half its combat strength, or dies
;   OUT      unit_muster, unit_combat; map, occupants, lost_...
;   CLOBBERS A, X, Y
;   CYCLES   160,000 on average, 440,000 at most
;----------------------------------------------------------------------
.proc           supply_check
                jsr front_russian
                ldx #UNIT_LAST
unit            cpx #GERMANS
                bne side
                jsr front_german
                ldx #GERMANS
side            lda turn
                cmp unit_arrival,x
                bcc next                ; not on the map
                stx zp_actor
                jsr unit_supplied
                ldx zp_actor
                bcs fed
                lsr unit_combat,x
                bne next
                jsr unit_destroy
                jmp next
fed             supply_gain next
next            dex
                bne unit
                rts
.endp

;----------------------------------------------------------------------
;   front_russian: for every row, the part in which a Russian line certainly
;   reaches home: no sea and no German zone further east
;   OUT      supply_front: index y + 1; all squares east of that x are sure
;   CLOBBERS A, X, Y
;   CYCLES   26,600
;----------------------------------------------------------------------
.proc           front_russian
                lda #MAP_ROW_Y - 1
                sta zp_row
row             ldy zp_row
                lda #MAP_X_WEST
                ldx #SQUARE_MAIN
                jsr square_find
                ldy #MAP_X_WEST         ; counts east from x = 45
square          lda (zp_square),y
                cmp #CODE_SEA
                beq sea
                dey
                bpl square
sea             tya                     ; at x = 45 - Y, none: Y = -1
                eor #$ff
                sec
                adc #MAP_X_WEST + 1
                ldx zp_row
                sta supply_front + 1,x
                dec zp_row
                bpl row

                ldx #GERMANS
unit            lda turn
                cmp unit_arrival,x
                bcc absent
                ldy unit_y,x
                lda unit_x,x
                cmp supply_front,y
                scs
                sta supply_front,y
                cmp supply_front + 1,y
                scs
                sta supply_front + 1,y
                cmp supply_front + 2,y
                scs
                sta supply_front + 2,y
absent          dex
                bne unit
                rts
.endp

;----------------------------------------------------------------------
;   front_german: the same for the German side
;   OUT      supply_front: index y + 1; that x and all west of it are sure
;   CLOBBERS A, X, Y
;   CYCLES   6,000
;----------------------------------------------------------------------
.proc           front_german
                ldx #MAP_ROWS - 1
                lda #0
row             sta supply_front,x
                dex
                bpl row
                ldx #UNIT_LAST
unit            lda turn
                cmp unit_arrival,x
                bcc absent
                ldy unit_y,x
                lda unit_x,x            ; + 1: carry is set
                adc #0
                cmp supply_front,y
                scc
                sta supply_front,y
                cmp supply_front + 1,y
                scc
                sta supply_front + 1,y
                cmp supply_front + 2,y
                scc
                sta supply_front + 2,y
absent          dex
                cpx #FIRST_RUSSIAN
                bcs unit
                rts
.endp

;----------------------------------------------------------------------
;   unit_supplied: traces one line towards home, east for Russians and west
;   for Germans. At an enemy zone, and for Russians at the sea, it tries
;   north or south at random; too many failures end it.
;   IN       X unit, also in zp_actor; dli_colours (ground);
;            supply_front of its side
;   OUT      C set = in supply
;   CLOBBERS A, X, Y
;   CYCLES   1,200 on average, 12,700 at most
;----------------------------------------------------------------------
.proc           unit_supplied
                lda unit_x,x
                sta zp_at_x
                lda unit_y,x
                sta zp_at_y
                ldy #SUPPLY_LIMIT
                lda #EAST
                cpx #FIRST_RUSSIAN
                bcs russian

                lda dli_colours + DLI_GROUND
                cmp #GROUND_MUD
                beq cut
                cmp #GROUND_SNOW
                bne german
.if DEFECT_C8 = 0
                ldy #SUPPLY_SNOW
.endif
                lda zp_at_x
                asl @
                asl @
                adc #SUPPLY_REACH
                cmp RANDOM
                bcc cut
german          lda #WEST
russian         sta zp_home
                sty zp_limit
                lda #0
                sta zp_failures

homeward        ldy zp_at_y
                cpy #MAP_ROW_Y
                bcs step                ; rows of the border
                lda zp_at_x
                cmp supply_front + 1,y
                lda #0                  ; east of the front EAST, else WEST
                rol @
                rol @
                ora #EAST
                cmp zp_home
                beq sure
step            lda zp_home
onward          tay
                lda zp_at_x
                clc
                adc step_x,y
                sta zp_to_x
                lda zp_at_y
                clc
                adc step_y,y
                sta zp_to_y
                jsr supply_step
                beq free
                clc
                adc zp_failures
                sta zp_failures
                cmp zp_limit
                bcs cut
                lda RANDOM
                and #SOUTH              ; or NORTH
                bpl onward              ; always

free            lda zp_to_y
                sta zp_at_y
                lda zp_to_x
                sta zp_at_x
                cmp #MAP_ROW_X          ; C set: either border column
                bcc homeward
                rts
cut             clc
                rts

sure
.if DEFECT_15
                cmp #EAST               ; D 15: the last step west may fail
                beq home
                lda #MAP_X_WEST
                sta zp_at_x
                bne step                ; always
.endif
home            sec
                rts
.endp
                ert SOUTH <> 2 || NORTH <> 0 || WEST <> [EAST | 2]

;----------------------------------------------------------------------
;   supply_step: what the next square of a line costs
;   IN       zp_actor; zp_to_x (-1 to 46), zp_to_y
;   OUT      A and Z: 0 free, 1 sea, 2 enemy zone
;   CLOBBERS X, Y
;   CYCLES   240; 1981: 620 in the western border column
;----------------------------------------------------------------------
.proc           supply_step
                ldx zp_actor
                ldy zp_to_y
.if DEFECT_16 = 0
                cpy #$fe                ; D 16: beyond the border rows
                beq closed
                cpy #MAP_ROW_Y + 1
                beq closed
.endif
                lda zp_to_x
                cpx #FIRST_RUSSIAN
                bcs russian
.if DEFECT_15
                cmp #MAP_ROW_X          ; D 15
                beq west_edge
.endif
                jsr zoc_find
                bcs zone
free            lda #0
                rts

russian         cpy #MAP_ROW_Y
                bcs border
                stx zp_asking
                jsr zoc_aim
                lda zp_around
                sta zp_square
                lda zp_around + 1
                eor #>[occupants - map]
                sta zp_square + 1
                ldy #AROUND_CENTRE
                lda (zp_square),y
                cmp #CODE_SEA
                beq closed
                jsr zoc_aimed
                bcc free
zone            lda #2
                rts
border          jsr zoc_find
                bcs zone
                bcc free
closed          lda #1
                rts

.if DEFECT_15
;   D 15: seen from the border column x = 46, the square to the west, (47,y),
;   is the square (31,y-5). IN zp_to_y. OUT A, Z as above.
west_edge       lda #0
                sta zp_sum
                ldy zp_to_y
                iny
                lda #1
                jsr west_row
                ldy zp_to_y
                lda #2
                jsr west_row
                ldy zp_to_y
                dey
                lda #1
                jsr west_row
                lda zp_sum
                and #%11111110          ; 2 or more
                beq free
                bne zone

;   IN Y row, A weight. OUT zp_sum.
west_row        sta zp_tick
                lda #MAP_X_WEST
                jsr west_square
                cpy #MAP_ROW_Y + 1
                bcs none
                tya
                sec
                sbc #ALIAS_ROWS
                tay
                bcc none
                lda #ALIAS_X

west_square     cpy #MAP_ROW_Y
                bcs none
                sty zp_tries
                ldx #SQUARE_MAIN
                jsr square_find
                ldy #0
                lda (zp_occupant),y
                ldy zp_tries
                cmp #FIRST_RUSSIAN
                bcc none
                lda zp_sum
                clc
                adc zp_tick
                sta zp_sum
none            rts
.endif
.endp
