;   battle.asm - moving and firing within a sector.
;
;   Entry points: move_in_combat, fire, ship_throw.

;----------------------------------------------------------------------
;   move_in_combat: moves by one cell; if a ship is there, the mover is
;   thrown into another cell
;   IN       player, zp_way
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           move_in_combat
                ldx player
                lda ship_sector,x
                sta zp_sector
                lda ship_cell,x
                ldy zp_way
                jsr place_beside
                sta zp_cell
                jsr enemy_at
                ldx player
                bcs free
                jsr ship_throw
                jmp turn_over
free            lda zp_cell
                sta ship_cell,x
                jmp turn_over
.endp

;----------------------------------------------------------------------
;   ship_throw: throws a ship into a free cell of its sector
;   IN       X ship
;   CLOBBERS A, X, Y, zp_ship
;----------------------------------------------------------------------
.proc           ship_throw
                stx zp_ship
                lda ship_sector,x
                tax
                jsr free_set
                jsr set_pick
                ldx zp_ship
                sta ship_cell,x
                tay
                lda #EVENT_THROWN
                jmp event_add
.endp

;----------------------------------------------------------------------
;   fire: a shot travels from cell to cell until a planet or ship stops it
;   IN       player, zp_way
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           fire
                ldx player
                dec ship_energy,x
                lda ship_sector,x
                sta zp_sector
                lda ship_cell,x
fly             ldy zp_way
                jsr place_beside
                bmi missed
                sta zp_cell
                jsr enemy_at
                bcc hit
                jsr planet_at
                bne missed
                lda zp_cell
                jmp fly

missed          lda #EVENT_MISSED
                jsr event_add
                jmp turn_over

hit             lda #EVENT_HIT
                jsr event_add
                lda #LOSS_HIT
                jsr ship_drain
                seq
                jsr ship_throw
                jmp turn_over
.endp
                ert COST_SHOT <> 1

;----------------------------------------------------------------------
;   ship_drain: takes energy from a ship, but not below 0
;   IN       X ship, A loss
;   OUT      A remaining energy, with Z
;   CLOBBERS nothing
;----------------------------------------------------------------------
.proc           ship_drain
                eor #$ff
                sec
                adc ship_energy,x
                scs
                lda #0
                sta ship_energy,x
                rts
.endp
