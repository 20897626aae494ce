;   system.asm - set-up of the machine for a program: frames, RESET, memory.
;
;   Entry points: frame_wait, pause, reset_here, screen_off, memory_clear,
;   vbi_on, machine_ask.
;   Macro: program_begin.
;   Needs: start (where RESET leads), ZERO_PAGE, VARIABLES,
;   VARIABLES_END (first address after them; both page aligned).

;   The first instructions after a cold start and after RESET
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
;   pause: waits some frames, so that the player can see a change. Returns
;   at once if `haste` is set.
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
;   screen_off: disables display list interrupts, the program's vertical
;   blank routine, picture and sound, so that nothing reads memory that is
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
;   vbi_on: installs a vertical blank routine
;   IN       X, Y deferred vertical blank routine (high, low)
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           vbi_on
                lda #7
                jmp SETVBV
.endp

                icl 'clear.asm'

;----------------------------------------------------------------------
;   machine_ask: determines how many frames a second has
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
