;   input.asm - joysticks, console keys and keyboard as a row of events.
;
;   Entry points: input_frame (vertical blank), input_get, input_clear.
;   The frame routine notes what has changed, the main program takes the
;   events one by one: a tap is not lost while it is busy.

EVENT_UP        = 1             ; a stick was pushed, or is still held
EVENT_DOWN      = 2
EVENT_LEFT      = 3
EVENT_RIGHT     = 4
EVENT_BUTTON    = 5             ; a button went down; RETURN
EVENT_RELEASE   = 6             ; a button came up
EVENT_OTHER     = 7             ; a key that means nothing anywhere
EVENT_START     = 8
EVENT_SELECT    = 9
EVENT_OPTION    = 10
EVENT_DELETE    = 11
EVENT_ESCAPE    = 12            ; others: ATASCII $20 to $5A

INPUT_KEYS      = 4             ; source of an event: no stick, the keys
INPUT_REPEAT    = 6             ; frames between two events of a held stick
KEY_NONE        = $ff           ; CH

;----------------------------------------------------------------------
;   input_clear: forgets all events that were not taken
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           input_clear
                lda input_head
                sta input_tail
                mva #KEY_NONE CH
                rts
.endp

;----------------------------------------------------------------------
;   input_get: the oldest event
;   OUT      A event, 0 with Z when there is none; X who: stick 0 to 3 or
;            INPUT_KEYS
;   CLOBBERS Y
;   CYCLES   43 at most
;----------------------------------------------------------------------
.proc           input_get
                ldy input_tail
                cpy input_head
                beq none
                ldx input_sources,y
                lda input_events,y
                pha
                iny
                tya
                and #7
                sta input_tail                  ; the frame routine may write
                pla                             ; to its place from here on
                rts
none            lda #0
                rts
.endp

;----------------------------------------------------------------------
;   input_frame: notes what happened since the last frame; part of the
;   vertical blank routine. Of each stick, of the console and of the keys
;   it notes one event a frame; what is left comes with the next.
;   CLOBBERS A, X, Y
;   CYCLES   656 at most: everything at once; 290 with nothing
;----------------------------------------------------------------------
.proc           input_frame
                ldx #3
stick           jsr input_stick
                dex
                ;@loop 4
                bpl stick
                ldx #INPUT_KEYS
                jsr input_switches
                jmp input_key
.endp

;   Stick X: its button first; then an event when it is pushed to another
;   side, and again while it is held; none for two sides at once
.proc           input_stick
                lda STRIG0,x
                eor #1
                cmp input_held,x
                bne button
                lda STICK0,x
                eor #$0f
                cmp input_sticks,x
                beq held
                sta input_sticks,x
                tay
                lda second
                lsr @                           ; half a second
                bne push
held            tay
                beq done
                dec input_waits,x
                bne done
                lda #INPUT_REPEAT
push            sta input_waits,x
                lda way_of,y
                bne input_note
done            rts

button          sta input_held,x
                tay
                lda button_of,y
                jmp input_note

button_of       dta EVENT_RELEASE, EVENT_BUTTON

;   Events by bits: 0 up, 1 down, 2 left, 3 right
way_of          dta 0, EVENT_UP, EVENT_DOWN, 0, EVENT_LEFT, 0, 0, 0
                dta EVENT_RIGHT, 0, 0, 0, 0, 0, 0, 0
.endp

;----------------------------------------------------------------------
;   input_note: one more event; lost when seven are waiting
;   IN       A event, X who
;   OUT      the television is not dimmed
;   CLOBBERS A, Y
;   CYCLES   41
;----------------------------------------------------------------------
.proc           input_note
                ldy input_head
                sta input_events,y
                txa
                sta input_sources,y
                mva #0 ATRACT
                iny
                tya
                and #7
                cmp input_tail
                seq
                sta input_head
                rts
.endp

;   The first console key that has gone down: START, SELECT, OPTION
.proc           input_switches
                lda CONSOL
                and #$07
                tay
                eor #$07
                and input_console               ; 1: it was up before
                sty input_console
                tay
                lda event_of,y
                bne input_note
                rts

;   Events by bits: 0 START, 1 SELECT, 2 OPTION
event_of        dta 0, EVENT_START, EVENT_SELECT, EVENT_START
                dta EVENT_OPTION, EVENT_START, EVENT_SELECT, EVENT_START
.endp

;   The key that the OS has seen, with its repetition
.proc           input_key
                lda CH
                cmp #KEY_NONE
                beq done
                ldy #KEY_NONE
                sty CH
                and #$3f                        ; SHIFT and CTRL alike
                tay
                lda event_of,y
                bne input_note
done            rts

;   By key code  [OSM p.50]
event_of        dta c'LJ;', EVENT_OTHER, EVENT_OTHER, c'K'
                dta EVENT_LEFT, EVENT_RIGHT             ; + *
                dta c'O', EVENT_OTHER, c'PU', EVENT_BUTTON, c'I'
                dta EVENT_UP, EVENT_DOWN                ; - =
                dta c'V', EVENT_OTHER, c'C', EVENT_OTHER
                dta EVENT_OTHER, c'BXZ'
                dta c'4', EVENT_OTHER, c'36', EVENT_ESCAPE, c'521'
                dta c', .N', EVENT_OTHER, c'M/', EVENT_OTHER
                dta c'R', EVENT_OTHER, c'EY', EVENT_OTHER, c'TWQ'
                dta c'9', EVENT_OTHER, c'07', EVENT_DELETE, c'8<>'
                dta c'FHD', EVENT_OTHER, EVENT_OTHER, c'GSA'
.endp
                ert * - input_key.event_of <> 64
