;   robot_look.asm - what the robot learns from the console.
;
;   Entry point: robot_look.
;   Cells: a lamp that has ever been dark is not a planet. Sectors: an alert
;   tells where an enemy may be, and sounds tell what its own sector holds.

;----------------------------------------------------------------------
;   robot_look: evaluates lamps, alert and sounds
;   IN       view_lamps, view_alert, view_combat, view_sounds, view_scan;
;            mind_begins: not 0 at the first look of a turn
;   OUT      zp_own; in combat zp_lamps, zp_rocks, zp_sure; the mind
;   CLOBBERS A, X, Y, zp_set
;----------------------------------------------------------------------
.proc           robot_look
                jsr look_lamps
                lda zp_own
                bmi done                        ; its own ship is out
                lda view_combat
                bne battle
                jsr look_rivals
                jsr look_sector
                jmp done
battle          jsr look_foe
done            lda #0
                sta mind_begins
                rts
.endp

;   Converts the lamps: zp_lamps the set without the own ship, zp_own its place
.proc           look_lamps
                ldx #NOWHERE
                stx zp_own
                inx
                stx zp_lamps
                stx zp_lamps + 1
                ldx #PLACES - 1
lamp            lda view_lamps,x
                beq next
                cmp #LAMP_OWN
                bcs own
                lda zp_lamps
                ora place_low,x
                sta zp_lamps
                lda zp_lamps + 1
                ora place_high,x
                sta zp_lamps + 1
                bne next
                beq next
own             stx zp_own
next            dex
                bpl lamp
                rts
.endp

;   Combat. A lamp that was always lit may be a planet (also the one under the
;   own ship); any other lit lamp is a ship. Without such a lamp the enemy
;   must be on a planet that it could reach, as far as the robot knows.
.proc           look_foe
                ldx mind_sector
                ldy zp_own
                lda zp_lamps
                ora place_low,y
                and mind_lit_low,x
                sta mind_lit_low,x
                and zp_lamps
                sta zp_rocks
                eor zp_lamps
                sta zp_set
                lda zp_lamps + 1
                ora place_high,y
                and mind_lit_high,x
                sta mind_lit_high,x
                and zp_lamps + 1
                sta zp_rocks + 1
                eor zp_lamps + 1
                sta zp_set + 1
                ora zp_set
                sta zp_sure
                bne seen

                mwa mind_foe zp_set
                lda mind_begins
                seq
                jsr set_spread
                lda zp_set
                and zp_lamps
                sta zp_set
                lda zp_set + 1
                and zp_lamps + 1
                sta zp_set + 1
                ora zp_set
                bne guessed
                mwa zp_lamps zp_set             ; the enemy was thrown
                ora zp_set
                bne guessed
                jsr set_full                    ; it is behind its screen
guessed         mwa zp_set zp_rest
                jsr set_count
                dey
                sne
                inc zp_sure                     ; only one cell is possible
seen            mwa zp_set mind_foe
                rts
.endp

;   The galaxy: the sectors in which an enemy may be. It may have moved by one
;   sector since the last look.
.proc           look_rivals
                mwa mind_rivals zp_set
                lda mind_begins
                seq
                jsr set_spread
                mwa zp_set zp_rest
                jsr own_set                     ; red: the enemy is here
                lda view_alert
                cmp #ALERT_RED
                beq known
                jsr set_spread                  ; here and beside it
                jsr look_alert
known           mwa zp_set mind_rivals
                mwa #$ffff mind_foe
                mva #0 mind_calm
                rts
.endp

;   IN zp_set the own sector and those beside it, zp_rest where the enemy may
;   be. OUT zp_set those of zp_rest that fit the alert; if there are none, all
;   sectors that fit the alert
.proc           look_alert
                ldx zp_own
                lda view_alert
                bne near
                lda zp_set                      ; no alert: anywhere else
                eor #$ff
                sta zp_set
                lda zp_set + 1
                eor #$ff
                sta zp_set + 1
                jmp both
near            jsr set_drop                    ; near: beside it
both            lda zp_set + 1
                and zp_rest + 1
                tay
                lda zp_set
                and zp_rest
                bne some
                cpy #0
                beq done                        ; the earlier set was wrong
some            sta zp_set
                sty zp_set + 1
done            rts
.endp

;   What sounds tell about the own sector, and what a scan has shown
.proc           look_sector
                lda zp_own
                sta mind_sector
                lda view_sounds
                and #SOUND_WRINKLE
                beq stay
                ldx mind_aim                    ; the Wrinkle led elsewhere
                jsr mind_shun
stay            lda view_sounds
                and #SOUND_DRAINED
                beq safe
                ldx zp_own
                jsr mind_shun
safe            lda view_sounds
                and #SOUND_CHARGED
                beq visit
                lda #0                          ; Magna may be anywhere now
                sta mind_visited
                sta mind_visited + 1
                mva #NOWHERE mind_magna
visit           ldx zp_own
                cpx mind_magna
                bne elsewhere
                mva #NOWHERE mind_magna         ; another ship met Magna
elsewhere       lda mind_visited
                ora place_low,x
                sta mind_visited
                lda mind_visited + 1
                ora place_high,x
                sta mind_visited + 1
                lda view_scan
                bmi unscanned
                sta mind_magna
unscanned       rts
.endp

;   Marks a sector to be avoided. IN X sector or NOWHERE
.proc           mind_shun
                lda mind_shunned
                ora place_low,x
                sta mind_shunned
                lda mind_shunned + 1
                ora place_high,x
                sta mind_shunned + 1
                rts
.endp

;   OUT zp_set only the own sector
.proc           own_set
                ldx zp_own
                lda place_low,x
                sta zp_set
                lda place_high,x
                sta zp_set + 1
                rts
.endp
