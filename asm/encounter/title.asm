;   title.asm - the title: the two games and how to begin.
;
;   Entry point: title.

DEMO_AFTER      = 7             ; times 256 frames without input

;----------------------------------------------------------------------
;   title: shows the title until a game begins
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
title           ldx #$ff                ; it may be called from anywhere
                txs
                jsr screen_off
                lda #0
                sta demo
                sta action
                sta phase
                sta haste
                mva #OWNER_COMPUTER computers
                jsr limit_start
                jsr title_draw
                jsr input_clear
                mwa #title_list SDLSTL
                jsr screen_on
                mva #COLOUR_BACK colours+COLOUR_PAPER
idle            mwa #0 think_clock
title_look      jsr title_wait
                lda action
                cmp #ACTION_BEGIN
                beq title_begins
                mva #ACTION_NONE action
                lda think_clock + 1
                cmp #DEMO_AFTER
                bcs title_demo
                jsr input_get
                beq title_look
                cmp #EVENT_RELEASE
                beq idle
                cmp #EVENT_START
                beq title_start
                cmp #EVENT_SELECT
                beq title_select
                jsr buzz
                jmp idle
title_select    lda option_super
                eor #1
                sta option_super
                jsr title_mark
                sound_start effect_bleep
                jmp idle
title_demo      mva #1 demo
                mva #OWNER_PLAYER+OWNER_COMPUTER computers
title_start     sound_start effect_bleep
title_begins    jmp game

;   Sets think_limit to five seconds
.proc           limit_start
                lda #0
                sta think_limit
                sta think_limit + 1
                ldx #THINK_SECONDS
second_more     adw think_limit second
                dex
                bne second_more
                rts
.endp

THINK_SECONDS   = 5

;   Draws the title
.proc           title_draw
                jsr screen_clear
                jsr marks_clear
                ldx #0
                stx zp_row
text            ldx zp_row
                ldy words_low,x
                lda words_high,x
                tax
                jsr text_put
                inc zp_row
                lda zp_row
                cmp #WORDS_COUNT
                bcc text

                ldx #KIND_COUNT - 1     ; all kinds, and above them hidden ones
kind            stx zp_kind
                txa
                asl @
                adc zp_kind             ; carry is clear
                adc #TITLE_PIECES
                sta zp_screen
                mva #>TITLE_TILES zp_screen+1
                lda #TILE_HIDDEN | TILE_THEIRS
                jsr put
                adb zp_screen #2*LINE
                ldx zp_kind
                inx
                txa
                jsr kind_tile
                jsr put
                ldx zp_kind
                dex
                bpl kind
                jmp title_mark

put             sta zp_tile
                jmp tile_draw.at
.endp

TITLE_PIECES    = [<TITLE_TILES] + 2
                ert [TITLE_TILES ^ [TITLE_TILES + 4 * LINE]] & $ff00

;   Draws the mark beside the selected game
.proc           title_mark
                lda #0
                sta TITLE_GAMES + 2
                sta TITLE_GAMES + LINE + 2
                lda #LIST_ARROW
                ldx option_super
                bne super
                sta TITLE_GAMES + 2
                rts
super           sta TITLE_GAMES + LINE + 2
                rts
.endp
