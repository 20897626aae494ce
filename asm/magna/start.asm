;   start.asm - start of the program, and the sequence of title and games.
;
;   Entry points: start (RUNAD, DOSVEC), play_on.

start           program_begin
                mva #NOWHERE winner
                jsr console_build
                jsr console_on

;----------------------------------------------------------------------
;   play_on: alternates title and game; the robots' own game also ends here
;----------------------------------------------------------------------
play_on         ldx #$ff
                txs
next            jsr title
                jsr level_show
                jsr game
                jmp next
