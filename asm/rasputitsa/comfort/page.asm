;   page.asm - a page of text or a picture instead of the map. Main program;
;              the game's frame routine is off meanwhile.
;
;   Entry points: page_open, page_close, page_key, page_clear, page_at,
;   page_letter, page_text, page_number, page_unit, page_city.
;   Owns page_rows; zp_to, the address of the next letter.

PAGE_WIDTH      = 40
PAGE_HEIGHT     = 24
PAGE_STICK      = 10            ; frames until the stick is read again

;----------------------------------------------------------------------
;   page_open: hides the game, so that page_show can show something else
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
page_open       = screen_off

;   IN A, Y display list (low, high), X colours. CLOBBERS A, X, Y.
.proc           page_show
                sta SDLSTL
                sty SDLSTL + 1
                ldy #0
                sty HPOSP0              ; hide cursor, arrow and cross
                sty HPOSP1
                sty HPOSP2
colour          lda page_colours,x
                sta COLOR0,y
                inx
                iny
                cpy #5
                bcc colour
                lda #2                  ; inverse letters stay inverse and do
                sta CHACT               ; not blink
                lda #$22
                sta SDMCTL
                rts
.endp

;----------------------------------------------------------------------
;   page_close: returns to the map
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           page_close
                jsr screen_off
                jsr colours_set
                lda zp_cursor_x
                sta HPOSP0
                lda #0
                sta start_tap
                mwa #display_list SDLSTL
                ldx #>vbi_start
                ldy #<vbi_start
                jmp screen_on
.endp

;----------------------------------------------------------------------
;   page_key: waits for a key, a button, the stick, or a console key
;   OUT      A KEY_...; KEY_RETURN for the stick's button, KEY_CLICK for the
;            pointer's, KEY_ESC for a console key, KEY_UP, KEY_DOWN for the
;            stick
;   CLOBBERS X
;----------------------------------------------------------------------
.proc           page_key
                lda #KEY_NONE
                sta CH
                ldx #PAGE_STICK
rest            jsr frame_wait
                dex
                bne rest
                stx zp_wait             ; buttons have to be up first
wait            jsr frame_wait
                lda #0
                sta ATRACT
                lda CH
                cmp #KEY_NONE
                bne done
                lda STICK0
                lsr @
                bcc up
                lsr @
                bcc down
                jsr trigger_frame
                lda zp_trigger
                beq button
                lda CONSOL
                and #CONSOLE_START | CONSOLE_SELECT | CONSOLE_OPTION
                cmp #CONSOLE_START | CONSOLE_SELECT | CONSOLE_OPTION
                bne console
                inc zp_wait
                bne wait
                dec zp_wait
                bne wait                ; always
button          lda zp_wait
                beq wait
                lda #KEY_RETURN
                ldx STRIG0
                beq pressed
                lda #KEY_CLICK
pressed         pha
lift            jsr frame_wait          ; it must not lift a unit
                jsr trigger_frame
                lda zp_trigger
                beq lift
                pla
                bne done                ; always
console         lda CONSOL
                and #CONSOLE_START | CONSOLE_SELECT | CONSOLE_OPTION
                cmp #CONSOLE_START | CONSOLE_SELECT | CONSOLE_OPTION
                bne console
                lda #KEY_ESC
                bne done                ; always
up              lda #KEY_UP
                bne done                ; always
down            lda #KEY_DOWN
done            ldx #KEY_NONE
                stx CH
                rts
.endp

;   Clears the page. CLOBBERS A, X.
.proc           page_clear
                ldx #0
                txa
letter          sta page_rows,x
                sta page_rows + $100,x
                sta page_rows + $200,x
                sta page_rows + PAGE_SIZE - $100,x
                inx
                bne letter
                rts
.endp

;   Sets the next letter's position: row A, column Y. CLOBBERS A, X, Y.
.proc           page_at
                tax
                tya
                clc
                adc #<page_rows
                sta zp_to
                lda #>page_rows
                adc #0
                sta zp_to + 1
                cpx #0
                beq done
row             lda zp_to
                clc
                adc #PAGE_WIDTH
                sta zp_to
                scc
                inc zp_to + 1
                dex
                bne row
done            rts
.endp

;   Writes letter A, a screen code. CLOBBERS Y.
.proc           page_letter
                ldy #0
                sta (zp_to),y
.endp
.proc           page_space
                inc zp_to
                sne
                inc zp_to + 1
                rts
.endp

;   Writes the text at A, Y (low, high), which ends with $FF. CLOBBERS A, Y.
.proc           page_text
                sta zp_from
                sty zp_from + 1
next            ldy #0
                lda (zp_from),y
                bmi done
                jsr page_letter
                inc zp_from
                sne
                inc zp_from + 1
                jmp next
done            rts
.endp

;   Writes text :1 in row :2, column :3
.macro          page_put
                lda #:2
                ldy #:3
                jsr page_at
                lda #<:1
                ldy #>:1
                jsr page_text
.endm

;   Writes A in decimal. CLOBBERS A, Y.
.proc           page_number
                ldy #0
                sty zp_number           ; not 0 once a digit is written
                number_digits digit
                jmp page_letter

digit           cpy #DIGIT_ZERO
                bne put
                ldy zp_number
                beq skip
                ldy #DIGIT_ZERO
put             sty zp_number
                pha
                tya
                jsr page_letter
                pla
skip            rts
.endp

;   Writes number and type of unit X. X is kept. CLOBBERS A, Y.
.proc           page_unit
                lda unit_number,x
                jsr page_number
                jsr page_space
                lda unit_type,x
                and #TYPE_BITS
                ora #WORD_TYPE
.endp
;   Writes word A. CLOBBERS A, Y.
.proc           page_word
                tay
                lda word_begins,y
                clc
                adc #<words
                pha
                lda #>words
                adc #0
                tay
                pla
                jmp page_text
.endp

;   Writes the name of city X. CLOBBERS A, Y.
.proc           page_city
                lda city_name,x
                clc
                adc #<city_names
                pha
                lda #>city_names
                adc #0
                tay
                pla
                jmp page_text
.endp

;   COLOR0 to COLOR4
page_colours
TEXT_COLOURS    = * - page_colours
                dta $28, $0e, $92, $46, $90
PICTURE_COLOURS = * - page_colours
                dta $36, $0e, $84, $46, $12

page_list       dta BLANK_8, BLANK_8, BLANK_8
                dta TEXT_LINE | $40, a(page_rows)
                :23 dta TEXT_LINE
                dta JUMP_WAIT, a(page_list)
                ert PAGE_HEIGHT <> 24
                ert [page_list ^ [* - 1]] & $fc00       ; no 1K crossing
