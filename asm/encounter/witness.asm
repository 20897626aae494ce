;   witness.asm - what one side knows of the other's pieces: which have moved
;                 and how, and the ranks that fights have revealed.
;
;   Entry points: witness_move, witness_fight.
;   Owns known and unseen, which are all that the computer's thinking knows of
;   its enemy.

;----------------------------------------------------------------------
;   witness_move: a piece is about to move; one that goes far is a Scout
;   IN       zp_from, zp_to, zp_side
;   OUT      known of that piece
;   CLOBBERS A, X, Y
;   CYCLES   110
;----------------------------------------------------------------------
.proc           witness_move
                jsr known_of_mover
                jsr is_far
                bcc near
                lda #SCOUT
                bne witness_kind
near            lda (zp_known),y
                bne done                ; already known to have moved
                lda #KNOWN_MOVED
                sta (zp_known),y
done            rts
.endp

;   OUT zp_known, Y: what is known of the piece on zp_from
.proc           known_of_mover
                lda zp_side
                ldy zp_from
.endp

;   OUT zp_known: the pieces of side A
.proc           known_of
                ldx #0
                stx zp_known
                ora #>known
                sta zp_known + 1
                rts
.endp

;   OUT C set if zp_to is not beside zp_from
.proc           is_far
                sec
                lda zp_from
                sbc zp_to
                bcs positive
                eor #$ff
                adc #1                  ; carry is clear
positive        cmp #ROW
                beq beside
                cmp #2
                rts
beside          clc
                rts
.endp

;----------------------------------------------------------------------
;   witness_kind: makes a piece known
;   IN       A its kind, Y its square, zp_known of its side
;   OUT      known, unseen
;   CLOBBERS A, X
;   CYCLES   50
;----------------------------------------------------------------------
.proc           witness_kind
                tax
                lda (zp_known),y
                beq new
                cmp #KNOWN_MOVED
                bne done
new             txa
                sta (zp_known),y
                asl @
                sta zp_sum
                lda zp_known + 1
                and #1                  ; the side
                ora zp_sum
                tax
                dec unseen,x
done            rts
.endp

;----------------------------------------------------------------------
;   witness_fight: a fight reveals both pieces, except the computer's in
;   SUPER. Even then the player can infer some: equal pieces are both removed,
;   and a piece that comes from afar is a Scout.
;   IN       zp_from, zp_to, zp_side, fight_...
;   OUT      known, unseen
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           witness_fight
                jsr known_of_mover
                lda #COMPUTER
                jsr is_told
                bne told
                jsr is_far
                bcc defender
told            lda fight_attacker
                jsr witness_kind
defender        lda zp_side
                eor #PLAYER ^ COMPUTER
                jsr known_of
                ldy zp_to
                lda #PLAYER
                jsr is_told
                beq done
                lda fight_defender
                jsr witness_kind
done            rts

;   OUT Z set if a kind that is hidden when side A moves is not revealed
is_told         eor zp_side
                bne yes
                lda option_super
                eor #1
                bne yes
                lda fight_removed
                eor #REMOVED_ATTACKER | REMOVED_DEFENDER
                beq yes
                lda #0
                rts
yes             lda #1
                rts
.endp
