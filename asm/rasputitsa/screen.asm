;   screen.asm - set-up of variables and screen.
;
;   Entry points: variables_set, colours_set, screen_build, screen_on.

;----------------------------------------------------------------------
;   variables_set: sets the variables that do not start as 0
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           variables_set
                mva #$ff turn
                campaign_date
                mva #MAP_ROW_Y ice_row
                view_first
                mva #DLI_NO_SWITCH zp_switch
                mva #HANDICAP_FREE zp_handicap
                mva #MSG_NONE message_shown
                mva #KEY_NONE CH
                mva #EYE_STEPS eye_delay
                jsr cursor_rearm
                ldx #DLI_COLOUR_COUNT - 1
colour          lda dli_start,x
                sta dli_colours,x
                dex
                bpl colour
.endp

;----------------------------------------------------------------------
;   colours_set: the colours of players and playfields. PAL shows a hue as
;   NTSC shows the next one: uncorrected, red turns violet and water green.
;   CLOBBERS A, X
;----------------------------------------------------------------------
PAL_LINES       = $0e           ; bits of PAL, 0 on a PAL machine

.proc           colours_set
                ldx #8
colour          lda PAL
                and #PAL_LINES
                cmp #1                  ; C set: NTSC
                lda colours_start,x
                bcs shown
                cmp #$20                ; gray and the first hue stay
                bcc shown
                sbc #$10
shown           sta PCOLR0,x
                dex
                bpl colour
                rts
.endp

;----------------------------------------------------------------------
;   screen_build: display list, cursor, players
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           screen_build
                ldx #DISPLAY_LIST_SIZE - 1
list            lda display_start,x
                sta display_list,x
                dex
                bpl list
                ldx #12 - DLI_FIRST
handler         lda dli_handlers,x
                sta zp_next,x
                dex
                bpl handler

                mva #>player_memory PMBASE
                mva #1 SIZEP0                   ; double width
                mva #0 SIZEP1
                sta SIZEP2
                sta SIZEP3
                sta SIZEM
                sta VDELAY
                ldx #7
aside           sta HPOSP0,x                    ; players and missiles
                dex
                bpl aside
                mva zp_cursor_x HPOSP0
                jsr cursor_draw
                jmp window_aim
.endp

;----------------------------------------------------------------------
;   screen_on: turns on the screen and its interrupt routines from the next
;   vertical blank on
;   IN       SDLSTL; X, Y deferred vertical blank routine (high, low)
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           screen_on
                mwa #dli_1 VDSLST
                mva #1 GPRIOR                   ; players in front
                mva #FONT_PAGE CHBAS
                lda #7
                jsr SETVBV
                jsr frame_wait
                mva #$c0 NMIEN                  ; the display list is still off
                mva #$2f SDMCTL                 ; wide, players, missiles
                jsr frame_wait
                mva #3 GRACTL                   ; their data is valid now
                rts
.endp
