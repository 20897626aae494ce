;   boot.asm - the boot sectors of a disk that loads a program.
;
;   $0700-$07FF  sectors 1 and 2, loaded by the OS
;   $0800-$087F  sector buffer
;
;   The program is a binary-load file followed by an extra $FFFF, in
;   consecutive sectors from sector 4 on. The loader runs when the OS would
;   start a DOS (DOSVEC), and again after RESET unless the program has
;   changed the vectors. MEMLO asks the program not to overwrite the loader,
;   but does not prevent it.
;
;   Entry points: boot_start (from the OS's boot), boot_init (through
;   DOSINI), boot_load (through DOSVEC).
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
FROM_DISK       = $40           ; DSTATS: receive data
TIMEOUT         = 7             ; in units of 64 frames

                org BOOT
                dta 0, 2, a(BOOT), a(boot_init)
                ert * <> BOOT + 6

;----------------------------------------------------------------------
;   boot_start: called by the OS when both sectors are loaded
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
;   boot_init: called after the boot, and at RESET
;   OUT      MEMLO = first address after the loader
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           boot_init
                lda #<BOOT_END
                sta MEMLO
                lda #>BOOT_END
                sta MEMLO+1
.endp
                ert * <> boot_nothing

;   INITAD points here before each segment is loaded
boot_nothing    rts

;----------------------------------------------------------------------
;   boot_load: loads the program and starts it
;   OUT      does not return; if the program does, the memo pad follows
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
                sta RUNAD               ; without a run address of its own, the
                stx RUNAD+1             ; program starts at its first byte
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
                bpl there               ; SECTOR_BYTES is negative
                jsr boot_sector
                ldy #0
there           lda BUFFER,y
                iny
                sty next
                rts
.endp

;----------------------------------------------------------------------
;   boot_sector: reads the next sector, retrying until it succeeds
;   IN       boot_block.sector = its number
;   OUT      BUFFER; boot_block.sector = the number after it
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
