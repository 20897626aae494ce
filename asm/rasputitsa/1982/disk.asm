;   disk.asm - a small D: handler for a machine without a DOS: one file at a
;              time, on a disk of 720 sectors formatted by DOS 2.
;
;   Entry point: disk_install.
;   A file is written without overwriting its old version, which stays valid
;   until CLOSE has put the new one into the directory: an error before that
;   loses nothing. Whatever name is given, the file is the saved game.
;   [sheet: formats 2]

DISK_BYTES      = 125           ; data bytes in a sector; then its links:
DISK_LINK       = 125           ; file number, next sector, bytes used
DISK_READ       = $52           ; commands of a drive
DISK_WRITE      = $57
TABLE_SECTOR    = 360           ; which sectors are free
TABLE_DOS       = 2             ; value of its first byte
TABLE_TOTAL     = >707          ; value of its third: number of sectors
TABLE_FREE      = 3             ; number of free sectors
TABLE_BITS      = 10            ; to 99: one bit a sector, 1 = free
TABLE_END       = 100
DIRECTORY       = 361           ; eight sectors of eight entries
ENTRIES         = 64
ENTRY_SIZE      = 16            ; flag, sectors, first sector, name
ENTRY_NAME      = 5
ENTRY_LETTERS   = 11
ENTRY_IN_USE    = $40           ; flag; $80 deleted, 0 never used
ENTRY_LOCKED    = $20
ENTRY_OPEN      = $01
ENTRY_DOS_2     = $42

DISK_END        = 136           ; errors
DISK_FULL       = 162
DISK_STRANGE    = 163           ; not a DOS 2 disk
DISK_IS_LOCKED  = 167
DIRECTORY_FULL  = 169
NO_FILE         = 170

;----------------------------------------------------------------------
;   disk_install: adds D: to the devices, which do not have one
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           disk_install
                ldx #0
device          lda HATABS,x
                beq free
                inx
                inx
                inx
                bne device              ; always: there is room for twelve
free            lda #'D'
                sta HATABS,x
                lda #<disk_vectors
                sta HATABS + 1,x
                lda #>disk_vectors
                sta HATABS + 2,x
                rts
.endp

disk_vectors    dta a(disk_open - 1), a(disk_close - 1)
                dta a(disk_get - 1), a(disk_put - 1)
                dta a(disk_done - 1), a(disk_done - 1)

;----------------------------------------------------------------------
;   disk_open: OPEN
;   IN       ICAX1Z FOR_READING or FOR_WRITING
;   OUT      Y status
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           disk_open
                lda #0
                sta disk_writes
                sta disk_at
                sta disk_used
                sta disk_next
                sta disk_next + 1
                sta disk_count
                sta disk_count + 1
                jsr table_read
                bmi failed
                ldy #DISK_STRANGE
                lda disk_table
                cmp #TABLE_DOS
                bne failed
                lda disk_table + 2
                cmp #TABLE_TOTAL
                bne failed
                jsr entry_find
                bmi failed
                bcs known
                ldy #NO_FILE
                lda ICAX1Z
                cmp #FOR_READING
                beq failed
                ldy #DIRECTORY_FULL
                lda disk_file
                bmi failed
                bpl write               ; always
known           lda ICAX1Z
                cmp #FOR_READING
                beq begin
                ldy #DISK_IS_LOCKED
                lda disk_flag
                and #ENTRY_LOCKED
                bne failed
write           jsr disk_allocate
                bcs full
                lda disk_next
                sta disk_first
                lda disk_next + 1
                sta disk_first + 1
                inc disk_writes
                bne done                ; always
begin           lda disk_old
                sta disk_next
                lda disk_old + 1
                sta disk_next + 1
done            ldy #1
failed          rts
full            ldy #DISK_FULL
                rts
.endp
disk_done       = disk_open.done

;----------------------------------------------------------------------
;   disk_get: GET
;   OUT      A byte, Y status
;   CLOBBERS X
;----------------------------------------------------------------------
.proc           disk_get
                ldx disk_at
                cpx disk_used
                bcs more
                lda disk_sector,x
                inc disk_at
                ldy #1
                rts
more            jsr sector_next
                bpl disk_get
                rts
.endp

;   Reads the file's next sector. OUT Y status, N set = error. CLOBBERS A, X.
.proc           sector_next
                ldy #DISK_END
                ldx disk_next
                lda disk_next + 1
                bne there
                cpx #0
                beq done
