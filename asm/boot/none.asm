;   none.asm - the first sector of a disk from which nothing is booted.
;
;   As on a disk that DOS 2 has formatted: the boot finds a program that says
;   at once that it failed, and the system says BOOT ERROR until there is
;   another disk. What DOS 2 keeps of itself from byte 9 on is 0: no files at
;   once, no drives, and by byte 14 no DOS.SYS.
;
;   Entry points: none_start (by the boot), none_init (DOSINI).
;   Owned RAM: $0700-$077F.

                opt h-

NONE            = $0700

                org NONE
                dta 0, 1, a(NONE), a(none_init)

;   OUT C set = not booted
none_start      sec
none_init       rts
                ert * > NONE + 9
