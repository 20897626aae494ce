;   view.asm - what the console shows to the acting player only.
;
;   Entry point: view_make.

;----------------------------------------------------------------------
;   view_make: computes what the console shows
;   IN       the state of the game
;   OUT      view_lamps, view_alert, view_combat, view_energy, view_sounds,
;            view_scan
;   CLOBBERS A, X, Y, zp_set
;----------------------------------------------------------------------
.proc           view_make
                lda #LAMP_OFF
                ldx #PLACES - 1
off             sta view_lamps,x
                dex
                bpl off
                sta view_alert
                sta view_combat
                sta view_sounds
                sta view_energy
                mva #NOWHERE view_scan
                lda phase
                beq done                        ; only a number
                cmp #PHASE_WON
                bne seen
                lda winner
                cmp player
                bne done                        ; no longer shown
seen            ldx player
                lda ship_energy,x
                sta view_energy
                jsr view_heard
                jsr alert_of
                sta view_alert
                lda combat
                beq own
                sta view_combat
                mva #ALERT_RED view_alert
                jsr view_sector
own             jmp view_own
done            rts
.endp
                ert PHASE_NUMBER

;   The player's sector: planets and ships look alike
.proc           view_sector
                ldx player
                lda ship_sector,x
                sta zp_sector
                mva #PLACES-1 zp_cell
cell            jsr planet_at
                beq dark
                ldx zp_cell
                lda #LAMP_STEADY
                sta view_lamps,x
dark            dec zp_cell
                bpl cell
                jsr enemy_first
enemy           bcs done
                lda ship_sector,x
                cmp zp_sector
                bne next
                lda ship_screen,x
                bne next
                ldy ship_cell,x
                lda #LAMP_STEADY
                sta view_lamps,y
next            jsr enemy_next
                jmp enemy
done            rts
.endp

;   The own ship, in its cell or its sector. At the basic level there is no
;   galaxy.
.proc           view_own
                ldx player
                lda ship_energy,x
                beq done
                ldy ship_cell,x
                lda combat
                bne alarmed
                lda level
                cmp #INTERMEDIATE
                bcc done
                ldy ship_sector,x
                lda view_alert
                bne alarmed
                lda #LAMP_OWN
                bne put
alarmed         lda #LAMP_FLASHING
put             sta view_lamps,y
done            rts
.endp

;   The sounds of the last action; the place where a Magna scan's lamps crossed
.proc           view_heard
                ldy event_count
event           dey
                bmi done
                ldx event_kind,y
                lda sounds - 1,x
                ora view_sounds
                sta view_sounds
                cpx #EVENT_SCAN_MAGNA
                bne event
                lda event_place,y
                sta view_scan
                bpl event
done            rts

;   By EVENT_...
sounds          dta 0, 0, 0, 0, 0, 0, 0
                dta SOUND_WRINKLE, SOUND_CHARGED, SOUND_DRAINED
.endp
