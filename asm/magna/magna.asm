                icl '../lib/hardware.inc'
TEACH_MODE      = 1             ; lib/random.asm
                icl 'constants.inc'
                icl 'memory.inc'
PROGRAM         = $4000
PROGRAM_END     = $c000
;@region PROGRAM,$4000,$BBFF,rom
                org PROGRAM
                icl '../lib/system.asm'
                icl '../lib/match.asm'
                icl '../lib/random.asm'
                icl 'sets.asm'
                icl 'ships.asm'
                icl 'setup.asm'
                icl 'accepted.asm'
                icl 'actions.asm'
                icl 'battle.asm'
                icl 'galaxy.asm'
                icl 'view.asm'
                icl 'robot.asm'
                icl 'robot_look.asm'
                icl 'robot_travel.asm'
                icl 'robot_fight.asm'
                icl 'game.asm'
start           cld
                ldx #$ff
                txs
                jsr reset_here
                jsr memory_clear
                jsr machine_ask
title           jsr title_wait
                lda action
                beq title
                mva #0 action
                jsr game
                jmp title
                run start
