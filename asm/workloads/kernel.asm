;   kernel.asm - a kernel that on every line of the picture waits for WSYNC
;                and sets a background, a colour, a position and a shape.

                icl 'common.inc'

count           = $90

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #>colours
                ldx #3
                jsr fill
                lda #$22
                jsr screen_on
again           inc count
top             lda VCOUNT
                cmp #16
                bne top
                ldx count
                ldy #0
line            sta WSYNC
                lda colours,x
                sta COLBK
                lda others,y
                sta COLPF0
                lda shapes,y
                sta GRAFP0
                txa
                sta HPOSP0
                inx
                iny
                cpy #192
                bne line
                lda #0
                sta GRAFP0
                jmp again

colours         = $4800
others          = $4900
shapes          = $4a00

                org LIST
                dta $70,$70,$70,$4d,a(SCREEN)
                .rept 95
                dta $0d
                .endr
                dta $41,a(LIST)

                run start
