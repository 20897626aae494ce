;   clear.asm - clears the program's memory.
;
;   Needs: zp_fill (a word from ZERO_PAGE on), ZERO_PAGE, VARIABLES,
;   VARIABLES_END (first address after them; both page aligned).

;----------------------------------------------------------------------
;   memory_clear: clears the zero page from ZERO_PAGE on and all variables
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           memory_clear
                lda #0
                tay
                ldx #ZERO_PAGE
page_zero       sta 0,x
                inx
                bne page_zero
                mva #>VARIABLES zp_fill+1       ; low byte is already 0
                ldx #>[VARIABLES_END - VARIABLES]
                tya
page            sta (zp_fill),y
                iny
                bne page
                inc zp_fill + 1
                dex
                bne page
                rts
.endp
                ert <VARIABLES | <VARIABLES_END
