;   thinking.asm - the computer player: the passes of its planning.
;
;   Entry points: thinking_run (while the interrupt serves the player),
;   thinking_copy.
;   Owns the variables under "Thinking" in memory.inc. Reads the units, but
;   writes only objectives, until `thinking_orders` turns them into orders.

;----------------------------------------------------------------------
;   thinking_run: makes passes over the Russian units until START is accepted
;   OUT      objectives; thinking_passes
;   CLOBBERS A, X, Y
;   CYCLES   between two checks of START 23,600, or 120,000 if experts are
;            attacked; before the first check 840,000
;----------------------------------------------------------------------
.proc           thinking_run
                thinking_resumes next
                jsr thinking_prepare
                lda #0
                sta thinking_passes
pass            ldx #UNIT_LAST
unit            stx thinking_unit
                jsr thinking_consider
polled          jsr start_asked
                bcs done
next            ldx thinking_unit
                dex
                cpx #FIRST_RUSSIAN
                bcs unit
                pass_thought
                inc thinking_passes
                bne pass
                dec thinking_passes     ; 255 means 255 or more
                bne pass
done            rts
.endp
thinking_polled = thinking_run.polled

;----------------------------------------------------------------------
;   thinking_prepare: computes what stays fixed for a whole order phase
;   IN       turn, unit tables
;   OUT      force_ratio; unit_plan of every unit; for seasoned ones (those
;            that arrived before this turn) also unit_ratio and danger_...,
;            and their own squares as objectives
;   CLOBBERS A, X, Y
;   CYCLES   820,000
;----------------------------------------------------------------------
.proc           thinking_prepare
                jsr nearest_gather
                jsr ratio_overall
                strikes_prepare
                ldx #UNIT_LAST
unit            stx zp_self
                lda #PLAN_NOTHING
                sta unit_plan,x
                lda turn
                cmp unit_arrival,x
                bcc next
                .if DEFECT_10       ; D 10: an arrival's objective is
                beq next                ; whatever the table holds
                .endif
                lda unit_x,x
                sta zp_here_x
                sta objective_x,x
                lda unit_y,x
                sta zp_here_y
                sta objective_y,x
                .if DEFECT_10 = 0
                lda unit_arrival,x
                cmp turn
                beq next
                .endif
                plan_afresh
                jsr ratio_unit
                jsr plan_choose
next            ldx zp_self
                dex
                cpx #FIRST_RUSSIAN
                bcs unit
                rts
.endp
