;   thinking_trial.asm - the computer player: whether an objective can move.
;
;   Entry point: target_trial.

;----------------------------------------------------------------------
;   target_trial: whether the objective may move to the target. D 9: in 1981
;   the step is tried from the unit's own square.
;   IN       zp_self, zp_option, zp_ghost_x, zp_ghost_y, and for the option
;            to stay zp_target_x, zp_target_y
;   OUT      C set if it may not; terrain_type, in the 1981 build not for
;            the option to stay
;   CLOBBERS A, X, Y
;   CYCLES   450
;----------------------------------------------------------------------
.proc           target_trial
                ldx zp_option
                beq stay
                dex
                .if DEFECT_9
                txa
                ldx zp_self
                jmp order_trial
                .else
                stx zp_heading
                lda zp_ghost_x
                sta zp_at_x
                lda zp_ghost_y
                sta zp_at_y
                jmp step_trial
                .endif

stay
                .if DEFECT_9 = 0
                lda zp_target_x
                ldy zp_target_y
                jsr terrain_at
                .endif
                clc
                rts
.endp
