;   thinking.asm - a program that computes for minutes while it shows a still
;                  map. Its variables share pages with the screen.

                icl 'common.inc'

ROWS            = 12            ; of mode 7, 24 bytes wide
values          = SCREEN + $130 ; after the screen, in its last page

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
