;   title.asm - the victory display: the choice of a game, and the robots' own
;               game if there is no input.
;
;   Entry point: title.

;----------------------------------------------------------------------
;   title: shows the victory display until a game begins
;   IN       winner of the last game, NOWHERE before the first one
;   OUT      option_level, option_players, computers, demo; action:
;            ACTION_START if a person has begun, whose turn it then is
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title
                lda #0
                sta option_level
                sta option_players
                sta key_mark
                sta demo
                sta demo_seconds
                sta demo_frames
                sta action
                mva #%0010 computers            ; the robot is ship 2
                mva #KEYS_TITLE key_list
                jsr input_clear
                jsr console_dark
                jsr title_show
                jsr winner_show
wait            jsr title_wait
                lda action
                bne outside
                jsr frame_wait
                jsr squares_show
                jsr digits_flicker
                jsr demo_wait
                bcs demo_begin
                jsr input_get
                beq wait
                jsr title_event
                lda action
                beq wait
                rts                             ; START

outside         mva #0 action                   ; the host that began it also
                rts                             ; gives START
.endp

;   Two robots play until there is an input
.proc           demo_begin
                mva #1 demo
                mva #%0011 computers
                mva #ADVANCED option_level
                mva #2 option_players
                jmp level_show
.endp

;   OUT C set if there was no input for some time
.proc           demo_wait
                inc demo_frames
                lda demo_frames
                cmp second
                bcc done
                mva #0 demo_frames
                inc demo_seconds
                lda demo_seconds
                cmp #DEMO_AFTER
done            rts
.endp

;----------------------------------------------------------------------
;   title_event: handles an input. Only stick 0 is used.
;   IN       A event, X source
;   OUT      the choices; action
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title_event
                mvy #0 demo_seconds
                cpx #INPUT_KEYS
                beq his
                cpx #0
                bne ignore
his             cmp #EVENT_RELEASE
                beq ignore
                bcs key
                cmp #EVENT_BUTTON
                beq marked
                jsr mark_event
                bcs buzz
ignore          rts

marked          ldx key_mark
                lda key_action + KEYS_TITLE,x
                bne press

key             cmp #'P'
                bne other
                lda #EVENT_SELECT
other           jsr key_find
                bcs buzz
press           ldy key_lit,x
                beq buzz
                stx key_mark
                cmp #TITLE_PLAYERS
                beq players
                bcs begin
                and #3
                sta option_level
                lda #0
                beq count
players         lda option_players
                and #3
                adc #0                          ; carry is set
count           sta option_players
                ldx #0
                cmp #2
                scs
                ldx #%0010
                stx computers
                sound_start effect_bleep
                jmp title_show

begin           mva #ACTION_START action
                sound_start effect_bleep
                rts

buzz            sound_start effect_buzz
                lda #ROW_EXPECTED
                ldy #MESSAGE_NOT_NOW
                ldx option_level
                sne
                ldy #MESSAGE_LEVELS             ; tells what to press first
                jmp message_put
.endp

;----------------------------------------------------------------------
;   title_show: shows the current choices
;   IN       option_level, option_players
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title_show
                jsr keys_unlit
                lda #1
                sta key_lit
                sta key_lit + 1
                sta key_lit + 2
                ldx option_level
                beq none
                sta key_lit + 3
                sta key_lit + 4
none            jsr keys_show
                jsr level_show
                message ROW_HAPPENED,MESSAGE_NONE
                text_show caption_none
                ldy #MESSAGE_LEVELS
                ldx option_level
                beq tell
                text_show caption_players
                mva #DIGIT_P digits_left
                lda option_players
                sta digits_right
                mva #FLASH_RIGHT digits_flash
                jsr digits_draw
                ldy #MESSAGE_TEACH
                ldx option_players
                beq tell
                ldy #MESSAGE_ALONE
                dex
                beq tell
                message ROW_EXPECTED,MESSAGE_SEVERAL
                lda option_players
                jmp place_put.number_digit
tell            lda #ROW_EXPECTED
                jmp message_put
.endp

;   The level beside the name, in colour 1
.proc           level_show
                ldx option_level
                ldy level_ends,x
                ldx #LEVEL_SIZE - 1
letter          lda level_names,y
                ora #$40
                sta name_row + NAME_WIDTH - LEVEL_SIZE,x
                dey
                dex
                bpl letter
                rts

level_ends      :4 dta [# + 1] * LEVEL_SIZE - 1
.endp

;   Shows the winner, if a game was played
.proc           winner_show
                lda phase
                cmp #PHASE_WON
                bne done
                sound_start effect_victory
                ldx winner
                lda computers_were
                and ship_bit,x
                bne robot
                message ROW_HAPPENED,MESSAGE_WON
                ldx winner
                inx
                txa
                jsr place_put.number_digit
                jmp number
robot           message ROW_HAPPENED,MESSAGE_ROBOT_WON
number          ldx winner
                inx
                txa
                ldx #FLASH_BOTH
                jmp digits_number
done            rts
.endp

;   The victory display: the large square, then the small one
.proc           squares_show
                lda RTCLOK + 2
                and #SQUARE_FRAMES
                seq
                lda #1
                tay                             ; 1: small
                ldx #PLACES - 1
lamp            lda inner,x
                bne small
                tya                             ; outer
                eor #1
                bpl put
small           tya
put             sta lamps,x
                dex
                bpl lamp
                rts

inner           dta 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0
.endp
                ert LAMP_STEADY <> 1
