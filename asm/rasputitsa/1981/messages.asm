;   messages.asm - the messages that only the edition of 1981 has. Include it
;                  after the common ones.

                dta d'OPTION AGAIN: HALF MORE STRENGTH'
                dta d' THE HANDICAP: POINTS ARE HALVED'
                ert * - messages <> MESSAGE_SIZE * [MSG_HANDICAP + 1]
