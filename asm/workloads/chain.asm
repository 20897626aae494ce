;   chain.asm - a chain of display list interrupts, one every other line.
;               Each sets three colours, timed without WSYNC, and then the
;               vector for the next one.

                icl 'common.inc'

count           = $90
index           = $91

start           lda #>SCREEN
                ldx #$20
                jsr fill
                jsr first
                lda #$22
                jsr screen_on
                lda #$c0
                sta NMIEN
again           jsr frame_wait
                inc count
                lda count
                sta index
                jsr first
                ldx #200                ; stands for the game's work
work            lda SCREEN,x
                eor SCREEN + 1,x
                sta $5f00,x
                dex
                bne work
                jmp again

;   OUT VDSLST. CLOBBERS A.
first           lda #<odd
                sta VDSLST
                lda #>odd
                sta VDSLST + 1
                rts

;----------------------------------------------------------------------
;   odd, even: the interrupts
;   CLOBBERS nothing
;----------------------------------------------------------------------
.macro          colours
                pha
                lda index
                adc #:2
                sta index
                nop
                nop
                sta COLPF0
                eor #$44
                sta COLPF1
                eor #$2a
                sta COLPF2
                lda #<:1
                sta VDSLST
                pla
                rti
.endm

                .align $100,0
odd             colours even,2
even            colours odd,3
                ert >odd <> >even

                org LIST
                dta $70,$70,$f0,$4e,a(SCREEN)
                .rept 50
                dta $8e,$0e
                .endr
                dta $4e,a($5000)
                .rept 44
                dta $8e,$0e
                .endr
                dta $41,a(LIST)

                run start
