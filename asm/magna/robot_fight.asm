;   robot_fight.asm - the robot in combat. It shoots when it is sure that the
;                     enemy is in line. Otherwise it moves to where the enemy
;                     is likely to step into its line, out of the enemy's
;                     line. After many such turns it moves at random, because
;                     two robots that dodge in step would never finish.
;
;   Entry point: robot_fight.

WORTH_LINE      = 1             ; the enemy may step into line there
WORTH_EXPOSED   = 2             ; it is already in line and shoots first
WORTH_COLLISION = 100
RESTLESS        = $18           ; bits of mind_calm: 8 turns in 32

;----------------------------------------------------------------------
;   robot_fight: offers shots and moves
;   IN       zp_own, zp_lamps, zp_rocks, zp_sure, mind_foe; legal_moves
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           robot_fight
                inc mind_calm
                mwa mind_foe zp_rest
                jsr set_count
                sty zp_rivals
                ldy #0
action          sty zp_index
                lda legal_moves,y
                sta zp_action
                cmp #ACTION_MOVE
                bcc next
                cmp #ACTION_FIRE
                bcs shot
                jsr fight_worth
                jsr offer
                jmp next
shot            jsr shot_hits
                bcs next
                mva #0 mind_calm
                lda #WORTH_SURE
                jsr offer
next            ldy zp_index
                iny
                cpy legal_count
                bcc action
                rts
.endp

;   IN A a shot. OUT C clear if it certainly hits and is worthwhile
.proc           shot_hits
                ldx zp_sure
                beq no
                and #3
                sta zp_way
                lda view_energy
                cmp #COST_SHOT + 1
                bcs affordable
                lda zp_rivals
                cmp #1
                bne no                          ; the last shot must hit
affordable      lda zp_own
fly             ldy zp_way
                jsr place_beside
                bmi no
                mwa zp_lamps zp_set
                jsr set_has
                bne stops
                txa
                jmp fly
stops           mwa mind_foe zp_set
                jsr set_has
                clc
                bne done
no              sec
done            rts
.endp

;   IN A a move. OUT A its worth
.proc           fight_worth
                and #3
                tay
                lda zp_own
                jsr place_beside
                sta zp_place
                mva #WORTH_MIDDLE zp_worth
                lda mind_calm
                and #RESTLESS
                cmp #RESTLESS
                beq done
                lda zp_rivals
                cmp #FEW + 1
                bcs done
                lda zp_sure
                beq try
                mwa mind_foe zp_set
                jsr set_has
                beq try
                lda #WORTH_COLLISION
                jsr worth_less
                jmp done
try             ldx #PLACES - 1
foe             mwa mind_foe zp_set
                jsr set_has
                beq next
                stx zp_foe
                jsr foe_worth
                ldx zp_foe
next            dex
                bpl foe
done            lda zp_worth
                rts
.endp

;   The worth of a move to zp_place if the enemy is at zp_foe
.proc           foe_worth
                txa
                jsr in_line
                bcs covered
                lda #WORTH_EXPOSED
                jsr worth_less
covered         mva #WAYS-1 zp_from_way
way             ldy zp_from_way
                lda zp_foe
                jsr place_beside
                bmi next
                cmp zp_place
                beq next
                jsr in_line
                bcs next
                inc zp_worth
next            dec zp_from_way
                bpl way
                rts
.endp
                ert WORTH_LINE <> 1

;----------------------------------------------------------------------
;   in_line: whether a shot can go from one cell to another
;   IN       A one cell, zp_place the other; zp_rocks what stops shots
;   OUT      C clear if it can
;   CLOBBERS A, X, Y, zp_set
;----------------------------------------------------------------------
.proc           in_line
                sta zp_cell
                mwa zp_rocks zp_set
                mva #WAYS-1 zp_way
way             lda zp_cell
fly             ldy zp_way
                jsr place_beside
                bmi next
                cmp zp_place
                clc
                beq done
                jsr set_has
                bne next
                txa
                jmp fly
next            dec zp_way
                bpl way
                sec
done            rts
.endp
