;   panel.asm - the column beside the board: sides, move, keys.
;
;   Entry points: panel_draw, panel_move, panel_keys (macro keys_are),
;   panel_undo.

;----------------------------------------------------------------------
;   panel_draw: draws everything except the keys and the numbers
;   IN       computers, option_plies
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           panel_draw
                text_show panel_name
                text_show panel_white
                text_show panel_black
                lda computers
                lsr @
                pha
                bcs white_thinks
                text_show panel_white_person
                jmp black
white_thinks    text_show panel_white_computer
                jsr plies
black           pla
                lsr @
                bcs black_thinks
                text_show panel_black_person
                rts
black_thinks    text_show panel_black_computer
plies           lda option_plies
                ora #CHAR_DIGIT
                dey                             ; after the text
                sta (zp_text),y
                rts
.endp

;----------------------------------------------------------------------
;   panel_move: shows the side to move, the last move and its number
;   IN       winner, zp_turn, move_count, last_from, last_to
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           panel_move
                text_show panel_no_white
                text_show panel_no_black
                lda winner
                bne number
                lda zp_turn
                bne black
                text_show panel_turn_white
                jmp number
black           text_show panel_turn_black

number          text_show panel_number
                lda move_count
                sta zp_work
                lda move_count + 1
                ldx #0
                sec
hundred         tay                             ; of a word in Y, zp_work
                lda zp_work
                sbc #100
                pha
                tya
                sbc #0
                bcc rest
                tay
                pla
                sta zp_work
                tya
                inx
                bne hundred
rest            pla
                txa
                beq small
                ora #CHAR_DIGIT
                ldy #6
                sta (zp_text),y
small           pha
                lda zp_text
                clc
                adc #7
                sta zp_text
                scc
                inc zp_text + 1
                lda zp_work
                ldx #2
                jsr number_put
                pla
                beq last                        ; no hundreds
                ldy #0
                lda (zp_text),y
                bne last
                lda #CHAR_DIGIT                 ; no blank between digits
                sta (zp_text),y

last            ldx #>AT_LAST_MOVE
                ldy #<AT_LAST_MOVE
                jsr line_begin
                lda last_from
                beq show
                jsr line_square
                lda #CHAR_DASH
                jsr line_character
                lda last_to
                jsr line_square
show            mwa #AT_LAST_MOVE zp_word
                ldy #PANEL_SIZE - 1
letter          lda line,y
                sta (zp_word),y
                dey
                bpl letter
                rts
.endp
AT_LAST_MOVE    = screen + AT_LAST * LINE_SIZE + AT_PANEL

;----------------------------------------------------------------------
;   panel_keys: shows what the keys do now
;   IN       X, Y nine lines of nine characters (high, low)
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
KEYS_LINES      = 9
LINE_UNDO       = 6             ; of these, in keys_pick and keys_hand

.proc           panel_keys
                sty zp_word
                stx zp_word + 1
                mwa #AT_KEYS_LIST zp_text
                ldx #KEYS_LINES
line            ldy #PANEL_SIZE - 1
letter          lda (zp_word),y
                sta (zp_text),y
                dey
                bpl letter
                adw zp_word #PANEL_SIZE
                adw zp_text #LINE_SIZE
                dex
                bne line
                rts
.endp

;   After the keys of a person's turn: removes the last one if there is
;   nothing to take back. CLOBBERS A, X, Y.
.proc           panel_undo
                jsr undo_find
                bcc done
                lda #0                          ; a blank
                ldy #PANEL_SIZE - 1
letter          sta AT_UNDO,y
                sta AT_UNDO + LINE_SIZE,y
                dey
                bpl letter
done            rts
.endp
AT_UNDO         = AT_KEYS_LIST + LINE_UNDO * LINE_SIZE
AT_KEYS_LIST    = screen + AT_KEYS * LINE_SIZE + AT_PANEL

;   Shows list :1
.macro          keys_are
                ldx #>:1
                ldy #<:1
                jsr panel_keys
.endm

;----------------------------------------------------------------------
;   borders_draw: draws the numbers of the rows, the letters of the columns
;   and the board's last lines
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           borders_draw
                mwa #screen zp_text
                ldx #SIZE
row             stx zp_count
                txa
                ldx #2
                jsr number_put
                lda #CHAR_EMPTY + 2             ; the last line
                ldy #AT_EDGE
                sta (zp_text),y
                ldy #LINE_SIZE + AT_EDGE
                sta (zp_text),y
                adw zp_text #2*LINE_SIZE
                ldx zp_count
                dex
                bne row

                ldy #AT_BOARD                   ; after the last row
                lda #CHAR_COLUMN
letter          sta (zp_text),y
                iny
                pha
                lda #CHAR_LINE
                sta (zp_text),y
                pla
                iny
                clc
                adc #1
                cmp #CHAR_COLUMN + SIZE
                bcc letter
                text_show panel_sums
                rts
.endp
