;   bitmap.asm - redraws a bitmap in every frame with unrolled stores. Half of
;                it is mode E, half mode F. Four frames of normal width
;                alternate with four wide ones, eight single-buffered frames
;                with eight double-buffered ones.

                icl 'common.inc'

SCREEN_1        = $4000         ; two screens of 8K
SCREEN_2        = $6000
count           = $90

start           lda #>SCREEN_1
                ldx #$40
                jsr fill
                lda #$22
                jsr screen_on
again           inc count
                lda count
                and #4
                lsr @
                lsr @
                ora #$22
                sta SDMCTL
                ldx #>LIST
                lda count
                and #8
                beq front               ; one buffer: draw to the visible screen
                lda count
                lsr @
                bcs back
                inx                     ; show the other one
front           stx SDLSTH
                jsr draw_front
                jmp next
back            stx SDLSTH
                jsr draw_back
next            jsr frame_wait
                jmp again

;----------------------------------------------------------------------
;   draw_front, draw_back: write every fourth byte of a screen
;   IN       count
;   CLOBBERS A, X
;----------------------------------------------------------------------
.macro          draw
                ldx #0
bytes           txa
                eor count
                .rept 30
                sta :1 + $100 * #,x
                .endr
                inx
                inx
                inx
                inx
                beq done
                jmp bytes
done            rts
.endm

draw_front      draw SCREEN_1
draw_back       draw SCREEN_2

.macro          list
                dta $70,$70,$70,$4e,a(:1)
                .rept 95
                dta $0e
                .endr
                dta $4f,a(:1 + $1000)
                .rept 95
                dta $0f
                .endr
                dta $41,a(:2)
.endm

                org LIST
                list SCREEN_1,LIST
                org LIST + $100
                list SCREEN_2,LIST + $100

                run start
