;   platform.asm - a platform game: a landscape of mode 4 that scrolls in
;                  every frame, with a coarse step every sixteen colour
;                  clocks; four players moved vertically by copying, a
;                  status line, two tones.

                icl 'common.inc'

ROWS            = 20            ; of the landscape
WIDTH           = 128           ; of the landscape, in bytes
HEIGHT          = 24            ; of a player, in lines
BOTTOM          = SCREEN + $a00 ; the status line
way             = $90           ; scroll position, in colour clocks
top             = $91           ; first line of the players

start           lda #>SCREEN
                ldx #12
                jsr fill
                lda #>FONT
                ldx #4
                jsr fill
                lda #>OBJECTS
                sta PMBASE
                lda #3
                sta GRACTL
                lda #<below
                sta VDSLST
                lda #>below
                sta VDSLST + 1
                lda #$3e
                jsr screen_on
                lda #$c0
                sta NMIEN

again           jsr frame_wait
                inc way
                lda way
                and #15
                sta HSCROL
                bne move
                ldx #0                  ; coarse step of four bytes
coarse          lda LIST + 4,x
                clc
                adc #4
                and #$7f
                sta LIST + 4,x
                lda LIST + 7,x
                clc
                adc #4
                ora #$80
                sta LIST + 7,x
                txa
                clc
                adc #6
                tax
                cpx #ROWS * 3
                bcc coarse

move            ldx #0
                ldy top
                inc top
line            lda shape,x
                sta OBJECTS + $400,y
                sta OBJECTS + $500,y
                eor #$55
                sta OBJECTS + $600,y
                sta OBJECTS + $700,y
                iny
                inx
                cpx #HEIGHT
                bne line
                lda way
                sta HPOSP0
                sta AUDF1
                eor #$ff
                sta HPOSP1
                lsr @
                sta AUDF2
                adc #40
                sta HPOSP2
                adc #30
                sta HPOSP3
                lda #$a4
                sta AUDC1
                sta AUDC2
                ldx #100                ; stands for the game's work
think           lda SCREEN,x
                eor shape
                sta BOTTOM + $100,x
                dex
                bne think
                jmp again

;----------------------------------------------------------------------
;   below: the interrupt after the landscape
;   CLOBBERS nothing
;----------------------------------------------------------------------
below           pha
                lda #>FONT
                sta WSYNC
                sta CHBASE
                lda #$94
                sta COLBK
                lda #0
                sta HSCROL
                pla
                rti

shape           .rept HEIGHT
                dta #*11
                .endr

                org LIST
                dta $70,$70,$70
                .rept ROWS - 1
                dta $54,a(SCREEN + #*WIDTH)
                .endr
                dta $d4,a(SCREEN + [ROWS - 1]*WIDTH)
                dta $42,a(BOTTOM),2
                dta $41,a(LIST)

                run start
