;   overview.asm - the whole map on one screen, with both armies and the names
;                  of the cities. Main program.
;
;   Entry points: overview, plot.
;   Owns the canvas while it is shown.

PICTURE_WIDTH   = 40            ; bytes of a row, 4 pixels each
PICTURE_ROWS    = 78            ; two for each row of squares
SQUARE_WIDTH    = 3             ; pixels
PICTURE_LEFT    = 11            ; first pixel of the western column
PIXEL_RUSSIAN   = 1             ; colours
PIXEL_GERMAN    = 2
PIXEL_WATER     = 3
PATTERN_FULL    = $3f           ; of a square
PATTERN_UNIT    = $36
PATTERN_CITY    = $12
PATTERN_DOT     = $10

;----------------------------------------------------------------------
;   overview: shows the map until a key is pressed; N adds the names
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           overview
                jsr page_open
                jsr page_clear
                jsr picture_clear
                jsr squares_draw
                page_put line_overview, 0, 1
                jsr units_count
                lda #<picture_list
                ldy #>picture_list
                ldx #PICTURE_COLOURS
                jsr page_show
                jsr page_key
                cmp #KEY_N
                bne done
                jsr names_draw
                jsr page_key
done            jmp page_close
.endp

;   Writes the number of units on the map to the second row. CLOBBERS A, X, Y.
.proc           units_count
                lda #0
                sta zp_row
                sta zp_code
                ldx #UNIT_LAST
unit            lda turn
                cmp unit_arrival,x
                bcc next
                cpx #FIRST_RUSSIAN
                bcs russian
                inc zp_row
                bcc next                ; always
russian         inc zp_code
next            dex
                bne unit
                lda #1
                ldy #1
                jsr page_at
                lda zp_row
                ldx zp_code
.endp
;   IN A corps, X armies. X is kept. CLOBBERS A, Y.
.proc           page_sides
                pha
                lda #<words_german
                ldy #>words_german
                jsr page_text
                pla
                jsr page_number
                lda #<words_russian
                ldy #>words_russian
                jsr page_text
                txa
                jmp page_number
.endp

;   Clears the canvas. CLOBBERS A, X, Y.
.proc           picture_clear
                mwa #canvas zp_to
                ldx #>[PICTURE_WIDTH * PICTURE_ROWS + 255]
                lda #0
                tay
page            sta (zp_to),y
                iny
                bne page
                inc zp_to + 1
                dex
                bne page
                rts
.endp

;   Draws all squares. CLOBBERS A, X, Y.
.proc           squares_draw
                lda #MAP_ROW_Y - 1
                sta zp_to_y
row             lda #MAP_X_WEST
                sta zp_to_x
square          jsr square_draw
                dec zp_to_x
                bpl square
                dec zp_to_y
                bpl row
                rts
.endp

;   Draws the square zp_to_..., a unit as a block. CLOBBERS A, X, Y.
.proc           square_draw
                lda zp_to_x
                ldy zp_to_y
                jsr terrain_at
                ldy #0
                lda (zp_occupant),y
                beq ground_draw
                ldx #PIXEL_GERMAN
                cmp #FIRST_RUSSIAN
                bcc block
                ldx #PIXEL_RUSSIAN
block           ldy #PATTERN_UNIT
                bne pattern_draw        ; always
.endp

;   Draws only its ground. CLOBBERS A, X, Y.
.proc           square_ground
                lda zp_to_x
                ldy zp_to_y
                jsr terrain_at
.endp
;   IN terrain_type, terrain_code: water fills the square, a river is a dot of
;   water, a city a dot in its owner's colour.
.proc           ground_draw
                lda terrain_type
                ldx #PIXEL_WATER
                ldy #PATTERN_FULL
                cmp #TERRAIN_SEA
                bcs pattern_draw
                ldy #PATTERN_DOT
                cmp #TERRAIN_RIVER
                bcs pattern_draw
                cmp #TERRAIN_CITY
                bne done
                ldy #PATTERN_CITY
                ldx #PIXEL_RUSSIAN
                lda terrain_code
                cmp #COLOUR_RED
                bcs pattern_draw
                ldx #PIXEL_GERMAN
                bne pattern_draw        ; always
