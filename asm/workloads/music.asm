;   music.asm - a music player for four channels: notes with envelopes and
;               vibrato. Half of the bars filter channel 1 by channel 3, the
;               other half link channels 3 and 4.

                icl 'common.inc'

tick            = $90
step            = $91
envelope        = $92           ; of each channel
note            = $96           ; of each channel

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #$22
                jsr screen_on
                lda #3
                sta SKCTL
again           jsr frame_wait
                jsr play
                ldx #3                  ; volume bars on the screen
meter           lda envelope,x
                sta SCREEN + 100,x
                dex
                bpl meter
                jmp again

;----------------------------------------------------------------------
;   play: plays one frame of the music
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           play
                inc tick
                lda tick
                and #7
                bne sound
                inc step
                lda step
                and #15
                tay
                ldx #3
voice           lda tune,y
                clc
                adc offsets,x
                and #31
                sta note,x
                lda #15
                sta envelope,x
                tya
                clc
                adc #5
                and #15
                tay
                dex
                bpl voice
                lda step
                and #16
                bne linked
                lda #$64 + $10          ; 1.79 MHz for 1 and 3, filter for 1
                bne control
linked          lda #$28                ; 1.79 MHz for 3, 3 and 4 linked
control         sta AUDCTL
sound           ldx #3
channel         txa
                asl @
                tay
                stx work
                lda note,x
                tax
                lda pitches,x
                sta pitch
                lda tick                ; vibrato
                and #2
                clc
                adc pitch
                sta AUDF1,y
                ldx work
                lda envelope,x
                beq quiet
                lda tick
                and #3
                bne hold
                dec envelope,x
hold            lda envelope,x
quiet           ora timbres,x
                sta AUDC1,y
                dex
                bpl channel
                rts
.endp

work            = $9a
pitch           = $9b

offsets         dta 0,7,12,19
timbres         dta $a0,$a0,$c0,$20
tune            dta 0,4,7,12,4,7,12,16,2,5,9,14,5,9,14,17
pitches         .rept 32
                dta 243 - 6 * #
                .endr

                text_list

                run start
