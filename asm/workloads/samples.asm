;   samples.asm - timer interrupts play samples through volume-only channels,
;                 at 4 and 8 kHz in alternate frames.

                icl 'common.inc'

at              = $90
nibble          = $92
count           = $93

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #$60
                ldx #$20
                jsr fill
                lda #$22
                jsr screen_on
                lda #0
                sta AUDCTL
                sta at
                lda #$60
                sta at + 1
                sei
                lda #<play
                sta VTIMR1
                lda #>play
                sta VTIMR1 + 1
                lda #1
                ora POKMSK
                sta POKMSK
                sta IRQEN
                sta STIMER
                cli
again           jsr frame_wait
                inc count
                lda count
                lsr @
                lda #7                  ; 8 kHz
                bcc rate
                lda #15                 ; 4 kHz
rate            sta AUDF1
                ldx #100
work            lda $6000,x             ; a level meter on the screen
                lsr @
                sta SCREEN + 40,x
                dex
                bne work
                jmp again

;----------------------------------------------------------------------
;   play: the interrupt of timer 1 (A is on the stack)
;   CLOBBERS nothing
;----------------------------------------------------------------------
.proc           play
                tya
                pha
                ldy #0
                lda nibble
                eor #1
                sta nibble
                bne low
                lda (at),y
                lsr @
                lsr @
                lsr @
                lsr @
                ora #$10
                sta AUDC2
                pla
                tay
                pla
                rti
low             lda (at),y
                and #15
                ora #$10
                sta AUDC2
                inc at
                bne done
                inc at + 1
                bpl done
                lda #$60
                sta at + 1
done            pla
                tay
                pla
                rti
.endp

                text_list

                run start
