;   battle.asm - moving and firing within a sector.
;
;   Entry points: move_in_combat, fire, ship_throw.

;----------------------------------------------------------------------
;   move_in_combat: one cell, free; a ship that is in the way throws the
;   mover into another cell
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
;   ship_throw: a ship comes out in a free cell of its sector
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
;   fire: the shot goes from cell to cell until a planet or ship stops it
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
;   ship_drain: a ship loses energy, never below 0
;   IN       X ship, A loss
;   OUT      A what is left, with Z
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
