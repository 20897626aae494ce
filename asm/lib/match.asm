;   match.asm - the places at which a program can be played from outside.
;
;   Entry points: title_wait, action_wait, step_done, step_refused.
;   Who plays the program from outside stops it here, at the three bytes
;   that do nothing, reads its state, and writes to `action` and its
;   neighbours, or to the title's choices. Nothing comes of it otherwise.

ACTION_NONE     = 0
ACTION_BEGIN    = $ff           ; at the title: as if START were pressed

;   Each time the title looks for input
.proc           title_wait
                nop
                nop
                nop
                rts
.endp

;   Each time a game looks for somebody's next action
.proc           action_wait
                nop
                nop
                nop
                rts
.endp

;   Once after each step of a game, when all of its state is in memory
.proc           step_done
                nop
                nop
                nop
                rts
.endp

;   After an action that was refused; `refused_why` tells why
.proc           step_refused
                nop
                nop
                nop
                rts
.endp