done            rts
.endp

;   IN X colour, Y pattern of the three by two pixels of the square zp_to_...,
;   with the upper left one in the lowest bit. CLOBBERS A, X, Y.
.proc           pattern_draw
                stx zp_code
                sty zp_tick
                jsr square_pixel
                sta zp_number
                stx zp_placing
pixel           lsr zp_tick             ; upper row, then lower
                bcc next
                lda zp_number
                ldx zp_placing
                ldy zp_code
                jsr plot
next            inc zp_number
                lda zp_tick
                beq done
                lda zp_number
                sec
                sbc zp_around
                cmp #SQUARE_WIDTH
                bcc pixel
                lda zp_around
                sta zp_number
                inc zp_placing
                bne pixel               ; always
done            rts
.endp

;   First pixel of square zp_to_.... OUT A pixel (and zp_around), X row.
.proc           square_pixel
                lda #MAP_X_WEST
                sec
                sbc zp_to_x
                sta zp_around
                asl @
                adc zp_around           ; carry is clear
                adc #PICTURE_LEFT
                sta zp_around
                lda #MAP_ROW_Y - 1
                sec
                sbc zp_to_y
                asl @
                tax
                lda zp_around
                rts
.endp

;----------------------------------------------------------------------
;   plot: plots a pixel of the canvas
;   IN       A pixel 0 to 159, X row 0 to 77, Y colour 0 to 3
;   CLOBBERS A, X, Y
;   CYCLES   110
;----------------------------------------------------------------------
.proc           plot
                sty zp_limit
                pha
                lda #0                  ; 40 times the row
                sta zp_to + 1
                txa
                asl @
                asl @                   ; 4 * 77 is more than a byte
                rol zp_to + 1
                stx zp_failures
                clc
                adc zp_failures
                scc
                inc zp_to + 1
                asl @
                rol zp_to + 1
                asl @
                rol zp_to + 1
                asl @
                rol zp_to + 1
                sta zp_to
                lda zp_to + 1
                clc
                adc #>canvas
                sta zp_to + 1
                pla
                pha
                lsr @
                lsr @
                tay
                pla
                and #3
                tax
                lda (zp_to),y
                and pixel_keep,x
                sta zp_failures
                txa
                asl @
                asl @
                ora zp_limit
                tax
                lda pixel_colour,x
                ora zp_failures
                sta (zp_to),y
                rts
.endp
                ert <canvas

;   Masks of the bits that stay when pixel 0 to 3 is plotted; the pixel in the
;   four colours
pixel_keep      dta $3f, $cf, $f3, $fc
pixel_colour    dta $00, $40, $80, $c0
                dta $00, $10, $20, $30
                dta $00, $04, $08, $0c
                dta $00, $01, $02, $03

;----------------------------------------------------------------------
;   names_draw: draws the names of all cities in small letters to the right of
;   them, or further left if they need room; some to the left
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           names_draw
                ldx #CITY_COUNT - 1
city            stx zp_actor
                lda city_x,x
                sta zp_to_x
                lda city_y,x
                sta zp_to_y
                lda city_name,x
                sta zp_foe
                tay
                ldx #0                  ; width in pixels
length          lda city_names,y
                bmi measured
                inx
                iny
                bne length
measured        txa
                asl @
                asl @
                sta zp_home
                jsr square_pixel
                stx zp_tries
                sta zp_sum
                ldx #LEFT_NAMES - 1
                lda zp_actor
side            cmp names_left,x
                beq left
                dex
                bpl side
                lda zp_sum
                clc
                adc #SQUARE_WIDTH + 1
                bne placed              ; always
left            lda zp_sum
                sec
                sbc zp_home
