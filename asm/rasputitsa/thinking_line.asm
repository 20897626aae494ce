;   thinking_line.asm - the computer player: the front line formed by the
;                       objectives around a unit's objective, and its points.
;
;   Entry points: line_gather (once a unit), line_add (once an option),
;   line_points.
;   Owns line_rows, line_columns, claims.
;
;   The 49 squares around the unit's objective contain the 5 x 5 grids of all
;   five options. Each square is a bit of its row (bit 0 east) and a bit of
;   its column (bit 0 south), so five bits of a row or a column are one grid
;   column as seen from one side.

LINE_MID        = 3             ; row and column of the objective itself
LINE_REACH      = 2 * LINE_MID + 1

;----------------------------------------------------------------------
;   line_gather: the units planned to be around the objective of a unit. If
;   several claim a square, the highest number is recorded. The objective's
;   own square counts as empty unless a unit of higher number claims it.
;   IN       zp_self, zp_ghost_x, zp_ghost_y; objectives
;   OUT      line_rows, line_columns; claims, an entry for each option's
;            square: highest number of another unit with that objective
;   CLOBBERS A, X, Y
;   CYCLES   2,300 and 90 for each unit around; 6,900 at most
;----------------------------------------------------------------------
.proc           line_gather
                lda #0
                ldx #LINE_REACH - 1
clear           sta line_rows,x
                sta line_columns,x
                dex
                bpl clear
                ldx #OPTION_COUNT - 1
unclaimed       ldy option_claim,x
                sta claims,y
                dex
                bpl unclaimed

                ;   Carry is clear at `unit`: 1 less to subtract
                lda zp_ghost_x
                sec
                sbc #LINE_MID + 1
                sta zp_edge_x
                lda zp_ghost_y
                sec
                sbc #LINE_MID + 1
                sta zp_edge_y
                ldy #FIRST_RUSSIAN
                clc
unit            lda objective_x,y
                sbc zp_edge_x
                cmp #LINE_REACH
                bcs next
                sta zp_apart_x
                lda objective_y,y
                sbc zp_edge_y
                cmp #LINE_REACH
                bcs next
                sta zp_apart_y
                lda turn
                cmp unit_arrival,y
                bcc next                ; not on the map
                cpy zp_self
                beq self
                lda zp_apart_y
                asl @
                asl @
                asl @
                ora zp_apart_x
                tax
                tya
                sta claims,x
                lda unit_muster,y
                beq next
                ldx zp_apart_x
                lda line_bit,x
                ldx zp_apart_y
                ora line_rows,x
                sta line_rows,x
                lda line_bit,x
                ldx zp_apart_x
                ora line_columns,x
                sta line_columns,x
next            iny
                cpy #UNIT_COUNT
                bcc unit
                rts

self            lda line_rows + LINE_MID
                and #$ff - [1 << LINE_MID]
                sta line_rows + LINE_MID
                lda line_columns + LINE_MID
                and #$ff - [1 << LINE_MID]
                sta line_columns + LINE_MID
                jmp next
.endp

line_bit        :7 dta 1 << #
                ert * - line_bit <> LINE_REACH

;   Offset in `claims` of an option's square: 8 * row + column
CLAIM_MID       = 8 * LINE_MID + LINE_MID
option_claim    dta CLAIM_MID, CLAIM_MID + 8, CLAIM_MID - 1
                dta CLAIM_MID - 8, CLAIM_MID + 1

;   What an option adds to the objective
option_x        dta 0, 0, $ff, 0, 1
option_y        dta 0, 1, 0, $ff, 0

;----------------------------------------------------------------------
;   line_add: the worth of the line with the unit's objective in the middle:
;   for every side its points times the danger from it / 256
;   IN       zp_self, zp_option; line_rows, line_columns, danger_...
;   OUT      added to zp_value, at most 255
;   CLOBBERS A, X, Y
;   CYCLES   2,100; 500 with danger from one side
;----------------------------------------------------------------------
.proc           line_add
                ldx zp_self
                lda danger_south,x
                ora danger_north,x
                beq rows
                ldy zp_option
                lda option_x,y
                clc
                adc #LINE_REACH + LINE_MID - LINE_ARM
                tax
                lda option_y,y
                jsr line_see
                ldx zp_self
                lda danger_south,x
                jsr side_add
                ldx zp_self
                lda danger_north,x
                beq rows
                jsr line_turn
                lda danger_north,x
                jsr side_add

rows            ldx zp_self
                lda danger_east,x
                ora danger_west,x
                beq done
                ldy zp_option
                ldx option_y,y
                inx
                lda option_x,y
                jsr line_see
                ldx zp_self
                lda danger_east,x
                jsr side_add
                ldx zp_self
                lda danger_west,x
                beq done
                jsr line_turn
                lda danger_west,x

;   IN A danger, zp_pattern. OUT zp_value. CLOBBERS A, X, Y. CYCLES 400.
side_add        beq done
                sta zp_factor
                jsr line_points
                jsr multiply
                clc
                adc zp_value
                bcc fits
                lda #255
