;   objects.asm - all players and missiles on every line, moved down and up.
;                 Every sixteen lines a display list interrupt gives them
;                 other positions and colours in mid-line.

                icl 'common.inc'

count           = $90
band            = $91

start           lda #>OBJECTS
                ldx #8
                jsr fill
                lda #>SCREEN
                ldx #4
                jsr fill
                lda #>OBJECTS
                sta PMBASE
                lda #3
                sta GRACTL
                lda #1
                sta GPRIOR
                lda #<bands
                sta VDSLST
                lda #>bands
                sta VDSLST + 1
                lda #$3e
                jsr screen_on
                lda #$c0
                sta NMIEN
again           jsr frame_wait
                lda #0
                sta band
                inc count
                ldx #0                  ; move all shapes down a line
                lda OBJECTS + $7ff
                pha
move            .rept 5
                lda OBJECTS + $300 + $100 * #,x
                sta OBJECTS + $301 + $100 * #,x
                .endr
                inx
                inx
                inx
                inx
                bne move
                pla
                sta OBJECTS + $300
                jmp again

;----------------------------------------------------------------------
;   bands: the display list interrupt
;   IN       band
;   CLOBBERS nothing
;----------------------------------------------------------------------
.proc           bands
                pha
                txa
                pha
                ldx band
                lda colours,x
                sta COLPM0
                eor #$30
                sta COLPM1
                eor #$60
                sta COLPM2
                sta COLPM3
                lda places,x
                clc
                adc count
                sta HPOSP0
                eor #$40
                sta HPOSP1
                adc #$12
                sta HPOSP2
                eor #$60
                sta HPOSP3
                sta HPOSM0
                adc #5
                sta HPOSM1
                sta HPOSM2
                eor #$31
                sta HPOSM3
                txa
                and #3
                sta SIZEP0
                sta SIZEP2
                inc band
                pla
                tax
                pla
                rti
.endp

colours         .rept 16
                dta [# * 22 + 8] & $ff
                .endr
places          .rept 16
                dta [# * 37 + 60] & $ff
                .endr

                org LIST
                dta $70,$70,$f0,$44,a(SCREEN)
                .rept 11
                dta $84,$04
                .endr
                dta $04
                dta $41,a(LIST)

                run start
