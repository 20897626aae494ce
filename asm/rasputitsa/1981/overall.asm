;   overall.asm - the computer player: the strength of both sides, by the
;                 rules of 1981. Once in an order phase.
;
;   Entry point: ratio_overall.

;----------------------------------------------------------------------
;   ratio_overall: roughly 16 * German strength / Russian strength, of
;   seasoned units. Of both sums only the high bytes count. The German one
;   is doubled up to four times, as long as it fits into a byte, and the
;   Russian one halved for the rest.
;   IN       turn, unit tables
;   OUT      force_ratio; 255 if the Russian strength is 0 after this
;   CLOBBERS A, X, Y
;   CYCLES   5,200
;----------------------------------------------------------------------
.proc           ratio_overall
                lda #0
                sta zp_forces
                sta zp_forces + 1
                ldx #UNIT_LAST
                ldy #RUSSIANS
                jsr strength_add
                lda zp_forces + 1
                sta zp_factor

                lda #0
                sta zp_forces + 1
                .if DEFECT_5 = 0      ; D 5: the low byte stays
                sta zp_forces
                .endif
                ldy #GERMANS
                jsr strength_add

                ldx #4
                lda zp_forces + 1
double          cmp #$80
                bcs scaled
                asl @
                dex
                bne double
scaled          sta zp_product
halve           dex
                bmi halved
                lsr zp_factor
                jmp halve
halved          lda zp_factor
                beq none
                ldx #8
                jsr divide
                sta force_ratio
                rts
none            lda #255
                sta force_ratio
                rts
.endp

;   Adds up the combat strength of seasoned units. IN X last unit, Y their
;   number, zp_forces. OUT zp_forces; X the unit before them. CLOBBERS A.
;   CYCLES 34 a unit.
.proc           strength_add
                lda unit_arrival,x
                cmp turn
                bcs next
                lda unit_combat,x
                adc zp_forces              ; carry is clear
                sta zp_forces
                bcc next
                inc zp_forces + 1
next            dex
                dey
                bne strength_add
                rts
.endp
