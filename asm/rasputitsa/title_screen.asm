;   title_screen.asm - the picture of the title.
;
;   Entry points: title_frame, big_letters.

;   The deferred vertical blank routine of the title
title_frame     cld
                jsr colours_frame
                jmp XITVBV

;----------------------------------------------------------------------
;   big_letters: draws the name in mode 9 from the OS's character set. Each
;   byte of a letter's shape becomes eight pixels in a row of four scan lines.
;   OUT      text, used as screen memory
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           big_letters
                ldx #TITLE_SIZE - 1
letter          lda #0                  ; CHBAS + 8 * code
                sta zp_from + 1
                lda title_letters,x
                asl @
                asl @
                asl @
                rol zp_from + 1         ; codes are below 64
                sta zp_from
                lda zp_from + 1
                adc #FONT_PAGE          ; carry is clear
                sta zp_from + 1
                stx zp_row
                ldy #0
row             lda (zp_from),y
                sta text + BIG_LEFT,x
                txa
                clc
                adc #BIG_WIDTH
                tax
                iny
                cpy #8
                bcc row
                ldx zp_row
                dex
                bpl letter
                rts
.endp

;----------------------------------------------------------------------
;   Display list. The interrupts come in the same order as in the game;
;   number 13 follows the last map row.
;----------------------------------------------------------------------
TITLE_OFFSET    = MAP_COLUMNS * [MAP_ROW_Y - TITLE_Y] + MAP_ROW_X - TITLE_X
TITLE_MAP       = map + TITLE_OFFSET

title_list      dta BLANK_8, BLANK_8, BLANK_8
                dta BIG_FIRST, a(text)
                :6 dta BIG_LINE
                dta BIG_LAST
                dta BLANK_2_DLI, BLANK_2_DLI
                .rept TITLE_ROWS
                dta TITLE_MAP_LINE, a(TITLE_MAP + # * MAP_COLUMNS)
                .endr
                dta BLANK_2_DLI
                dta TEXT_FIRST, a(title_lines), TEXT_LINE, TEXT_LINE
                dta BLANK_2_DLI
                title_hint
                dta BLANK_2_DLI
                dta JUMP_WAIT, a(title_list)
title_list_end
                ert [title_list ^ [title_list_end - 1]] & $fc00 ; no 1K crossing
                ert [title_lines ^ [title_lines + 4 * 48 - 1]] & $f000
