;   messages.asm - the messages that only the edition of 1982 has. Include it
;                  after the common ones.

                dta d' ENTRENCHED: IT TAKES NO ORDERS '
                dta d' THE AIR CORPS CANNOT DO THAT   '
                dta d' THE RUSSIANS ARE READY. START! '
                dta d'PUSH: THE WAY THE CORPS IS TO GO'
                dta d'WON. DARE THE NEXT LEVEL. START '
                dta d'ONE MOMENT. WITH A TAPE: RETURN '
                dta d'     THE GAME HAS BEEN SAVED    '
                dta d'  I/O ERROR     NOTHING IS LOST '
                dta d' NO DISK THAT CAN BE WRITTEN TO '
                ert * - messages <> MESSAGE_SIZE * [MSG_LAST_1982 + 1]
AT_ERROR        = 12            ; of that before it
