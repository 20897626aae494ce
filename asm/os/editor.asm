;   editor.asm - E: the screen editor, on mode 0 or on a text window.
;
;   Owned RAM: LMARGN RMARGN CRSINH BUFCNT BUFSTR DSPFLG.
;   Entry points: editor_get, editor_put (editor_open is in screen.asm).
;
;   A logical line is up to three rows: it grows when a character is put into
;   its last place. What RETURN hands to the program is a logical line. The map
;   of rows that begin one is in logical.asm; output.asm prints, and what
;   control codes do is in controls.asm.

BELL_COLUMN   = 113     ; the input line is nearly full
BELL_CLICKS   = 32      ; a quarter of a second
BLANK         = 0       ; internal code

;----------------------------------------------------------------------
;   editor_get: the next character of an input line. When there is
;   none, a line is typed and edited first, up to RETURN.
;   IN       ICAX1Z (forced read)
;   OUT      A = ATACHR, the character unless Y, the status, is an error
;   CLOBBERS X
;----------------------------------------------------------------------
        published $F63E
.proc editor_get
        jsr editor_enter
        bcc inside
error   jmp screen_error
inside  lda BUFCNT
        bne hand_out
        lda ROWCRS
        sta BUFSTR
        lda COLCRS
        sta BUFSTR+1
key     jsr cursor_show
        jsr keyboard_get
        cpy #0
        bmi error
        jsr cursor_hide
        lda ATACHR
        cmp #EOL
        beq typed
        jsr editor_output
        jsr logical_column
        cmp #BELL_COLUMN
        bne key
        jsr editor_bell
        jmp key

typed   jsr editor_measure
hand_out
        dec BUFCNT
        beq ended
        lda ROWCRS
        jsr screen_row_address
        ldy COLCRS
        lda (ADRESS),y
        jsr screen_to_atascii
        sta ATACHR
        lda BUFCNT
        cmp #1                  ; after the last one, stay in the line
        beq leave
        jsr editor_step
leave   jmp editor_leave
ended   jsr editor_end_line
        lda #EOL
        sta ATACHR
        bne leave               ; always
.endp

;----------------------------------------------------------------------
;   editor_put: prints a character or carries out a control code. May
;   be called through the put pointer of an IOCB, without CIO: programs
;   print so, with anything in X and Y. [sheet: os 6]
;   IN       A = character
;   OUT      A = character, Y = status
;   CLOBBERS X
;----------------------------------------------------------------------
        published $F6A4
.proc editor_put
        sta ATACHR
        jsr editor_enter
        bcc inside
        jmp screen_error
inside  jsr editor_output
        jmp editor_leave
.endp

;----------------------------------------------------------------------
;   editor_enter: the begin of every operation on E:. It goes to the
;   text window where there is one; a graphics mode without gives way to
;   mode 0.
;   OUT      C clear; or C set, Y = status
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc editor_enter
        lda BOTSCR
        cmp #WINDOW_ROWS
        beq window
        lda DINDEX
        beq text
        jsr editor_open
        jmp text
window  jsr screen_swap
text    jsr screen_require_cursor
        bcs done
        jsr cursor_hide
        clc
done    rts
.endp

;   The cursor's character is whole again.   CLOBBERS A Y
.proc cursor_hide
        lda OLDADR+1
        beq done                ; there is none
        ldy #0
        lda OLDCHR
        sta (OLDADR),y
done    rts
.endp
