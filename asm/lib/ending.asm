;   ending.asm - what a program ends with: the start of the loaded form, or
;                the last six bytes of the cartridge.  [OSM p.130]
;
;   Needs: start, lib/reset.asm, PROGRAM_END. To be included last.

                ert * > PROGRAM_END

.ifdef FORM_CART
CART_START      = 4             ; the OS goes to the cartridge, no disk
cart_ready      = reset_here.nothing

                org PROGRAM_END
                dta a(start)            ; after a cold start and RESET
                dta 0                   ; 0 = a cartridge is here
                dta CART_START
                dta a(cart_ready)       ; called before
.else
                run start
.endif
