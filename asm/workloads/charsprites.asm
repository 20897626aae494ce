;   charsprites.asm - software sprites on a screen of mode 4: every frame
;                     erases eight sprites of two by two characters, moves
;                     them, and draws them again over the background.

                icl 'common.inc'

SPRITES         = 8
STRIDE          = 40

x               = $90           ; of each sprite, in characters
y               = x + SPRITES
dx              = y + SPRITES
dy              = dx + SPRITES
under           = dy + SPRITES  ; four character names each
n               = under + 4 * SPRITES
at              = n + 1
name            = at + 2
place           = name + 1      ; font bytes of the sprite's own characters
below           = place + 2     ; font bytes of the background's
work            = below + 2

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #>FONT
                ldx #4
                jsr fill
                lda #>FONT
                sta CHBAS
                ldx #SPRITES - 1
place_all       txa
                asl @
                asl @
                sta x,x
                txa
                asl @
                sta y,x
                lda #1
                sta dx,x
                sta dy,x
                dex
                bpl place_all
                lda #$22
                jsr screen_on
                jsr save_all
again           jsr frame_wait
                ldx #SPRITES - 1
away            stx n
                jsr restore
                ldx n
                jsr move
                dex
                bpl away
                jsr save_all
                ldx #0
back            stx n
                jsr draw
                ldx n
                inx
                cpx #SPRITES
                bne back
                jmp again

;----------------------------------------------------------------------
;   save_all: saves the background under the sprites
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           save_all
                ldx #0
next            stx n
                jsr locate
                txa
                asl @
                asl @
                tax
                ldy #0
                lda (at),y
                sta under,x
                iny
                lda (at),y
                sta under + 1,x
                ldy #STRIDE
                lda (at),y
                sta under + 2,x
                iny
                lda (at),y
                sta under + 3,x
                ldx n
                inx
                cpx #SPRITES
                bne next
                rts
.endp

;----------------------------------------------------------------------
;   restore: restores the background under sprite X
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           restore
                jsr locate
                txa
                asl @
                asl @
                tax
                ldy #0
                lda under,x
                sta (at),y
                iny
                lda under + 1,x
                sta (at),y
                ldy #STRIDE
                lda under + 2,x
                sta (at),y
                iny
                lda under + 3,x
                sta (at),y
                rts
.endp

;----------------------------------------------------------------------
;   move: moves sprite X by a character; it bounces at the borders
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           move
                lda x,x
                clc
                adc dx,x
                sta x,x
                beq turn_x
                cmp #STRIDE - 2
                bne vertical
turn_x          lda #0
                sec
                sbc dx,x
                sta dx,x
vertical        lda y,x
                clc
                adc dy,x
                sta y,x
                beq turn_y
                cmp #22
                bne done
turn_y          lda #0
                sec
                sbc dy,x
                sta dy,x
done            rts
.endp

;----------------------------------------------------------------------
;   locate: the screen address of sprite X
;   OUT      at
;   CLOBBERS A, Y
;----------------------------------------------------------------------
.proc           locate
                ldy y,x
                lda rows_low,y
                clc
                adc x,x
                sta at
                lda rows_high,y
                adc #0
                sta at + 1
                rts
.endp

;----------------------------------------------------------------------
;   draw: draws sprite X in its own characters: background, mask, picture
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           draw
                jsr locate
                txa
                asl @
                asl @
                sta name                ; characters 4 n to 4 n + 3
                lda #0
                sta work
character       ldx work
                lda name
                tay
                lda under,y
                jsr glyph
                sta below
                stx below + 1
                lda name
                jsr glyph
                sta place
                stx place + 1
                ldy #7
byte            lda (below),y
                and masks,y
                ora picture,y
                sta (place),y
                dey
                bpl byte
                ldx work
                ldy corners,x
                lda name
                sta (at),y
                inc name
                inc work
                lda work
                cmp #4
                bne character
                rts
.endp

;----------------------------------------------------------------------
;   glyph: the font address of character A
;   OUT      A low byte, X high byte
;----------------------------------------------------------------------
.proc           glyph
                and #$7f
                pha
                lsr @
                lsr @
                lsr @
                lsr @
                lsr @
                ora #>FONT
                tax
                pla
                asl @
                asl @
                asl @
                rts
.endp

corners         dta 0,1,STRIDE,STRIDE + 1
masks           dta $c3,$81,$00,$00,$00,$00,$81,$c3
picture         dta $18,$3c,$7e,$db,$ff,$5a,$24,$18

rows_low        .rept 24
                dta <[SCREEN + STRIDE * #]
                .endr
rows_high       .rept 24
                dta >[SCREEN + STRIDE * #]
                .endr

                org LIST
                dta $70,$70,$70,$44,a(SCREEN)
                .rept 23
                dta 4
                .endr
                dta $41,a(LIST)

                run start
