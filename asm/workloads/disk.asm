;   disk.asm - reads a disk sector by sector, with real serial timing. Needs
;              a single-density disk in drive 1.

                icl 'common.inc'

BUFFER          = $5000

start           lda #>SCREEN
                ldx #4
                jsr fill
                lda #$22
                jsr screen_on
                lda #0
                sta DAUX2
again           lda #1
                sta DAUX1
sector          lda #$31                ; drive
                sta DDEVIC
                lda #1
                sta DUNIT
                lda #$52                ; read
                sta DCOMND
                lda #$40
                sta DSTATS
                lda #<BUFFER
                sta DBUFLO
                lda #>BUFFER
                sta DBUFHI
                lda #7
                sta DTIMLO
                lda #128
                sta DBYTLO
                lda #0
                sta DBYTHI
                jsr SIOV
                ldx #127
show            lda BUFFER,x
                sta SCREEN + 400,x
                dex
                bpl show
                inc DAUX1
                lda DAUX1
                cmp #200
                bne sector
                jmp again

                text_list

                run start
