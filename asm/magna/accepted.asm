;   accepted.asm - the actions accepted now, and the reasons for refusals.
;
;   Entry points: legal_list, legal_find, refusal_of.

;----------------------------------------------------------------------
;   legal_list: lists all actions accepted now, in the order of traces
;   OUT      legal_count, legal_moves
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           legal_list
                lda #0
                sta legal_count
                sta legal_count + 1
                lda phase
                cmp #PHASE_TURN
                beq turn
                bcs over
                lda #ACTION_START
                bne legal_add
over            cmp #PHASE_WON
                beq done
                lda #ACTION_END
                bne legal_add

turn            lda combat
                bne legal_combat
                jsr alert_of
                cmp #ALERT_RED
                bne legal_galaxy
                lda #ACTION_BATTLE
                jsr legal_add
legal_flight    lda level                       ; EVASIVE MANEUVERS
                cmp #INTERMEDIATE
                bcc done
                ldx player
                lda ship_energy,x
                cmp #COST_EVASION + 1
                bcc done
                lda #ACTION_EVADE

legal_add       ldx legal_count
                sta legal_moves,x
                inc legal_count
done            rts

legal_galaxy    ldx player
                lda ship_sector,x
                ldx #ACTION_MOVE
                jsr legal_ways
                jsr charge_left
                bcc done
                lda #SCANNED_MAGNA
                and scans
                bne enemy
                lda #ACTION_MAGNA
                jsr legal_add
enemy           lda #SCANNED_ENEMY
                and scans
                bne done
                lda #ACTION_ENEMY
                bne legal_add

legal_combat    ldx player
                lda ship_cell,x
                ldx #ACTION_MOVE
                jsr legal_ways
                ldx player
                lda ship_screen,x
                bne done
                lda ship_cell,x
                ldx #ACTION_FIRE
                jsr legal_ways
                jsr legal_flight
                jsr charge_left
                bcc done
                lda #ACTION_SCREEN
                bne legal_add

;   Adds action X for every way from place A
legal_ways      sta zp_place
                stx zp_action
                ldy #0
way             lda zp_place
                jsr place_beside
                bmi edge
                tya
                ora zp_action                   ; its low bits are clear
                jsr legal_add
edge            iny
                cpy #WAYS
                bcc way
                rts

;   OUT C set if the level is advanced and there is energy to spare
charge_left     lda level
                cmp #ADVANCED
                bcc no
                ldx player
                lda ship_energy,x
                cmp #COST_SCAN + 1
no              rts
.endp
                ert [ACTION_MOVE | ACTION_FIRE] & 3
                ert COST_SCAN <> COST_SCREEN

;----------------------------------------------------------------------
;   legal_find: whether an action is accepted
;   IN       A action; legal_count, legal_moves
;   OUT      C clear if it is
;   CLOBBERS X
;----------------------------------------------------------------------
.proc           legal_find
                ldx legal_count
next            dex
                bmi no
                cmp legal_moves,x
                bne next
                clc
                rts
no              sec
                rts
.endp

;----------------------------------------------------------------------
;   refusal_of: why an action is not accepted
;   IN       A an action that is not accepted; legal_count, legal_moves
;   OUT      A WHY_...
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           refusal_of
                cmp #ACTIONS
                bcs not_now
                sta zp_action
                lda phase
                cmp #PHASE_TURN
                bne not_now
                ldx zp_action
                lda level
                cmp lowest_level,x
                lda #WHY_LEVEL
                bcc done
                lda combat
                bne fighting

                lda #ACTION_BATTLE
                jsr legal_find
                lda #WHY_BATTLE
                ldx zp_action
                bcc alarmed
                lda place_needed,x              ; WHY_COMBAT or 0
                bne done
                cpx #ACTION_MOVE
                bcs edge
                cpx #ACTION_MAGNA
                bcc not_now
                ldy player
                lda ship_energy,y
                cmp #COST_SCAN + 1
                lda #WHY_ENERGY
                bcc done
                lda #WHY_ONCE
                rts

alarmed         cpx #ACTION_EVADE
                bne done
                lda #WHY_ENERGY
                rts

fighting        ldx player
                ldy ship_screen,x
                ldx zp_action
                lda place_used,x
                bne done
                cpx #ACTION_MOVE
                bcc costly
                cpx #ACTION_FIRE
                bcc edge
                lda #WHY_SCREEN
                cpy #0
                bne done
edge            lda #WHY_EDGE
done            rts

costly          lda #WHY_SCREEN
                cpy #0
                bne done
                lda #WHY_ENERGY
                rts
not_now         lda #WHY_NOT_NOW
                rts

;   By action
lowest_level    dta 1, 1, 1, 1, 2, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1
;   ... outside combat: the reason, if the action is not possible there
place_needed    dta WHY_NOT_NOW, WHY_NOT_NOW, WHY_NOT_NOW
                dta WHY_NOT_NOW, WHY_COMBAT, WHY_COMBAT, 0, 0
                dta 0, 0, 0, 0
                dta WHY_COMBAT, WHY_COMBAT, WHY_COMBAT, WHY_COMBAT
;   ... in combat: the reason, if the action is not possible there
place_used      dta WHY_NOT_NOW, WHY_NOT_NOW, WHY_NOT_NOW
                dta WHY_NOT_NOW, 0, 0, WHY_GALAXY, WHY_GALAXY
                dta 0, 0, 0, 0, 0, 0, 0, 0
.endp
