;   setup.asm - the armies before the game.
;
;   Entry points: fill_army, left_count, cell_put, setup_check.
;   An army is 40 kinds: the back row from the left, then the rows in front of
;   it. Owns setup_own, setup_theirs, setup_left.

;----------------------------------------------------------------------
;   left_count: counts the pieces of an army that are not placed yet
;   IN       zp_cells
;   OUT      setup_left, by kinds; at 0 the number of empty cells minus 40;
;            C set if there are too many of some kind
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           left_count
                ldx #KIND_COUNT
kind            lda piece_counts,x
                sta setup_left,x
                dex
                bpl kind
                ldy #ARMY - 1
cell            lda (zp_cells),y
                tax
                dec setup_left,x
                dey
                bpl cell
                ldx #KIND_COUNT
check           lda setup_left,x
                cmp #$80
                bcs done
                dex
                bne check
done            rts
.endp

;----------------------------------------------------------------------
;   fill_army: fills all empty cells: the Flag at the back, Bombs beside it,
;   Spy and Miners not in front. Takes random bytes in the order of the
;   specification.  [spec: companions 4]
;   IN       zp_cells, without too many of any kind
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           fill_army
                jsr left_count
                mva #0 zp_step
kind            ldx zp_step
                lda fill_area,x
                sta zp_area
                lda fill_order,x
                sta zp_kind
                cmp #BOMB
                bne more
                jsr flag_guard
more            ldx zp_kind
                lda setup_left,x
                beq next
                jsr cell_pick
                jsr cell_fill
                jmp more
next            inc zp_step
                lda zp_step
                cmp #KIND_COUNT
                bcc kind
                rts
.endp

fill_order      dta FLAG, BOMB, SPY, MINER
                dta 1, 2, 3, 4, 5, 6, 7, SCOUT
fill_area       dta COLUMNS, BACK_ROWS, BACK_ROWS, BACK_ROWS
                :8 dta ARMY
                ert * - fill_order <> 2 * KIND_COUNT

;   Puts zp_kind into cell Y
.proc           cell_fill
                lda zp_kind
                sta (zp_cells),y
                tax
                dec setup_left,x
                rts
.endp

;   Puts Bombs to the left and right and in front of the Flag, in empty cells
.proc           flag_guard
                ldy #$ff
find            iny
                lda (zp_cells),y
                cmp #FLAG
                bne find
                sty zp_cell
                lda cell_square,y
                and #$0f
                beq right               ; column A
                dey
                jsr guard
right           ldy zp_cell
                lda cell_square,y
                and #$0f
                cmp #COLUMNS - 1
                bcs front
                iny
                jsr guard
front           lda zp_cell
                cmp #BACK_ROWS
                bcs done
                adc #COLUMNS            ; carry is clear
                tay
guard           lda (zp_cells),y
                bne done
                lda setup_left + BOMB
                bne cell_fill
done            rts
.endp

;----------------------------------------------------------------------
;   cell_pick: a random empty cell of the first zp_area cells, or if these are
;   full, of all. Takes one random byte.
;   IN       zp_cells, zp_area
;   OUT      Y cell
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           cell_pick
                jsr count
                bne some
                mva #ARMY zp_area
                jsr count
some            jsr random_below
                tax
                ldy #$ff
next            iny
                lda (zp_cells),y
                bne next
                dex
                bpl next
                rts

count           ldx #0                  ; A, Z: empty cells
                ldy zp_area
cell            dey
                lda (zp_cells),y
                bne taken
                inx
taken           tya
                bne cell
                txa
                rts
.endp

;----------------------------------------------------------------------
;   cell_put: places a piece of the player, or takes one back
;   IN       action_from cell, action_to kind or NO_KIND; phase
;   OUT      A 0 with Z set: done; else WHY_...
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           cell_put
                ldy action_from
                cpy #ARMY
                bcs never
                ldx action_to
                beq put
                cpx #KIND_COUNT + 1
                bcs never
                txa                     ; the same kind is already there
                cmp setup_own,y
                beq put
                jsr own_count
                ldx action_to
                ldy action_from
                lda setup_left,x
                beq none
                bmi none
put             txa
                sta setup_own,y
                jsr own_count
                lda #0
                rts
none            lda #WHY_NONE_LEFT
                rts
never           lda #WHY_NOT_NOW
                rts
.endp

;   left_count of the player's army
.proc           own_count
                mwa #setup_own zp_cells
                jmp left_count
.endp

;   left_count of the player's army. OUT C set if either army has too many of
;   some kind
.proc           both_count
                mwa #setup_theirs zp_cells
                jsr left_count
                php
                jsr own_count
                pla
                bcs done
                lsr @                   ; C of the computer's
done            rts
.endp

;----------------------------------------------------------------------
;   own_fill: fills the player's army, unless one of the armies has too many
;   of some kind
;   OUT      A 0 with Z set: done; else WHY_...
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           own_fill
                jsr both_count
                bcs wrong
                mwa #setup_own zp_cells
                jsr fill_army
                lda #0
                rts
wrong           lda #WHY_NONE_LEFT
                rts
.endp

;----------------------------------------------------------------------
;   setup_check: whether the game may begin: the player's army is complete,
;   one of its pieces can move, and what a host has set up of the computer's
;   army can be filled.
;   OUT      A 0 with Z set if it may, else WHY_...; the player's army is on
;            the board
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           setup_check
                jsr both_count
                bcs too_many
                ldx #KIND_COUNT
kind            lda setup_left,x
                bne incomplete
                dex
                bne kind
                jsr board_clear
                mwa #setup_own zp_cells
                ldx #PLAYER
                jsr army_place
                ldx #3
history         lda #SQUARE_NONE
                sta history_from,x
                dex
                bpl history
                ldx #PLAYER
                jsr can_move
                lda #WHY_STUCK
                bcs done
                lda #0
done            tax
                rts
incomplete      lda #WHY_INCOMPLETE
                rts
too_many        lda #WHY_NONE_LEFT
                rts
.endp

;----------------------------------------------------------------------
;   theirs_fill: fills the computer's army at random, except for what a host
;   has set up
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           theirs_fill
                mwa #setup_theirs zp_cells
                jmp fill_army
.endp
