;   input.asm - joysticks, console keys and keyboard as a queue of events.
;
;   Entry points: input_frame (vertical blank), input_get, input_clear.
;   The frame routine queues changes and the main program takes the events
;   one by one, so that no tap is lost while it is busy.

EVENT_UP        = 1             ; a stick was pushed, or is still held
EVENT_DOWN      = 2
EVENT_LEFT      = 3
EVENT_RIGHT     = 4
EVENT_BUTTON    = 5             ; a button or RETURN was pressed
EVENT_RELEASE   = 6             ; a button was released
EVENT_OTHER     = 7             ; a key that nothing uses
EVENT_START     = 8
EVENT_SELECT    = 9
EVENT_OPTION    = 10
EVENT_DELETE    = 11
EVENT_ESCAPE    = 12            ; other keys: ATASCII $20 to $5A

INPUT_KEYS      = 4             ; event source: keys, as opposed to a stick
INPUT_REPEAT    = 6             ; frames between two events of a held stick
KEY_NONE        = $ff           ; CH: no key

;----------------------------------------------------------------------
;   input_clear: discards all pending events
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           input_clear
                lda input_head
                sta input_tail
                mva #KEY_NONE CH
                rts
.endp

;----------------------------------------------------------------------
;   input_get: takes the oldest event
;   OUT      A event, or 0 with Z set if there is none; X its source: stick
;            0 to 3 or INPUT_KEYS
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
                sta input_tail                  ; from here on the event may be
                pla                             ; overwritten
                rts
none            lda #0
                rts
.endp

;----------------------------------------------------------------------
;   input_frame: queues what happened since the last frame; part of the
;   vertical blank routine. Each stick, the console and the keyboard give at
;   most one event a frame; the rest follows in the next frame.
;   CLOBBERS A, X, Y
;   CYCLES   656 at most, with everything at once; 290 with no input
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

;   Stick X: its button first; then an event when it is pushed in a new
;   direction, repeated while it is held; none for diagonals
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
;   input_note: queues an event, which is lost if seven are pending
;   IN       A event, X source
;   OUT      ATRACT 0: attract mode ends
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

;   The first console key that was pressed, of START, SELECT, OPTION
.proc           input_switches
                lda CONSOL
                and #$07
                tay
                eor #$07
                and input_console               ; 1: was up before
                sty input_console
                tay
                lda event_of,y
                bne input_note
                rts

;   Events by bits: 0 START, 1 SELECT, 2 OPTION
event_of        dta 0, EVENT_START, EVENT_SELECT, EVENT_START
                dta EVENT_OPTION, EVENT_START, EVENT_SELECT, EVENT_START
.endp

;   The key in CH, including the key repeat of the OS
.proc           input_key
                lda CH
                cmp #KEY_NONE
                beq done
                ldy #KEY_NONE
                sty CH
                and #$3f                        ; ignore SHIFT and CTRL
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
