;   screen.asm - the screen of a game: squares, the list of ranks, lines.
;
;   Entry points: screen_game, board_draw, square_draw, tile_draw,
;   targets_draw, list_draw, list_mark_draw, last_draw, status_draw.

;----------------------------------------------------------------------
;   screen_game: builds the screen of a game, with an empty board
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           screen_game
                jsr screen_off
                jsr screen_clear
                jsr marks_clear
                jsr board_clear
                jsr board_draw
                jsr border_draw
                jsr list_names
                text_show text_last
                jsr status_draw
                mwa #game_list SDLSTL
.endp

;   Turns on the screen at SDLSTL from the next frame on
.proc           screen_on
                ldx #COLOURS_START_SIZE - 1
colour          lda colours_start,x
                sta PCOLR0,x
                dex
                bpl colour
                mva #COLOUR_PAPER_START colours+COLOUR_PAPER
                mva #COLOUR_WHITE colours+COLOUR_INK
                ldx #>vbi_start
                ldy #<vbi_start
                jsr vbi_on
                mva #>player_memory PMBASE
                lda #0
                sta SIZEP0
                sta SIZEP1
                sta SIZEP2
                sta SIZEP3
                mva #1 GPRIOR                   ; players in front
                jsr frame_wait
                mva #$c0 NMIEN
                mva #$2e SDMCTL                 ; normal, players
                jsr frame_wait
                mva #2 GRACTL                   ; their data is valid now
                rts
.endp

COLOUR_PAPER_START = $04

;   PCOLR0 to COLOR4
colours_start   dta COLOUR_WHITE, COLOUR_LAST, COLOUR_LAST, COLOUR_OWN
                dta COLOUR_FIELD, COLOUR_WHITE, COLOUR_OWN
                dta COLOUR_THEIRS, COLOUR_BACK
COLOURS_START_SIZE = * - colours_start

;----------------------------------------------------------------------
;   screen_clear: fills the screen with blanks
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           screen_clear
                ldx #0
                txa
blank           sta screen,x
                sta screen + $100,x
                sta screen + $200,x
                sta screen + $300,x
                inx
                bne blank
                rts
.endp
                ert LINES * LINE > $400

;----------------------------------------------------------------------
;   board_draw: draws all squares
;   CLOBBERS A, X, Y
;   CYCLES   20,000
;----------------------------------------------------------------------
.proc           board_draw
                ldx #0
square          lda owner,x
                cpx #SQUARE_LAST + 1
                bcs done
                txa
                and #$0f
                cmp #COLUMNS
                bcs next
                jsr square_draw
next            inx
                bne square
done            rts
.endp

;----------------------------------------------------------------------
;   square_draw: draws a square as the player sees it
;   IN       X square
;   CLOBBERS A, Y
;   CYCLES   170
;----------------------------------------------------------------------
.proc           square_draw
                lda #TILE_LAKE
                ldy owner,x
                bmi tile_draw
                lda #TILE_OPEN
                cpy #OWNER_PLAYER
                bcc tile_draw
                beq own
                lda winner
                bne shown
                lda #TILE_HIDDEN | TILE_THEIRS
                bne tile_draw
shown           lda kinds + $100,x
                jsr kind_tile
                ora #TILE_THEIRS
                bne tile_draw
own             lda kinds,x
                jsr kind_tile
.endp

;----------------------------------------------------------------------
;   tile_draw: draws a tile on a square
;   IN       A its first character, X square
;   CLOBBERS A, Y
;   CYCLES   110
;----------------------------------------------------------------------
.proc           tile_draw
                sta zp_tile
                txa
                lsr @
                lsr @
                lsr @
                lsr @
                tay
                txa
                and #$0f
                asl @
                clc
                adc row_low,y
                sta zp_screen
                lda row_high,y
                adc #0
                sta zp_screen + 1
at              lda zp_tile             ; entry with zp_screen set
                clc
                ldy #0
                sta (zp_screen),y
                adc #1
                iny
                sta (zp_screen),y
                adc #1
                ldy #LINE
                sta (zp_screen),y
                adc #1
                iny
                sta (zp_screen),y
                rts
.endp

