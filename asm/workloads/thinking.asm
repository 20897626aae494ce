;   thinking.asm - a program that thinks for minutes before a still map, its
;                  variables in the pages that the screen stands in.

                icl 'common.inc'

ROWS            = 12            ; of mode 7, 24 bytes wide
values          = SCREEN + $130 ; behind the screen's last byte, its page

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
again           icl 'thoughts.inc'

                org LIST
                dta $70,$70,$70,$47,a(SCREEN)
                .rept ROWS - 1
                dta 7
                .endr
                dta $41,a(LIST)

                run start
