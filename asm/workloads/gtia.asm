;   gtia.asm - the GTIA modes: bands in modes 9, 10 and 11, and one in which
;              the mode changes within the line. Part of the picture changes.

                icl 'common.inc'

count           = $90

start           lda #>SCREEN
                ldx #$20
                jsr fill
                lda #<band_9
                sta VDSLST
                lda #>band_9
                sta VDSLST + 1
                lda #$22
                jsr screen_on
                lda #$c0
                sta NMIEN
again           jsr frame_wait
                inc count
                ldx #0
plasma          txa
                eor count
                sta SCREEN + $200,x
                sta SCREEN + $900,x
                sta SCREEN + $1400,x
                inx
                bne plasma
                jmp again

;----------------------------------------------------------------------
;   band_9, band_10, band_11, band_all: the interrupts
;   CLOBBERS nothing
;----------------------------------------------------------------------
.macro          band
                pha
                lda #:1
                sta WSYNC
                sta PRIOR
                lda #<:2
                sta VDSLST
                lda #>:2
                sta VDSLST + 1
                pla
                rti
.endm

band_9          band $40,band_10
band_10         band $80,band_11
band_11         band $c0,band_all

.proc           band_all
                pha
                txa
                pha
                ldx #44
line            sta WSYNC
                lda #$40
                sta PRIOR
                .rept 9
                nop
                .endr
                lda #$80
                sta PRIOR
                .rept 5
                nop
                .endr
                lda #$c0
                sta PRIOR
                dex
                bne line
                lda #0
                sta PRIOR
                lda #<band_9
                sta VDSLST
                lda #>band_9
                sta VDSLST + 1
                pla
                tax
                pla
                rti
.endp

                org LIST
                dta $70,$70,$f0,$4f,a(SCREEN)
                .rept 46
                dta $0f
                .endr
                dta $8f
                .rept 46
                dta $0f
                .endr
                dta $8f,$4f,a(SCREEN + $1000)
                .rept 46
                dta $0f
                .endr
                dta $8f
                .rept 46
                dta $0f
                .endr
                dta $41,a(LIST)

                run start
