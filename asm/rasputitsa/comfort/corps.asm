;   corps.asm - moves the cursor to corps without orders, and the window to a
;               square.
;
;   Entry points: corps_next, corps_before, view_unit (main program);
;   view_take (interrupt).
;   Owns corps_shown, view_.

;----------------------------------------------------------------------
;   corps_next, corps_before: moves the cursor to the next corps by number
;   that has no orders, or shows a notice if there is none
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
corps_before    ldy #$ff
                bne corps_seek          ; always
corps_next      ldy #1
.proc           corps_seek
                sty zp_code
                lda #GERMANS
                sta zp_row
                ldx corps_shown
unit            txa
                clc
                adc zp_code
                tax
                beq last
                cpx #GERMANS + 1
                bcc tried
                ldx #1
                lda zp_code
                bpl tried
last            ldx #GERMANS
                lda zp_code
                bmi tried
                ldx #1
tried           jsr corps_idle
                bcs found
                dec zp_row
                bne unit
                lda #MSG_ALL_BUSY
                jmp text_notice
found           stx corps_shown
                jmp view_unit
.endp

;   Whether corps X could have orders and has none. OUT C set if so. CLOBBERS
;   A.
.proc           corps_idle
                lda turn
                cmp unit_arrival,x
                bcc done                ; not on the map
                lda unit_mode,x
                cmp #ENTRENCHED
                beq no
                lda unit_orders,x
                bne no
                sec
done            rts
no              clc
                rts
.endp

;----------------------------------------------------------------------
;   view_unit: requests that the cursor goes to a unit, in the middle of the
;   window if the map allows. The interrupt moves it (`view_take`).
;   IN       X unit
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           view_unit
                lda unit_x,x
                ldy unit_y,x
.endp
;   IN A x, Y y.
.proc           view_square
                sta zp_from             ; XV = 8 x - 68, CX 120 ...
                lda #120
                sta view_new_cursor_x
                lda zp_from
                asl @
                asl @
                asl @
                sta zp_from
                lda #0
                rol @
                sta zp_from + 1
                lda zp_from
                sec
                sbc #68
                sta view_new_x
                lda zp_from + 1
                sbc #0
                bcc east
                bne west
                lda view_new_x
                cmp #VIEW_X_MAX + 1
                bcc row
west            lda #VIEW_X_MAX         ; ... or CX = XV + 188 - 8 x
                sta view_new_x
                bne column              ; always
east            lda #0
                sta view_new_x
column          lda view_new_x
                clc
                adc #188
                sec
                sbc zp_from
                sta view_new_cursor_x

row             sty zp_from             ; YV = 561 - 16 y, CY 51 ...
                lda #51
                sta view_new_cursor_y
                tya
                asl @
                asl @
                asl @
                sta zp_from             ; 8 y, at most 304
                lda #0
                rol @
                sta zp_from + 1
                asl zp_from
                rol zp_from + 1
                lda #<561
                sec
                sbc zp_from
                sta view_new_y
                lda #>561
                sbc zp_from + 1
                sta view_new_y + 1
                bmi north
                lda view_new_y
                cmp #<[VIEW_Y_MAX + 1]
                lda view_new_y + 1
                sbc #>[VIEW_Y_MAX + 1]
                bcc aimed
                mwa #VIEW_Y_MAX view_new_y ; ... or CY = 79 - 8 y
                lda zp_from
                lsr @
                eor #$ff
                sec
                adc #CURSOR_SOUTH
                bne placed              ; always
north           tya                     ; ... or CY = 331 - 8 y
                asl @
                asl @
                asl @
                eor #$ff
                sec
                adc #<331
                ldx #0
                stx view_new_y
                stx view_new_y + 1
placed          sta view_new_cursor_y
aimed           lda #1
                sta view_wanted
                rts
.endp

;----------------------------------------------------------------------
;   view_take: moves the window as the main program requested, instead of a
;   frame's step. Interrupt.
;   CLOBBERS A, X, Y
;   CYCLES   830
;----------------------------------------------------------------------
.proc           view_take
                lda view_wanted
                ldx #0
                stx view_wanted
                lsr @
                bcc aim                 ; only the layer has changed
                ldy zp_button
                bne done                ; a unit was lifted meanwhile
                stx pointer_leads
                jsr cursor_erase
                lda view_new_x
                sta zp_view_x
                lda view_new_y
                sta zp_view_y
                lda view_new_y + 1
                sta zp_view_y + 1
                lda view_new_cursor_x
                sta zp_cursor_x
                sta HPOSP0
                lda view_new_cursor_y
                sta zp_cursor_y
                lda PADDL2              ; the pointer leads once it moves
                sta pointer_across
                lda PADDL3
                sta pointer_down
                jsr cursor_draw
aim             jmp window_aim
done            rts
.endp
