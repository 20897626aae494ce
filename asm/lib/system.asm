;   system.asm - a program and its machine: frames, RESET, memory.
;
;   Entry points: frame_wait, pause, reset_here, screen_off, memory_clear,
;   vbi_on, machine_ask.
;   Macro: program_begin.
;   Needs: start (where RESET leads to), ZERO_PAGE, VARIABLES,
;   VARIABLES_END (first address behind them; both page aligned).

;   The first instructions: from a cold machine, and again after RESET
.macro          program_begin
                cld
                ldx #$ff
                txs
                jsr reset_here
                jsr screen_off
                jsr memory_clear
                jsr machine_ask
.endm

                icl 'frame_wait.asm'

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

                icl 'reset.asm'

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

                icl 'clear.asm'

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
