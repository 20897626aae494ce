;   disk.asm - the resident disk handler: one command to one drive.
;
;   Owned RAM: DSKTIM; the device control block while a command lasts.
;   Entry points: disk_init (DISKIV), disk_handler (DSKINV).

SECTOR_BYTES  = 128

DISK_DEVICE   = $31
DISK_FORMAT   = $21     ; commands of a disk drive
DISK_READ     = $52
DISK_STATUS   = $53
DISK_WRITE    = $57
DISK_TIMEOUT  = $0F     ; in 64 frames
FORMAT_TIMEOUT = $A0    ; until a drive has told its own

;----------------------------------------------------------------------
;   disk_init: how long formatting may take, until a drive has told it
;   CLOBBERS A
;   CYCLES   12
;----------------------------------------------------------------------
.proc disk_init
        lda #FORMAT_TIMEOUT
        sta DSKTIM
        rts
.endp

;----------------------------------------------------------------------
;   disk_handler: completes the device control block and calls SIO.
;   Only DISK_WRITE sends; everything else receives. The answer to
;   DISK_STATUS goes to DVSTAT. After DISK_FORMAT, DBYT is the length
;   of the list of bad sectors in the buffer. A and C are left as
;   programs know them. [sheet: os 8]
;   IN       DUNIT, DCOMND, DBUFLO/HI, DAUX1/2
;   OUT      Y status, N set = error, A = DCOMND, C set = command $21
;            or above
;   CLOBBERS X, BUFR
;----------------------------------------------------------------------
        published $EDF0
.proc disk_handler
        lda #DISK_DEVICE
        sta DDEVIC
        lda #SECTOR_BYTES
        ldx DCOMND
        cpx #DISK_STATUS
        bne length
        lda #<DVSTAT
        sta DBUFLO
        lda #>DVSTAT
        sta DBUFHI
        lda #4
length  sta DBYTLO
        lda #0
        sta DBYTHI
        lda #DISK_TIMEOUT
        cpx #DISK_FORMAT
        bne timeout
        lda DSKTIM
timeout sta DTIMLO
        lda #$40                ; receive
        cpx #DISK_WRITE
        bne frame
        asl @                   ; send
frame   sta DSTATS
        jsr SIOV
        bmi done
        lda DCOMND
        cmp #DISK_STATUS
        bne format
        lda DVSTAT+2
        sta DSKTIM
format  cmp #DISK_FORMAT
        bne done
        jsr disk_count_bad
done    lda DCOMND
        cmp #DISK_FORMAT
        ldy DSTATS
        rts
.endp

;----------------------------------------------------------------------
;   disk_count_bad: the bytes of a list of sectors that ends with $FFFF
;   IN       DBUFLO/HI, 128 bytes
;   OUT      DBYTLO
;   CLOBBERS A, Y, BUFR
;----------------------------------------------------------------------
.proc disk_count_bad
        lda DBUFLO
        sta BUFRLO
        lda DBUFHI
        sta BUFRHI
        ldy #0
word    lda (BUFRLO),y
        iny
        and (BUFRLO),y
        cmp #$FF
        beq found
        iny
        bpl word
        iny                     ; no end: all of it
found   dey
        sty DBYTLO
        rts
.endp
