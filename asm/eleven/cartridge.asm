;   cartridge.asm - the last six bytes of the cartridge.  [OSM p.130]

CART_START      = 4             ; the OS goes to the cartridge, no disk

                org PROGRAM_END
                dta a(start)            ; after a cold start and RESET
                dta 0                   ; 0 = a cartridge is here
                dta CART_START
                dta a(reset_here.nothing)       ; called before
