;   title_wait.asm - the choices on the title of 1982: the level, for experts
;                    the year, a saved game.
;
;   Entry point: title_wait.

TITLE_REPEAT    = 30            ; frames between choices while SELECT is held
AT_CHOICE       = AT_HINT + 6
AT_BEGIN        = AT_HINT + 20
ERROR_LETTERS   = 6             ; of the message: "ERROR "
ABSENT_LETTERS  = 7             ; "NO DISK"

;----------------------------------------------------------------------
;   title_wait: waits until the campaign is chosen
;   OUT      level, scenario
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title_wait
                lda #0
                sta zp_row              ; 1 while the year is chosen
                ldx #HINT_LETTERS - 1
hint            lda title_begin,x
                sta text + AT_BEGIN,x
                dex
                bpl hint
                lda load_error
                seq
                jsr error_line
shown           jsr choice_line
released        jsr frame_wait          ; a key from before may still be down
                jsr begin_look
                beq released
wait            jsr frame_wait
                jsr begin_look
                beq begin
                lda CONSOL
                lsr @
                lsr @
                bcc select
                lsr @
                bcs wait
                jmp game_load

select          lda zp_row
                bne year
                ldx level
                inx
                cpx #LEVEL_COUNT
                bcc chosen
                ldx #LEARNER
chosen          stx level
                jmp step
year            lda scenario
                eor #SCENARIO_1942
                sta scenario
step            jsr choice_line
                ldx #TITLE_REPEAT
hold            jsr frame_wait
                dex
                bne hold
                beq wait                ; always

begin           lda level
                cmp #EXPERT
                bne done
                lda zp_row
                bne done
                inc zp_row
                bne shown               ; always
done            rts
.endp

;   Shows for some seconds why a game could not be loaded. IN A error.
.proc           error_line
                tay
                jsr disk_absent
                beq absent
                pha
                ldx #ERROR_LETTERS - 1
letter          lda messages + MESSAGE_SIZE * MSG_IO + 6,x
                sta text + AT_CHOICE,x
                dex
                bpl letter
                pla
                ldx #AT_CHOICE + ERROR_LETTERS
                jsr text_number
told            ldx #ERROR_FRAMES
shown           jsr frame_wait
                dex
                bne shown
                stx load_error
                rts

absent          ldx #ABSENT_LETTERS - 1
word            lda messages + MESSAGE_SIZE * MSG_NO_DISK + 1,x
                sta text + AT_CHOICE,x
                dex
                bpl word
                bmi told                ; always
.endp

;   Writes the level, and the year if it is being chosen
.proc           choice_line
                lda #0
                ldx #LONGEST_LEVEL - 1
clear           sta text + AT_CHOICE,x
                dex
                bpl clear
                ldx level
                lda level_begins,x
                ldy #>name_learner
                ldx #AT_CHOICE
                jsr text_string
                lda zp_row
                beq done
                ldy #LABEL_CENTURY
                jsr text_label
                ldy scenario
                lda start_year,y
                jmp text_number
done            rts
.endp
