;   start.asm - set-up of memory, tables and screen, from a cold start or
;               RESET to the first week.
;
;   Entry points: start (RUNAD, DOSVEC), frame_wait.

;----------------------------------------------------------------------
;   start: entered after a cold start and after RESET
;----------------------------------------------------------------------
start           cld
                ldx #$ff
                txs
                jsr reset_here
.if DEFECT_29 = 0
                jsr title
title_done      ldx #$ff                ; tests continue here
                txs
.endif
                jsr game_prepare
                mwa #display_list SDLSTL
                ldx #>vbi_start
                ldy #<vbi_start
                jsr screen_on
                jmp campaign

;----------------------------------------------------------------------
;   game_prepare: sets up the state before the first week, without a picture
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game_prepare
                jsr screen_off
                jsr memory_clear
                comforts_clear
                jsr tables_copy
                jsr variables_set
                jmp screen_build
.endp

                icl '../lib/frame_wait.asm'

                icl '../lib/reset.asm'

;----------------------------------------------------------------------
;   screen_off: disables display list interrupts, the program's vertical
;   blank routine and the picture: nothing reads the memory to be cleared
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           screen_off
                mva #$40 NMIEN
                ldx #>XITVBV
                ldy #<XITVBV
                lda #7
                jsr SETVBV
                lda #0
                sta SDMCTL
                sta GRACTL
                ldx #7
silence         sta AUDF1,x
                dex
                bpl silence
                sta AUDCTL
                jmp frame_wait
.endp

zp_fill         = zp_to
                icl '../lib/clear.asm'