there           jsr sector_read
                bmi done
                lda disk_sector + DISK_LINK
                and #3
                sta disk_next + 1
                lda disk_sector + DISK_LINK + 1
                sta disk_next
                lda disk_sector + DISK_LINK + 2
                and #$7f
                sta disk_used
                lda #0
                sta disk_at
                ldy #1
done            tya
                rts
.endp

;----------------------------------------------------------------------
;   disk_put: PUT
;   IN       A byte
;   OUT      Y status; after an error CLOSE leaves the disk as it was
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           disk_put
                ldx disk_at
                cpx #DISK_BYTES
                bcc room
                pha
                lda disk_next           ; the full sector
                pha
                lda disk_next + 1
                pha
                jsr disk_allocate
                pla
                tay
                pla
                tax
                tya
                bcs full
                jsr sector_write
                bmi lost
                ldx #0
                pla
room            sta disk_sector,x
                inx
                stx disk_at
                ldy #1
                rts
full            ldy #DISK_FULL
lost            pla
                lda #0
                sta disk_writes
                tya
                rts
.endp

;----------------------------------------------------------------------
;   disk_close: CLOSE. Marks the sectors as used, then writes the directory
;   entry, and at last frees the sectors of the old version.
;   OUT      Y status
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           disk_close
                lda disk_writes
                jeq disk_done
                lda #0
                sta disk_writes
                ldx disk_next
                lda disk_next + 1
                ldy #0                  ; nothing follows it
                sty disk_next
                sty disk_next + 1
                jsr sector_write
                bmi done
                jsr table_write
                bmi done
                lda disk_file
                jsr directory_read
                bmi done
                ldx disk_entry
                lda #ENTRY_DOS_2
                sta disk_sector,x
                ldy #0
name            lda disk_count,y        ; and disk_first
                sta disk_sector + 1,x
                inx
                iny
                cpy #ENTRY_NAME - 1
                bcc name
                ldy #0
letter          lda disk_name + 2,y     ; after "D:", without the dot
                cmp #'.'
                beq next
                sta disk_sector + 1,x
                inx
next            iny
                cpy #ENTRY_LETTERS + 1
                bcc letter
                lda #DISK_WRITE         ; to where it was read
                jsr sector_io
                bmi done
                lda disk_old
                ora disk_old + 1
                jeq disk_done
                lda disk_old
                sta disk_next
                lda disk_old + 1
                sta disk_next + 1
sector          jsr sector_next
                bmi done
                lda disk_sector + DISK_LINK
                lsr @
                lsr @
                cmp disk_file           ; from here on it is another file's
                bne freed
                jsr disk_free
                bcs freed
                lda disk_next
                sta disk_old
                ldx disk_next + 1
                stx disk_old + 1
                ora disk_old + 1
                bne sector
freed           jmp table_write
done            rts
.endp

;----------------------------------------------------------------------
;   entry_find: finds the file in the directory
;   OUT      Y status, N set = error; C set if it is there; disk_old its
;            first sector, 0 if there is none; disk_flag; disk_entry offset
;            of its entry, or of the one to use; disk_file the entry's
;            number, $FF if there is no room
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           entry_find
                lda #$ff
                sta disk_file
                lda #0
                sta disk_old
                sta disk_old + 1
                sta disk_number
sector          lda disk_number
                jsr directory_read
                bmi done
                ldx #0
entry           lda disk_sector,x
                bmi free
                beq free
                and #ENTRY_IN_USE | ENTRY_OPEN
                cmp #ENTRY_IN_USE
                bne next
                jsr name_compare
                bcs found
next            inc disk_number
                txa
                clc
                adc #ENTRY_SIZE
                tax
                bpl entry
                lda disk_number
                cmp #ENTRIES
                bcc sector
absent          clc
                ldy #1
done            rts

free            pha
                lda disk_file
                bpl taken
                stx disk_entry
                lda disk_number
                sta disk_file
taken           pla
                bne next
                beq absent              ; the rest was never used

found           lda disk_sector,x
                sta disk_flag
                lda disk_sector + 3,x
                sta disk_old
                lda disk_sector + 4,x
                sta disk_old + 1
                stx disk_entry
                lda disk_number
                sta disk_file
                ldy #1                  ; carry is set
                rts
