;   ending.asm - the end of a program: the run address of the loaded form, or
;                the last six bytes of the cartridge.  [OSM p.130]
;
;   Needs: start, lib/reset.asm, PROGRAM_END. Include it last.

                ert * > PROGRAM_END

.ifdef FORM_CART
CART_START      = 4             ; start the cartridge, do not boot a disk
cart_ready      = reset_here.nothing

                org PROGRAM_END
                dta a(start)            ; run address, after power-on and RESET
                dta 0                   ; 0 = cartridge present
                dta CART_START
                dta a(cart_ready)       ; init address, called before
.else
                run start
.endif
