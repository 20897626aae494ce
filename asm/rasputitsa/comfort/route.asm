;   route.asm - the cheapest way of a corps to a square up to eight steps
;               away. The interrupt requests it, the main program searches
;               it, and the interrupt gives the orders.
;
;   Entry points: route_ask, route_take, route_forget (interrupt);
;   route_look, route_search (main program).
;   Owns route_cost to found_last.

;   Requests a way to the pointer's square. CLOBBERS A. Interrupt.
.proc           route_ask
                lda #0
                sta drag_going
                lda zp_unit
                sta route_unit
                lda drag_x
                sta route_x
                lda drag_y
                sta route_y
                lda #ROUTE_WANTED
                sta route_state
                rts
.endp

;   A unit is lifted: cancels an earlier request. CLOBBERS A.
.proc           route_forget
                lda #0
                sta route_unit
                rts
.endp

;----------------------------------------------------------------------
;   route_take: gives the corps held the orders of the way that was found, if
;   the request was for this corps. Interrupt.
;   IN       A route_state
;   CLOBBERS A, X, Y
;   CYCLES   900
;----------------------------------------------------------------------
.proc           route_take
                ldx #ROUTE_NONE
                stx route_state
                ldx zp_unit
                cpx route_unit
                beq asked
                jmp path_frame
asked           cmp #ROUTE_FOUND
                beq found
                lda #MSG_FAR
                jmp order_refuse
found           lda found_count
                sta unit_orders,x
                lda found_first
                sta unit_orders_1,x
                lda found_last
                sta unit_orders_2,x
                jsr path_home
                jsr arrow_erase
                jsr cross_erase
                lda route_x
                asl @
                asl @
                asl @
                clc
                adc zp_home_x
                sta zp_cross_x
                lda route_y
                asl @
                asl @
                asl @
                clc
                adc zp_home_y
                sta zp_cross_y
                ldx #BEEP_EAST
                ldy #BEEP_VOICE
                jsr beep
                jmp cross_draw
.endp
                ert MARK_SIZE <> 8

;----------------------------------------------------------------------
;   route_look: searches if the interrupt has requested a way, and again if it
;   has made another request meanwhile
;   CLOBBERS A, X, Y
;   CYCLES   11 without a request, 30,000 to 250,000 for a search
;----------------------------------------------------------------------
.proc           route_look
                lda route_state
                cmp #ROUTE_WANTED
                bne done
again           lda #ROUTE_BUSY
                sta route_state
                lda route_unit
                beq forgotten
                sta search_unit
                lda route_x
                sta search_x
                lda route_y
                sta search_y
                lda #0
                sta search_reach
                jsr route_search
                jsr route_end
                inc route_state         ; BUSY becomes FOUND, WANTED BUSY
                lda route_state
                cmp #ROUTE_BUSY
                beq again
                ldx found_count
                bpl done
                inc route_state         ; UNKNOWN
done            rts
forgotten       sta route_state         ; ROUTE_NONE
                rts
.endp
                ert ROUTE_NONE
                ert ROUTE_WANTED + 1 <> ROUTE_BUSY
                ert ROUTE_BUSY + 1 <> ROUTE_FOUND
                ert ROUTE_FOUND + 1 <> ROUTE_UNKNOWN

;   The way to search_x, search_y. OUT found_..., count $FF if there is none.
.proc           route_end
                lda #ROUTE_NEVER
                sta found_count
                lda search_x
                jsr distance
                sta zp_search_width
                lda search_y
                jsr distance
                clc
                adc zp_search_width
                cmp #ORDERS_MAX + 1
                bcs done
                lda search_x
                ldy search_y
                jsr route_place
                tax
                lda route_cost,x
                cmp #ROUTE_NEVER
                beq done
                lda route_first,x
                sta found_first
                lda route_last,x
                sta found_last
                lda route_count,x
                sta found_count
done            rts
.endp

;   IN A squares east, Y south of the unit. OUT A index. CLOBBERS Y.
.proc           route_place
                clc
                adc #ROUTE_HOME
                cpy #0
                beq done
                bmi north
south           clc
                adc #ROUTE_ROW
                dey
                bne south
                rts
north           sec
                sbc #ROUTE_ROW
                iny
                bne north
done            rts
.endp

