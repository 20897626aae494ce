;   decompress.asm - decompresses literals and repeats over and over, with the
;                    display on.

                icl 'common.inc'

from            = $90
to              = $92
back            = $94
length          = $96

TARGET          = $5000

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #$22
                jsr screen_on
again           lda #<packed
                sta from
                lda #>packed
                sta from + 1
                lda #<TARGET
                sta to
                lda #>TARGET
                sta to + 1

;   A token with bit 7 set repeats what lies 1 to 128 bytes back; the next
;   byte is the length. Any other token is a number of literals. 0 ends.
token           jsr next
                tax
                beq again
                bmi repeat
                stx length
literal         jsr next
                jsr put
                dec length
                bne literal
                jmp token

repeat          jsr next
                sta length
                txa
                and #$7f
                eor #$ff
                sec
                adc to
                sta back
                lda to + 1
                sbc #0
                sta back + 1
copy            ldy #0
                lda (back),y
                inc back
                bne same
                inc back + 1
same            jsr put
                dec length
                bne copy
                jmp token

;   OUT A the next byte of the source. CLOBBERS Y.
next            ldy #0
                lda (from),y
                inc from
                bne next_done
                inc from + 1
next_done       rts

;   IN A the next byte of the target. CLOBBERS Y.
put             ldy #0
                sta (to),y
                inc to
                bne put_done
                inc to + 1
put_done        rts

packed          .rept 40
                dta 5,#,#*3,$55,#*5,$aa,$83,20,2,#,$f0,$90,11,$81,40
                .endr
                dta 0

                text_list

                run start