.endp

;   Whether an entry is that of the file. IN X entry. OUT C set if it is.
;   CLOBBERS A, Y; X is kept.
.proc           name_compare
                txa
                pha
                ldy #0
letter          lda disk_name + 2,y     ; after "D:", without the dot
                cmp #'.'
                beq next
                cmp disk_sector + ENTRY_NAME,x
                bne other
                inx
next            iny
                cpy #ENTRY_LETTERS + 1
                bcc letter
same            pla
                tax
                rts                     ; carry is set
other           clc
                bcc same                ; always
.endp

;----------------------------------------------------------------------
;   disk_allocate: allocates a free sector
;   OUT      disk_next; disk_table; C set if there is none
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           disk_allocate
                ldy #TABLE_BITS
byte            lda disk_table,y
                bne found
                iny
                cpy #TABLE_END
                bcc byte
                rts                     ; carry is set
found           ldx #$ff
bit             inx
                asl @
                bcc bit
                lda disk_table,y
                eor sector_bit,x
                sta disk_table,y
                lda disk_table + TABLE_FREE
                sne
                dec disk_table + TABLE_FREE + 1
                dec disk_table + TABLE_FREE
                stx disk_next           ; 8 * [Y - TABLE_BITS] + X
                lda #0
                sta disk_next + 1
                tya
                sbc #TABLE_BITS         ; carry is set
                asl @
                asl @
                rol disk_next + 1
                asl @
                rol disk_next + 1
                ora disk_next
                sta disk_next
                clc
                rts
.endp
                ert TABLE_END - TABLE_BITS > 128

;----------------------------------------------------------------------
;   disk_free: frees the sector disk_old
;   OUT      disk_table; C set if it was free or is invalid
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           disk_free
                lda disk_old
                and #7
                tax
                lda disk_old + 1
                lsr @
                ror disk_old
                lsr @
                ror disk_old
                lsr disk_old
                ldy disk_old
                cpy #TABLE_END - TABLE_BITS
                bcs done
                lda disk_table + TABLE_BITS,y
                and sector_bit,x
                cmp #1
                bcs done
                lda disk_table + TABLE_BITS,y
                ora sector_bit,x
                sta disk_table + TABLE_BITS,y
                inc disk_table + TABLE_FREE
                sne
                inc disk_table + TABLE_FREE + 1
done            rts
.endp

sector_bit      dta $80, $40, $20, $10, $08, $04, $02, $01

;----------------------------------------------------------------------
;   Sectors. OUT Y status, N set = error. CLOBBERS A, X.
;----------------------------------------------------------------------
;   Writes sector X, A (low, high) of the file: disk_at bytes, then the link
;   to disk_next
.proc           sector_write
                stx DAUX1
                sta DAUX2
                inc disk_count
                sne
                inc disk_count + 1
                lda disk_file
                asl @
                asl @
                ora disk_next + 1
                sta disk_sector + DISK_LINK
                lda disk_next
                sta disk_sector + DISK_LINK + 1
                lda disk_at
                sta disk_sector + DISK_LINK + 2
                lda #DISK_WRITE
                bne sector_io           ; always
.endp

;   Reads the directory sector with entry A
.proc           directory_read
                lsr @
                lsr @
                lsr @
                clc
                adc #<DIRECTORY
                tax
                lda #>DIRECTORY
.endp
                ert <[DIRECTORY + 7] < <DIRECTORY

;   Reads sector X, A
.proc           sector_read
                stx DAUX1
                sta DAUX2
                lda #DISK_READ
.endp

;   Repeats the last sector with command A
.proc           sector_io
                ldx #<disk_sector
                ldy #>disk_sector
.endp

;   IN A command, X, Y buffer, DAUX1, DAUX2 sector
.proc           disk_io
                sta DCOMND
                stx DBUFLO
                sty DBUFHI
                lda ICDNOZ
                sta DUNIT
                jsr DSKINV
                tya
                rts
.endp

;   The table of free sectors
.proc           table_write
                lda #DISK_WRITE
                bne table_io            ; always
.endp
.proc           table_read
                lda #DISK_READ
.endp
.proc           table_io
                ldx #<TABLE_SECTOR
                stx DAUX1
                ldx #>TABLE_SECTOR
                stx DAUX2
                ldx #<disk_table
                ldy #>disk_table
                bne disk_io             ; always
.endp
