;   right.asm - the byte at which the OS looks for a cartridge in the right
;               slot, inside this one: 0 would be one.  [OSM p.130]

RIGHT_CARTRIDGE = $9ffc

                ert * > RIGHT_CARTRIDGE
                org RIGHT_CARTRIDGE
                dta $ff