fits            sta zp_value
done            rts
.endp
                ert LINE_MID - LINE_ARM <> 1

.macro          line_see_column
                lda line_rows + :1,x
                cpy #1
                bcc near
                lsr @
                cpy #2
                bcc near
                lsr @
near            and #[1 << LINE_SIZE] - 1
                sta zp_pattern + :1
.endm

;----------------------------------------------------------------------
;   line_see: one grid, as seen from the side of bit 0: south or east
;   IN       X first byte, counted from line_rows; A bit nearest the viewer,
;            0 to 2, minus 1
;   OUT      zp_pattern: five columns, bit 0 nearest; the middle square is
;            occupied
;   CLOBBERS A, Y; X is kept
;   CYCLES   128
;----------------------------------------------------------------------
.proc           line_see
                ;@budget 128
                tay
                iny
                :5 line_see_column #
                ert LINE_SIZE <> 5
                lda zp_pattern + LINE_ARM
                ora #LINE_MIDDLE
                sta zp_pattern + LINE_ARM
                rts
.endp
                ert line_columns - line_rows <> LINE_REACH

.macro          line_turn_column
                ldx zp_pattern + :1
                lda line_mirror,x
                sta zp_pattern + :1
.endm

;----------------------------------------------------------------------
;   line_turn: the same grid from the opposite side
;   IN       zp_pattern
;   OUT      zp_pattern; X zp_self
;   CLOBBERS A
;   CYCLES   64
;----------------------------------------------------------------------
.proc           line_turn
                ;@budget 64
                :5 line_turn_column #
                ldx zp_self
                rts
.endp

.macro          line_lead
                ldx zp_pattern + :1
                lda line_ahead,x
                sta zp_gap + 2 * :1
                lda line_behind,x
                sta zp_behind + :1 - 1
.endm

;----------------------------------------------------------------------
;   line_points: the points of a line from one side. The lead of a column is
;   the distance of its first unit from the first row, or 5 if it has none.
;   A column with a unit gets 40 points, but 8 if a second one is directly
;   behind the first; 48 more if the unit is alone in the middle column.
;   2^difference is deducted for every two columns of different leads, down
;   to 0.
;   IN       zp_pattern: five columns, bit 0 nearest the viewer
;   OUT      A points, 0 to 248
;   CLOBBERS X, Y
;   CYCLES   224
;----------------------------------------------------------------------
.proc           line_points
                ;@budget 224
                lda #>line_gap
                sta zp_gap + 1
                sta zp_gap + 3
                sta zp_gap + 5
                sta zp_gap + 7
                ldx zp_pattern
                lda line_ahead,x
                sta zp_gap
                line_lead 1
                line_lead 2
                line_lead 3
                ldx zp_pattern + 4
                ldy line_behind,x

                ;   Column 4 with 0 to 3, 3 with 0 to 2 ... 192 at most
                lda (zp_gap),y
                clc
                adc (zp_gap + 2),y
                adc (zp_gap + 4),y
                adc (zp_gap + 6),y
                ldy zp_behind + 2
                adc (zp_gap),y
                adc (zp_gap + 2),y
                adc (zp_gap + 4),y
                ldy zp_behind + 1
                adc (zp_gap),y
                adc (zp_gap + 2),y
                ldy zp_behind
                adc (zp_gap),y
                sta zp_product

                lda line_worth,x        ; X is column 4
                ldx zp_pattern + 2
                adc line_worth,x
                cpx #LINE_MIDDLE
                bne shared
                adc #LINE_ALONE - 1     ; carry is set
shared          clc
                ldx zp_pattern
                adc line_worth,x
                ldx zp_pattern + 1
                adc line_worth,x
                ldx zp_pattern + 3
                adc line_worth,x
                sec
                sbc zp_product
                bcs done
                lda #0
done            rts
.endp
                ert LINE_SIZE * LINE_COLUMN + LINE_ALONE > 255

;   Deduction for two columns: line_gap + lead of one + 5 - lead of the other
                .align 16,0             ; all in one page
line_gap        dta 32, 16, 8, 4, 2, 0, 2, 4, 8, 16, 32
                ert >line_gap <> >[* - 1]

;   Tables by pattern. Low byte of line_gap + lead; 5 - lead
line_ahead
                :32 dta l(line_gap+1-[#&1]+[[#&3]=0]+[[#&7]=0]+[[#&15]=0]+[#=0])
line_behind
                :32 dta 5 - [[#&1]=0]-[[#&3]=0]-[[#&7]=0]-[[#&15]=0]-[#=0]
;   Points for a column
line_worth
                :32 dta LINE_COLUMN*[#<>0]-LINE_BLOCKED*[[#&[2*[#&[0-#]]]]<>0]
;   The pattern from the other side
line_mirror
                :32 dta [[#&1]<<4]+[[#&2]<<2]+[#&4]+[[#&8]>>2]+[#>>4]
