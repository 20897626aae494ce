;   events.asm - effects of a move on pieces: records, shows and describes
;                them.
;
;   Entry points: events_note, events_show, events_tell.

;----------------------------------------------------------------------
;   events_note: collects the events from the record of the move just made
;   IN       undo, from its beginning; zp_undo its end
;   OUT      event_count, event_square, event_kind, event_strength: first the
;            piece that moved, then the others by square
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           events_note
                mva #0 event_count
                ldx undo + UNDO_PIECE
                lda piece_strength,x
                cmp undo + UNDO_STRENGTH
                beq aged
                ldy #EVENT_PROMOTED
                bcs moved
                ldy #EVENT_RETREAT
moved           sty event_kind
                sta event_strength
                lda piece_square,x
                sta event_square
                inc event_count

aged            mva event_count zp_count        ; sorted from here on
                ldy #UNDO_SIZE
piece           iny
                cpy zp_undo                     ; the last byte is a count
                bcs done
                dey
                ldx undo,y
                iny
                sty zp_work
                jsr event_add
                ldy zp_work
                bne piece
done            rts
.endp

;   Piece X has aged: inserts its event in the order of squares
.proc           event_add
                ldy event_count
                inc event_count
later           cpy zp_count
                beq here
                lda event_square - 1,y
                cmp piece_square,x
                bcc here
                sta event_square,y
                lda event_kind - 1,y
                sta event_kind,y
                lda event_strength - 1,y
                sta event_strength,y
                dey
                bpl later                       ; always
here            lda piece_square,x
                sta event_square,y
                lda piece_strength,x
                sta event_strength,y
                beq removed
                lda #EVENT_AGED
                bne put
removed         lda #EVENT_REMOVED
put             sta event_kind,y
                rts
.endp

;----------------------------------------------------------------------
;   events_show: shows the events one after another: the piece flashes, with a
;   sound and a text. Ends after the last one or at any input.
;   IN       haste: nothing is shown
;   CLOBBERS A, X, Y
;   CYCLES   EVENT_FRAMES for each
;----------------------------------------------------------------------
.proc           events_show
                lda haste
                bne done
                ldx #0
event           stx event_at
                cpx event_count
                bcs done
                lda event_square,x
                sta zp_square
                jsr event_line
                ldx event_at
                ldy event_kind,x
                ldx effects_high - 1,y
                lda effects_low - 1,y
                tay
                jsr sound_play
                lda #2 * BLINKS
blink           sta zp_count
                jsr square_flash
                lda #EVENT_FRAMES / [2 * BLINKS]
                jsr pause
                jsr input_get
                beq on
                cmp #EVENT_RELEASE
                bne enough
on              dec zp_count
                lda zp_count
                bne blink
                jsr square_draw
                ldx event_at
                inx
                bne event
enough          jmp demo_leave
done            rts

;   By kind
effects_low     dta l(effect_promoted), l(effect_fallen)
                dta l(effect_fallen), l(effect_removed)
effects_high    dta h(effect_promoted), h(effect_fallen)
                dta h(effect_fallen), h(effect_removed)
.endp

;   Writes event X in the bottom line
.proc           event_line
                line_is BOTTOM_LINE text_nothing
                ldx event_at
                lda event_square,x
                jsr line_square
                ldx event_at
                ldy event_kind,x
                ldx texts_high - 1,y
                lda texts_low - 1,y
                tay
                jsr line_text
                ldx event_at
                lda event_strength,x
                beq show                        ; removed
                jsr line_number
show            jmp line_show

;   By kind
texts_low       dta l(text_promoted), l(text_retreat)
                dta l(text_aged), l(text_removed)
texts_high      dta h(text_promoted), h(text_retreat)
                dta h(text_aged), h(text_removed)
.endp

;----------------------------------------------------------------------
;   events_tell: describes the last move and its events in the top line
;   IN       last_from, last_to; move_count tells the side
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           events_tell
                line_is TOP_LINE text_nothing
                lda last_from
                bne told
                line_add text_start
                jmp line_show
told            lda move_count                  ; White's are odd
                and #1
                eor #1
                jsr line_side
                line_add text_blank
                lda last_from
                jsr line_square
                lda #CHAR_DASH
                jsr line_character
                lda last_to
                jsr line_square
                lda event_count
                beq show
                lda event_kind
                cmp #EVENT_PROMOTED
                bne no_rise
                line_add text_rises
no_rise         lda event_kind
                cmp #EVENT_RETREAT
                bne no_fall
                line_add text_falls
no_fall         lda #EVENT_AGED
                jsr events_count
                beq no_old
                line_add text_old
                lda zp_work
                jsr line_number
no_old          lda #EVENT_REMOVED
                jsr events_count
                beq show
                line_add text_gone
                lda zp_work
                jsr line_number
show            jmp line_show
.endp

;   OUT zp_work number of events of kind A; Z set if none
.proc           events_count
                ldy #0
                sty zp_work
                ldx event_count
event           cmp event_kind - 1,x
                bne other
                inc zp_work
other           dex
                bne event
                ldx zp_work
                rts
.endp
