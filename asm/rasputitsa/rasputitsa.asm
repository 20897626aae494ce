;   rasputitsa.asm - Eastern Front, from 22 June 1941 on
;
;   A wargame for the Atari 400/800: a binary-load file started through
;   RUNAD, for 32K [1981] or 48K [1982], or with FORM_CART a cartridge of
;   16K for a machine with 16K. The program never writes to what is assembled
;   here; all RAM is declared in memory.inc.
;
;   There are two editions, each with or without its defects: see
;   editions.inc. The modules here belong to both. The folders 1981 and 1982
;   hold the modules of one edition, listed in their program.asm. The folder
;   comfort holds the large comforts, which only the default edition has, and
;   only in the form that is loaded from a file.
;
;   module      subject                                        runs in
;   data        rows of the map, screen                        -
;   tables      the rules' numbers                             -
;   messages    the message line                               -
;   labels      parts of the two lines above                   -
;   interrupt   display list interrupts, frame                 interrupt
;   cursor      cursor, window, scrolling                      interrupt
;   pointer     pointer                                        interrupt
;   drag        paths drawn with it                            interrupt
;   orders      lifted unit                                    interrupt
;   order_entry order entry                                    interrupt
;   path        arrow and cross of the lifted unit             interrupt
;   place       terrain and city of an empty square            interrupt
;   text        numbers, words, messages                       both
;   units       squares, terrain, zones, units on the map      both
;   season      calendar, ice, reinforcements                  main program
;   arithmetic  products, quotients                            main program
;   supply      supply lines                                   main program
;   movement    scheduling, subturns, marches                  main program
;   retreat     retreats of broken units                       main program
;   destroy     destruction of units                           main program
;   thinking    the computer player's planning                 main program
;     _consider ... one step of one unit                       main program
;     _ratio    ... force ratios, danger                       main program
;     _side     ... direction of danger                        main program
;     _line     ... front line, line points                    main program
;     _value    ... square values                              main program
;     _trial    ... whether an objective can move              main program
;     _nearest  ... the Germans near a square                  main program
;     _orders   ... objectives into orders                     main program
;   mainline    turn sequence                                  main program
;   watch       display of a week's execution and result       main program
;   title       title screen                                   main program
;   start       start                                          main program
;   screen      set-up of variables and screen                 main program

                icl '../lib/hardware.inc'
                icl 'editions.inc'
.if EDITION = 1981
                icl '1981/edition.inc'
.else
                icl '1982/edition.inc'
.endif
                icl 'constants.inc'
.if COMFORTS
                icl 'comfort/constants.inc'
                icl 'comfort/hooks.inc'
.else
                icl 'comfort/none.inc'
.endif
                icl 'memory.inc'
                icl 'macros.inc'

.ifdef FORM_CART
PROGRAM         = $8000
PROGRAM_END     = $bffa         ; first address after it
;@region CARTRIDGE,$8000,$BFFF,rom
.else
PROGRAM         = $4000
.if EDITION = 1981
PROGRAM_END     = $7c00         ; 32K
.else
PROGRAM_END     = $9e00         ; 48K
.endif
;@region PROGRAM,$4000,$9DFF,rom
.endif

                org PROGRAM
.if EDITION = 1981
                icl '1981/program.asm'
.else
                icl '1982/program.asm'
.endif
                icl '../lib/ending.asm'
