;   system.asm - a program and its machine: frames, RESET, memory.
;
;   Entry points: frame_wait, pause, reset_here, screen_off, memory_clear,
;   vbi_on, machine_ask.
;   Needs: start (where RESET leads to), ZERO_PAGE, VARIABLES,
;   VARIABLES_END (first address behind them; both page aligned).

;----------------------------------------------------------------------
;   frame_wait: until the next vertical blank is done
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           frame_wait
                lda RTCLOK + 2
same            cmp RTCLOK + 2
                beq same
                rts
.endp

;----------------------------------------------------------------------
;   pause: gives the eye time; none at all when `haste` is set
;   IN       A frames, not 0
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           pause
                ldx haste
                bne done
                tax
frame           jsr frame_wait
                dex
                bne frame
done            rts
.endp

;----------------------------------------------------------------------
;   reset_here: RESET leads back to `start`, through the warm start of
;   the OS and DOSVEC. A DOS in memory is not asked.
;   CLOBBERS A
;----------------------------------------------------------------------
.proc           reset_here
                mwa #start DOSVEC
                mwa #nothing DOSINI
                mva #1 BOOT?
nothing         rts
.endp

;----------------------------------------------------------------------
;   screen_off: no display list interrupts, no routine of ours in the
;   vertical blank, no picture, no sound: nothing reads memory that is
;   about to change
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           screen_off
                mva #$40 NMIEN
                ldx #>XITVBV
                ldy #<XITVBV
                jsr vbi_on
                lda #0
                sta SDMCTL
                sta GRACTL
                ldx #7
silence         sta AUDF1,x
                sta HPOSP0,x
                dex
                bpl silence
                sta AUDCTL
                mva #3 SKCTL
                jmp frame_wait
.endp

;----------------------------------------------------------------------
;   vbi_on: from now on this routine serves the vertical blank
;   IN       X, Y deferred vertical blank routine (high, low)
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           vbi_on
                lda #7
                jmp SETVBV
.endp

;----------------------------------------------------------------------
;   memory_clear: the zero page from ZERO_PAGE on, and all variables
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           memory_clear
                lda #0
                tay
                ldx #ZERO_PAGE
page_zero       sta 0,x
                inx
                bne page_zero
                mva #>VARIABLES zp_fill+1       ; low byte is 0 now
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

;----------------------------------------------------------------------
;   machine_ask: finds out how many frames a second has
;   OUT      second
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc           machine_ask
                ldx #50
                lda PAL
                and #$0e                        ; 000 = PAL
                seq
                ldx #60
                stx second
                rts
.endp
