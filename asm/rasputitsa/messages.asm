;   messages.asm - the message line, in screen codes. Read only.

;----------------------------------------------------------------------
;   The message line; index MSG_...
;----------------------------------------------------------------------
messages        dta d'YOUR ORDERS? START ENDS THE WEEK'
                dta d'  RUSSIANS DO NOT OBEY BERLIN   '
                dta d'  EIGHT ORDERS ARE THE LIMIT    '
                dta d'  LET THE MALTESE CROSS APPEAR  '
                dta d'NORTH, EAST, SOUTH OR WEST ONLY '
                dta d'NO ORDERS NOW: THE ARMIES MARCH '
                dta d'      THE CAMPAIGN IS OVER      '
                dta d'NOBODY MARCHES ACROSS OPEN WATER'
                dta d'   THE MAP ENDS ON THAT SIDE    '
                dta d' NO WAY ACROSS THE WATER THERE  '
                dta d'PUSH TO ORDER. DELETE TAKES BACK'
                dta d'  SPACE DROPS ALL OF ITS ORDERS '
                dta d'  THE ENEMY: YOU MAY ONLY LOOK  '
                dta d'  NOBODY STANDS ON THIS SQUARE  '
                dta d'THE RUSSIANS PONDER. START LATER'
                dta d'  HALT. SPACE: THEY MARCH AGAIN '
                dta d'  PRESS START TO BEGIN ANOTHER  '
                ert * - messages <> MESSAGE_SIZE * [MSG_LAST + 1]
