;   months.asm - the front of each month, on the whole map. Main program.
;
;   Entry points: months, month_remember.
;   Owns month_fronts.

PATTERN_EAST    = $24           ; the eastern edge of a square

;----------------------------------------------------------------------
;   month_remember: records the current front for the current month; the
;   record of the month's last week remains
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           month_remember
                lda month
                sec
                sbc #MONTH_FIRST
                scs
                adc #12
                jsr month_aim
                ldy #MAP_ROW_Y - 1
                lda #0
row             sta (zp_from),y
                dey
                bpl row
                ldx #AIR_FIRST - 1
corps           lda turn
                cmp unit_arrival,x
                bcc next
                lda unit_x,x            ; carry is set
                adc #0
                sta zp_product
                ldy unit_y,x
                lda (zp_from),y
                beq first
                cmp zp_product
                bcc next                ; another is further east
first           lda zp_product
                sta (zp_from),y
next            dex
                bne corps
                rts
.endp

;   IN A months since May. OUT zp_from their front. CLOBBERS X.
.proc           month_aim
                tax
                mwa #month_fronts zp_from
                inx
                bne more                ; always
month           lda zp_from
                clc
                adc #MAP_ROW_Y
                sta zp_from
                scc
                inc zp_from + 1
more            dex
                bne month
                rts
.endp

;----------------------------------------------------------------------
;   months: shows the fronts one after another, the current one white and
;   those before it red; a key continues, ESC or a console key leaves
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           months
                jsr page_open
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
                lda #0
                sta zp_foe
month           jsr front_known
                bcc next
                ldx #PIXEL_GERMAN
                jsr front_draw
                jsr month_name
                lda #<picture_list
                ldy #>picture_list
                ldx #PICTURE_COLOURS
                jsr page_show
                jsr page_key
                cmp #KEY_ESC
                beq done
                ldx #PIXEL_RUSSIAN
                jsr front_draw
next            inc zp_foe
                lda zp_foe
                cmp #MONTH_COUNT
                bcc month
done            jmp page_close
.endp

;   Writes the text of month zp_foe. CLOBBERS A, X, Y.
.proc           month_name
                jsr page_clear
                page_put line_month, 0, 1
                lda zp_foe
                clc
                adc #MONTH_FIRST
                cmp #12 + 1
                scc
                sbc #12
                clc
                adc #WORD_MONTH
                jsr page_word
                page_put line_months, 1, 1
                rts
.endp

;   Whether month zp_foe has a front. OUT C set if so. CLOBBERS A, X, Y.
.proc           front_known
                lda zp_foe
                jsr month_aim
                ldy #MAP_ROW_Y - 1
                clc
row             lda (zp_from),y
                bne known
                dey
                bpl row
                rts
known           sec
                rts
.endp

;   Draws the front of month zp_foe: the eastern edges of its squares, and
;   lines across from row to row. IN X colour. CLOBBERS A, X, Y.
.proc           front_draw
                stx zp_actor
                lda zp_foe
                jsr month_aim
                lda #0
                sta zp_sum              ; pixel in the row before, 0 none
                lda #MAP_ROW_Y - 1
                sta zp_to_y
row             ldy zp_to_y
                lda (zp_from),y
                beq there
                sec
                sbc #1
                sta zp_to_x
                ldx zp_actor
                ldy #PATTERN_EAST
                jsr pattern_draw
                jsr square_pixel
                clc
                adc #SQUARE_WIDTH - 1
                sta zp_home
                stx zp_tries
                lda zp_sum
                beq joined
across          cmp zp_home
                beq joined
                bcs west
                inc zp_sum
                bcc step                ; always
west            dec zp_sum
step            lda zp_sum
                ldx zp_tries
                ldy zp_actor
                jsr plot
                lda zp_sum
                bne across              ; always
joined          lda zp_home
there           sta zp_sum
                dec zp_to_y
                bpl row
                rts
.endp
                ert PICTURE_LEFT = 0

line_month      dta d'WHITE: THE FRONT IN ', $ff
line_months     dta d'RED: BEFORE   A KEY: GO ON   ESC: BACK', $ff
