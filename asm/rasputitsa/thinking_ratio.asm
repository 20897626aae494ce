;   thinking_ratio.asm - the computer player: the strength of both sides
;                        around a unit, and the danger from each direction.
;                        Once in an order phase.
;
;   Entry point: ratio_unit.

;----------------------------------------------------------------------
;   ratio_unit: the danger to a unit and its individual force ratio, from
;   the seasoned units of both sides within eight squares. Each counts with
;   a sixteenth of its combat strength.
;   IN       zp_self, zp_here_x, zp_here_y; force_ratio
;   OUT      danger_..., unit_ratio; zp_near not 0 if a German is near,
;            seasoned or not
;   CLOBBERS A, X, Y
;   CYCLES   10,800
;----------------------------------------------------------------------
.proc           ratio_unit
                lda #0
                ldx #3
clear           sta zp_danger,x
                dex
                bpl clear
                sta zp_near
                lda #1
                sta zp_own
                lda zp_here_x
                sec
                sbc #SURROUNDING
                sta zp_edge_x
                lda zp_here_y
                sec
                sbc #SURROUNDING
                sta zp_edge_y
                jsr friends_near
                jsr enemies_near

                ldx zp_self
                lda zp_danger + NORTH
                sta danger_north,x
                lda zp_danger + EAST
                sta danger_east,x
                lda zp_danger + SOUTH
                sta danger_south,x
                lda zp_danger + WEST
                sta danger_west,x
                clc                     ; A belongs to the western one
                adc zp_danger + NORTH
                bcs full
                adc zp_danger + EAST
                bcs full
                adc zp_danger + SOUTH
                bcc total
full            lda #255
total           sta zp_product
                lda zp_own
                sta zp_factor
                ldx #12                 ; sixteen times
                jsr divide
                clc
                adc force_ratio
                ror @
                ldx zp_self
                sta unit_ratio,x
                rts
.endp
