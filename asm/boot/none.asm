;   none.asm - the boot sector of a disk that cannot be booted.
;
;   As on a disk formatted by DOS 2, the boot program reports failure at
;   once, and the OS prints BOOT ERROR until another disk is inserted. The
;   bytes from 9 on, where DOS 2 keeps its settings, are 0: no files open at
;   once, no drives, and (byte 14) no DOS.SYS.
;
;   Entry points: none_start (from the OS's boot), none_init (DOSINI).
;   Owned RAM: $0700-$077F.

                opt h-

NONE            = $0700

                org NONE
                dta 0, 1, a(NONE), a(none_init)

;   OUT C set = not booted
none_start      sec
none_init       rts
                ert * > NONE + 9
