;   overall.asm - the computer player: the strength of both sides, by the
;                 rules of 1982. Once in an order phase.
;
;   Entry point: ratio_overall.

;----------------------------------------------------------------------
;   ratio_overall: 16 * German strength / Russian strength, of the units on
;   the map
;   IN       turn, unit tables
;   OUT      force_ratio, at least 1; 255 if the Russians have almost no
;            strength
;   CLOBBERS A, X, Y
;   CYCLES   5,900; 9,800 at most
;----------------------------------------------------------------------
.proc           ratio_overall
                ldx #UNIT_LAST
                ldy #RUSSIANS
                jsr strength_sum
                ldy #4
sixteenth       lsr zp_forces + 1
                ror zp_forces
                dey
                bne sixteenth
                lda zp_forces
                sta zp_factor
                lda zp_forces + 1
                sta zp_product
                ldy #GERMANS
                jsr strength_sum

scale           lda zp_product          ; halve both until it fits in a byte
                beq scaled
                lsr zp_product
                ror zp_factor
                lsr zp_forces + 1
                ror zp_forces
                jmp scale
scaled          ldx #255
                lda zp_factor
                beq known
                ldx #0
subtract        lda zp_forces
                sec
                sbc zp_factor
                sta zp_forces
                bcs more
                dec zp_forces + 1
                bmi done
more            inx
                bne subtract
                dex                     ; 255 means 255 or more
done            cpx #1                  ; not below 1
                bcs known
                inx
known           stx force_ratio
                rts
.endp

;   Combat strength of units on the map. IN X last unit, Y their number. OUT
;   zp_forces; X the unit before them. CLOBBERS A. CYCLES 32 a unit.
.proc           strength_sum
                lda #0
                sta zp_forces
                sta zp_forces + 1
unit            lda turn
                cmp unit_arrival,x
                bcc next
                lda unit_combat,x
                clc
                adc zp_forces
                sta zp_forces
                bcc next
                inc zp_forces + 1
next            dex
                dey
                bne unit
                rts
.endp
