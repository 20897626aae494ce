;   ships.asm - positions of ships, planets and phenomena; alerts.
;
;   Entry points: enemy_first, enemy_next, enemy_here, enemy_at, enemy_near,
;   alert_of, quiet_set, empty_set, free_set, planet_at, event_add.
;   "Enemies" are ships with energy other than that of `player`.

;----------------------------------------------------------------------
;   enemy_first, enemy_next: enemies in the order of their turns
;   IN       enemy_next: X the one before
;   OUT      C clear: X enemy; C set: no more enemies
;   CLOBBERS A
;----------------------------------------------------------------------
enemy_first     ldx player
.proc           enemy_next
                inx
                cpx ship_count
                bcc ship
                ldx #0
ship            cpx player
                beq none                        ; all were tried; C is set
                lda ship_energy,x
                beq enemy_next
                clc
none            rts
.endp

;----------------------------------------------------------------------
;   enemy_here: an enemy in this sector
;   IN       zp_sector
;   OUT      C clear: X enemy; C set: there is none
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           enemy_here
                jsr enemy_first
enemy           bcs done
                lda ship_sector,x
                cmp zp_sector
                clc
                beq done
                jsr enemy_next
                jmp enemy
done            rts
.endp

;----------------------------------------------------------------------
;   enemy_at: an enemy in this cell
;   IN       zp_sector, zp_cell
;   OUT      C clear: X enemy; C set: there is none
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           enemy_at
                jsr enemy_first
enemy           bcs done
                lda ship_sector,x
                cmp zp_sector
                bne next
                lda ship_cell,x
                cmp zp_cell
                clc
                beq done
next            jsr enemy_next
                jmp enemy
done            rts
.endp

;----------------------------------------------------------------------
;   enemy_near: the first enemy one sector away, across or down
;   IN       player
;   OUT      C clear: X enemy; C set: there is none
;   CLOBBERS A, Y
;----------------------------------------------------------------------
.proc           enemy_near
                ldy player
                lda ship_sector,y
                sta zp_sector
                jsr enemy_first
enemy           bcs none
                stx zp_who
                ldy #WAYS - 1
way             lda zp_sector
                jsr place_beside
                ldx zp_who
                cmp ship_sector,x
                clc
                beq none                        ; found
                dey
                bpl way
                jsr enemy_next
                jmp enemy
none            rts
.endp

;----------------------------------------------------------------------
;   alert_of: the player's alert
;   IN       player, level
;   OUT      A ALERT_..., with Z
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           alert_of
                ldy player
                lda ship_sector,y
                sta zp_sector
                jsr enemy_here
                lda #ALERT_RED
                bcc done
                ldx level
                cpx #INTERMEDIATE
                bcc none
                jsr enemy_near
                lda #ALERT_NEAR
                bcc done
none            lda #ALERT_NONE
done            rts
.endp

;----------------------------------------------------------------------
;   quiet_set: the sectors without Black Hole, Magna or Wrinkle
;   OUT      zp_set
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           quiet_set
                jsr set_full
                ldy #PHENOMENON_COUNT - 1
phenomenon      ldx phenomena,y
                jsr set_drop
                dey
                bpl phenomenon
                rts
.endp

;----------------------------------------------------------------------
;   empty_set: the quiet sectors without a ship
;   OUT      zp_set
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           empty_set
                jsr quiet_set
                ldy #SHIPS - 1
ship            ldx ship_sector,y
                lda ship_energy,y
                seq
                jsr set_drop
                dey
                bpl ship
                rts
.endp

;----------------------------------------------------------------------
;   free_set: the cells of a sector without a planet or a ship
;   IN       X sector
;   OUT      zp_set, zp_sector
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           free_set
                stx zp_sector
                lda planets_low,x
                eor #$ff
                sta zp_set
                lda planets_high,x
                eor #$ff
                sta zp_set + 1
                ldy #SHIPS - 1
ship            lda ship_energy,y
                beq next
                lda ship_sector,y
                cmp zp_sector
                bne next
                ldx ship_cell,y
                jsr set_drop
next            dey
                bpl ship
                rts
.endp

;----------------------------------------------------------------------
;   planet_at: whether there is a planet
;   IN       zp_sector, zp_cell
;   OUT      Z clear if there is
;   CLOBBERS A, X, Y
;   CYCLES   33
;----------------------------------------------------------------------
.proc           planet_at
                ldx zp_sector
                ldy zp_cell
                lda planets_low,x
                and place_low,y
                bne done
                lda planets_high,x
                and place_high,y
done            rts
.endp

;----------------------------------------------------------------------
;   event_add: records an event of the current action
;   IN       A EVENT_..., X ship, Y place, if the event has them
;   OUT      event_kind, event_who, event_place, event_count
;   CLOBBERS A, Y, zp_place
;   CYCLES   38
;----------------------------------------------------------------------
.proc           event_add
                sty zp_place
                ldy event_count
                sta event_kind,y
                txa
                sta event_who,y
                lda zp_place
                sta event_place,y
                inc event_count
                rts
.endp
