;   near.asm - the computer player: the units near a unit, by the rules of
;              1982.
;
;   Entry points: friends_near, enemies_near.

RANGE_FELT      = 7             ; distance from which a unit has no weight

;   Russians: half their strength on the same square, and half of that for
;   each square of distance. IN zp_edge_x, zp_edge_y. OUT zp_own. CLOBBERS A,
;   X, Y.
;   CYCLES 24 a unit; 60 in the same rows, 150 near.
.proc           friends_near
                ldy #UNIT_LAST
unit            lda unit_x,y
                sec
                sbc zp_edge_x
                cmp #2 * SURROUNDING + 1
                bcs next
                tax
                lda unit_y,y
                sec
                sbc zp_edge_y
                cmp #2 * SURROUNDING + 1
                bcs next
                sta zp_apart_y
                lda around,x
                ldx zp_apart_y
                adc around,x            ; carry is clear
                cmp #RANGE_FELT
                bcs next
                tax
                lda turn
                cmp unit_arrival,y
                bcc next
                lda unit_combat,y
weaken          lsr @
                dex
                bpl weaken
                clc
                adc zp_own
                scc
                lda #255
                sta zp_own
next            dey
                cpy #FIRST_RUSSIAN
                bcs unit
                rts
.endp

;   Germans: the same by direction, and the nearest one. IN zp_self,
;   zp_here_..., zp_edge_.... OUT zp_danger; near_range, near_unit.
;   CLOBBERS A, X, Y. CYCLES 70 a unit; 260 near.
.proc           enemies_near
                lda #255
                sta zp_near
                lda #0
                sta zp_nearest
                ldy #GERMANS
unit            lda turn
                cmp unit_arrival,y
                bcc next
                lda unit_x,y            ; both on the map: no overflow
                sec
                sbc zp_here_x
                bcs west
                eor #$ff
                adc #1
west            sta zp_apart_x
                lda unit_y,y
                sec
                sbc zp_here_y
                bcs north
                eor #$ff
                adc #1
north           clc
                adc zp_apart_x
                cmp zp_near
                bcs farther
                sta zp_near
                sty zp_nearest
farther         cmp #RANGE_FELT
                bcs next
                tax
                lda unit_combat,y
weaken          lsr @
                dex
                bpl weaken
                pha
                lda unit_x,y
                sec
                sbc zp_edge_x
                sta zp_apart_x
                lda unit_y,y
                sec
                sbc zp_edge_y
                sta zp_apart_y
                jsr danger_side
                pla
                clc
                adc zp_danger,x
                scc
                lda #255
                sta zp_danger,x
next            dey
                bne unit
                ldx zp_self
                lda zp_near
                sta near_range,x
                lda zp_nearest
                sta near_unit,x
                rts
.endp
