;   list.asm - a list of all corps. Main program.
;
;   Entry point: corps_list.

LIST_ROWS       = 20
LIST_FIRST      = 2             ; row of the first corps
LIST_MUSTER     = 13            ; columns
LIST_READY      = 20
LIST_ORDERS     = 26
LIST_MODE       = 30            ; of ten letters at most

;----------------------------------------------------------------------
;   corps_list: shows number, type, muster, combat strength, orders and mode
;   of all corps in the field. The stick selects one and the button goes
;   there; the pointer's button goes to the corps it points at.
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           corps_list
                jsr page_open
                jsr list_gather
                lda #0
                sta zp_sum              ; the selected one
drawn           jsr list_draw
                lda #<page_list
                ldy #>page_list
                ldx #TEXT_COLOURS
                jsr page_show
key             jsr page_key
                cmp #KEY_UP
                beq up
                cmp #KEY_DOWN
                beq down
                cmp #KEY_MINUS
                beq up
                cmp #KEY_EQUALS
                beq down
                cmp #KEY_CLICK
                bne leaves
                jsr row_clicked
                lda #KEY_RETURN
                bcs leaves
                lda #KEY_ESC
leaves          pha
                jsr page_close
                pla
                cmp #KEY_RETURN
                bne done
                ldx zp_sum
                lda list_units,x
                beq done
                tax
                stx corps_shown
                jmp view_unit
done            rts

up              lda zp_sum
                beq key
                dec zp_sum
                jmp drawn
down            ldx zp_sum
                inx
                cpx zp_limit
                bcs key
                stx zp_sum
                jmp drawn
.endp

;   The corps that the pointer points at. IN zp_failures: index after the last
;   one of the page. OUT zp_sum, C set if there is one. CLOBBERS A, X.
.proc           row_clicked
                lda zp_row              ; first of the page, from its last
                sec
                sbc #LIST_FIRST
                sta zp_factor
                lda zp_failures
                sec
                sbc zp_factor
                sta zp_factor
                jsr pointer_row         ; four to a row, from the picture's
                sec                     ; upper edge
                sbc #PAGE_ROWS_ABOVE + 4 * LIST_FIRST
                bcc nobody
                lsr @
                lsr @
                cmp #LIST_ROWS
                bcs outside
                adc zp_factor           ; carry is clear
                cmp zp_failures
                bcs outside
                sta zp_sum
                sec
                rts
outside         clc
nobody          rts
.endp
PAGE_ROWS_ABOVE = 32 / 2 - CURSOR_MIDDLE_Y + POINTER_ABOVE

;   The corps in the field. OUT list_units, zp_limit their number. CLOBBERS A,
;   X, Y.
.proc           list_gather
                ldy #0
                ldx #1
corps           lda turn
                cmp unit_arrival,x
                bcc next
                txa
                sta list_units,y
                iny
next            inx
                cpx #GERMANS + 1
                bcc corps
                sty zp_limit
                lda #0
                sta list_units,y
                rts
.endp

;   Draws the page with the selected corps. CLOBBERS A, X, Y.
.proc           list_draw
                jsr page_clear
                page_put line_list, 0, 0
                lda level
                cmp #EXPERT
                bne plain_list
                page_put line_mode, 0, LIST_MODE + 3
plain_list
                page_put line_list_keys, 23, 0
                lda #0
                sta zp_failures         ; first of the page
page            lda zp_failures
                clc
                adc #LIST_ROWS
                cmp zp_sum
                beq next
                bcs found
next            sta zp_failures
                bcc page
                bcs page                ; always
found           lda #LIST_FIRST
                sta zp_row
row             ldy zp_failures
                cpy zp_limit
                bcs done
                ldx list_units,y
                jsr row_draw
                lda zp_failures
                cmp zp_sum
                bne plain
                jsr row_invert
plain           inc zp_failures
                inc zp_row
                lda zp_row
                cmp #LIST_FIRST + LIST_ROWS
                bcc row
done            rts
.endp

;   Draws corps X in row zp_row. CLOBBERS A, X, Y.
.proc           row_draw
                stx zp_actor
                ldy #0
                jsr column
                jsr page_unit
                ldy #LIST_MUSTER
                jsr column
                lda unit_muster,x
                jsr page_number
                ldy #LIST_READY
                jsr column
                lda unit_combat,x
                jsr page_number
                ldy #LIST_ORDERS
                jsr column
                lda unit_orders,x
                jsr page_number
                lda level
                cmp #EXPERT
                bne done
                ldy #LIST_MODE
                jsr column
                lda unit_mode,x
                clc
                adc #WORD_MODE
                jmp page_word
done            rts

column          lda zp_row
                jsr page_at
                ldx zp_actor
                rts
.endp

;   Inverts row zp_row. CLOBBERS A, X, Y.
.proc           row_invert
                lda zp_row
                ldy #0
                jsr page_at
                ldy #PAGE_WIDTH - 1
letter          lda (zp_to),y
                ora #$80
                sta (zp_to),y
                dey
                bpl letter
                rts
.endp

line_list       dta d'CORPS        MUSTER READY ORDERS', $ff
line_mode       dta d'MODE', $ff
line_list_keys  dta d'STICK: CHOOSE   BUTTON: GO   ESC: BACK', $ff
