;   thinking_consider.asm - the computer player: one step of one unit.
;
;   Entry point: thinking_consider.

;----------------------------------------------------------------------
;   thinking_consider: one step in the planning of one unit. Only units of
;   the front line are planned again in the next pass.
;   IN       X unit, 55 to 158; the results of `thinking_prepare`
;   OUT      its objective
;   CLOBBERS A, X, Y
;   CYCLES   23,500 in the front line, 9,000 joining, else 50
;----------------------------------------------------------------------
.proc           thinking_consider
                stx zp_self
                lda unit_x,x
                sta zp_here_x
                lda unit_y,x
                sta zp_here_y
                strikes_first done
                lda unit_plan,x
                cmp #PLAN_LINE
                jeq line_advance
                strikes_stand done
                tay
                beq done
                lda #PLAN_NOTHING       ; a second pass would give the same
                sta unit_plan,x
                cpy #PLAN_JOIN
                beq join_weakest

                lda zp_here_x           ; PLAN_FLEE
                sec
                sbc #FLIGHT
                bcs inside
                lda #0
inside          sta objective_x,x
done            rts
.endp
