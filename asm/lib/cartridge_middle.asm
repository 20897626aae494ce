;   cartridge_middle.asm - keeps a 16K cartridge from being mistaken for a
;                          right cartridge, which the OS recognizes by a 0 in
;                          this byte.  [OSM p.130]
;
;   Include it between the modules that lie before and after this address.

.ifdef FORM_CART
RIGHT_PRESENT   = $9ffc

                ert * > RIGHT_PRESENT   ; include it one module earlier
                org RIGHT_PRESENT
                dta $ff
.endif
