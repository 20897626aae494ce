;   draw.asm - S: lines and fills (special commands CIO_DRAW, CIO_FILL).
;
;   Owned RAM: NEWROW NEWCOL, $70-$7A, COUNTR, FILFLG, HOLD4.
;   Entry points: screen_special.

;----------------------------------------------------------------------
;   screen_special: draws from OLDROW/OLDCOL to the cursor in colour
;   ATACHR. A fill also colours with FILDAT what lies to the right of
;   the line, as far as the next point that is not 0 or the row's end.
;   Where the line leaves the screen it ends with ST_RANGE; its start,
;   which is not drawn, may be that of a larger mode.
;   IN       ICCOMZ, ROWCRS, COLCRS, OLDROW, OLDCOL, ATACHR, FILDAT
;   OUT      Y = status
;   CLOBBERS A, X
;----------------------------------------------------------------------
        published $FCFC
.proc screen_special
        lda ICCOMZ
        sec
        sbc #CIO_DRAW
        sta FILFLG              ; 0 line, 1 fill
        lsr @
        beq known
        ldy #ST_COMMAND
        rts
known   jsr screen_begin
        lda ATACHR
        sta HOLD4
        jsr draw_prepare
        jmp test
step    lda BRKKEY
        beq stop
        jsr draw_step
        jsr screen_require_cursor
        bcs outside
        jsr screen_plot
        lda FILFLG
        beq next
        jsr draw_fill_right
next    lda COUNTR
        bne low
        dec COUNTR+1
low     dec COUNTR
test    lda COUNTR
        ora COUNTR+1
        bne step
stop    jsr screen_require_cursor       ; a line without points, too
        bcs outside
        jsr screen_remember
        jmp screen_leave
outside jmp screen_error
.endp

;----------------------------------------------------------------------
;   draw_prepare: distances, directions and the cursor at the line's
;   start
;   OUT      DELTAR DELTAC ROWINC COLINC; ENDPT = COUNTR = the longer
;            distance; ROWAC = COLAC = half of it
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc draw_prepare
        ldx #1                  ; rows
        sec
        lda ROWCRS
        sbc OLDROW
        bcs down
        eor #$FF
        adc #1                  ; C is clear
        ldx #$FF
down    sta DELTAR
        stx ROWINC

        ldx #1                  ; columns
        sec
        lda COLCRS
        sbc OLDCOL
        sta DELTAC
        lda COLCRS+1
        sbc OLDCOL+1
        sta DELTAC+1
        bcs right
        sec
        lda #0
        sbc DELTAC
        sta DELTAC
        lda #0
        sbc DELTAC+1
        sta DELTAC+1
        ldx #$FF
right   stx COLINC

        ldx DELTAC              ; the longer one
        ldy DELTAC+1
        bne longer
        cpx DELTAR
        bcs longer
        ldx DELTAR
longer  stx ENDPT
        sty ENDPT+1
        stx COUNTR
        sty COUNTR+1
        tya
        lsr @
        sta ROWAC+1
        sta COLAC+1
        txa
        ror @
        sta ROWAC
        sta COLAC

        lda ROWCRS              ; go to the start
        sta NEWROW
        lda COLCRS
        sta NEWCOL
        lda COLCRS+1
        sta NEWCOL+1
        lda OLDROW
        sta ROWCRS
        lda OLDCOL
        sta COLCRS
        lda OLDCOL+1
        sta COLCRS+1
        rts
.endp

;----------------------------------------------------------------------
;   draw_step: the cursor goes to the next point: in the longer
;   direction always, in the other whenever its sum of distances passes
;   ENDPT
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc draw_step
        ldx #ROWAC-ROWAC
        lda DELTAR
        ldy #0
        jsr passes
        bcc columns_too
        lda ROWCRS
        clc
        adc ROWINC
        sta ROWCRS
columns_too
        ldx #COLAC-ROWAC
        lda DELTAC
        ldy DELTAC+1
        jsr passes
        bcc done
        lda COLINC
        bmi left
        inc COLCRS
        bne done
        inc COLCRS+1
done    rts
left    lda COLCRS
        bne same
        dec COLCRS+1
same    dec COLCRS
        rts

;   Adds Y:A to the sum at ROWAC+X; C set: it has passed ENDPT, which is
;   taken off
passes  clc
        adc ROWAC,x
        sta ROWAC,x
        tya
        adc ROWAC+1,x
        sta ROWAC+1,x
        bcs passed              ; a line that leads far outside
        lda ROWAC,x
        cmp ENDPT
        lda ROWAC+1,x
        sbc ENDPT+1
        bcc below
passed  lda ROWAC,x
        sbc ENDPT               ; C is set
        sta ROWAC,x
        lda ROWAC+1,x
        sbc ENDPT+1
        sta ROWAC+1,x
        sec
below   rts
.endp

;----------------------------------------------------------------------
;   draw_fill_right: fills the row to the right of the cursor, up to what
;   is not 0. The cursor is then where it was, and noted as the last point
;   put: the next line starts at it, not at the end of what was filled.
;   OUT      OLDROW, OLDCOL
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc draw_fill_right
        lda COLCRS
        pha
        lda COLCRS+1
        pha
        lda FILDAT
        sta ATACHR
next    inc COLCRS
        bne same
        inc COLCRS+1
same    jsr screen_check_cursor
        bcs done
        jsr screen_read
        lda CHAR                ; a blank is 0 in text, too
        bne done
        jsr screen_plot
        jmp next
done    pla
        sta COLCRS+1
        pla
        sta COLCRS
        lda HOLD4
        sta ATACHR
        jmp screen_remember
.endp
