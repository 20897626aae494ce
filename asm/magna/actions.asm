;   actions.asm - the effects of accepted actions, rule by rule.
;
;   Entry point: action_do. (Moving and firing: battle.asm, galaxy.asm.)

;----------------------------------------------------------------------
;   action_do: carries out an accepted action
;   IN       A action
;   OUT      the state of the game, its events
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           action_do
                ldx #0
                stx event_count
                sta zp_action
                cmp #ACTION_MOVE
                bcs ways
                asl @
                tax
                lda actions - 2 * ACTION_START + 1,x
                pha
                lda actions - 2 * ACTION_START,x
                pha
                ldx player
                rts                             ; jumps there
ways            and #3
                sta zp_way
                lda combat
                jeq move_in_galaxy
                lda zp_action
                cmp #ACTION_FIRE
                jcc move_in_combat
                jmp fire

actions         dta a(start_turn - 1), a(end_turn - 1)
                dta a(battle_stations - 1), a(evade - 1)
                dta a(screen_up - 1), a(magna_scan - 1)
                dta a(enemy_scan - 1)
.endp

;   START TURN: the player's alert may have begun or ended
.proc           start_turn
                mva #PHASE_TURN phase
                lda #0
                sta scans
                sta ship_screen,x
                ldy level
                cpy #INTERMEDIATE
                bcc stay
                lda ship_sector,x
                sta zp_sector
                jsr enemy_here
                bcc stay
                ldx player
                lda #0                          ; no enemy is left here
                sta ship_stations,x
stay            ldx player
                lda ship_stations,x
                sta combat
                bne done
                jsr alert_of
                cmp #ALERT_RED
                jeq siren
done            rts
.endp

;   END TURN: the next player's number, or victory
.proc           end_turn
                mva #0 combat
                lda winner
                bmi next
                mva #PHASE_WON phase
                rts
next            jsr enemy_first
                stx player
                mva #PHASE_NUMBER phase
                rts
.endp

;   BATTLE STATIONS
.proc           battle_stations
                lda #1
                sta ship_stations,x
                sta combat
                rts
.endp

;   SCREEN UP
.proc           screen_up
                dec ship_energy,x
                lda #1
                sta ship_screen,x
                rts
.endp
                ert COST_SCREEN <> 1

;   MAGNA SCAN
.proc           magna_scan
                dec ship_energy,x
                lda #SCANNED_MAGNA
                ora scans
                sta scans
                lda #EVENT_SCAN_MAGNA
                ldy phenomena+P_MAGNA
                jmp event_add
.endp

;   ENEMY SCAN: the enemy that causes the near alert, else the next one
.proc           enemy_scan
                dec ship_energy,x
                lda #SCANNED_ENEMY
                ora scans
                sta scans
                jsr enemy_near
                scc
                jsr enemy_first
                lda #EVENT_SCAN_ENEMY
                ldy ship_sector,x
                jmp event_add
.endp
                ert COST_SCAN <> 1

;   EVASIVE MANEUVERS
.proc           evade
                lda ship_energy,x
                sec
                sbc #COST_EVASION
                sta ship_energy,x
                jsr empty_set
                jsr set_pick
                ldx player
                sta ship_sector,x
                lda #0
                sta ship_stations,x
                sta combat
                lda #EVENT_EVADED
                ldy ship_sector,x
                jsr event_add
                jmp turn_over
.endp

;----------------------------------------------------------------------
;   turn_over: after the action that ends a turn: checks which ships are in
;   OUT      phase, winner
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           turn_over
                mva #PHASE_OVER phase
                ldx player
                lda ship_energy,x
                beq out
                jsr enemy_first
                bcc done                        ; an enemy is left
                ldx player
                bpl won

out             jsr enemy_first
                bcs alone
                stx zp_who
                jsr enemy_next
                bcc done                        ; two others are left
                ldx zp_who
                stx winner
                rts
alone           ldx player                      ; all are out: the player fired
won             stx winner                      ; the last shot
                mva #PHASE_WON phase
done            rts
.endp

;   A red alert begins
.proc           siren
                lda #EVENT_SIREN
                jmp event_add
.endp
