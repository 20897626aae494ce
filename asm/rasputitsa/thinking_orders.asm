;   thinking_orders.asm - the computer player: turns objectives into orders.
;
;   Entry points: thinking_orders, orders_towards.
;   Writes the orders of Russian units.

;----------------------------------------------------------------------
;   thinking_orders: every seasoned unit is ordered to its objective
;   IN       turn, objectives
;   OUT      orders
;   CLOBBERS A, X, Y
;   CYCLES   48,000
;----------------------------------------------------------------------
.proc           thinking_orders
                ldx #UNIT_LAST
unit            stx zp_self
                lda unit_arrival,x
                cmp turn
                bcs next
                jsr orders_towards
                ldx zp_self
                strikes_ordered
next            dex
                cpx #FIRST_RUSSIAN
                bcs unit
                rts
.endp

;----------------------------------------------------------------------
;   orders_towards: orders the first eight steps of the straightest way to
;   the objective. All eight slots are written, unused ones as north.
;   IN       X unit; its objective
;   OUT      its orders
;   CLOBBERS A, Y; X is kept
;   CYCLES   690
;----------------------------------------------------------------------
.proc           orders_towards
                ldy #WEST
                lda objective_x,x
                sec
                sbc unit_x,x
                bpl across
                ldy #EAST
                eor #$ff
                clc
                adc #1
across          sta zp_short
                sty zp_short_way
                ldy #NORTH
                lda objective_y,x
                sec
                sbc unit_y,x
                bpl along
                ldy #SOUTH
                eor #$ff
                clc
                adc #1
along           cmp zp_short
                bcs longer
                pha
                tya
                ldy zp_short_way        ; exchange the axes
                sta zp_short_way
                lda zp_short
                sta zp_long
                pla
                sta zp_short
                jmp known
longer          sta zp_long
known           sty zp_long_way

                lda zp_long
                lsr @
                sta zp_slope
                lda zp_long
                clc
                adc zp_short
                sta zp_steps
                cmp #ORDERS_MAX
                bcc all
                lda #ORDERS_MAX
all             sta unit_orders,x
                tay

                ;   Steps enter the queue from above, two bits each; what is
                ;   left of the eight slots follows as 0
                beq empty
step            lda zp_slope
                clc
                adc zp_short
                bcs turned
                cmp zp_steps
                bcc straight
turned          sbc zp_steps            ; carry is set
                sta zp_slope
                lda zp_short_way
                jmp queue
straight        sta zp_slope
                lda zp_long_way
queue           jsr enter
                dey
                bne step
                lda unit_orders,x
                eor #$ff
                sec
                adc #ORDERS_MAX         ; slots left
                tay
                beq full
rest            lda #0
                jsr enter
                dey
                bne rest
full            lda zp_queue
                sta unit_orders_1,x
                lda zp_queue + 1
                sta unit_orders_2,x
                rts

empty           arrived_entrench
                tya
                sta unit_orders_1,x
                sta unit_orders_2,x
                rts

enter           lsr @
                ror zp_queue + 1
                ror zp_queue
                lsr @
                ror zp_queue + 1
                ror zp_queue
                rts
.endp