;   Screen addresses of the rows
row_low         .rept 10
                dta l(screen + [LINE_BOARD + 18 - 2 * #] * LINE + BOARD_LEFT)
                .endr
row_high        .rept 10
                dta h(screen + [LINE_BOARD + 18 - 2 * #] * LINE + BOARD_LEFT)
                .endr

;   IN A kind. OUT A its first character
.proc           kind_tile
                asl @
                asl @
                clc
                adc #TILE_KIND
                rts
.endp

;----------------------------------------------------------------------
;   targets_draw: marks the open squares to which a piece may go, or removes
;   these marks
;   IN       A TILE_TARGET or TILE_OPEN; held
;   CLOBBERS A, X, Y
;   CYCLES   20,000
;----------------------------------------------------------------------
.proc           targets_draw
                sta zp_mark
                ldx turn
                jsr side_choose
                jsr move_first
next            bcs done
                lda zp_from
                cmp held
                bne other
                ldx zp_to
                lda owner,x
                bne other
                lda zp_mark
                jsr tile_draw
other           jsr move_next
                jmp next
done            rts
.endp

;----------------------------------------------------------------------
;   border_draw: draws the numbers of the rows and letters of the columns
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           border_draw
                ldx #COLUMNS - 1
row             stx zp_row
                lda row_low,x
                sec
                sbc #BOARD_LEFT
                sta zp_text
                lda row_high,x
                sbc #0
                sta zp_text + 1
                txa
                clc
                adc #1
                ldx #2
                jsr number_put
                ldx zp_row
                dex
                bpl row

                ldx #COLUMNS - 1
column          txa
                asl @
                tay
                txa
                clc
                adc #LETTER_A
                sta screen + LINE_COLUMNS * LINE + BOARD_LEFT,y
                dex
                bpl column
                rts
.endp

;----------------------------------------------------------------------
;   list_names: writes the list of ranks: signs and titles
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           list_names
                ldx #KIND_COUNT
kind            jsr list_line
                ldy #1
                lda kind_sign - 1,x
                sta (zp_text),y
                iny
                iny
                stx zp_kind
                lda name_start - 1,x
                tax
letter          lda names,x
                bmi done
                sta (zp_text),y
                iny
                inx
                bne letter
done            ldx zp_kind
                dex
                bne kind
                rts
.endp

;   OUT zp_text address of kind X in the list
.proc           list_line
                lda list_low - 1,x
                sta zp_text
                lda list_high - 1,x
                sta zp_text + 1
                rts
.endp

LIST            = screen + LINE_LIST * LINE + SIDE_LEFT
list_low        :KIND_COUNT dta l(LIST + # * LINE)
list_high       :KIND_COUNT dta h(LIST + # * LINE)

;----------------------------------------------------------------------
;   list_draw: writes the numbers in the list: pieces not yet placed, or those
;   that the player still has
;   IN       phase
;   CLOBBERS A, X, Y
;   CYCLES   5,000
;----------------------------------------------------------------------
.proc           list_draw
                lda phase
                cmp #PHASE_SETUP
                beq numbers
                jsr own_left
numbers         ldx #KIND_COUNT
kind            stx zp_kind
                jsr list_line
                lda zp_text
                clc
                adc #13
                sta zp_text
                scc
                inc zp_text + 1
                ldy zp_kind
                lda setup_left,y
                ldx #2
                jsr number_put
                ldx zp_kind
                dex
                bne kind
                rts
.endp

;   OUT setup_left the player's pieces on the board
.proc           own_left
                ldx #KIND_COUNT
                lda #0
clear           sta setup_left,x
                dex
                bpl clear
                ldx #SQUARE_LAST
square          ldy kinds,x
                lda setup_left,y
                clc
                adc #1
                sta setup_left,y
                dex
                cpx #SQUARE_NONE
                bne square
                rts
.endp

;----------------------------------------------------------------------
;   list_mark_draw: draws the mark beside a kind, or removes it
;   IN       frozen, list_mark
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           list_mark_draw
                ldx #KIND_COUNT
kind            jsr list_line
                lda #0
                cpx list_mark
                bne put
                ldy frozen
                beq put
                lda #LIST_ARROW
put             ldy #0
                sta (zp_text),y
                dex
                bne kind
                rts
.endp

;----------------------------------------------------------------------
;   last_draw: writes FROM and TO of the last move
;   IN       last_from, last_to
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
AT_LAST_FROM    = screen + LINE_BOARD * LINE + SIDE_LEFT + 5
AT_LAST_TO      = AT_LAST_FROM + 8

.proc           last_draw
                mwa #AT_LAST_FROM zp_text
                lda last_from
                jsr square_name
                mwa #AT_LAST_TO zp_text
                lda last_to
.endp

;   Writes the name of square A at zp_text: three letters
.proc           square_name
                cmp #SQUARE_NONE
                beq nowhere
                pha
                lsr @
                lsr @
                lsr @
                lsr @
                ldx #0                  ; a blank after a single digit
                cmp #COLUMNS - 1
                bcc one
                ldx #DIGIT_ZERO
                lda #0
one             clc
                adc #DIGIT_ZERO + 1
                ldy #1
                sta (zp_text),y
                iny
                txa
                sta (zp_text),y
                pla
                and #$0f
                clc
                adc #LETTER_A
                ldy #0
                sta (zp_text),y
                rts
nowhere         lda #0
                ldy #2
blank           sta (zp_text),y
                dey
                bpl blank
                rts
.endp

;----------------------------------------------------------------------
;   status_draw: writes the game's name, the number of moves and of quiet moves
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
AT_MOVES        = screen + LINE_STATUS * LINE + 26
AT_QUIET        = screen + LINE_STATUS * LINE + 37

.proc           status_draw
                ldx option_super
                lda status_high,x
                ldy status_low,x
                tax
                jsr text_put
                mwa #AT_QUIET zp_text
                lda quiet
                ldx #3
                jsr number_put
                mwa #AT_MOVES zp_text
                jmp moves_put
.endp

;   Writes move_count at zp_text, four digits
.proc           moves_put
                mva move_count zp_sum
                mva move_count+1 zp_sum+1
                ldx #$ff                ; count the hundreds
hundred         inx
                lda zp_sum
                sec
                sbc #100
                tay
                lda zp_sum + 1
                sbc #0
                bcc rest
                sta zp_sum + 1
                sty zp_sum
                bcs hundred
rest            stx zp_count
                txa
                beq few
                ldx #2
                jsr number_put
few             adw zp_text #2
                lda zp_sum
                ldx #2
                jsr number_put
                lda zp_count
                beq done
                ldy #0                  ; a zero after hundreds
                lda (zp_text),y
                bne done
                lda #DIGIT_ZERO
                sta (zp_text),y
done            rts
.endp
