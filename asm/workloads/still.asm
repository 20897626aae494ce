;   still.asm - a program that computes while it shows a map that is wider
;               than the screen and scrolls by one fine step every 32 frames.

                icl 'common.inc'

ROWS            = 24            ; of mode 4, 48 bytes wide as they scroll
values          = SCREEN + $500 ; after the screen

start           lda #>SCREEN
                ldx #5
                jsr fill
                lda #>FONT
                ldx #4
                jsr fill
                lda #>FONT
                sta CHBAS
                lda #$22
                jsr screen_on
again           lda RTCLOK + 2
                lsr @
                lsr @
                lsr @
                lsr @
                lsr @
                sta HSCROL
                icl 'thoughts.inc'

                org LIST
                dta $70,$70,$70,$54,a(SCREEN)
                .rept ROWS - 1
                dta $14
                .endr
                dta $41,a(LIST)

                run start
