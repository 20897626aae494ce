                icl '../lib/hardware.inc'
                icl 'constants.inc'
                icl 'memory.inc'
PROGRAM         = $4000
                ;@region PROGRAM,$4000,$BBFF,rom
 org PROGRAM
OP_BIT_ABS      = $2c
start           jsr memory_clear
                jsr machine_ask
                mwa #300 think_limit
title           jsr title_wait
                lda action
                beq title
                lda computers
                lsr @
                bcs ready
                jsr action_wait
                jsr action_wait
ready           mwa #setup_own zp_cells
                jsr fill_army
                jsr setup_check
                jsr theirs_fill
                jsr game_begin
next            jsr step_done
again           mva #0 action
                ldx turn
                inx
                txa
                and computers
                beq wait
                cmp #2
                bne thinks
                jsr hopeless
                bcc thinks
                ldx #COMPUTER
                jsr resign
                jmp next
thinks          jsr think
                mva #1 action
                jmp take
wait            jsr action_wait
                lda action
                beq wait
take            jsr move_check
                sta refused_why
                cmp #0
                beq ok
                jsr step_refused
                jmp again
ok              jsr move_do
                jmp next
                icl '../lib/system.asm'
                icl '../lib/random.asm'
                icl '../lib/match.asm'
                icl 'board.asm'
                icl 'moves.asm'
                icl 'fight.asm'
                icl 'game.asm'
                icl 'witness.asm'
                icl 'setup.asm'
                icl 'thinking.asm'
                icl 'thinking_odds.asm'
                icl 'thinking_field.asm'
                run start
