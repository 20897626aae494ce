;   arrange.asm - the player's set-up: display and input.
;
;   Entry point: arrange.

;----------------------------------------------------------------------
;   arrange: runs until the player's army is complete and confirmed
;   OUT      setup_own
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           arrange
                lda #PHASE_SETUP
                sta phase
                ldy #ARMY - 1
                lda #NO_KIND
cell            sta setup_own,y
                sta setup_theirs,y
                dey
                bpl cell
                sta cursor
                mva #FLAG list_mark
                lda computers
                and #OWNER_PLAYER
                beq person
                jsr own_fill            ; the program plays this side too
                jmp arrange_draw

person          text_show head_left
                jsr arrange_draw
                jsr input_clear
                jsr arrange_prompt
                jsr cursor_put
next            jsr action_wait
                lda action
                bne act
                jsr input_get
                beq next
                jsr arrange_event
                lda action
                beq next
act             jsr arrange_do
                beq done
                bmi next                ; done, but not confirmed yet
                jsr message_refused
                jmp next
done            sound_start effect_bleep
                rts
.endp

;----------------------------------------------------------------------
;   arrange_do: carries out an action
;   IN       action, action_from, action_to
;   OUT      A 0 with Z: the set-up is confirmed; $80 with N: done; else
;            WHY_...; action 0
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           arrange_do
                lda action
                ldx #ACTION_NONE
                stx action
                cmp #ACTION_CONFIRM
                beq confirms
                cmp #ACTION_FILL
                beq fills
                cmp #ACTION_PLACE
                bne never
                jsr cell_put
                jmp shown
fills           jsr own_fill
shown           bne why
                sta frozen              ; A is 0
                jsr arrange_draw
                sound_start effect_bleep
                jsr arrange_prompt
                lda #$80
                rts
confirms        jsr setup_check
                bne why
                sta frozen
                rts
never           lda #WHY_NOT_NOW
why             rts
.endp

;----------------------------------------------------------------------
;   arrange_draw: draws the player's four rows and the numbers left
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           arrange_draw
                jsr own_count
                jsr list_draw
                jsr list_mark_draw
                ldx #ARMY - 1
cell            stx zp_cell
                lda setup_own,x
                beq empty
                jsr kind_tile
                bne put
empty           lda #TILE_OPEN
put             ldy cell_square,x
                sty zp_square
                ldx zp_square
                jsr tile_draw
                ldx zp_cell
                dex
                bpl cell
                rts
.endp

;   Shows what can be done
.proc           arrange_prompt
                lda frozen
                bne kinds_asked
                jsr own_count
                ldx #KIND_COUNT
kind            lda setup_left,x
                bne some
                dex
                bne kind
                prompt prompt_ready
                jmp keys
some            prompt prompt_setup
keys            ldx #>keys_setup
                ldy #<keys_setup
                jmp keys_show
kinds_asked     prompt prompt_frozen
                ldx #>keys_frozen
                ldy #<keys_frozen
                jmp keys_show
.endp

;----------------------------------------------------------------------
;   arrange_event: handles an input
;   IN       A EVENT_... or a letter
;   OUT      action, if something is to be done
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           arrange_event
                cmp #EVENT_RELEASE
                beq done
                cmp #EVENT_START
                beq confirm
                cmp #EVENT_SELECT
                beq fill
                ldx frozen
                bne frozen_event
                cmp #EVENT_BUTTON
                beq freeze
                bcs refuses
                jsr cursor_step
                bcs done
                jmp arrange_prompt
confirm         mva #ACTION_CONFIRM action
                rts
fill            mva #ACTION_FILL action
                rts
freeze          mva #1 frozen
                jsr mark_some
told            jsr list_mark_draw
                sound_start effect_bleep
                jmp arrange_prompt
done            rts
refuses         refused reply_not_now

;   While the cursor is frozen
frozen_event    cmp #EVENT_UP
                beq up
                cmp #EVENT_DOWN
                beq down
                cmp #EVENT_BUTTON
                beq marked
                cmp #' '
                beq thaw
                ldy #NO_KIND
                cmp #EVENT_DELETE
                beq place
                ldy #KIND_COUNT         ; a kind's sign?
sign            cmp kind_key - 1,y
                beq place
                dey
                bne sign
                jmp refuses
thaw            mva #0 frozen
                jmp told
up              ldx list_mark
                dex
                bne mark
                ldx #KIND_COUNT
                bne mark
down            ldx list_mark
                inx
                cpx #KIND_COUNT + 1
                bcc mark
                ldx #1
mark            stx list_mark
                jmp told

marked          ldy list_mark
place           sty action_to
                lda cursor              ; its cell: 10 * row + column
                lsr @
                lsr @
                lsr @
                lsr @
                tax
                lda cursor
                and #$0f
                clc
                adc row_cell,x
                sta action_from
                mva #ACTION_PLACE action
                rts
.endp

row_cell        dta 0, 10, 20, 30
kind_key        dta c'123456789SBF'

;   OUT list_mark a kind of which pieces are left, if there is any
.proc           mark_some
                jsr own_count
                ldy #KIND_COUNT
                ldx list_mark
kind            lda setup_left,x
                bne found
                dex
                bne next
                ldx #KIND_COUNT
next            dey
                bne kind
found           stx list_mark
                rts
.endp
