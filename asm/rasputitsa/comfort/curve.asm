;   curve.asm - curves of score and front by week. Main program.
;
;   Entry points: curve, week_remember, end_wait.
;   Owns history_score, history_front.

WEEK_WIDTH      = 3             ; pixels
WEEK_LEFT       = 12
SCORE_BASE      = 168           ; the lowest score is above -168

;----------------------------------------------------------------------
;   week_remember: records score and front of the week that begins
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           week_remember
                ldy turn
                cpy #HISTORY
                bcs done
                lda score               ; half its distance from the base
                clc
                adc #SCORE_BASE
                tax
                lda score_high
                adc #0
                lsr @
                txa
                ror @
                sta history_score,y
                jsr front_measure
                ldy turn
                sta history_front,y
                jmp month_remember
done            rts
.endp

;   The corps' mean position from the east. OUT A four times that.
;   CLOBBERS X, Y, zp_product, zp_quotient, zp_factor.
.proc           front_measure
                lda #0
                sta zp_factor           ; their number
                sta zp_product          ; the sum
                tay
                ldx #GERMANS
corps           lda turn
                cmp unit_arrival,x
                bcc next
                inc zp_factor
                lda unit_x,x
                clc
                adc zp_product
                sta zp_product
                scc
                iny
next            dex
                bne corps
                sty zp_quotient
                lda zp_factor
                beq done                ; no corps is left
                asl zp_product
                rol zp_quotient
                asl zp_product
                rol zp_quotient
                ldx #0
                lda zp_product
divide_on       sec
                sbc zp_factor
                tay
                lda zp_quotient
                sbc #0
                bcc found
                sta zp_quotient
                tya
                inx
                bne divide_on
found           txa
done            rts
.endp

;----------------------------------------------------------------------
;   curve: shows both until a key is pressed; M leads on to the map
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           curve
                jsr page_open
                jsr page_clear
                jsr picture_clear
                page_put line_score, 0, 1
                page_put line_front, 1, 1
                lda #HISTORY - 1        ; the line of score 0
                sta zp_sum
zero            jsr week_pixel
                ldx #ZERO_ROW
                ldy #PIXEL_WATER
                jsr plot
                dec zp_sum
                bpl zero

                lda turn
                cmp #HISTORY
                bcc known
                lda #HISTORY - 1
known           sta zp_sum
week            ldx zp_sum
                lda history_front,x
                jsr row_of
                ldy #PIXEL_RUSSIAN
                jsr dot
                ldx zp_sum
                lda #$ff
                sec
                sbc history_score,x     ; a greater score is higher up
                sec
                sbc #$ff - SCORE_TOP
                scs
                lda #0
                jsr row_of
                ldy #PIXEL_GERMAN
                jsr dot
                dec zp_sum
                bpl week
                lda #<picture_list
                ldy #>picture_list
                ldx #PICTURE_COLOURS
                jsr page_show
                jsr page_key
                cmp #KEY_M
                jeq months
                jmp page_close

;   Three eighths of A. OUT X.
row_of          lsr @
                lsr @
                lsr @
                sta zp_factor
                asl @
                adc zp_factor           ; carry is clear
                cmp #PICTURE_ROWS - 1
                scc
                lda #PICTURE_ROWS - 2
                tax
                rts

;   Two by two pixels of week zp_sum in row X, colour Y.
dot             stx zp_tries
                sty zp_limit
                sty zp_code
                jsr week_pixel
                jsr pair
                inc zp_tries
                jsr week_pixel
pair            pha
                ldx zp_tries
                ldy zp_code
                jsr plot
                pla
                clc
                adc #1
                ldx zp_tries
                ldy zp_code
                jmp plot

;   OUT A first pixel of week zp_sum.
week_pixel      lda zp_sum
                asl @
                adc zp_sum              ; carry is clear
                adc #WEEK_LEFT
                rts
.endp

SCORE_TOP       = 211           ; history_score of the top row
ZERO_ROW        = [SCORE_TOP - SCORE_BASE / 2] / 8 * 3
                ert 4 * 45 / 8 * 3 >= PICTURE_ROWS
                ert WEEK_LEFT + WEEK_WIDTH * HISTORY > 160

;   After the last week: waits for START; C shows the curve. CLOBBERS A, X, Y.
.proc           end_wait
                jsr week_remember       ; the last week has no order phase
                text_put line_end, AT_LINE_1
                text_put line_end_more, AT_LINE_2
again           lda #KEY_NONE
                sta CH
held            lda CONSOL
                and #CONSOLE_START
                beq held
wait            lda CH
                cmp #KEY_C
                beq shown
                lda CONSOL
                and #CONSOLE_START
                bne wait
                rts
shown           jsr curve
                jmp again
.endp

line_end        dta d'C: SCORE AND FRONT WEEK BY WEEK,', $ff
line_end_more   dta d'   THEN M: THE MAP, BY MONTHS', $ff
line_score      dta d'WHITE: THE SCORE, ABOVE OR BELOW NAUGHT', $ff
line_front      dta d'RED: HOW FAR EAST.   M: MAP BY MONTHS', $ff
