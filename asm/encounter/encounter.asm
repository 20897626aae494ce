;   encounter.asm - ENCOUNTER: hidden ranks and a flag, against the computer
;
;   A game for the Atari 400/800: a binary-load file for 48K, started through
;   RUNAD, or with FORM_CART a cartridge of 16K. The program never writes to
;   what is assembled here; all RAM is declared in memory.inc.
;
;   module      subject                                        runs in
;   data        character set, display lists                   -
;   texts       all texts on the screen                        -
;   sounds      sound effects                                  -
;   interrupt   display list interrupts, frame                 interrupt
;   board       pieces on the board                            main program
;   moves       list of moves, legality                        main program
;   fight       result of a fight                              main program
;   game        effect of a move, end of a game                main program
;   witness     what one side knows of the other's pieces      main program
;   setup       armies before the game                         main program
;   thinking    the computer player: worth of moves            main program
;     _odds     ... odds for unknown pieces                    main program
;     _field    ... attraction of squares                      main program
;   screen      squares, list, numbers                         main program
;   marks       cursor, marks, moving piece                    main program
;   message     the lines below the board                      main program
;   show        display of moves and fights                    main program
;   person      a person's turn                                main program
;   arrange     the player's set-up                            main program
;   mainline    a game from set-up to end; actions             main program
;   title       title screen                                   main program
;   start       start                                          main program
;   ../lib      library of several games                       both

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
