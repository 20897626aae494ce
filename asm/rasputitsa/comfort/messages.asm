;   messages.asm - the messages of the large comforts. Include it after those
;                  of the edition.

                dta d'  NO WAY THERE IN EIGHT ORDERS  '
                dta d'   EVERY CORPS HAS ITS ORDERS   '
                dta d' THE LAST CHANGE IS TAKEN BACK  '
                dta d' NOTHING WAS CHANGED THIS WEEK  '
                dta d'RED: ALL ORDERS. BLUE: WHERE TO '
                dta d'  RED: THE CORPS CAN GO THERE   '
                dta d'   W: WHAT HAPPENED LAST WEEK   '
                dta d'1: BUTTON DOWN ON A WHITE SYMBOL'
                dta d'  2: KEEP IT DOWN, TAP, LET GO  '
                dta d'     3: O SHOWS ALL ORDERS      '
                dta d' 4: TAB: A CORPS WITHOUT ORDERS '
                dta d'     5: START ENDS THE WEEK     '
                dta d'NO CORPS HAS ORDERS. START AGAIN'
                ert * - messages <> MESSAGE_SIZE * [MSG_LAST_COMFORT + 1]
