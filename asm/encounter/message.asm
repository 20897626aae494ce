;   message.asm - the three lines below the board.
;
;   Entry points: line_begin, text_add, kind_add, prompt_show, event_clear,
;   refuse, message_refused.

;----------------------------------------------------------------------
;   line_begin: clears a line
;   IN       A line of the screen, LINE_EVENT to LINE_PROMPT
;   OUT      zp_text address of its text
;   CLOBBERS A, Y; X is kept
;   CYCLES   500
;----------------------------------------------------------------------
.proc           line_begin
                sec
                sbc #LINE_EVENT
                tay
                lda line_low,y
                sta zp_text
                lda line_high,y
                sta zp_text + 1
                lda #0
                ldy #LINE - 1
blank           sta (zp_text),y
                dey
                bpl blank
                inw zp_text             ; a margin
                rts
.endp

line_low        :3 dta l(screen + [LINE_EVENT + #] * LINE)
line_high       :3 dta h(screen + [LINE_EVENT + #] * LINE)

;----------------------------------------------------------------------
;   text_add: appends a text to a line
;   IN       X, Y its address (high, low), ends with $FF; zp_text
;   OUT      zp_text after it
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           text_add
                stx zp_record + 1
                sty zp_record
                ldy #0
letter          lda (zp_record),y
                cmp #$ff
                beq done
                sta (zp_text),y
                iny
                bne letter
done            tya
                clc
                adc zp_text
                sta zp_text
                scc
                inc zp_text + 1
                rts
.endp

;   Appends text :1
.macro          append
                ldx #>:1
                ldy #<:1
                jsr text_add
.endm

;----------------------------------------------------------------------
;   kind_add: appends sign and title of a kind
;   IN       A kind; zp_text
;   OUT      zp_text after it
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           kind_add
                tax
                lda kind_sign - 1,x
                ldy #0
                sta (zp_text),y
                adw zp_text #2
                lda name_start - 1,x
                clc
                adc #<names
                tay
                lda #>names
                adc #0
                tax
                jmp text_add
.endp

;----------------------------------------------------------------------
;   prompt_show: shows what is expected
;   IN       X, Y the text (high, low)
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           prompt_show
                tya
                pha
                lda #LINE_PROMPT
                jsr line_begin
                pla
                tay
                jmp text_add
.endp

;   Shows prompt :1
.macro          prompt
                ldx #>:1
                ldy #<:1
                jsr prompt_show
.endm

;----------------------------------------------------------------------
;   event_clear: clears the line of events
;   CLOBBERS A, Y
;----------------------------------------------------------------------
.proc           event_clear
                lda #LINE_OUTCOME
                jsr line_begin
                lda #LINE_EVENT
                jmp line_begin
.endp

;----------------------------------------------------------------------
;   refuse: refuses an input: shows the reason, with a low buzz
;   IN       X, Y the text (high, low)
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           refuse
                jsr prompt_show
.endp
.proc           buzz
                sound_start effect_buzz
                rts
.endp

;   Refuses with text :1 and ends the routine
.macro          refused
                ldx #>:1
                ldy #<:1
                jmp refuse
.endm

;----------------------------------------------------------------------
;   message_refused: shows why an action was refused
;   IN       A WHY_...
;   OUT      refused_why
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           message_refused
                sta refused_why
                tax
                ldy why_low - 1,x
                lda why_high - 1,x
                tax
                jsr refuse
                jmp step_refused
.endp

why_low         dta l(reply_no_move), l(reply_two), l(reply_missing)
                dta l(reply_stuck), l(reply_none), l(reply_not_now)
why_high        dta h(reply_no_move), h(reply_two), h(reply_missing)
                dta h(reply_stuck), h(reply_none), h(reply_not_now)
                ert * - why_high <> WHY_NOT_NOW
