;   encounter.asm - ENCOUNTER: hidden ranks and a flag, against the computer
;
;   A game for the Atari 400/800: a binary-load file for 48K, started through
;   RUNAD, or with FORM_CART a cartridge of 16K. What is assembled here is
;   never written to; all RAM stands in memory.inc.
;
;   module      subject                                        runs in
;   data        character set, display lists                   -
;   texts       what is read on the screen                     -
;   sounds      what is heard                                  -
;   interrupt   display list interrupts, frame                 interrupt
;   board       who stands where                               main program
;   moves       which moves there are                          main program
;   fight       who is removed in a fight                      main program
;   game        what a move does, when a game is over          main program
;   witness     what one side sees of the other's pieces       main program
;   setup       armies before they stand on the board          main program
;   thinking    the computer player: what a move is worth      main program
;     _odds     ... what unknown pieces may be                 main program
;     _field    ... what draws pieces across the board         main program
;   screen      squares, list, numbers                         main program
;   marks       cursor, marks, a piece on its way              main program
;   message     the lines below the board                      main program
;   show        a move and a fight, for the eye                main program
;   person      a person's turn                                main program
;   arrange     the player's set-up                            main program
;   mainline    from set-up to end; the door for actions       main program
;   title       title screen                                   main program
;   start       start                                          main program
;   ../lib      what several games share                       both

                icl '../lib/hardware.inc'
                icl 'constants.inc'
                icl 'memory.inc'

LOADED_END      = $7c00
                icl '../lib/form.inc'

                org PROGRAM
                icl 'data.asm'
                icl 'texts.asm'
                icl 'sounds.asm'
                icl 'interrupt.asm'
                icl '../lib/colours.asm'
                icl '../lib/input.asm'
                icl '../lib/sound.asm'
                icl '../lib/system.asm'
                icl '../lib/random.asm'
                icl '../lib/text.asm'
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
                icl 'screen.asm'
                icl 'marks.asm'
                icl 'message.asm'
                icl '../lib/cartridge_middle.asm'
                icl 'show.asm'
                icl 'person.asm'
                icl 'arrange.asm'
                icl 'mainline.asm'
                icl 'title.asm'
                icl 'start.asm'
                icl '../lib/ending.asm'
