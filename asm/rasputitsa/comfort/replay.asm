;   replay.asm - replays the march of last week on the whole map. Main
;                program.
;
;   Entry points: replay, replay_begin, event_add.
;   Owns start_x to events.

EVENT_SIZE      = 2             ; unit; direction of its step, or:
EVENT_FIGHT     = 4             ; it is attacked
EVENT_DEATH     = 5
NOWHERE         = $ff           ; x of a unit that is not on the map
MOVE_FRAMES     = 2
FIGHT_FRAMES    = 4

;   Movement is about to begin: records all positions. CLOBBERS A, X.
.proc           replay_begin
                ldx #UNIT_LAST
unit            lda turn
                cmp unit_arrival,x
                lda unit_x,x
                bcs there
                lda #NOWHERE
there           sta start_x,x
                lda unit_y,x
                sta start_y,x
                dex
                bne unit
                mwa #events event_end
                rts
.endp

;----------------------------------------------------------------------
;   event_add: records an event of a unit. If there is no room left, the rest
;   of the week is not recorded.
;   IN       X unit; A direction of a step, or EVENT_...
;   CLOBBERS A, Y, zp_to; X is kept
;   CYCLES   70
;----------------------------------------------------------------------
.proc           event_add
                tay
                lda event_end
                sta zp_to
                lda event_end + 1
                sta zp_to + 1
                cmp #>EVENTS_END
                bcs full
                tya
                ldy #1
                sta (zp_to),y
                dey
                txa
                sta (zp_to),y
                lda event_end
                adc #EVENT_SIZE         ; carry is clear
                sta event_end
                scc
                inc event_end + 1
full            rts
.endp

;----------------------------------------------------------------------
;   replay: shows every unit in its position, then every march, fight and
;   death, until a key is pressed; SELECT hurries
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           replay
                jsr page_open
                jsr page_clear
                jsr picture_clear
                lda #MAP_ROW_Y - 1
                sta zp_to_y
row             lda #MAP_X_WEST
                sta zp_to_x
square          jsr square_ground
                dec zp_to_x
                bpl square
                dec zp_to_y
                bpl row
                ldx #UNIT_LAST
unit            lda start_x,x
                sta now_x,x
                lda start_y,x
                sta now_y,x
                jsr unit_draw
                dex
                bne unit
                page_put line_replay, 0, 1
                lda #<picture_list
                ldy #>picture_list
                ldx #PICTURE_COLOURS
                jsr page_show

                mwa #events event_at
                lda #KEY_NONE
                sta CH
event           lda event_at
                cmp event_end
                lda event_at + 1
                sbc event_end + 1
                bcs over
                jsr event_show
                lda event_at
                clc
                adc #EVENT_SIZE
                sta event_at
                scc
                inc event_at + 1
                lda CH
                cmp #KEY_NONE
                bne closed
                jsr trigger_frame
                lda zp_trigger
                bne event
over            jsr page_key
closed          lda #KEY_NONE
                sta CH
                jmp page_close
.endp

;   Shows the event at event_at. CLOBBERS A, X, Y.
.proc           event_show
                lda event_at
                sta zp_from
                lda event_at + 1
                sta zp_from + 1
                ldy #0
                lda (zp_from),y
                tax
                iny
                lda (zp_from),y
                cmp #EVENT_FIGHT
                beq fight
                pha
                jsr unit_wipe
                pla
                tay
                cmp #EVENT_DEATH
                lda #NOWHERE
                bcs gone
                lda now_y,x
                clc
                adc step_y,y
                sta now_y,x
                lda now_x,x
                clc
                adc step_x,y
gone            sta now_x,x
                jsr unit_draw
                lda #MOVE_FRAMES
                bne frames              ; always
fight           jsr unit_wipe
                lda #FIGHT_FRAMES
                jsr frames
                jsr unit_draw
                lda #FIGHT_FRAMES

;   Waits A frames; none while SELECT is down. X is kept.
frames          tay
                lda CONSOL
                and #CONSOLE_SELECT
                beq done
wait            jsr frame_wait
                dey
                bne wait
done            rts
.endp

;   Draws unit X at its current position. X is kept. CLOBBERS A, Y.
.proc           unit_draw
                jsr unit_at
                bcs done
                ldy #PIXEL_GERMAN
                cpx #FIRST_RUSSIAN
                bcc side
                ldy #PIXEL_RUSSIAN
side            txa
                pha
                tya
                tax
                ldy #PATTERN_UNIT
                jsr pattern_draw
                pla
                tax
done            rts
.endp

;   Draws the ground at its current position. X is kept. CLOBBERS A, Y.
.proc           unit_wipe
                jsr unit_at
                bcs done
                txa
                pha
                ldx #0
                ldy #PATTERN_FULL
                jsr pattern_draw
                jsr square_ground
                pla
                tax
done            rts
.endp

;   OUT zp_to_... of unit X, C set if it is not on the map. CLOBBERS A.
.proc           unit_at
                lda now_y,x
                sta zp_to_y
                lda now_x,x
                sta zp_to_x
                cmp #NOWHERE
                rts
.endp

line_replay     dta d'THE MARCH OF LAST WEEK   A KEY: BACK', $ff
