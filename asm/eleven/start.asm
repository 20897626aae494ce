;   start.asm - start of the program, and the loop of title and game.
;
;   Entry point: start (RUNAD, DOSVEC).

;----------------------------------------------------------------------
;   start: entered after a cold start and after RESET
;----------------------------------------------------------------------
start           program_begin
                jsr choices_set
again           jsr title
                jsr game
                jmp again

;----------------------------------------------------------------------
;   choices_set: sets the default choices
;   OUT      title_sides, title_plies, think_limit
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           choices_set
                mva #2 title_sides              ; the computer plays Black
                mva #2 title_plies
                ldx #THINK_SECONDS
more            lda think_limit
                clc
                adc second
                sta think_limit
                scc
                inc think_limit + 1
                dex
                bne more
                rts
.endp

;----------------------------------------------------------------------
;   screen_clear: clears the screen and hides the players
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           screen_clear
                lda #0
                tax
page            .rept 4
                sta screen + # * $100,x
                .endr
                inx
                bne page
                rts
.endp
                ert screen_end - screen > $400

;----------------------------------------------------------------------
;   screen_on: turns on the picture and the frame routine from the next
;   vertical blank on
;   IN       X, Y display list (high, low)
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           screen_on
                sty SDLSTL
                stx SDLSTH
                ldx #8
colour          lda colours_start,x
                sta PCOLR0,x
                dex
                bpl colour
                mva #COLOUR_LETTERS colours+DLI_LETTERS
                mva #>characters CHBAS
                mva #>player_memory PMBASE
                lda #0
                sta SIZEP0
                sta SIZEP1
                sta SIZEP2
                sta SIZEP3
                mva #1 GPRIOR                   ; players in front
                mwa #dli VDSLST
                ldx #>vbi_start
                ldy #<vbi_start
                jsr vbi_on
                jsr frame_wait
                mva #$c0 NMIEN
                mva #$3a SDMCTL                 ; normal width, players, lines
                jsr frame_wait
                mva #2 GRACTL                   ; their data is valid now
                rts

colours_start   dta COLOUR_CURSOR, COLOUR_PICKED, 0, 0
                dta COLOUR_BLACK, COLOUR_LINE, COLOUR_WHITE, COLOUR_MARK
                dta COLOUR_TABLE
.endp