placed          sta zp_sum
                lda #4 * PICTURE_WIDTH
                sec
                sbc zp_home
                cmp zp_sum
                bcs fits
                sta zp_sum
fits            ldx zp_tries            ; letters have five rows, squares two
                beq letter
                dex
                stx zp_tries
letter          ldy zp_foe
                lda city_names,y
                bmi next
                inc zp_foe
                jsr letter_draw
                lda zp_sum
                clc
                adc #4
                sta zp_sum
                bne letter              ; always
next            ldx zp_actor
                dex
                bpl city
                rts
.endp

;   Cities with names to the left, to keep them clear of others: Gorky, Rzhev,
;   Dnepropetrovsk
names_left      dta 4, 7, 16
LEFT_NAMES      = * - names_left

;   Draws letter A at pixel zp_sum, row zp_tries. CLOBBERS A, X, Y.
.proc           letter_draw
                sec
                sbc #$21                ; screen code of A
                cmp #26
                bcs done                ; not a letter
                asl @
                tay
                lda small_letters,y
                sta zp_blow_muster
                lda small_letters + 1,y
                sta zp_blow_combat
                lda #0
                sta zp_subturn          ; row
row             lda #0
                sta zp_code
pixel           lsr zp_blow_combat
                ror zp_blow_muster
                bcc blank
                lda zp_tries
                clc
                adc zp_subturn
                cmp #PICTURE_ROWS
                bcs blank
                tax
                lda zp_sum
                clc
                adc zp_code
                ldy #PIXEL_GERMAN
                jsr plot
blank           inc zp_code
                lda zp_code
                cmp #3
                bcc pixel
                inc zp_subturn
                lda zp_subturn
                cmp #5
                bcc row
done            rts
.endp

;   Letters of three by five pixels: rows from the top, three bits each,
;   from the left, the lowest bit first
.macro          small
                dta a(:1 + :2 * 8 + :3 * 64 + :4 * 512 + :5 * 4096)
.endm
small_letters   small 2, 5, 7, 5, 5             ; A
                small 3, 5, 3, 5, 3
                small 6, 1, 1, 1, 6
                small 3, 5, 5, 5, 3
                small 7, 1, 3, 1, 7
                small 7, 1, 3, 1, 1
                small 6, 1, 5, 5, 6
                small 5, 5, 7, 5, 5
                small 7, 2, 2, 2, 7             ; I
                small 4, 4, 4, 5, 2
                small 5, 5, 3, 5, 5
                small 1, 1, 1, 1, 7
                small 5, 7, 7, 5, 5
                small 3, 5, 5, 5, 5
                small 2, 5, 5, 5, 2
                small 3, 5, 3, 1, 1
                small 2, 5, 5, 3, 6             ; Q
                small 3, 5, 3, 5, 5
                small 6, 1, 2, 4, 3
                small 7, 2, 2, 2, 2
                small 5, 5, 5, 5, 7
                small 5, 5, 5, 5, 2
                small 5, 5, 7, 7, 5
                small 5, 5, 2, 5, 5
                small 5, 5, 2, 2, 2             ; Y
                small 7, 4, 2, 1, 7

line_overview   dta d'N: CITIES   OTHER KEYS: BACK TO THE MAP', $ff
words_german    dta d'CORPS ', $ff
words_russian   dta d', RUSSIAN ARMIES ', $ff

PICTURE_FIRST   = $4d           ; mode D, LMS
PICTURE_LINE    = $0d
picture_list    dta BLANK_8, BLANK_8, BLANK_8
                dta PICTURE_FIRST, a(canvas)
                :77 dta PICTURE_LINE
                dta BLANK_8
                dta TEXT_LINE | $40, a(page_rows), TEXT_LINE
                dta JUMP_WAIT, a(picture_list)
                ert PICTURE_ROWS <> 78
                ert [picture_list ^ [* - 1]] & $fc00    ; no 1K crossing
                ert PICTURE_WIDTH * PICTURE_ROWS > CANVAS_SIZE
