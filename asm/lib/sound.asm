;   sound.asm - sound effects, one at a time on each channel.
;
;   Entry points: sound_frame (vertical blank), sound_play, sound_off.
;   An effect consists of its channel, 0 to 3, and steps of three bytes:
;   frames, AUDF, AUDC. A 0 instead of the frames ends it.

;----------------------------------------------------------------------
;   sound_play: starts an effect and ends any other on its channel
;   IN       X, Y address of the effect (high, low)
;   CLOBBERS A, X, Y
;   CYCLES   70
;----------------------------------------------------------------------
.proc           sound_play
                sty zp_starting
                stx zp_starting + 1
                ldy #0
                lda (zp_starting),y
                asl @
                tax
                tya
                sta sound_busy,x                ; silent during the change
                sec                             ; skip the channel
                adc zp_starting
                sta zp_sound,x
                tya
                adc zp_starting + 1
                sta zp_sound + 1,x
                lda #1
                sta sound_busy,x
                rts
.endp

;   Starts the effect :1
.macro          sound_start
                ldx #>:1
                ldy #<:1
                jsr sound_play
.endm

;----------------------------------------------------------------------
;   sound_off: ends all effects
;   CLOBBERS A, X
;   CYCLES   119
;----------------------------------------------------------------------
.proc           sound_off
                ldx #7
                lda #0
silence         sta sound_busy,x
                sta AUDF1,x
                dex
                bpl silence
                rts
.endp

;----------------------------------------------------------------------
;   sound_frame: plays one frame of all effects; part of the vertical
;   blank routine
;   CLOBBERS A, X
;   CYCLES   401 at most, 78 in silence
;----------------------------------------------------------------------
.proc           sound_frame
                ldx #6
channel         lda sound_busy,x
                beq next
                dec sound_busy,x
                bne next
                lda (zp_sound,x)                ; the next step
                sta sound_busy,x
                beq quiet                       ; A: volume 0
                inw zp_sound,x
                lda (zp_sound,x)
                sta AUDF1,x
                inw zp_sound,x
                lda (zp_sound,x)
                inw zp_sound,x
quiet           sta AUDC1,x
next            dex
                dex
                ;@loop 4
                bpl channel
                rts
.endp

;   Sounds for accepted and for refused input
effect_bleep    dta 3, 2, 40, $a8, 2, 30, $a6, 0
effect_buzz     dta 3, 4, 220, $c8, 4, 220, $c6, 4, 220, $c3, 0
