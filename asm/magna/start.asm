;   start.asm - from a cold machine or RESET to the title, and from game to
;               game.
;
;   Entry points: start (RUNAD, DOSVEC), play_on.

start           program_begin
                mva #NOWHERE winner
                jsr console_build
                jsr console_on

;----------------------------------------------------------------------
;   play_on: title, game, title; also where the robots' own game ends
;----------------------------------------------------------------------
play_on         ldx #$ff
                txs
next            jsr title
                jsr level_show
                jsr game
                jmp next
