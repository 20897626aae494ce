;   storage.asm - saves and loads a game: on disk, or on tape if there is no
;                 disk.
;
;   Entry points: option_poll, game_load.
;   A saved game consists of a mark and the title's choices, the program's
;   page zero, and all its other variables.

STORE_IOCB      = $10
FILE_OPEN        = 3
FILE_GET         = 7             ; bytes
FILE_PUT         = 11
FILE_CLOSE       = 12
FOR_READING     = 4             ; ICAX1
FOR_WRITING     = 8
NO_DEVICE       = 130           ; errors
NO_ANSWER       = 138           ; there is no drive
NO_WRITING      = 144           ; no disk, or a protected one
MARK_1          = 'R'           ; a saved game of this format
MARK_2          = '3'
NO_GAME         = 255           ; our own: the file is no saved game
ERROR_FRAMES    = 240

;----------------------------------------------------------------------
;   option_poll: saves the game if OPTION was pressed. Main program, in the
;   order phase.
;   CLOBBERS A, X, Y
;   CYCLES   17 if not pressed
;----------------------------------------------------------------------
.proc           option_poll
                lda save_wanted
                beq done
                lda zp_button
                bne done                ; a lifted unit must be put down first
                sta save_wanted
                sta notice_wait         ; no other message now
                lda zp_orders_open
                beq done
                lda #MSG_SAVING
                jsr text_message
                jsr frame_wait          ; show the message
                jsr frame_wait
                jsr option_up
                lda #0
                sta save_wanted
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
noticed         jsr text_notice
                prompt_again
                jsr text_message
                inc zp_orders_open      ; was 0
done            rts

absent          jsr store_close
                lda #MSG_NO_DISK
                bne noticed             ; always
failed          jsr disk_absent
                beq absent
                tya
                pha
                jsr store_close
                lda #MSG_IO
                jsr noticed
                lda #ERROR_FRAMES
                sta notice_wait
                jsr frame_wait          ; the frame routine writes it
                jsr frame_wait
                pla
                ldx #AT_MESSAGE + AT_ERROR
                jmp text_number
.endp

;   Whether an error means that there is no disk or none that can be written.
;   IN Y. OUT Z set if so. CLOBBERS nothing.
.proc           disk_absent
                cpy #NO_ANSWER
                beq done
                cpy #NO_WRITING
done            rts
.endp

;----------------------------------------------------------------------
;   game_load: loads a saved game and resumes it; after an error returns to
;   the title, which shows the error. Does not return.
;----------------------------------------------------------------------
.proc           game_load
                jsr option_up
                lda #FOR_READING
                jsr store_open
                bmi failed
                jsr screen_off          ; the memory shown is about to change
                lda #FILE_GET
                jsr store_move
                bmi failed
                jsr store_close
                ldx #$ff
                txs
                jmp game_resume

failed          sty load_error
                jsr store_close
                jsr choice_reset        ; whatever part of it was read
                jmp start
.endp

;   Builds the screen of the loaded game
.proc           game_resume
                jsr colours_set
                lda #0
                sta zp_button
                inc resumed
                jsr screen_build
                mwa #display_list SDLSTL
                ldx #>vbi_start
                ldy #<vbi_start
                jsr screen_on
                jmp campaign_resumed
.endp


;   Sets the mark that begins a saved game. CLOBBERS A.
.proc           mark_set
                lda #MARK_1
                sta save_mark
                lda #MARK_2
                sta save_mark + 1
                rts
.endp

;   Whether page 6 holds the mark. OUT Z set if so. CLOBBERS A.
.proc           mark_test
                lda save_mark
                cmp #MARK_1
                bne done
                lda save_mark + 1
                cmp #MARK_2
done            rts
.endp

;----------------------------------------------------------------------
;   store_open: opens the file, on tape if there is no disk
;   IN       A FOR_READING or FOR_WRITING
;   OUT      Y status, N set = error
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           store_open
                sta store_command
                jsr disk
                cpy #NO_DEVICE
.ifdef FORM_CART
                beq tape
.else
                bne there
                jsr disk_install
                jsr disk
there
.endif
                cpy #NO_ANSWER
                bne tested
tape            jsr store_close
                lda #<tape_name
                ldy #>tape_name
                jsr open
tested          tya
                rts

disk            lda #<disk_name
                ldy #>disk_name
open            ldx #STORE_IOCB
                sta ICBAL,x
                tya
                sta ICBAH,x
                lda store_command
                sta ICAX1,x
                lda #0
                sta ICAX2,x
                lda #FILE_OPEN
                jmp store_call
.endp

.proc           store_close
                lda #FILE_CLOSE
.endp

;   Calls CIO with a command. OUT as `store_open`.
.proc           store_call
                ldx #STORE_IOCB
                sta ICCOM,x
                ldx #>store_frame
                ldy #<store_frame
                jsr vertical_blank
                ldx #STORE_IOCB
                jsr CIOV
                tya
                pha
                ldx #>SYSVBV
                ldy #<SYSVBV
                jsr vertical_blank
                pla
                tay
                rts

vertical_blank  lda #6
                jmp SETVBV
.endp

;----------------------------------------------------------------------
;   store_frame: sets the colours at the top of a frame during I/O. The OS does
;   not copy them then, so those of the last display list interrupts would
;   remain at the top. Vertical blank, VVBLKI.
;   CLOBBERS A, X
;   CYCLES   127
;----------------------------------------------------------------------
.proc           store_frame
                ldx #8
colour          lda PCOLR0,x
                sta COLPM0,x
                dex
                ;@loop 9
                bpl colour
                jmp SYSVBV
.endp

;----------------------------------------------------------------------
;   store_move: writes or reads a game
;   IN       A FILE_PUT or FILE_GET
;   OUT      Y status, N set = error, also if the file is no saved game
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

;   IN Y index in `save_pieces`
piece           ldx #STORE_IOCB
                lda save_pieces,y
                sta ICBAL,x
                lda save_pieces + 1,y
                sta ICBAH,x
                lda save_pieces + 2,y
                sta ICBLL,x
                lda save_pieces + 3,y
                sta ICBLH,x
                lda store_command
                jmp store_call
.endp

;   The parts of a saved game: address and length
save_pieces     dta a(save_mark), a(SAVE_HEAD)
                dta a(ZERO_PAGE), a($100 - ZERO_PAGE)
                dta a(VARIABLES), a(VARIABLES_END - VARIABLES)
.if COMFORTS
                dta a(remembered), a(REMEMBERED_SIZE)
.endif
