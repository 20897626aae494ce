;   galaxy.asm - moves from sector to sector.
;
;   Entry point: move_in_galaxy.

;----------------------------------------------------------------------
;   move_in_galaxy: moves by one sector. Then take effect, in this order: a
;   Wrinkle, Magna or the Black Hole, the place in the sector, an alert.
;   IN       player, zp_way
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           move_in_galaxy
                ldx player
                dec ship_energy,x
                lda ship_sector,x
                ldy zp_way
                jsr place_beside
                cmp phenomena+P_WRINKLE_1
                beq wrinkle
                cmp phenomena+P_WRINKLE_2
                bne arrive
wrinkle         jsr through_wrinkle
arrive          ldx player
                sta ship_sector,x
                cmp phenomena+P_MAGNA
                sne
                jsr at_magna
                cmp phenomena+P_HOLE
                sne
                jsr at_hole

                ldx player
                lda ship_energy,x
                beq out
                lda ship_sector,x
                sta zp_sector
                lda ship_cell,x
                sta zp_cell
                jsr enemy_at
                bcs alone
                ldx player
                jsr ship_throw
alone           jsr alert_of
                cmp #ALERT_RED
                jeq siren                       ; answered in the same turn
out             jmp turn_over
.endp
                ert COST_MOVE <> 1

;   A Space Wrinkle leads to another sector. OUT A sector
.proc           through_wrinkle
                jsr set_full
                ldx phenomena+P_WRINKLE_1
                jsr set_drop
                ldx phenomena+P_WRINKLE_2
                jsr set_drop
                jsr set_pick
                tay
                lda #EVENT_WRINKLE
                jsr event_add
                lda zp_place
                rts
.endp

;   Magna gives energy and moves on. OUT A NOWHERE
.proc           at_magna
                lda ship_energy,x
                clc
                adc #GAIN_MAGNA
                cmp #ENERGY_MOST + 1
                scc
                lda #ENERGY_MOST
                sta ship_energy,x
                jsr quiet_set
                jsr set_pick
                sta phenomena+P_MAGNA
                tay
                lda #EVENT_CHARGED
                jsr event_add
                lda #NOWHERE
                rts
.endp

;   The Black Hole. IN X ship
.proc           at_hole
                lda #LOSS_HOLE
                jsr ship_drain
                lda #EVENT_DRAINED
                jmp event_add
.endp
