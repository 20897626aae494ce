;   words.asm - the words of unit names, dates, modes and levels, in screen
;               codes. Read only.

;----------------------------------------------------------------------
;   Offsets of the words by number; the first eight are indexed by the prefix
;   bits of a type code, the next eight by its type bits
;----------------------------------------------------------------------
word_begins     dta name_none, name_none, name_finnish
                dta name_rumanian, name_italian, name_hungarian
                dta name_none, name_guards
                ert * - word_begins <> WORD_TYPE
                dta name_infantry, name_militia, name_none
                dta name_flieger, name_panzer, name_tank
                dta name_cavalry, name_none
                ert * - word_begins <> WORD_CORPS
                dta name_corps, name_army
                dta name_january, name_february, name_march
                dta name_april, name_may, name_june, name_july
                dta name_august, name_september, name_october
                dta name_november, name_december
                ert * - word_begins <> WORD_MODE
                dta name_standard, name_assault, name_forced
                dta name_entrenched

words           = *
name_none       = * - words
                dta $ff
name_finnish    = * - words
                dta d'FINNISH', $ff
name_rumanian   = * - words
                dta d'RUMANIAN', $ff
name_italian    = * - words
                dta d'ITALIAN', $ff
name_hungarian  = * - words
                dta d'HUNGARIAN', $ff
name_guards     = * - words
                dta d'GUARDS', $ff
name_infantry   = * - words
                dta d'INFANTRY', $ff
name_militia    = * - words
                dta d'MILITIA', $ff
name_flieger    = * - words
                dta d'FLIEGER', $ff
name_panzer     = * - words
                dta d'PANZER', $ff
name_tank       = * - words
                dta d'TANK', $ff
name_cavalry    = * - words
                dta d'CAVALRY', $ff
name_corps      = * - words
                dta d'CORPS', $ff
name_army       = * - words
                dta d'ARMY', $ff
name_january    = * - words
                dta d'JANUARY', $ff
name_february   = * - words
                dta d'FEBRUARY', $ff
name_march      = * - words
                dta d'MARCH', $ff
name_april      = * - words
                dta d'APRIL', $ff
name_may        = * - words
                dta d'MAY', $ff
name_june       = * - words
                dta d'JUNE', $ff
name_july       = * - words
                dta d'JULY', $ff
name_august     = * - words
                dta d'AUGUST', $ff
name_september  = * - words
                dta d'SEPTEMBER', $ff
name_october    = * - words
                dta d'OCTOBER', $ff
name_november   = * - words
                dta d'NOVEMBER', $ff
name_december   = * - words
                dta d'DECEMBER', $ff
name_standard   = * - words
                dta d'STANDARD', $ff
name_assault    = * - words
                dta d'ASSAULT', $ff
name_forced     = * - words
                dta d'FORCED', $ff
name_entrenched = * - words
                dta d'ENTRENCHED', $ff
                ert * - words > $100
