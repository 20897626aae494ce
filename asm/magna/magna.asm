;   magna.asm - MAGNA, a duel of starships that do not see each other
;
;   A console with 4 by 4 lamps for one to four players and the program's
;   robot: a binary-load file for 32K, started through RUNAD, or with
;   FORM_CART a cartridge of 16K. The program never writes to what is
;   assembled here; all RAM is declared in memory.inc.
;
;   module      subject                                        runs in
;   data        characters, display list, colours, shapes      -
;   texts       all texts on the screen                        -
;   sounds      sound effects                                  -
;   interrupt   display list interrupts, frame                 interrupt
;   sets        sets of places, neighbours                     main program
;   ships       positions of ships and planets, alerts         main program
;   setup       the galaxy of a new game                       main program
;   accepted    accepted actions, reasons for refusals         main program
;   actions     effects of actions                             main program
;     battle    ... within a sector                            main program
;     galaxy    ... from sector to sector                      main program
;   view        what the acting player may see                 main program
;   robot       the program's player: mind, choice             main program
;     _look     ... what it learns from the console            main program
;     _travel   ... in the galaxy                              main program
;     _fight    ... in a sector                                main program
;   console     lamps and digits                               main program
;   keys        the list of keys                               main program
;   messages    the two lines at the bottom                    main program
;   person      a person's input and view                      main program
;   show        animation and sound of a step                  main program
;   title       victory display, choice of a game              main program
;   game        the course of a game                           main program
;   start       start, sequence of games                       main program

                icl '../lib/hardware.inc'
TEACH_MODE      = 1             ; lib/random.asm
                icl 'constants.inc'
                icl 'memory.inc'

LOADED_END      = $bc00
                icl '../lib/form.inc'

                org PROGRAM
                icl 'data.asm'
                icl 'texts.asm'
                icl 'sounds.asm'
                icl 'interrupt.asm'
                icl '../lib/system.asm'
                icl '../lib/match.asm'
                icl '../lib/random.asm'
                icl '../lib/input.asm'
                icl '../lib/sound.asm'
                icl '../lib/text.asm'
                icl '../lib/colours.asm'
                icl 'sets.asm'
                icl 'ships.asm'
                icl 'setup.asm'
                icl 'accepted.asm'
                icl '../lib/cartridge_middle.asm'
                icl 'actions.asm'
                icl 'battle.asm'
                icl 'galaxy.asm'
                icl 'view.asm'
                icl 'robot.asm'
                icl 'robot_look.asm'
                icl 'robot_travel.asm'
                icl 'robot_fight.asm'
                icl 'console.asm'
                icl 'keys.asm'
                icl 'messages.asm'
                icl 'person.asm'
                icl 'show.asm'
                icl 'title.asm'
                icl 'game.asm'
                icl 'start.asm'
                icl '../lib/ending.asm'
