;   title.asm - the title: the name, the pieces, the choices.
;
;   Entry point: title.

;----------------------------------------------------------------------
;   title: shows the title until a game begins
;   IN       title_sides, title_plies
;   OUT      computers, option_plies
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title
                jsr title_screen
                jsr input_clear
choice          jsr title_choice
                jsr demo_later
look            jsr title_wait
                lda action
                bne begin
                jsr input_get
                beq nothing
                cmp #EVENT_RELEASE
                beq nothing
                cmp #EVENT_START
                beq begin
                cmp #EVENT_BUTTON
                beq begin
                cmp #EVENT_SELECT
                beq sides
                cmp #EVENT_OPTION
                beq plies
                cmp #EVENT_DOWN
                beq sides
                cmp #EVENT_RIGHT
                beq plies
                cmp #EVENT_UP
                beq sides_back
                cmp #EVENT_LEFT
                beq plies_back
                sound_start effect_buzz
                jsr demo_later
nothing         jsr frame_wait
                lda title_left
                ora title_left + 1
                beq demo
                .nowarn dew title_left
                jmp look

sides_back      jsr side_next                   ; two forward is one back
sides           jsr side_next
                jmp chosen
plies_back      jsr plies_next
plies           jsr plies_next
chosen          sound_start effect_bleep
                jmp choice

demo            mva #BOTH_SIDES computers
                mva #DEMO_PLIES option_plies
begin           lda #ACTION_NONE
                sta action
                rts
.endp

;   The computer plays neither, Black, White, ...
.proc           side_next
                ldx title_sides
                lda next,x
                sta title_sides
                rts
next            dta 2, 0, 1
.endp

.proc           plies_next
                ldx title_plies
                inx
                cpx #PLIES_MOST + 1
                scc
                ldx #1
                stx title_plies
                rts
.endp

;   Restarts the time until a demonstration begins
.proc           demo_later
                ldx #DEMO_SECONDS
                lda #0
                sta title_left
                sta title_left + 1
more            lda title_left
                clc
                adc second
                sta title_left
                scc
                inc title_left + 1
                dex
                bne more
                rts
.endp

;----------------------------------------------------------------------
;   title_choice: applies and shows the choices
;   OUT      computers, option_plies
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title_choice
                ldx title_sides
                stx computers
                lda texts_low,x
                tay
                lda texts_high,x
                tax
                jsr text_put
                lda title_plies
                sta option_plies
                ora #CHAR_DIGIT
                sta AT_PLIES
                rts

;   Index: `computers`
texts_low       dta l(title_two), l(title_white), l(title_black)
texts_high      dta h(title_two), h(title_white), h(title_black)
.endp

;----------------------------------------------------------------------
;   title_screen: builds the picture
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title_screen
                jsr screen_off
                jsr screen_clear
                jsr big_name
                jsr title_pieces
                text_show title_lines
                text_show title_lines_2
                mva #COLOUR_TABLE colours+DLI_STRIP
                ldx #>title_list
                ldy #<title_list
                jmp screen_on
.endp

;   Draws all strengths of both sides in the first two lines of the screen
.proc           title_pieces
                ldx #0
                ldy #TITLE_PIECES_AT
piece           lda title_chars,x
                jsr quarter
                lda title_chars,x
                clc
                adc #1
                iny
                jsr quarter
                iny
                iny
                inx
                cpx #2 * STRENGTHS
                beq done
                cpx #STRENGTHS
                bne piece
                iny
                iny
                bne piece
done            rts

;   Draws character A of the strength, and below it one of the life
quarter         sta screen,y
                lda #CHAR_WHITE + CHAR_LIFE
                cpx #STRENGTHS
                scc
                lda #CHAR_BLACK + CHAR_LIFE
                sta zp_work
                tya
                lsr @
                lda zp_work
                bcc left
                adc #CHAR_LIFE_UNIT - CHAR_LIFE ; carry is set: 1
                sta screen + LINE_SIZE,y
                rts
left            adc #1
                sta screen + LINE_SIZE,y
                rts
.endp
STRENGTHS       = 5
TITLE_PIECES_AT = 4             ; even
title_chars     .rept STRENGTHS
                dta CHAR_WHITE + 2 * #
                .endr
                .rept STRENGTHS
                dta CHAR_BLACK + 8 - 2 * #
                .endr

;----------------------------------------------------------------------
;   big_name: draws the name in mode A from the characters of the OS: each
;   point of a letter is a white point of the picture, with a black shadow to
;   the lower right
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           big_name
                ldx #BIG_LINES * BIG_SIZE - 1
                lda #0
clear           sta big_letters,x
                dex
                cpx #$ff
                bne clear
                ldx #TITLE_LETTERS - 1
letter          lda title_name,x
                asl @                           ; 8 * code, below 512
                asl @
                asl @
                sta zp_glyph
                lda #FONT_PAGE
                adc #0                          ; carry: codes from 32 on
                sta zp_glyph + 1
                stx zp_count
                txa
                asl @
                adc #BIG_LEFT
                tax
                mva #0 big_shadow
                tay
row             lda #0
                cpy #8
                bcs below
                lda (zp_glyph),y
below           sta big_bits
                ora big_shadow
                sta zp_work
                lda big_bits
                lsr @
                sta big_shadow
                jsr four
                inx
                jsr four
                txa
                clc
                adc #BIG_SIZE - 1
                tax
                iny
                cpy #BIG_LINES
                bcc row
                ldx zp_count
                dex
                bpl letter
                rts

;   Four points: 11 for a bit of the letter, else 01 for the shadow
four            sty zp_word
                ldy #4
point           asl big_bits
                rol big_letters,x
                asl zp_work
                rol big_letters,x
                dey
                bne point
                ldy zp_word
                rts
.endp
                ert BIG_LINES * BIG_SIZE > 255
title_name      dta d"ELEVEN"
                ert * - title_name <> TITLE_LETTERS

;----------------------------------------------------------------------
;   Texts: ten lines of mode 2 below the pieces
;----------------------------------------------------------------------
TITLE_TEXT      = screen + 2 * LINE_SIZE
AT_SIDES        = TITLE_TEXT + 4 * LINE_SIZE + 12
AT_PLIES        = TITLE_TEXT + 5 * LINE_SIZE + 31

title_lines     dta a(TITLE_TEXT)
                dta d"         The Fibonacci crossing         "
                dta d"                                        "
                dta d"  Who first stands on the far row wins. "
                dta d"                                        "
                dta d"   "
                dta d' SELECT '*
                dta d"                             "
                dta d"   "
                dta d' OPTION '*
                dta d" The computer looks   ahead  "
                dta $ff
title_lines_2   dta a(TITLE_TEXT + 6 * LINE_SIZE)
                dta d"   "
                dta d' START  '*
                dta d" The game begins             "
                dta d"                                        "
                dta d"  Stick: up or down, left or right, and "
                dta d"  its button do the same.               "
                dta $ff

title_two       dta a(AT_SIDES)
                dta d"Two players         ", $ff
title_black     dta a(AT_SIDES)
                dta d"Computer plays Black", $ff
title_white     dta a(AT_SIDES)
                dta d"Computer plays White", $ff
