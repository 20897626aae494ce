;   rasputitsa.asm - Eastern Front, from 22 June 1941 on
;
;   A wargame for the Atari 400/800: a binary-load file started through
;   RUNAD, for 32K [1981] or 48K [1982], or with FORM_CART a cartridge of
;   16K for a machine with 16K. What is assembled here is never written to;
;   all RAM stands in memory.inc.
;
;   Two editions, each with or without its defects: see editions.inc. What
;   one edition has alone stands in the folder 1981 or 1982, with the list
;   of its modules in program.asm; the modules here are of both. The
;   large comforts, which only the default has, and only from a file, stand in
;   the folder comfort, with theirs.
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
;   retreat     where the broken go                            main program
;   destroy     the end of a unit                              main program
;   thinking    the opponent: when he stops                    main program
;     _consider ... one unit's turn                            main program
;     _ratio    ... force ratios, danger                       main program
;     _side     ... where danger comes from                    main program
;     _line     ... front line, line points                    main program
;     _value    ... square values                              main program
;     _trial    ... where an objective can go                  main program
;     _nearest  ... the Germans near a square                  main program
;     _orders   ... objectives into orders                     main program
;   mainline    turn sequence                                  main program
;   watch       what is shown of a week                        main program
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
PROGRAM_END     = $bffa         ; first address behind it
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
