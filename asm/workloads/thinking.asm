;   thinking.asm - a program that thinks for minutes before a still map, its
;                  variables in the pages that the screen stands in.

                icl 'common.inc'

ROWS            = 12            ; of mode 7, 24 bytes wide
values          = SCREEN + $130 ; behind the screen's last byte, its page
best            = values + 64
turn            = values + 65
product         = values + 66   ; 2
factor          = values + 68

start           lda #>SCREEN
                ldx #2
                jsr fill
                lda #>FONT
                ldx #2
                jsr fill
                lda #>FONT
                sta CHBAS
                lda #$23
                jsr screen_on
again           ldx #63
value           txa
                adc turn
                jsr weigh
                sta values,x
                dex
                bpl value
                lda #0
                sta best
                ldx #63
maximum         lda values,x
                cmp best
                bcc less
                sta best
less            dex
                bpl maximum
                inc turn
                jmp again

;----------------------------------------------------------------------
;   weigh: the square of a number, folded
;   IN       A
;   OUT      A
;   CLOBBERS Y
;----------------------------------------------------------------------
.proc           weigh
                sta factor
                sta product
                lda #0
                sta product + 1
                ldy #8
bit             asl @
                rol product + 1
                asl factor
                bcc none
                clc
                adc product
                bcc none
                inc product + 1
none            dey
                bne bit
                eor product + 1
                rts
.endp

                org LIST
                dta $70,$70,$70,$47,a(SCREEN)
                .rept ROWS - 1
                dta 7
                .endr
                dta $41,a(LIST)

                run start
