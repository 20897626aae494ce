;   title_wait.asm - what can be chosen on the title of 1982: the level, for
;                    experts the year, a saved game.
;
;   Entry point: title_wait.

TITLE_REPEAT    = 30            ; frames a choice stands while SELECT is held
AT_CHOICE       = AT_HINT + 8
AT_BEGIN        = AT_HINT + 20
HINT_SIZE       = 48

;----------------------------------------------------------------------
;   title_wait: until the campaign is chosen
;   OUT      level, scenario
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title_wait
                lda #0
                sta zp_row              ; 1 while the year is chosen
                lda load_error
                seq
                jsr error_line
shown           jsr choice_line
released        jsr hint_frame          ; what led here may still be down
                jsr begin_look
                beq released
wait            jsr hint_frame
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
                lda #TITLE_REPEAT
                sta zp_code
hold            jsr hint_frame
                dec zp_code
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

;   One frame; the hint blinks.
.proc           hint_frame
                jsr frame_wait
                ldx #HINT_LETTERS - 1
                lda RTCLOK + 2
                and #32
                beq letter
                lda #$80
letter          tay
next            tya
                eor title_begin,x
                sta text + AT_BEGIN,x
                dex
                bpl next
                rts
.endp

;   Why a game could not be loaded, for some seconds. IN A error.
.proc           error_line
                pha
                ldx #ERROR_LETTERS - 1
letter          lda title_error,x
                sta text + AT_CHOICE,x
                dex
                bpl letter
                pla
                ldx #AT_CHOICE + ERROR_LETTERS
                jsr text_number
                ldx #ERROR_FRAMES
shown           jsr frame_wait
                dex
                bne shown
                stx load_error
                rts
.endp

;   The level, or the year
.proc           choice_line
                lda #0
                ldx #HINT_SIZE - 1
clear           sta text + AT_HINT,x
                dex
                bpl clear
                lda level
                ldx zp_row
                beq name
                clc
                adc scenario            ; EXPERT + 1, + 2
                adc #1
name            sta zp_product          ; times 12
                asl @
                adc zp_product
                asl @
                asl @
                tay
                ldx #0
letter          lda level_names,y
                sta text + AT_CHOICE,x
                iny
                inx
                cpx #LEVEL_NAME
                bcc letter
                rts
.endp