;----------------------------------------------------------------------
;   route_search: the cheapest way to every square around a unit, by terrain,
;   season and mode, with at most eight orders. Round n continues from the
;   squares that n - 1 steps lead to. These all have the same colour of a
;   chessboard, so that one table is enough.
;   IN       search_unit; search_reach 0: zones are ignored and an enemy costs
;            the time of a fight; only squares on a way to search_x, search_y
;            are considered. 1: zones, enemies and the end of the week limit
;            the search.
;   OUT      route_cost, route_count, route_first, route_last
;   CLOBBERS A, X, Y
;   CYCLES   30,000 to 250,000; 500,000 for all squares within reach
;----------------------------------------------------------------------
.proc           route_search
                ldx #0
                lda #ROUTE_NEVER
clear           sta route_cost,x
                inx
                bne clear
                txa
                ldx #ROUTE_HOME
                sta route_cost,x
                sta route_count,x
                sta route_first,x
                sta route_last,x
                sta zp_search_steps

round           lda #0                  ; rows from -steps to steps
                sec
                sbc zp_search_steps
                sta zp_search_y
row             lda zp_search_y
                jsr distance
                eor #$ff
                sec
                adc zp_search_steps
                sta zp_search_width
                eor #$ff
                clc
                adc #1
                sta zp_search_x
column          jsr square_leave
                inc zp_search_x         ; the next one of that colour
                inc zp_search_x
                lda zp_search_width
                sec
                sbc zp_search_x
                bpl column
                inc zp_search_y
                lda zp_search_steps
                sec
                sbc zp_search_y
                bpl row
                inc zp_search_steps
                lda zp_search_steps
                cmp #ORDERS_MAX
                bcc round
                rts
.endp

;----------------------------------------------------------------------
;   square_leave: tries the steps from a square. IN zp_search_x, _y, _steps.
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           square_leave
                lda zp_search_x
                ldy zp_search_y
                jsr route_place
                sta zp_search_index
                tax
                lda route_cost,x
                cmp #ROUTE_NEVER
                beq done
                lda search_reach
                bne worth
                lda search_x            ; too far from its destination?
                sec
                sbc zp_search_x
                jsr distance
                sta zp_search_next
                lda search_y
                sec
                sbc zp_search_y
                jsr distance
                clc
                adc zp_search_next
                adc zp_search_steps
                cmp #ORDERS_MAX + 1
                bcs done

worth           ldx search_unit         ; x grows to the west, y to the north
                lda unit_x,x
                sec
                sbc zp_search_x
                sta zp_at_x
                lda unit_y,x
                sec
                sbc zp_search_y
                sta zp_at_y
                lda search_reach
                beq open
                lda zp_at_x
                ldy zp_at_y
                jsr zoc_near
                ror zp_search_zone      ; bit 7
open            lda #WEST
                sta zp_heading
heading         jsr square_enter
                dec zp_heading
                bpl heading
done            rts
.endp

;   Tries one step, zp_heading.
.proc           square_enter
                ldx search_unit
                jsr step_trial
                jcs done
                ground_cost
                ldy zp_search_index
                clc
                adc route_cost,y
                bcs done
                sta zp_search_time

                ldy #0                  ; which unit is there?
                lda (zp_occupant),y
                cmp #FIRST_RUSSIAN
                bcc friendly
                lda search_reach
                bne done
                lda zp_search_time
                adc #ROUTE_ENEMY - 1    ; carry is set
                bcs done
                sta zp_search_time
friendly        lda search_reach
                beq cheaper
                lda zp_search_time
                cmp #SUBTURNS
                bcs done
                bit zp_search_zone
                bpl cheaper
                lda zp_to_x
                ldy zp_to_y
                jsr zoc_near
                bcs done

cheaper         ldx zp_heading
                lda zp_search_index
                clc
                adc route_step,x
                tax
                lda zp_search_time
                cmp route_cost,x
                bcs done
                sta route_cost,x
                ldy zp_search_index     ; the way to it, and this step
                lda route_count,y
                clc
                adc #1
                sta route_count,x
                lda route_first,y
                sta route_first,x
                lda route_last,y
                sta route_last,x
                lda route_count,y
                and #3
                asl @
                asl @
                ora zp_heading
                pha
                lda route_count,y
                cmp #4
                pla
                tay
                lda slot_order,y
                bcs last
                ora route_first,x
                sta route_first,x
done            rts
last            ora route_last,x
                sta route_last,x
                rts
.endp

;   Index of the neighbour to the north, east, south, west
route_step      dta $100 - ROUTE_ROW, 1, ROUTE_ROW, $ff
