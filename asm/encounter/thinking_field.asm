;   thinking_field.asm - the attraction of squares: what draws pieces across
;                        the board.
;
;   Entry points: field_prepare, field_build.
;   An enemy piece worth attacking attracts to its square, and less strongly
;   with each step away from it. `field` holds this for one kind at a time.

;----------------------------------------------------------------------
;   field_prepare: the costs of steps, the same for all kinds
;   IN       zp_own, zp_kinds
;   OUT      field_cost, home_flag; field all 0
;   CLOBBERS A, X, Y
;   CYCLES   12,000
;----------------------------------------------------------------------
.proc           field_prepare
                ldy #0
                tya
clear           sta field,y
                iny
                bne clear
                ldy #SQUARE_LAST
square          lda owner,y
                bmi no_way
                beq open
                cmp zp_own
                bne no_way
                lda (zp_kinds),y
                cmp #FLAG
                sne
                sty home_flag
                cmp #BOMB
                bcs no_way
                lda #THROUGH_COST
                dta OP_BIT_ABS
open            lda #STEP_COST
                dta OP_BIT_ABS
no_way          lda #0
                sta field_cost,y
                dey
                cpy #SQUARE_NONE
                bne square
                rts
.endp

;----------------------------------------------------------------------
;   field_build: the attraction of all squares for a kind
;   IN       zp_self; field_cost, home_flag
;   OUT      field
;   CLOBBERS A, X, Y
;   CYCLES   150,000
;----------------------------------------------------------------------
.proc           field_build
                ldx #SQUARE_LAST
square          lda owner,x
                bmi next                ; a wall: stays 0
                stx zp_square
                jsr field_source
                ldx zp_square
                sta field,x
next            dex
                cpx #SQUARE_NONE
                bne square

sweep           lda #0                  ; sweep until nothing grows
                sta zp_changed
                tax
up              lda field_cost,x
                seq
                jsr field_relax
                inx
                cpx #SQUARE_LAST + 1
                bcc up
down            dex
                lda field_cost,x
                seq
                jsr field_relax
                txa
                bne down
                lda zp_changed
                bne sweep
                rts
.endp

;----------------------------------------------------------------------
;   field_source: the attraction of an enemy piece's own square
;   IN       zp_square; zp_self
;   OUT      A 0 for none, else at least FIELD_BASE
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           field_source
                ldx zp_square
                lda owner,x
                cmp zp_foe
                bne nothing
                jsr gain_at
                sta zp_danger
                ldy zp_square
                lda (zp_known),y
                bne moves
                jsr from_home
                cmp #COLUMNS - 2
                bcc moves
                lda #DEPTH
                jsr more
moves           lda (zp_known),y
                cmp #BOMB
                beq drawn
                jsr flag_distance
                eor #$ff                ; range + 1 - distance
                sec
                adc #GUARD_RANGE + 1
                bmi drawn
                beq drawn
                tax
guard           lda #GUARD_VALUE
                jsr more
                dex
                bne guard
drawn           lda zp_danger
                beq nothing
                bmi nothing
                clc
                adc #FIELD_BASE
                rts
nothing         lda #0
                rts

more            clc
                adc zp_danger
                bvs most
                sta zp_danger
most            rts
.endp

;   OUT A rows between the own back row and zp_square
.proc           from_home
                lda zp_square
                lsr @
                lsr @
                lsr @
                lsr @
                ldx zp_side
                beq done                ; the player
                eor #$ff
                sec
                adc #COLUMNS - 1
done            rts
.endp

;   OUT A distance between the own Flag and zp_square, in steps
.proc           flag_distance
                lda home_flag
                and #$0f
                sta zp_loss
                lda zp_square
                and #$0f
                sec
                sbc zp_loss
                bcs across
                eor #$ff
                adc #1
across          sta zp_loss
                lda home_flag
                and #$f0
                sta zp_count
                lda zp_square
                and #$f0
                sec
                sbc zp_count
                bcs along
                eor #$ff
                adc #1
along           lsr @
                lsr @
                lsr @
                lsr @
                clc
                adc zp_loss
                rts
.endp

;----------------------------------------------------------------------
;   field_relax: raises a square to its best neighbour minus the step's cost
;   IN       X square, A cost of the step
;   OUT      field; zp_changed 1 if it has grown
;   CLOBBERS A
;   CYCLES   74
;----------------------------------------------------------------------
.proc           field_relax
                sta zp_loss
                lda field + ROW,x
                cmp field + 1,x
                scs
                lda field + 1,x
                cmp field - 1,x
                scs
                lda field - 1,x
                cmp field - ROW,x
                scs
                lda field - ROW,x
                sec
                sbc zp_loss
                bcc done
                cmp field,x
                bcc done
                beq done
                sta field,x
                mva #1 zp_changed
done            rts
.endp
