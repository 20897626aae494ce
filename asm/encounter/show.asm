;   show.asm - shows moves to the player: the moving piece, a fight, texts.
;
;   Entry points: show_move, show_position, show_end.
;   In SUPER nothing here reveals the computer's rank, including sounds.

FIGHT_FRAMES    = 80            ; how long both pieces are shown

;----------------------------------------------------------------------
;   show_position: shows the board and everything around it
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           show_position
                jsr board_draw
.endp
.proc           show_about
                jsr marks_last
                jsr last_draw
                jsr list_draw
                jmp status_draw
.endp

;----------------------------------------------------------------------
;   show_move: shows the last move
;   IN       last_..., fight_..., mover; the board after it
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           show_move
                jsr event_clear
                ldx #MARK_TO
                jsr mark_hide
                lda fight_removed
                bne fought
                jsr move_told
                sound_start effect_march
                ldx last_from
                jsr square_draw
                jsr glide
                jmp arrived

fought          jsr fight_told
                jsr fight_seen
                lda fight_removed
                and #REMOVED_ATTACKER
                bne removed
                ldx last_from
                jsr square_draw
                jsr glide
removed         ldx last_from
                jsr square_draw
arrived         ldx last_to
                jsr square_draw
                jmp show_about
.endp

;----------------------------------------------------------------------
;   fight_seen: shows both pieces of a fight on their squares, then without
;   the removed ones; with sounds
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           fight_seen
                ldx mover
                lda fight_attacker
                jsr piece_tile
                ldx last_from
                jsr tile_draw
                lda mover
                eor #PLAYER ^ COMPUTER
                tax
                lda fight_defender
                jsr piece_tile
                ldx last_to
                jsr tile_draw
                sound_start effect_clash
                jsr marks_last
                lda #FIGHT_FRAMES
                jsr pause
                jsr outcome_told
                jsr fight_sound
                lda fight_removed
                lsr @
                bcc defender            ; REMOVED_ATTACKER
                lda #TILE_OPEN
                ldx last_from
                jsr tile_draw
defender        lda fight_removed
                and #REMOVED_DEFENDER | FLAG_TAKEN
                beq done
                lda #TILE_OPEN
                ldx last_to
                jsr tile_draw
done            lda #FIGHT_FRAMES / 2
                jmp pause
.endp

;   IN X side, A kind. OUT A tile of the piece as shown in a fight
.proc           piece_tile
                cpx #PLAYER
                beq own
                ldy option_super
                bne hidden
                jsr kind_tile
                ora #TILE_THEIRS
                rts
own             jmp kind_tile
hidden          lda #TILE_HIDDEN | TILE_THEIRS
                rts
.endp

;   The sound of a fight's result
.proc           fight_sound
                lda fight_removed
                cmp #FLAG_TAKEN
                beq won
                cmp #REMOVED_ATTACKER | REMOVED_DEFENDER
                beq both
                lsr @                   ; 0 the attacker, 1 the defender
                eor mover
                beq lost                ; the player's
won             sound_start effect_won
                rts
lost            sound_start effect_lost
                lda fight_defender
                cmp #BOMB
                bne done
                lda option_super        ; there it would reveal the rank
                bne done
                sound_start effect_bomb
done            rts
both            sound_start effect_both
                rts
.endp

;----------------------------------------------------------------------
;   move_told: describes a move without a fight
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           move_told
                lda #LINE_EVENT
                jsr line_begin
                ldx mover
                ldy last_to
                lda kinds,y
                jsr who_add
                append part_moves
                lda last_to
                jmp square_name
.endp

;----------------------------------------------------------------------
;   fight_told: describes the attack
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           fight_told
                lda #LINE_EVENT
                jsr line_begin
                ldx mover
                lda fight_attacker
                jsr fighter_add
                append part_attacks
                lda mover
                bne kind                ; the player's piece
                lda option_super
                bne piece
kind            lda fight_defender
                jmp kind_add
piece           append part_a_piece
                rts
.endp

;   Describes which pieces are removed
.proc           outcome_told
                lda #LINE_OUTCOME
                jsr line_begin
                lda fight_removed
                cmp #FLAG_TAKEN
                beq flag_gone
                cmp #REMOVED_ATTACKER | REMOVED_DEFENDER
                beq both
                lsr @
                bne defender
                ldx mover
                lda fight_attacker
                bne one
defender        lda mover
                eor #PLAYER ^ COMPUTER
                tax
                lda fight_defender
one             jsr fighter_add
                append part_removed
                rts
flag_gone       append part_flag
                rts
both            append part_both
                rts
.endp

;   Appends a piece, kind A of side X, as named in a fight ...
.proc           fighter_add
                cpx #PLAYER
                beq who_add.own
                ldy option_super
                bne who_add.hidden
                pha
                append part_enemy
                pla
                jmp kind_add
.endp

;   ... and otherwise
.proc           who_add
                cpx #PLAYER
                bne hidden
own             pha
                append part_your
                pla
                jmp kind_add
hidden          append part_enemy
                append part_piece
                rts
.endp

;----------------------------------------------------------------------
;   show_end: shows the end of a game: winner, reason, all pieces
;   IN       winner, reason
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           show_end
                jsr show_position
                ldx #MARK_CURSOR
                jsr mark_hide
                lda #LINE_PROMPT
                jsr line_begin
                ldx winner
                lda demo
                beq words
                txa
                clc
                adc #OVER_DEMO
                tax
words           ldy over_low - 1,x
                lda over_high - 1,x
                tax
                jsr text_add
                ldx reason
                ldy because_low - 1,x
                lda because_high - 1,x
                tax
                jsr text_add
                lda winner
                cmp #WINNER_PLAYER
                bne other
                sound_start effect_victory
                rts
other           cmp #WINNER_COMPUTER
                bne nobody
                sound_start effect_defeat
                rts
nobody          sound_start effect_both
                rts
.endp
