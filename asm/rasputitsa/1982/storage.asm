;   storage.asm - saving and loading a game: disk, or tape where there is no
;                 disk.
;
;   Entry points: option_poll, game_load.
;   A saved game is a mark and the choice of the title, the page zero of the
;   program, and all its other variables.

STORE_IOCB      = $10
FILE_OPEN        = 3
FILE_GET         = 7             ; bytes
FILE_PUT         = 11
FILE_CLOSE       = 12
FOR_READING     = 4             ; ICAX1
FOR_WRITING     = 8
NO_DEVICE       = 130           ; errors
NO_GAME         = 255           ; ours: the file is no saved game
ERROR_FRAMES    = 240

;----------------------------------------------------------------------
;   option_poll: saves the game if OPTION was pressed. Main program, in the
;   order phase.
;   CLOBBERS A, X, Y
;   CYCLES   17 when not
;----------------------------------------------------------------------
.proc           option_poll
                lda save_wanted
                beq done
                lda zp_button
                bne done                ; a lifted unit is put down first
                sta save_wanted
                lda zp_orders_open
                beq done
                lda #MSG_SAVING
                jsr text_notice
                jsr frame_wait          ; let it be seen
                jsr frame_wait
                lda #0
                sta zp_orders_open
                lda #FOR_WRITING
                jsr store_open
                bmi failed
                lda #FILE_PUT
                jsr store_move
                bmi failed
                jsr store_close
                bmi failed
                lda #MSG_SAVED
                jsr text_notice
back            lda #1
                sta zp_orders_open
done            rts

failed          tya
                pha
                jsr store_close
                lda #1
                sta zp_orders_open
                lda #MSG_IO
                jsr text_notice
                lda #ERROR_FRAMES
                sta notice_wait
                jsr frame_wait          ; the frame routine writes it
                jsr frame_wait
                pla
                ldx #AT_MESSAGE + AT_ERROR
                jmp text_number
.endp

;----------------------------------------------------------------------
;   game_load: loads a saved game and goes on with it; after an error the
;   title, which shows it. Does not return.
;----------------------------------------------------------------------
.proc           game_load
                lda level
                pha
                lda scenario
                pha
                lda #FOR_READING
                jsr store_open
                bmi failed
                jsr screen_off          ; what it shows is about to change
                lda #FILE_GET
                jsr store_move
                bmi failed
                jsr store_close
                ldx #$ff
                txs
                jmp game_resume

failed          sty load_error
                jsr store_close
                jsr mark_set
                pla
                sta scenario
                pla
                sta level
                jmp start
.endp

;   The screen of the game that was loaded
.proc           game_resume
                jsr colours_set
                lda #0
                sta zp_button
                sta zp_orders_open
                sta save_wanted
                jsr screen_build
                mwa #display_list SDLSTL
                ldx #>vbi_start
                ldy #<vbi_start
                jsr screen_on
                jmp campaign_resumed
.endp


;   The mark that begins a saved game
.proc           mark_set
                ldx #MARK_LETTERS - 1
letter          lda save_letters,x
                sta save_mark,x
                dex
                bpl letter
                rts
.endp

;   Whether page 6 holds the mark. OUT Z set when so. CLOBBERS A, X.
.proc           mark_test
                ldx #MARK_LETTERS - 1
letter          lda save_mark,x
                cmp save_letters,x
                bne done
                dex
                bpl letter
                lda #0
done            rts
.endp

;----------------------------------------------------------------------
;   store_open: opens the file, on tape if there is no disk
;   IN       A FOR_READING or FOR_WRITING
;   OUT      Y status, N set = error
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           store_open
                sta zp_mask
                ldy #DISK_NAME_AT
                jsr open
                cpy #NO_DEVICE
                bne tested
                jsr store_close
                ldy #TAPE_NAME_AT
                jsr open
tested          tya
                rts

open            ldx #STORE_IOCB
                lda store_names,y
                sta ICBAL,x
                lda store_names + 1,y
                sta ICBAH,x
                lda zp_mask
                sta ICAX1,x
                lda #0
                sta ICAX2,x
                lda #FILE_OPEN
                sta ICCOM,x
                jmp CIOV
.endp

.proc           store_close
                ldx #STORE_IOCB
                lda #FILE_CLOSE
                sta ICCOM,x
                jsr CIOV
                tya
                rts
.endp

;----------------------------------------------------------------------
;   store_move: writes or reads a game
;   IN       A FILE_PUT or FILE_GET
;   OUT      Y status, N set = error, also for a file that is no game
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           store_move
                sta store_command
                ldy #0
                jsr piece
                bmi done
                jsr mark_test
                bne strange
                ldy #4
                jsr piece
                bmi done
                ldy #8
                store_last done
strange         ldy #NO_GAME
done            tya
                rts

;   IN Y which of `save_pieces`
piece           ldx #STORE_IOCB
                lda store_command
                sta ICCOM,x
                lda save_pieces,y
                sta ICBAL,x
                lda save_pieces + 1,y
                sta ICBAH,x
                lda save_pieces + 2,y
                sta ICBLL,x
                lda save_pieces + 3,y
                sta ICBLH,x
                jsr CIOV
                tya
                rts
.endp

;   What a game is: address and length
save_pieces     dta a(save_mark), a(SAVE_HEAD)
                dta a(ZERO_PAGE), a($100 - ZERO_PAGE)
                dta a(VARIABLES), a(VARIABLES_END - VARIABLES)
.if COMFORTS
                dta a(remembered), a(REMEMBERED_SIZE)
.endif
save_letters    dta c'RSP2'
MARK_LETTERS    = * - save_letters
store_names
DISK_NAME_AT    = * - store_names
                dta a(disk_name)
TAPE_NAME_AT    = * - store_names
                dta a(tape_name)
disk_name       dta c'D:EASTFRNT.SAV', $9b
tape_name       dta c'C:', $9b
