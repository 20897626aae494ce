;   players.asm - moves players over a still picture in every vertical blank
;                 while the program computes.

                icl 'common.inc'

ROWS            = 24            ; of mode 4
HEIGHT          = 16            ; of a player, in lines
shape           = OBJECTS + $450
values          = SCREEN + $700 ; after the screen
count           = $90

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #>FONT
                ldx #4
                jsr fill
                lda #>FONT
                sta CHBAS
                lda #0
                tax
clear           sta OBJECTS + $300,x
                sta OBJECTS + $400,x
                sta OBJECTS + $500,x
                sta OBJECTS + $600,x
                sta OBJECTS + $700,x
                inx
                bne clear
                ldx #HEIGHT - 1
draw            lda FONT,x
                sta shape,x
                sta shape + $120,x
                sta shape + $240,x
                sta shape + $360,x
                dex
                bpl draw
                lda #>OBJECTS
                sta PMBASE
                lda #3
                sta GRACTL
                lda #100
                sta HPOSP0 + 2
                lda #140
                sta HPOSP0 + 3
                lda #<blank
                sta VVBLKI
                lda #>blank
                sta VVBLKI + 1
                lda #$3e
                jsr screen_on
again           icl 'thoughts.inc'

;----------------------------------------------------------------------
;   blank: moves two players sideways and rotates the shape of one
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           blank
                inc count
                lda count
                sta HPOSP0
                eor #$ff
                sta HPOSP0 + 1
                lda shape - 1
                pha
                ldx #0
move            lda shape,x
                sta shape - 1,x
                inx
                cpx #HEIGHT
                bne move
                pla
                sta shape + HEIGHT - 1
                jmp SYSVBV
.endp

                org LIST
                dta $70,$70,$70,$44,a(SCREEN)
                .rept ROWS - 1
                dta 4
                .endr
                dta $41,a(LIST)

                run start
