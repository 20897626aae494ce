;   thinking.asm - the computer's choice of a move.
;
;   Entry points: think, think_frame (vertical blank).
;   It knows what a person sees. It looks ahead one ply, then two, then three,
;   each time starting with the best move so far. When its time is over, it
;   plays the best move found.

;----------------------------------------------------------------------
;   think: chooses a move for the side to move, which has one
;   IN       option_plies, think_limit
;   OUT      action, action_from, action_to; skip_count
;   CLOBBERS A, X, Y
;   CYCLES   as many as think_limit allows
;----------------------------------------------------------------------
.proc           think
                lda byte_count
                pha
                jsr think_begin
                jsr root_collect
                lda #1
deeper          sta root_plies
                jsr root_search
                lda think_over
                bne chosen
                lda best_value + 1              ; it wins: no further search
                cmp #VALUE_WON
                bcs chosen
                ldx root_plies
                inx
                txa
                cmp option_plies
                bcc deeper
                beq deeper

chosen          lda #0
                sta think_on
                ldy root_best
                jsr root_move
                mva zp_from action_from
                mva zp_target action_to
                mva #ACTION_MOVE action
                pla
                eor #$ff
                sec
                adc byte_count
                sta skip_count
                rts
.endp

;   Starts the clock, which ends THINK_RESERVE frames before the limit
.proc           think_begin
                mva #0 think_on
                sta think_over
                lda think_limit
                sec
                sbc #THINK_RESERVE
                sta think_left
                lda think_limit + 1
                sbc #0
                sta think_left + 1
                bcs some
                lda #0                          ; the limit is very short
                sta think_left
                sta think_left + 1
some            inc think_on
                rts
.endp

;----------------------------------------------------------------------
;   think_frame: counts the frames of thinking; part of the vertical blank
;   routine
;   OUT      think_over
;   CLOBBERS A
;   CYCLES   40
;----------------------------------------------------------------------
.proc           think_frame
                lda think_on
                beq done
                lda think_left
                ora think_left + 1
                beq over
                lda think_left
                bne low
                dec think_left + 1
low             dec think_left
done            rts
over            mva #1 think_over
                rts
.endp

;----------------------------------------------------------------------
;   root_collect: collects all moves of the side to move, forward ones first
;   OUT      root_piece, root_way, root_count; root_best the first
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           root_collect
                lda #0
                sta root_count
                sta root_best
way             jsr way_set
                ldx zp_side
piece           lda piece_strength,x
                beq next
                jsr move_allowed
                bcs next
                ldy root_count
                inc root_count
                txa
                sta root_piece,y
                lda zp_way
                sta root_way,y
next            inx
                cpx zp_behind
                bcc piece
                ldy zp_way
                iny
                tya
                cmp #WAYS
                bcc way
                rts
.endp

;----------------------------------------------------------------------
;   root_search: searches all moves, the best so far first
;   IN       root_plies; root_best
;   OUT      root_best, best_value: a random one of the best moves
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           root_search
                jsr root_first
                ldx #0
                stx best_value + 1
                stx root_at
                inx
                inx
                stx best_value
                ert VALUE_LEAST + 1 <> 2
move            jsr thinking_listen
                ldx root_plies                  ; equal moves must get their
                stx zp_depth                    ; exact value
                sec
                lda best_value
                sbc #1
                sta node_alpha,x
                lda best_value + 1
                sbc #0
                sta node_alpha_high,x
                lda #$ff
                sta node_beta,x
                sta node_beta_high,x
                ldy root_at
                jsr root_move
                jsr move_score
                lda root_plies                  ; the first ply is complete
                cmp #1
                beq judge
                lda think_over
                bne done

judge           lda zp_score
                cmp best_value
                bne other
                lda zp_score + 1
                cmp best_value + 1
                bne other
                inc root_ties                   ; take the n-th with chance 1/n
                lda root_ties
                jsr random_below
                tay
                bne next
                beq take
other           lda zp_score
                cmp best_value
                lda zp_score + 1
                sbc best_value + 1
                bcc next
                mva zp_score best_value
                mva zp_score+1 best_value+1
                mva #1 root_ties
take            mva root_at root_best
next            inc root_at
                lda root_at
                cmp root_count
                bcc move
done            rts
.endp

;   Exchanges the best move so far with the first
.proc           root_first
                ldy root_best
                ldx root_piece,y
                lda root_piece
                sta root_piece,y
                stx root_piece
                ldx root_way,y
                lda root_way
                sta root_way,y
                stx root_way
                mva #0 root_best
                rts
.endp

;   Loads move Y: zp_piece, zp_way, zp_from, zp_target
.proc           root_move
                ldx root_piece,y
                stx zp_piece
                lda root_way,y
                jsr way_set
                jmp move_allowed
.endp
