;   eleven.asm - ELEVEN, the Fibonacci crossing
;
;   A board game for two, or for one against the machine: a binary-load file
;   for the Atari 400/800 with 48K, started through RUNAD, or with FORM_CART a
;   cartridge of 16K for a machine with 16K. The program never writes to what
;   is assembled here; all RAM is declared in memory.inc.
;
;   module      subject                                        runs in
;   data        characters, set-up, strengths, values          -
;   texts       all texts on the screen                        -
;   interrupt   frame, display list interrupt                  interrupt
;   rules       moves, and moves taken back                    main program
;   position    set-up, legal moves, end of a game             main program
;   search      the value of a move                            main program
;   thinking    the computer's choice                          main program
;   board       pieces and sums on the screen                  main program
;   line        the two lines below the board                  main program
;   panel       the column beside the board                    main program
;   frames      cursor, mark of a piece, moving piece          main program
;   events      effects of a move on pieces                    main program
;   action      actions: moves, moves taken back               main program
;   person      a person's cursor and keys                     main program
;   sounds      effects                                        -
;   game        turn after turn                                main program
;   title       title screen                                   main program
;   start       start, set-up                                  main program

                icl '../lib/hardware.inc'
                icl 'constants.inc'
                icl 'memory.inc'

LOADED_END      = $bc00
                icl '../lib/form.inc'

                org PROGRAM
                icl 'data.asm'
                icl 'texts.asm'
                icl 'interrupt.asm'
                icl '../lib/system.asm'
                icl '../lib/colours.asm'
                icl '../lib/input.asm'
                icl '../lib/sound.asm'
                icl '../lib/random.asm'
                icl '../lib/text.asm'
                icl '../lib/match.asm'
                icl 'rules.asm'
                icl 'position.asm'
                icl 'search.asm'
                icl 'thinking.asm'
                icl 'board.asm'
                icl 'line.asm'
                icl 'panel.asm'
                icl 'frames.asm'
                icl 'events.asm'
                icl 'action.asm'
                icl 'person.asm'
                icl 'sounds.asm'
                icl '../lib/cartridge_middle.asm'
                icl 'game.asm'
                icl 'title.asm'
                icl 'start.asm'
                icl '../lib/ending.asm'
