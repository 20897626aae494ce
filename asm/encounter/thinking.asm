;   thinking.asm - the computer player: the worth of each move.
;
;   Entry point: think.
;   It reads its own pieces, `owner`, and what it has seen of the enemy's
;   pieces: `known` and `unseen` (witness.asm). It never reads their kinds. It
;   takes no random bytes.
;
;   The worth of an attack is eight times its average gain. The worth of any
;   other move is how much nearer it leads to what attracts a piece of that
;   kind (thinking_field.asm). The possible loss on the old square is added,
;   and that on the new square is subtracted.

;----------------------------------------------------------------------
;   think: the best move of the side to move; the first of equal moves
;   IN       turn; think_limit
;   OUT      action_from, action_to
;   CLOBBERS A, X, Y
;   CYCLES   2,000,000
;----------------------------------------------------------------------
.proc           think
                lda #0
                sta think_clock
                sta think_clock + 1
                sta skip_count
                sta best_found
                ldx turn
                jsr side_choose
                jsr odds_count
                jsr field_prepare
                ldx #GENERAL
kind            stx zp_self
                jsr kind_think
                jsr out_of_time
                bcs decided
                ldx zp_self
                inx
                cpx #SPY + 1
                bcc kind
decided         mva best_from action_from
                mva best_to action_to
                rts
.endp

;----------------------------------------------------------------------
;   kind_think: evaluates the moves of all own pieces of a kind
;   IN       zp_self
;   OUT      best_...
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           kind_think
                ldy #SQUARE_LAST
own             lda (zp_kinds),y
                cmp zp_self
                beq field_first
                dey
                cpy #SQUARE_NONE
                bne own
                rts                     ; there is none
field_first     jsr field_build
                jsr move_first
next            bcs done
                ldy zp_from
                lda (zp_kinds),y
                cmp zp_self
                bne other
                jsr move_weigh
                jsr best_note
                jsr think_poll
                jsr out_of_time
                bcs done
other           jsr move_next
                jmp next
done            rts
.endp

;   OUT C set if the time is over and there is a move
.proc           out_of_time
                lda best_found
                lsr @                   ; carry clear if there is none
                bcc done
                lda think_clock
                cmp think_limit
                lda think_clock + 1
                sbc think_limit + 1
done            rts
.endp

;----------------------------------------------------------------------
;   move_weigh: the worth of a move
;   IN       zp_from, zp_to, zp_self; field
;   OUT      zp_worth
;   CLOBBERS A, X, Y
;   CYCLES   1,500
;----------------------------------------------------------------------
.proc           move_weigh
                lda zp_from             ; the risk of staying
                ldx #SQUARE_NONE
                jsr danger_at
                jsr weigh_danger
                mva zp_sum zp_worth
                mva zp_sum+1 zp_worth+1

                ldx zp_to
                lda owner,x
                bne attack
                lda field,x
                ldy zp_from
                sec
                sbc field,y
                ldx #0
                scs
                dex
                jsr worth_add
                ldx zp_from
arrive          lda zp_to
                jsr danger_at
                jsr weigh_danger
                lda zp_worth
                sec
                sbc zp_sum
                sta zp_worth
                lda zp_worth + 1
                sbc zp_sum + 1
                sta zp_worth + 1
                rts

attack          jsr gain_at
                pha
                ldx #0                  ; eight times, with its sign
                stx zp_sum + 1
                tay
                spl
                dec zp_sum + 1
                .rept 3
                asl @
                rol zp_sum + 1
                .endr
                ldx zp_sum + 1
                jsr worth_add
                pla
                beq done
                bmi done
                ldy zp_to               ; a known enemy that loses: the
                lda (zp_known),y        ; piece will be there
                beq done
                cmp #KNOWN_MOVED
                beq done
                ldx zp_to
                jmp arrive
done            rts

;   IN X, A high and low byte
worth_add       clc
                adc zp_worth
                sta zp_worth
                txa
                adc zp_worth + 1
                sta zp_worth + 1
                rts
.endp

