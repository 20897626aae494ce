;   rasputitsa.asm - Eastern Front, 22 June 1941 to 29 March 1942
;
;   A wargame for the Atari 400/800: a binary-load file for 32K, started
;   through RUNAD, or with FORM_CART a cartridge of 16K for a machine with
;   16K. What is assembled here is never written to; all RAM stands in
;   memory.inc. With RULES_1981 the rules of the 1981 edition, defects
;   included.
;
;   module      subject                                        runs in
;   data        tiles, map, order of battle, texts             -
;   tables      the rules' numbers                             -
;   interrupt   display list interrupts, frame                 interrupt
;   cursor      cursor, window, scrolling                      interrupt
;   orders      lifted unit, order entry                       interrupt
;   path        arrow and cross of the lifted unit             interrupt
;   place       terrain and city of an empty square            interrupt
;   text        numbers, words, messages                       both
;   texts       what is read on the screen                     -
;   units       squares, terrain, zones, units on the map      both
;   season      calendar, ice, reinforcements                  main program
;   arithmetic  products, quotients                            main program
;   supply      supply lines                                   main program
;   score       the score of a turn                            main program
;   movement    scheduling, subturns, marches                  main program
;   combat      exchange of blows, retreat, destruction        main program
;   thinking    the opponent: who plans how, when he stops     main program
;     _ratio    ... force ratios, danger                       main program
;     _line     ... front line, line points                    main program
;     _value    ... square values                              main program
;     _orders   ... objectives into orders                     main program
;   mainline    turn sequence                                  main program
;   watch       what is shown of a week                        main program
;   title       title screen                                   main program
;   ending      what the score means                           main program
;   start       start, set-up                                  main program

                icl '../lib/hardware.inc'
                icl 'editions.inc'
.if EDITION = 1981
                icl '1981/edition.inc'
.else
                icl '1982/edition.inc'
.endif
                icl 'constants.inc'
                icl 'memory.inc'

.ifdef FORM_CART
PROGRAM         = $8000
PROGRAM_END     = $bffa         ; first address behind it
;@region CARTRIDGE,$8000,$BFFF,rom
.else
PROGRAM         = $4000
.if EDITION = 1981
PROGRAM_END     = $7c00         ; 32K
.else
PROGRAM_END     = $bc00         ; 48K
.endif
;@region PROGRAM,$4000,$BBFF,rom
.endif

                org PROGRAM
.if EDITION = 1981
                icl '1981/program.asm'
.else
                icl '1982/program.asm'
.endif
                ert * > PROGRAM_END

.ifdef FORM_CART
                icl 'cartridge.asm'
.else
                run start
.endif
