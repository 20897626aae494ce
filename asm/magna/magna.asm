;   magna.asm - MAGNA, a duel of starships that do not see each other
;
;   A console with 4 by 4 lamps for one to four players and the program's
;   robot: a binary-load file for 32K, started through RUNAD, or with
;   FORM_CART a cartridge of 16K. What is assembled here is never written
;   to; all RAM stands in memory.inc.
;
;   module      subject                                        runs in
;   data        characters, display list, colours, shapes      -
;   texts       what is read on the screen                     -
;   sounds      what is heard                                  -
;   interrupt   display list interrupts, frame                 interrupt
;   sets        sets of places, neighbours                     main program
;   ships       who is where, alerts                           main program
;   setup       the galaxy of a new game                       main program
;   accepted    what is accepted now, and why not              main program
;   actions     what an action does                            main program
;     battle    ... within a sector                            main program
;     galaxy    ... from sector to sector                      main program
;   view        what the player who acts may see               main program
;   robot       the program's player: mind, choice             main program
;     _look     ... what the console tells it                  main program
;     _travel   ... in the galaxy                              main program
;     _fight    ... in a sector                                main program
;   console     lamps and digits                               main program
;   keys        the list of keys                               main program
;   messages    the two lines at the bottom                    main program
;   person      a person at the console                        main program
;   show        a step for eye and ear                         main program
;   title       victory display, choice of a game              main program
;   game        the course of a game                           main program
;   start       start, from game to game                       main program

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
