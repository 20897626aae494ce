;   start.asm - from a cold machine or RESET to the first week: set-up of
;               memory, tables and screen.
;
;   Entry points: start (RUNAD, DOSVEC), frame_wait.

;----------------------------------------------------------------------
;   start: from a cold machine, and again after RESET
;----------------------------------------------------------------------
start           cld
                ldx #$ff
                txs
                jsr reset_here
.if DEFECT_29 = 0
                jsr title
title_done      ldx #$ff                ; also where tests go on
                txs
.endif
                jsr game_prepare
                mwa #display_list SDLSTL
                ldx #>vbi_start
                ldy #<vbi_start
                jsr screen_on
                jmp campaign

;----------------------------------------------------------------------
;   game_prepare: everything as it is before the first week; no picture
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game_prepare
                jsr screen_off
                jsr memory_clear
                jsr tables_copy
                jsr variables_set
                jmp screen_build
.endp

;----------------------------------------------------------------------
;   frame_wait: until the next vertical blank is done
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           frame_wait
                lda RTCLOK + 2
same            cmp RTCLOK + 2
                beq same
                rts
.endp

;----------------------------------------------------------------------
;   reset_here: RESET leads back to `start`, through the warm start of
;   the OS and DOSVEC. A DOS in memory is not asked.
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           reset_here
                mwa #start DOSVEC
                mwa #nothing DOSINI
                mva #1 BOOT?
nothing         rts
.endp
cart_ready      = reset_here.nothing

;----------------------------------------------------------------------
;   screen_off: no display list interrupts, no routine of ours in the
;   vertical blank, no picture: nothing reads the memory to be cleared
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           screen_off
                mva #$40 NMIEN
                ldx #>XITVBV
                ldy #<XITVBV
                lda #7
                jsr SETVBV
                lda #0
                sta SDMCTL
                sta GRACTL
                ldx #7
silence         sta AUDF1,x
                dex
                bpl silence
                sta AUDCTL
                jmp frame_wait
.endp

;----------------------------------------------------------------------
;   memory_clear: both RAM areas of memory.inc
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           memory_clear
                lda #0
                tay
                ldx #ZERO_PAGE
page_zero       sta 0,x
                inx
                bne page_zero
                mva #>VARIABLES zp_to+1         ; low byte is 0 now
                ldx #>[VARIABLES_END - VARIABLES]
                tya
page            sta (zp_to),y
                iny
                bne page
                inc zp_to + 1
                dex
                bne page
                rts
.endp
                ert <VARIABLES | <VARIABLES_END

;----------------------------------------------------------------------
;   tables_copy: map and order of battle as on 15 June 1941
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           tables_copy
                lda #CODE_BORDER
                ldx #MAP_GUARD - 1
guard           sta map_before,x
                sta map_behind,x
                dex
                bpl guard

                mwa #map_start zp_from
                mwa #map zp_to
                ldx #>MAP_SIZE
                ldy #0
page            lda (zp_from),y
                sta (zp_to),y
                iny
                bne page
                inc zp_from + 1
                inc zp_to + 1
                dex
                bne page
rest            lda (zp_from),y
                sta (zp_to),y
                iny
                cpy #<MAP_SIZE
                bne rest

                ldx #UNIT_COUNT
unit            lda unit_start_x - 1,x
                sta unit_x - 1,x
                lda unit_start_y - 1,x
                sta unit_y - 1,x
                lda unit_strength - 1,x
                sta unit_muster - 1,x
                sta unit_combat - 1,x
                lda unit_enters - 1,x
                sta unit_arrival - 1,x
                dex
                bne unit
                .if DEFECT_10
                jmp thinking_copy
                .else
                rts
                .endif
.endp

;----------------------------------------------------------------------
;   variables_set: what does not begin as 0
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           variables_set
                mva #$ff turn
                mva #START_DAY day
                mva #START_MONTH month
                mva #START_YEAR year
                mva #MAP_ROW_Y ice_row
                mva #VIEW_X_MAX zp_view_x
                mva #CURSOR_X zp_cursor_x
                mva #CURSOR_Y zp_cursor_y
                mva #DLI_NO_SWITCH zp_switch
                mva #HANDICAP_FREE zp_handicap
                mva #MSG_NONE message_shown
                mva #KEY_NONE CH
                mva #EYE_STEPS eye_delay
                ldx #DLI_COLOUR_COUNT - 1
colour          lda dli_start,x
                sta dli_colours,x
                lda colours_start,x
                sta PCOLR0,x
                dex
                bpl colour
                jmp cursor_rearm
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
;   screen_on: from the next vertical blank on the screen and the
;   routines that serve it run
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
                mva #$c0 NMIEN                  ; no display list runs yet
                mva #$2f SDMCTL                 ; wide, players, missiles
                jsr frame_wait
                mva #3 GRACTL                   ; their data is real from now
                rts
.endp
