;   board.asm - the pieces on the board.
;
;   Entry points: board_clear, army_place, side_choose, piece_move,
;   piece_remove.
;   Owns owner, kinds, known, unseen, pieces, bombs.

;----------------------------------------------------------------------
;   board_clear: sets up the empty board with its lakes and walls
;   OUT      owner, kinds, known, pieces
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           board_clear
                ldx #0
                stx pieces + PLAYER
                stx pieces + COMPUTER
square          lda #0
                sta kinds,x
                sta kinds + $100,x
                sta known,x
                sta known + $100,x
                cpx #SQUARE_LAST + 1
                bcs wall
                txa
                and #$0f
                cmp #COLUMNS
                lda #OWNER_NOBODY
                bcc put
wall            lda #OWNER_WALL
put             sta owner,x
                inx
                bne square
                ldx #LAKE_COUNT - 1
lake            ldy lakes,x
                sta owner,y                     ; A is OWNER_WALL
                dex
                bpl lake
                rts
.endp

;   C5 D5 G5 H5 C6 D6 G6 H6
lakes           dta $42, $43, $46, $47, $52, $53, $56, $57
LAKE_COUNT         = * - lakes

;----------------------------------------------------------------------
;   army_place: places an army as it was set up, with nothing known of it
;   IN       zp_cells its set-up, X side
;   OUT      owner, kinds, unseen, pieces, bombs of that side
;   CLOBBERS A, X, Y, zp_kinds, zp_side, zp_own, zp_enemy_kinds
;----------------------------------------------------------------------
.proc           army_place
                jsr side_choose
                ldy #ARMY - 1
cell            lda cell_square,y
                cpx #PLAYER
                beq own
                eor #$f0                ; the other end: row 9 - r
                sec
                sbc #$60
own             tax
                lda (zp_cells),y
                beq empty
                sty zp_cell
                stx zp_square
                ldy zp_square
                sta (zp_kinds),y
                lda zp_own
                sta owner,x
                ldx zp_side
                inc pieces,x
                ldy zp_cell
empty           ldx zp_side
                dey
                bpl cell

                lda piece_counts + BOMB
                sta bombs,x
                ldy #0
kind            lda piece_counts,y
                sta unseen,x
                inx
                inx
                iny
                cpy #KIND_COUNT + 1
                bcc kind
                rts
.endp

;   The squares of a set-up's cells on the player's side
cell_square     .rept HOME_ROWS
                dta # * ROW + 0, # * ROW + 1, # * ROW + 2, # * ROW + 3
                dta # * ROW + 4, # * ROW + 5, # * ROW + 6, # * ROW + 7
                dta # * ROW + 8, # * ROW + 9
                .endr
                ert * - cell_square <> ARMY

;   Number of pieces of each kind
piece_counts    dta 0, 1, 1, 2, 3, 4, 4, 4, 5, 8, 1, 6, 1
                ert * - piece_counts <> KIND_COUNT + 1

;----------------------------------------------------------------------
;   side_choose: selects the side that moves or whose pieces are examined
;   IN       X side
;   OUT      zp_side, zp_own, zp_kinds, zp_enemy_kinds
;   CLOBBERS A, Y
;   CYCLES   46
;----------------------------------------------------------------------
.proc           side_choose
                stx zp_side
                lda #0
                sta zp_kinds
                sta zp_enemy_kinds
                txa
                clc
                adc #>kinds
                sta zp_kinds + 1
                eor #[>kinds] ^ [>kinds + 1]
                sta zp_enemy_kinds + 1
                ldy zp_side
                iny
                sty zp_own
                rts
.endp
                ert [>kinds] & 1        ; even page: the pages differ in bit 0
                ert [>known] & 1

;----------------------------------------------------------------------
;   piece_move: moves a piece of the side to move from zp_from to zp_to, which
;   is empty
;   CLOBBERS A, X, Y
;   CYCLES   86
;----------------------------------------------------------------------
.proc           piece_move
                ldx zp_from
                ldy zp_to
                lda owner,x
                sta owner,y
                mva #OWNER_NOBODY owner,x
                lda known,x             ; the other side's are 0 there
                sta known,y
                lda known + $100,x
                sta known + $100,y
                lda kinds,x
                sta kinds,y
                lda kinds + $100,x
                sta kinds + $100,y
                lda #0
.endp

;   Empties square X. IN A 0
.proc           square_empty
                sta known,x
                sta known + $100,x
                sta kinds,x
                sta kinds + $100,x
                sta owner,x
                rts
.endp

;----------------------------------------------------------------------
;   piece_remove: removes the piece on a square from the board
;   IN       X square
;   CLOBBERS A, Y
;   CYCLES   72
;----------------------------------------------------------------------
.proc           piece_remove
                ldy owner,x
                lda pieces - 1,y
                sec
                sbc #1
                sta pieces - 1,y
                lda kinds,x
                ora kinds + $100,x
                cmp #BOMB
                bne other
                lda bombs - 1,y
                sbc #1                  ; carry is set
                sta bombs - 1,y
other           lda #0
                beq square_empty
.endp
