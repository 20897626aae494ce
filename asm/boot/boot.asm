;   boot.asm - the first sectors of a disk that loads a program.
;
;   $0700-$07FF  what the boot loads: sectors 1 and 2
;   $0800-$087F  a sector
;
;   The program stands from sector 4 on, sector behind sector, as a
;   binary-load file with a further $FFFF at its end. It is loaded where a
;   DOS would be started, and once more after RESET, unless it has left other
;   vectors: the loader is there as long as the program lets it be, which
;   MEMLO asks for.
;
;   Entry points: boot_start (by the boot), boot_init (by DOSINI),
;   boot_load (by DOSVEC).
;   Owned RAM: the above; DCB, RUNAD, INITAD while it loads.

                opt h-
                icl '../lib/hardware.inc'

BOOT            = $0700
SECTOR_BYTES    = 128
BUFFER          = BOOT + 2 * SECTOR_BYTES
BOOT_END        = BUFFER + SECTOR_BYTES
FIRST_SECTOR    = 4

DISK_DEVICE     = $31
DISK_READ       = $52
FROM_DISK       = $40           ; DSTATS: data come in
TIMEOUT         = 7             ; in units of 64 frames

                org BOOT
                dta 0, 2, a(BOOT), a(boot_init)
                ert * <> BOOT + 6

;----------------------------------------------------------------------
;   boot_start: called by the boot when all of this is loaded
;   OUT      C clear = booted; DOSVEC = the loader
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           boot_start
                lda #<boot_load
                sta DOSVEC
                lda #>boot_load
                sta DOSVEC+1
                clc
                rts
.endp

;----------------------------------------------------------------------
;   boot_init: called behind the boot, and at RESET
;   OUT      MEMLO = behind the loader
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           boot_init
                lda #<BOOT_END
                sta MEMLO
                lda #>BOOT_END
                sta MEMLO+1
.endp
                ert * <> boot_nothing

;   What INITAD leads to where a segment says nothing else
boot_nothing    rts

;----------------------------------------------------------------------
;   boot_load: loads the program, and starts it
;   OUT      does not return; the program that does gets the memo pad
;   CLOBBERS everything
;----------------------------------------------------------------------
.proc           boot_load
                ldx #$ff
                txs
                cld
                lda #FIRST_SECTOR
                sta boot_block.sector
                lda #0
                sta boot_block.sector+1
                lda #SECTOR_BYTES
                sta boot_byte.next
                jsr boot_word           ; the file's $FFFF
                jsr boot_word
                sta RUNAD               ; a program that does not say where it
                stx RUNAD+1             ; starts does so where it begins
                jmp first

segment         jsr boot_word
first           sta store+1
                stx store+2
                cpx #$ff
                bne is_segment
                cmp #$ff
                beq loaded
is_segment      jsr boot_word
                sta last
                stx last_page
                lda #<boot_nothing
                sta INITAD
                lda #>boot_nothing
                sta INITAD+1

copy            jsr boot_byte
store           sta $ffff
                lda store+1
                ldx store+2
                inc store+1
                bne same
                inc store+2
same            cmp last: #0
                bne copy
                cpx last_page: #0
                bne copy
                jsr initialise
                jmp segment

loaded          jsr run
                jmp BLKBDV
initialise      jmp (INITAD)
run             jmp (RUNAD)
.endp

;----------------------------------------------------------------------
;   boot_word: two bytes of the file
;   OUT      A = the first, X = the second
;   CLOBBERS Y
;----------------------------------------------------------------------
.proc           boot_word
                jsr boot_byte
                pha
                jsr boot_byte
                tax
                pla
                rts
.endp

;----------------------------------------------------------------------
;   boot_byte: the next byte of the file
;   OUT      A = the byte
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           boot_byte
                ldy next: #0
                bpl there               ; SECTOR_BYTES is none
                jsr boot_sector
                ldy #0
there           lda BUFFER,y
                iny
                sty next
                rts
.endp

;----------------------------------------------------------------------
;   boot_sector: the next sector, tried until it can be read
;   IN       boot_block.sector = its number
;   OUT      BUFFER; boot_block.sector = the one behind it
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           boot_sector
                ldx #boot_block.LENGTH - 1
copy            lda boot_block,x
                sta DDEVIC,x
                dex
                bpl copy
                jsr SIOV
                bmi boot_sector
                inc boot_block.sector
                bne same
                inc boot_block.sector+1
same            rts
.endp

;   The device control block
.proc           boot_block
                dta DISK_DEVICE, 1, DISK_READ, FROM_DISK
                dta a(BUFFER), TIMEOUT, 0, a(SECTOR_BYTES)
sector          dta a(FIRST_SECTOR)
LENGTH          = * - boot_block
.endp

                ert * > BUFFER
                :BUFFER-* dta 0
