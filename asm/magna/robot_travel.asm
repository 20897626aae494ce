;   robot_travel.asm - the robot in the galaxy. Since it must move, it goes
;                      where Magna or an enemy is or may be, and avoids
;                      sectors where it was hurt.
;
;   Entry point: robot_travel.

WORTH_MIDDLE    = 128           ; worth of a neutral move
WORTH_SURE      = 255           ; nothing is better
WORTH_MAGNA     = 6             ; a sector nearer to Magna
WORTH_UNSEEN    = 2             ; a sector nearer to one not visited
WORTH_ENEMY     = 6             ; one of few sectors of an enemy
WORTH_SHUNNED   = 20
FEW             = 4             ; so few places are worth a guess
SCAN_RESERVE    = 4             ; energy below which a scan is too expensive

;----------------------------------------------------------------------
;   robot_travel: offers scans and moves in the galaxy
;   IN       zp_own, the mind, legal_count, legal_moves
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           robot_travel
                jsr visits_renew
                mwa mind_rivals zp_rest
                jsr set_count
                sty zp_rivals
                ldy #0
action          sty zp_index
                lda legal_moves,y
                sta zp_action
                cmp #ACTION_MAGNA
                beq scan
                bcc next
                cmp #ACTION_MOVE
                bcc next
                jsr travel_worth
                jsr offer
                jmp next
scan            lda mind_magna
                bpl next                        ; Magna's sector is known
                lda view_energy
                cmp #SCAN_RESERVE
                bcc next
                lda #WORTH_SURE
                jsr offer
next            ldy zp_index
                iny
                cpy legal_count
                bcc action
                rts
.endp

;   If every sector was visited, Magna must have moved meanwhile
.proc           visits_renew
                lda mind_visited
                ora mind_shunned
                tax
                lda mind_visited + 1
                ora mind_shunned + 1
                inx
                bne done
                cmp #$ff
                bne done
                jsr own_set
                mwa zp_set mind_visited
done            rts
.endp

;   IN zp_action a move. OUT A its worth
.proc           travel_worth
                and #3
                tay
                lda zp_own
                jsr place_beside
                sta zp_place
                mva #WORTH_MIDDLE zp_worth
                mwa mind_shunned zp_set
                jsr set_has
                beq safe
                lda #WORTH_SHUNNED
                jsr worth_less
safe            jsr worth_of_enemy
                ldx mind_magna
                bpl to_magna
                jmp worth_of_unseen
to_magna        jsr distance
                tax
                beq done
nearer          lda #WORTH_MAGNA
                jsr worth_less
                dex
                bne nearer
done            lda zp_worth
                rts
.endp

;   If few sectors are possible for an enemy: whether this is one of them. If
;   many: how many of them are there and around
.proc           worth_of_enemy
                ldx zp_place
                lda zp_rivals
                cmp #FEW + 1
                bcs many
                mwa mind_rivals zp_set
                jsr set_has
                beq done
                lda #WORTH_ENEMY
                bne more
many            lda place_low,x
                sta zp_set
                lda place_high,x
                sta zp_set + 1
                jsr set_spread
                lda zp_set
                and mind_rivals
                sta zp_rest
                lda zp_set + 1
                and mind_rivals + 1
                sta zp_rest + 1
                jsr set_count
                tya
more            clc
                adc zp_worth
                sta zp_worth
done            rts
.endp

;   The distance of the nearest sector that was not visited
.proc           worth_of_unseen
                mva #PLACES zp_near
                ldx #PLACES - 1
sector          lda mind_visited
                ora mind_shunned
                and place_low,x
                bne next
                lda mind_visited + 1
                ora mind_shunned + 1
                and place_high,x
                bne next
                jsr distance
                cmp zp_near
                bcs next
                sta zp_near
next            dex
                bpl sector
                lda zp_near
                asl @
                jsr worth_less
                lda zp_worth
                rts
.endp
                ert WORTH_UNSEEN <> 2

;   Subtracts A from the worth. CLOBBERS A
.proc           worth_less
                eor #$ff
                sec
                adc zp_worth
                sta zp_worth
                rts
.endp

;----------------------------------------------------------------------
;   distance: the number of moves between two places
;   IN       X place, zp_place the other
;   OUT      A
;   CLOBBERS Y
;   CYCLES   75
;----------------------------------------------------------------------
.proc           distance
                txa
                and #3
                sta zp_cell
                lda zp_place
                and #3
                sec
                sbc zp_cell
                jsr absolute
                tay
                txa
                and #$0c
                sta zp_cell
                lda zp_place
                and #$0c
                sec
                sbc zp_cell
                jsr absolute
                lsr @
                lsr @
                sty zp_cell
                clc
                adc zp_cell
                rts

absolute        bcs done
                eor #$ff
                adc #1                          ; carry is clear
done            rts
.endp
