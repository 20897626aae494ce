;   search.asm - the value of a move: alpha-beta search.
;
;   Entry point: move_score.
;   Values are words from the view of the side to move: $8000 is even, and the
;   opposite of a value is its two's complement. Each level of the search has
;   its entries in the tables of memory.inc, indexed by the plies left.

;----------------------------------------------------------------------
;   move_score: makes a move, evaluates the result, takes it back
;   IN       zp_piece, zp_way, zp_from, zp_target; zp_depth plies including
;            this one; node_alpha and node_beta of that depth
;   OUT      zp_score; not valid if think_over is set
;   CLOBBERS A, X, Y
;   CYCLES   690 with one ply, if nothing ages
;----------------------------------------------------------------------
.proc           move_score
                jsr move_make
                ldx zp_depth
                lda zp_target
                and #ROW_BITS
                cmp zp_goal
                bne on
                stx zp_score                    ; the sooner, the better
                mva #VALUE_WON zp_score+1
                jmp move_unmake

on              dex
                bne deeper
                lda zp_worth
                sec
                sbc zp_worth_foe
                sta zp_score
                lda zp_worth + 1
                sbc zp_worth_foe + 1
                eor #$80
                sta zp_score + 1
                jmp move_unmake

deeper          lda zp_way
                sta node_way + 1,x
                sec                             ; the window from the view of
                lda #0                          ; the other side
                sbc node_beta + 1,x
                sta node_alpha,x
                lda #0
                sbc node_beta_high + 1,x
                sta node_alpha_high,x
                sec
                lda #0
                sbc node_alpha + 1,x
                sta node_beta,x
                lda #0
                sbc node_alpha_high + 1,x
                sta node_beta_high,x
                stx zp_depth
                jsr side_change
                jsr search
                ldx zp_depth
                sec
                lda #0
                sbc node_alpha,x
                sta zp_score
                lda #0
                sbc node_alpha_high,x
                sta zp_score + 1
                inc zp_depth
                jsr side_change
                jsr move_unmake                 ; restores zp_piece
                ldx zp_depth
                lda node_way,x
                jmp way_set
.endp

;----------------------------------------------------------------------
;   search: the best value the side to move can reach within the window
;   IN       zp_depth plies; node_alpha, node_beta
;   OUT      node_alpha
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           search
                ldx zp_depth
                lda #0
                sta node_moves,x
way             jsr way_set
                lda zp_side
piece           sta zp_piece
                tax
                lda piece_strength,x
                beq next
                jsr move_allowed
                bcs next
                lda think_over
                bne done
                jsr move_score
                ldx zp_depth
                inc node_moves,x
                lda node_alpha,x
                cmp zp_score
                lda node_alpha_high,x
                sbc zp_score + 1
                bcs next
                lda zp_score
                sta node_alpha,x
                cmp node_beta,x
                lda zp_score + 1
                sta node_alpha_high,x
                sbc node_beta_high,x
                bcs done                        ; the enemy avoids this
next            ldx zp_piece
                inx
                txa
                cmp zp_behind
                bcc piece
                ldy zp_way
                iny
                tya
                cmp #WAYS
                bcc way

                ldx zp_depth
                lda node_moves,x
                bne done
                sec                             ; no move: lost, the later,
                sbc zp_depth                    ; the better
                sta node_alpha,x
                lda #VALUE_LOST
                sta node_alpha_high,x
done            rts
.endp
                ert VALUE_LOST <> $100 - VALUE_WON - 1
