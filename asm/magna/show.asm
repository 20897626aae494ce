;   show.asm - animation and sound for the events of an action.
;
;   Entry points: step_show, blast, robot_announce.
;   Nothing here affects the game, and with `haste` nothing here waits.

;----------------------------------------------------------------------
;   eye_pause: waits some frames, none if `haste` is set. In the robots' own
;   game any input ends it.
;   IN       A frames, not 0
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           eye_pause
                ldx demo
                jeq pause
                sta zp_wait
frame           jsr frame_wait
                jsr input_get
                jne demo_over
                dec zp_wait
                bne frame
                rts
.endp

;----------------------------------------------------------------------
;   step_show: shows a step to the player who made it
;   IN       action_done, event_...; player; the console before the step
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           step_show
                jsr keys_unlit
                jsr keys_show
                message ROW_HAPPENED,MESSAGE_NONE
                message ROW_EXPECTED,MESSAGE_NONE
                lda action_done
                cmp #ACTION_FIRE
                bcc events
                sound_start effect_weapon
                lda #20
                jsr eye_pause
events          lda #0
next            sta zp_event
                cmp event_count
                bcs done
                tax
                lda event_kind,x
                jsr event_show
                lda zp_event
                adc #1                          ; carry is clear
                bne next
done            rts
.endp

;   One event. IN X event, A its kind. OUT C clear
.proc           event_show
                cmp #EVENT_THROWN
                bne told
                lda event_who,x
                cmp player
                clc
                bne done                        ; another player's: not seen
                lda #EVENT_THROWN
told            sta zp_kind
                cmp #EVENT_SCAN_MAGNA
                beq scan
                cmp #EVENT_SCAN_ENEMY
                bne sound
scan            lda event_place,x
                jsr scan_show
sound           ldx zp_kind
                ldy effect_low - 1,x
                lda effect_high - 1,x
                beq silent
                tax
                jsr sound_play
silent          lda zp_kind
                clc
                adc #MESSAGE_EVENTS
                tay
                lda #ROW_HAPPENED
                jsr message_put
                ldx zp_kind
                lda place_told - 1,x
                beq nowhere
                ldx zp_event
                lda event_place,x
                jsr place_put
nowhere         lda zp_kind
                cmp #EVENT_HIT
                sne
                jsr flash
                lda zp_kind
                cmp #EVENT_SIREN
                sne
                jsr alarm
                ldx zp_kind
                lda pause_told - 1,x
                jsr eye_pause
                clc
done            rts

;   By EVENT_...
effect_low      dta l(effect_siren), 0, 0, 0, 0, 0, l(effect_blast)
                dta l(effect_wrinkle), l(effect_charge), l(effect_drain)
effect_high     dta h(effect_siren), 0, 0, 0, 0, 0, h(effect_blast)
                dta h(effect_wrinkle), h(effect_charge), h(effect_drain)
place_told      dta 0, 1, 1, 1, 1, 0, 0, 1, 0, 0
pause_told      dta 10, 1, 1, 30, 30, 10, 30, 50, 60, 70
.endp

;----------------------------------------------------------------------
;   blast: shows of a robot's turn only that a ship was hit
;   IN       event_kind, event_count
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           blast
                ldx event_count
                beq flash.done
event           lda event_kind - 1,x
                cmp #EVENT_HIT
                beq hit
                dex
                bne event
                rts
hit             sound_start effect_blast        ; continues with `flash`
.endp

;   Flashes the console
.proc           flash
                ldx #FLASHES
colour          lda flash_colours - 1,x
                sta colours + COLOUR_PANEL
                txa
                pha
                lda #4
                jsr eye_pause
                pla
                tax
                dex
                bne colour
done            rts

flash_colours   dta PANEL_COLOUR, $24, $0a, $26, $0c, $28
FLASHES         = * - flash_colours
.endp

;   A red alert. At the basic level, where it begins the game, lamps also run
;   over the matrix
.proc           alarm
                lda level
                cmp #INTERMEDIATE
                bcs done
                mva #LAMP_STEADY lamps+LAMP_ALERT
                mva #ALARM_STEPS-1 zp_step
step            ldx #PLACES - 1
lamp            txa                             ; row plus column
                lsr @
                lsr @
                sta zp_line
                txa
                and #3
                adc zp_line                     ; roughly: carry does not matter
                eor zp_step
                and #3
                cmp #1
                lda #LAMP_STEADY
                scc
                lda #LAMP_OFF
                sta lamps,x
                dex
                bpl lamp
                lda #4
                jsr eye_pause
                dec zp_step
                bpl step
done            rts
.endp

;----------------------------------------------------------------------
;   scan_show: a row and a column of lamps wander, then cross
;   IN       A place
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           scan_show
                sta zp_found
                message ROW_EXPECTED,MESSAGE_SCANNING
                lda second
                lsr @                           ; steps of a tenth of 3 s
                sta zp_step
wander          jsr wanderer
                jsr cross_show
                lda #6
                jsr eye_pause
                dec zp_step
                bne wander
                lda zp_found
                jsr cross_show
                ldx #CROSS_SECONDS
stand           txa
                pha
                lda second
                jsr eye_pause
                pla
                tax
                dex
                bne stand
                jmp input_clear

;   OUT A the place where the lamps cross in step zp_step
wanderer        lda zp_step
                and #7
                tax
                lda rows,x
                sta zp_line
                lda zp_step
                lsr @
                and #7
                tax
                lda rows,x
                lsr @
                lsr @
                ora zp_line
                rts

rows            dta 0, 4, 8, 12, 12, 8, 4, 0
.endp
                ert SCAN_SECONDS <> 3

;   The row and the column of place A
.proc           cross_show
                sta zp_line
                ldx #PLACES - 1
lamp            txa
                eor zp_line
                tay
                and #$0c
                beq lit
                tya
                and #$03
                beq lit
                lda #LAMP_OFF
                dta $2c                         ; skips the next
lit             lda #LAMP_STEADY
                sta lamps,x
                dex
                bpl lamp
                rts
.endp

;----------------------------------------------------------------------
;   robot_announce: a robot begins its turn: tones and a dark display
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           robot_announce
                jsr console_dark
                jsr keys_unlit
                jsr keys_show
                text_show caption_none
                message ROW_HAPPENED,MESSAGE_NONE
                message ROW_EXPECTED,MESSAGE_ROBOT
                sound_start effect_robot
                lda #80
                jsr eye_pause
                jmp input_clear
.endp
