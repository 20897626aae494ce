;   near.asm - the computer player: the units near a unit, by the rules of
;              1981.
;
;   Entry points: friends_near, enemies_near.

;   Both loops below rely on carry being set at `unit`.

;   Russians. IN zp_edge_x, zp_edge_y. OUT zp_own. CLOBBERS A, X, Y.
;   CYCLES 17 a unit; 45 in the same rows, 100 near.
.proc           friends_near
                ldy #UNIT_LAST
                sec
unit            lda unit_x,y
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
                cmp #SURROUNDING + 1
                bcs next
                lda unit_arrival,y
                cmp turn
                bcs next
                lda unit_combat,y
                lsr @
                lsr @
                lsr @
                lsr @
                clc
                adc zp_own
                bcc fits
                lda #255
fits            sta zp_own
next            dey
                cpy #FIRST_RUSSIAN
                bcs unit
                rts
.endp

;   Germans. IN zp_edge_x, zp_edge_y. OUT zp_danger, zp_near. CLOBBERS A,
;   X, Y. CYCLES 17 a unit; 45 in the same rows, 150 near.
.proc           enemies_near
                ldy #GERMANS
                sec
unit            lda unit_x,y
                sbc zp_edge_x
                cmp #2 * SURROUNDING + 1
                bcs next
                sta zp_apart_x
                lda unit_y,y
                sec
                sbc zp_edge_y
                cmp #2 * SURROUNDING + 1
                bcs next
                sta zp_apart_y
                ldx zp_apart_x
                lda around,x
                ldx zp_apart_y
                adc around,x            ; carry is clear
                cmp #SURROUNDING + 1
                bcs next
                lda turn
                cmp unit_arrival,y
                bcc next
                sty zp_near
                beq next                ; not seasoned
                jsr danger_side
                lda unit_combat,y
                lsr @
                lsr @
                lsr @
                lsr @
                clc
                adc zp_danger,x
                bcc fits
                lda #255
fits            sta zp_danger,x
next            dey
                bne more
                rts
more            sec
                bcs unit
.endp
