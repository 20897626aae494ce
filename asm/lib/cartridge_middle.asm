;   cartridge_middle.asm - what a right cartridge has near its end must not
;                          look like one: the OS takes a 0 here for its
;                          presence.  [OSM p.130]
;
;   Include it between the two modules around this address.

.ifdef FORM_CART
RIGHT_PRESENT   = $9ffc

                ert * > RIGHT_PRESENT   ; one module earlier, please
                org RIGHT_PRESENT
                dta $ff
.endif
