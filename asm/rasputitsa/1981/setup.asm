;   setup.asm - map and order of battle of 1981 at the start of a campaign.
;
;   Entry point: tables_copy.

;----------------------------------------------------------------------
;   tables_copy: sets map and order of battle to those of 15 June 1941
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           tables_copy
                lda #CODE_BORDER
                ldx #MAP_GUARD - 1
guard           sta map_before,x
                sta map_behind,x
                dex
                bpl guard

                mwa #map_start zp_from
                mwa #map zp_to
                ldx #>MAP_SIZE
                pages_copy
rest            lda (zp_from),y
                sta (zp_to),y
                iny
                cpy #<MAP_SIZE
                bne rest

                ldx #UNIT_COUNT
unit            lda unit_start_x - 1,x
                sta unit_x - 1,x
                lda unit_start_y - 1,x
                sta unit_y - 1,x
                lda unit_strength - 1,x
                sta unit_muster - 1,x
                sta unit_combat - 1,x
                lda unit_enters - 1,x
                sta unit_arrival - 1,x
                dex
                bne unit
                .if DEFECT_10
                jmp thinking_copy
                .else
                rts
                .endif
.endp
