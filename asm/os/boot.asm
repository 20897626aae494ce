;   boot.asm - the start of a program from disk.
;
;   Owned RAM: DFLAGS DBSECT BOOTAD BOOT?; $0400-$047F is the buffer.
;   Entry point: boot_disk.

BOOT_BUFFER   = $0400

;----------------------------------------------------------------------
;   boot_disk: loads the boot sectors of drive 1 and starts what is in
;   them. Without a drive it gives up at once; a disk that cannot be
;   read is tried until it can.
;   OUT      BOOT? bit 0 set = booted
;   CLOBBERS A, X, Y, RAMLO
;----------------------------------------------------------------------
.proc boot_disk
        lda #1
        sta DUNIT
        lda #DISK_STATUS
        sta DCOMND
        jsr DSKINV
        bmi none

again   lda #0
        sta DAUX1
        sta DAUX2
        jsr boot_read_next
        bmi failed
        ldx #3
header  lda BOOT_BUFFER,x
        sta DFLAGS,x
        dex
        bpl header
        lda BOOT_BUFFER+4
        sta DOSINI
        lda BOOT_BUFFER+5
        sta DOSINI+1
        lda BOOTAD
        sta RAMLO
        lda BOOTAD+1
        sta RAMLO+1

sector  ldy #SECTOR_BYTES-1
copy    lda BOOT_BUFFER,y
        sta (RAMLO),y
        dey
        bpl copy
        clc
        lda RAMLO
        adc #SECTOR_BYTES
        sta RAMLO
        bcc same
        inc RAMLO+1
same    dec DBSECT              ; 0 stands for 256
        beq loaded
        jsr boot_read_next
        bpl sector

failed  jsr boot_report
        jmp again

loaded  clc
        lda BOOTAD
        adc #6
        sta RAMLO
        lda BOOTAD+1
        adc #0
        sta RAMLO+1
        jsr program
        bcs failed
        jsr boot_call_dosini
        lda BOOT?
        ora #1
        sta BOOT?
none    rts
program jmp (RAMLO)             ; with A = high byte of its address
.endp

;----------------------------------------------------------------------
;   boot_read_next: the next sector of drive 1 to the boot buffer
;   IN       DAUX1/2 = the last
;   OUT      N set = error
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc boot_read_next
        inc DAUX1
        bne same
        inc DAUX2
same    lda #DISK_READ
        sta DCOMND
        lda #<BOOT_BUFFER
        sta DBUFLO
        lda #>BOOT_BUFFER
        sta DBUFHI
        jmp DSKINV
.endp

;----------------------------------------------------------------------
;   boot_report: tells on the screen that the boot failed
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc boot_report
        lda #<text
        ldy #>text
        jmp text_print
text    .byte 'BOOT ERROR', EOL
.endp

.proc boot_call_dosini
        jmp (DOSINI)
.endp
