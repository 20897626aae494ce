;   match.asm - the points at which a host can play a program.
;
;   Entry points: title_wait, action_wait, step_done, step_refused.
;   A host that plays the program stops it here, at the three NOPs, reads
;   its state, and writes to `action` and the variables next to it, or to
;   the title's choices. Without a host these routines do nothing.

ACTION_NONE     = 0
ACTION_BEGIN    = $ff           ; at the title: as if START was pressed

;   Called each time the title checks for input
.proc           title_wait
                nop
                nop
                nop
                rts
.endp

;   Called each time a game checks for the next action
.proc           action_wait
                nop
                nop
                nop
                rts
.endp

;   Called after each step of a game, when all of its state is in memory
.proc           step_done
                nop
                nop
                nop
                rts
.endp

;   Called after an action was refused; `refused_why` holds the reason
.proc           step_refused
                nop
                nop
                nop
                rts
.endp
