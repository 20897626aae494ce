;   robot.asm - the program's player: its mind and its choice of an action.
;
;   Entry points: robots_reset, robot_choose.
;   The robot's modules read only what the console shows to the acting player
;   (view_..., legal_moves) and what this robot remembers of it (mind_...).
;   They read nothing else of the game: no ship_..., no phenomena, no
;   planets_...  [test: magna::robot]
;
;   module         subject
;   robot          minds of the robots, offers and choice
;   robot_look     what the robot learns from the console
;   robot_travel   the galaxy: scans and moves
;   robot_fight    a sector: shots and moves

;----------------------------------------------------------------------
;   robots_reset: resets the minds of all robots
;   OUT      robot_minds
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           robots_reset
                lda #$ff                        ; any cell, any sector
                ldx #MIND_SIZE - 1
believe         sta mind,x
                dex
                bpl believe
                lda #0
                ldx #MIND_BLANKS - 1
blank           sta mind_blank,x
                dex
                bpl blank
                ldx #SHIPS - 1
robot           txa
                pha
                jsr mind_store
                pla
                tax
                dex
                bpl robot
                rts
.endp

;----------------------------------------------------------------------
;   mind_load, mind_store: loads or stores the mind of robot X
;   IN       X ship
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           mind_load
                ldy mind_offsets,x
                ldx #0
byte            lda robot_minds,y
                sta mind,x
                iny
                inx
                cpx #MIND_SIZE
                bcc byte
                rts
.endp

.proc           mind_store
                ldy mind_offsets,x
                ldx #0
byte            lda mind,x
                sta robot_minds,y
                iny
                inx
                cpx #MIND_SIZE
                bcc byte
                rts
.endp

mind_offsets    :SHIPS dta # * MIND_SIZE
                ert SHIPS * MIND_SIZE > 256

;----------------------------------------------------------------------
;   robot_choose: chooses the action of a robot
;   IN       X ship; its console: view_..., legal_count, legal_moves
;   OUT      A action; skip_count the number of random bytes taken
;   CLOBBERS X, Y
;----------------------------------------------------------------------
.proc           robot_choose
                stx zp_robot
                lda byte_count
                sta zp_bytes
                jsr mind_load
                jsr robot_think
                sta zp_action
                lda byte_count
                sec
                sbc zp_bytes
                sta skip_count
                ldx zp_robot
                jsr mind_store
                lda zp_action
                rts
.endp

;   OUT A action
.proc           robot_think
                lda legal_moves
                cmp #ACTION_START
                beq begin
                jsr robot_look
                lda legal_moves
                cmp #ACTION_END
                beq done
                cmp #ACTION_BATTLE              ; never evades, which costs 2
                beq done
                jsr offers_clear
                lda view_combat
                bne fight
                jsr robot_travel
                jsr offer_take
                sta zp_action
                and #3                          ; the way, if it is a move
                tay
                lda zp_own
                jsr place_beside
                sta mind_aim
                lda zp_action
                rts
fight           jsr robot_fight
                jmp offer_take
begin           sta mind_begins                 ; not 0: others have acted
done            rts
.endp

;----------------------------------------------------------------------
;   offers_clear, offer, offer_take: the choice among actions by worth. One of
;   the best is chosen at random; a single one takes no random byte.
;   IN       offer: zp_action, A worth (higher is better)
;   OUT      offer_take: A action
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           offers_clear
                lda #0
                sta offer_count
                sta offer_worth
                rts
.endp

.proc           offer
                cmp offer_worth
                bcc done
                beq one_more
                sta offer_worth
                ldx #0
                stx offer_count
one_more        ldx offer_count
                lda zp_action
                sta offers,x
                inc offer_count
done            rts
.endp

.proc           offer_take
                ldx #0
                lda offer_count
                cmp #2
                bcc only
                jsr random_below
                tax
only            lda offers,x
                rts
.endp