;   OUT zp_sum A weighted by caution
.proc           weigh_danger
                asl @
                sta zp_loss
                lda #0
                sta zp_sum
                sta zp_sum + 1
                ldy caution
                beq done
more            lda zp_loss
                jsr sum_add
                dey
                bne more
done            rts
.endp

;----------------------------------------------------------------------
;   best_note: keeps the move if it is better than all before
;   IN       zp_worth, zp_from, zp_to
;   OUT      zp_best, best_...
;   CLOBBERS A
;   CYCLES   60
;----------------------------------------------------------------------
.proc           best_note
                lda best_found
                beq better
                lda zp_best
                cmp zp_worth
                lda zp_best + 1
                sbc zp_worth + 1
                bvc sign
                eor #$80
sign            bpl done
better          mva zp_worth zp_best
                mva zp_worth+1 zp_best+1
                mva zp_from best_from
                mva zp_to best_to
                mva #1 best_found
done            rts
.endp

;----------------------------------------------------------------------
;   danger_at: the possible loss to an enemy beside a square
;   IN       A square, X a square that is empty by then (SQUARE_NONE: none),
;            zp_self the piece's kind
;   OUT      A the greatest loss
;   CLOBBERS X, Y
;   CYCLES   600
;----------------------------------------------------------------------
.proc           danger_at
                sta zp_square
                stx zp_gone
                lda #0
                sta zp_danger
                ldx #WAYS - 1
way             stx zp_count
                lda zp_square
                clc
                adc way_step,x
                cmp zp_gone
                beq next
                tay
                lda owner,y
                cmp zp_foe
                bne next
                jsr loss_to
                cmp zp_danger
                bcc next
                sta zp_danger
next            ldx zp_count
                dex
                bpl way
                lda zp_danger
                rts
.endp

;----------------------------------------------------------------------
;   loss_to: the loss of a piece that an enemy attacks; reduced by half of the
;   enemy's value if an own piece beside the square could strike back
;   IN       Y the enemy's square; zp_self; zp_square, zp_gone
;   OUT      A
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           loss_to
                lda (zp_known),y
                beq unmoved
                cmp #KNOWN_MOVED
                beq moved
                cmp #BOMB
                bcs nothing
                sta zp_attacker
                lda zp_self
                sta zp_defender
                jsr fight_decide
                cmp #REMOVED_DEFENDER
                bne nothing
                jsr strikes_back
                ldx zp_self
                bcs protected
                lda kind_value,x
                rts
protected       ldy zp_attacker
                lda kind_value,y
                lsr @
                sta zp_loss
                lda kind_value,x
                sec
                sbc zp_loss
                bcs done
nothing         lda #0
done            rts
unmoved         ldx zp_self
                lda loss_still,x
                rts
moved           ldx zp_self
                lda loss_moved,x
                rts
.endp

;   OUT C set if an own piece beside zp_square, other than that on zp_gone,
;   beats zp_attacker
.proc           strikes_back
                mva zp_attacker zp_defender
                pha
                ldx #WAYS - 1
way             lda zp_square
                clc
                adc way_step,x
                cmp zp_gone
                beq next
                tay
                lda owner,y
                cmp zp_own
                bne next
                lda (zp_kinds),y
                cmp #BOMB
                bcs next
                sta zp_attacker
                jsr fight_decide
                cmp #REMOVED_DEFENDER
                beq yes
next            dex
                bpl way
                clc
yes             pla                     ; carry is set if equal
                sta zp_attacker
                rts
.endp

;----------------------------------------------------------------------
;   gain_at: the average gain of zp_self if it attacks a square
;   IN       X square of an enemy; zp_self
;   OUT      A signed, -60 to BOLDNESS_MAX
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           gain_at
                txa
                tay
                ldx zp_self
                lda (zp_known),y
                beq unmoved
                cmp #KNOWN_MOVED
                beq moved
                tay
                jmp gain_of
moved           lda gain_moved,x
                jmp bolder
unmoved         lda gain_still,x
bolder          clc
                adc boldness
                bvs most
                bmi done
                cmp #BOLDNESS_MAX
                bcc done
most            lda #BOLDNESS_MAX
done            rts
.endp
