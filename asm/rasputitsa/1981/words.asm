;   words.asm - the words of unit names and dates, in screen codes.

;----------------------------------------------------------------------
;   Words of eight letters
;----------------------------------------------------------------------
words           ins 'generated/words.bin'
                ert * - words <> 8 * WORD_CORPS
                dta d'CORPS   ', d'ARMY    '
                dta d'JANUARY ', d'FEBRUARY', d'MARCH   '
                dta d'APRIL   ', d'MAY     ', d'JUNE    '
                dta d'JULY    ', d'AUGUST  ', d'SEPTEMBR'
                dta d'OCTOBER ', d'NOVEMBER', d'DECEMBER'
                ert * - words <> 8 * [WORD_MONTH + 13]
