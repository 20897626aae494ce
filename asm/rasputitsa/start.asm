;   start.asm - from a cold machine or RESET to the first week: set-up of
;               memory, tables and screen.
;
;   Entry points: start (RUNAD, DOSVEC), frame_wait.

;----------------------------------------------------------------------
;   start: from a cold machine, and again after RESET
;----------------------------------------------------------------------
start           cld
                ldx #$ff
                txs
                jsr reset_here
.if DEFECT_29 = 0
                jsr title
title_done      ldx #$ff                ; also where tests go on
                txs
.endif
                jsr game_prepare
                mwa #display_list SDLSTL
                ldx #>vbi_start
                ldy #<vbi_start
                jsr screen_on
                jmp campaign

;----------------------------------------------------------------------
;   game_prepare: everything as it is before the first week; no picture
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
;   screen_off: no display list interrupts, no routine of ours in the
;   vertical blank, no picture: nothing reads the memory to be cleared
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
