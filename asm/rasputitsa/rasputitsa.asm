;   rasputitsa.asm - Eastern Front, 22 June 1941 to 29 March 1942
;
;   A wargame for the Atari 400/800 with 32K. Binary-load file, started
;   through RUNAD. What is assembled here is never written to and could
;   be ROM; all RAM stands in memory.inc.
;
;   module      subject                                        runs in
;   data        tiles, map, order of battle, texts             -
;   tables      the rules' numbers                             -
;   interrupt   display list interrupts, frame                 interrupt
;   cursor      cursor, window, scrolling                      interrupt
;   orders      lifted unit, order entry                       interrupt
;   path        arrow and cross of the lifted unit             interrupt
;   text        numbers, words, messages                       both
;   units       squares, units on the map                      both
;   season      calendar, ice, reinforcements                  main program
;   mainline    turn sequence                                  main program
;   start       start, set-up                                  main program

                icl '../lib/hardware.inc'
                icl 'generated/map.inc'
                icl 'constants.inc'
                icl 'memory.inc'

;@region PROGRAM,$4000,$7BFF,rom

                org $4000
                icl 'data.asm'
                icl 'tables.asm'
                icl 'interrupt.asm'
                icl 'cursor.asm'
                icl 'orders.asm'
                icl 'path.asm'
                icl 'text.asm'
                icl 'units.asm'
                icl 'season.asm'
                icl 'mainline.asm'
                icl 'start.asm'
                ert * > $7c00

                run start
