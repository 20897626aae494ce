;   layer.asm - layers: copies of the map with the orders of all corps, or
;               with the squares that a corps can reach in the week. Main
;               program.
;
;   Entry points: orders_key, reach_key, layer_look, layer_again,
;   layer_leave.
;   Owns layer_map, layer_offset, layer_kind.

;   The key for all orders: switches between them and the map. CLOBBERS A, X,
;   Y.
.proc           orders_key
                lda layer_kind
                cmp #LAYER_ORDERS
                beq layer_leave
.endp
.proc           orders_show
                jsr layer_copy
                ldx #GERMANS
corps           lda turn
                cmp unit_arrival,x
                bcc next
                lda unit_orders,x
                beq next
                jsr orders_draw
next            dex
                bne corps
                lda #LAYER_ORDERS
                ldx #MSG_ORDERS
                jmp layer_show
.endp

;   Returns to the map. CLOBBERS A.
.proc           layer_leave
                lda layer_kind
                beq done
                lda #LAYER_NONE
                sta layer_kind
                sta layer_offset
                lda #2
                sta view_wanted
done            rts
.endp
                ert LAYER_NONE

;   Ends the layer of orders when a unit is lifted, and that of one corps when
;   the corps is put down. CLOBBERS A.
.proc           layer_look
                lda layer_kind
                beq done
                cmp #LAYER_REACH
                beq reach
                lda zp_button
                bne layer_leave
done            rts
reach           lda zp_unit
                beq layer_leave
                rts
.endp

;   Orders have changed: redraws a layer that shows them.
.proc           layer_again
                lda layer_kind
                cmp #LAYER_ORDERS
                beq orders_show
                rts
.endp

;   Copies the map. CLOBBERS A, X, Y.
.proc           layer_copy
                mwa #map_before zp_from
                mwa #[layer_map - MAP_GUARD] zp_to
                ldx #>[MAP_SIZE + 2 * MAP_GUARD + 255]
                pages_copy
                rts
.endp

;   Shows the layer from the next frame on. IN A LAYER_..., X message.
.proc           layer_show
                sta layer_kind
                lda #LAYER_PAGES
                sta layer_offset
                lda #2
                sta view_wanted
                txa
                jmp text_notice
.endp

;----------------------------------------------------------------------
;   orders_draw: draws the orders of a corps: lines through the squares of
;   its way, and a blue symbol on the last one
;   IN       X corps
;   CLOBBERS A, Y; X is kept
;----------------------------------------------------------------------
.proc           orders_draw
                stx zp_actor
                lda unit_x,x
                sta zp_to_x
                lda unit_y,x
                sta zp_to_y
                lda #0
                sta zp_tick
step            ldy zp_tick
                ldx zp_actor
                jsr order_direction
                sta zp_heading
                tay
                square_beyond
                jsr layer_aim
                inc zp_tick
                ldx zp_actor
                lda zp_tick
                cmp unit_orders,x
                bcs ends
                tay
                jsr order_direction     ; it leaves in that direction
                ldy #0
                tax
                lda (zp_occupant),y
                bne step                ; a unit there stays visible
                lda zp_heading          ; it entered by the opposite edge
                eor #2
                asl @
                asl @
                sta zp_code
                txa
                ora zp_code
                tax
                lda way_north,x
                ldy zp_to_y
                cpy #MAP_NORTHERN_Y
                bcs tile
                lda way_south,x
tile            ldy #0
                ora #COLOUR_RED
                sta (zp_square),y
                bne step                ; always
ends            ldy #0
                lda (zp_occupant),y
                beq ghost
                lda (zp_square),y
                bne blue                ; always
ghost           lda unit_symbol,x
blue            and #SHAPE_BITS
                ora #COLOUR_BLUE
                sta (zp_square),y
                rts
.endp

;   The square zp_to_... of the layer. OUT zp_square, zp_occupant.
.proc           layer_aim
                lda zp_to_x
                ldy zp_to_y
                ldx #SQUARE_MAIN
                jsr square_find
                lda zp_square + 1
                clc
                adc #LAYER_PAGES
                sta zp_square + 1
                rts
.endp

;   The tile of a way. Index 4 * one edge that it crosses + the other
way_north       dta 19, 15, 19, 25
                dta 15, 31, 28, 31
                dta 19, 28, 19, 36
                dta 25, 31, 36, 31
way_south       dta 19, 15, 19, 22
                dta 15, 26, 24, 26
                dta 19, 24, 19, 30
                dta 22, 26, 30, 26

;----------------------------------------------------------------------
;   reach_key: makes the squares red that the held corps can reach by the end
;   of the week
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           reach_key
                ldx zp_unit
                beq done
                cpx #FIRST_RUSSIAN
                bcs done
                stx search_unit
                lda #1
                sta search_reach
                jsr route_search
                jsr layer_copy
                lda #$100 - ORDERS_MAX
                sta zp_search_y
row             lda #$100 - ORDERS_MAX
                sta zp_search_x
column          lda zp_search_x
                jsr distance
                sta zp_search_width
                lda zp_search_y
                jsr distance
                clc
                adc zp_search_width
                cmp #ORDERS_MAX + 1
                bcs next                ; not in the table
                lda zp_search_x
                ldy zp_search_y
                jsr route_place
                tax
                lda route_cost,x
                cmp #SUBTURNS
                bcs next
                jsr reach_mark
next            inc zp_search_x
                lda zp_search_x
                cmp #ORDERS_MAX + 1
                bne column
                inc zp_search_y
                lda zp_search_y
                cmp #ORDERS_MAX + 1
                bne row
                lda #LAYER_REACH
                ldx #MSG_REACH
                jmp layer_show
done            rts
.endp

;   Makes the square zp_search_x, _y red.
.proc           reach_mark
                ldx search_unit
                lda unit_x,x
                sec
                sbc zp_search_x
                sta zp_to_x
                lda unit_y,x
                sec
                sbc zp_search_y
                sta zp_to_y
                jsr layer_aim
                ldy #0
                lda (zp_occupant),y
                bne done
                lda (zp_square),y
                and #SHAPE_BITS
                bne tile
                lda #REACH_TILE         ; open country
tile            ora #COLOUR_RED
                sta (zp_square),y
done            rts
.endp
REACH_TILE      = SHAPE_ICE             ; a swamp's tufts
