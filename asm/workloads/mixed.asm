;   mixed.asm - a typical CPU benchmark: loads, stores, indexed and indirect
;               access, branches and calls, 3.7 cycles each.
;
;   Uses only the CPU, so that it also runs without the rest of the machine.
;
;   Entry points: mixed, mixed_alone. Neither returns.

                icl '../lib/hardware.inc'

pointer         = $43           ; to `table`; page 0 of a DOS
into            = $45           ; to `copy`
count           = $47
sum             = $48

;@region MIXED,$0700,$0AFF,ram

                org $0700

;----------------------------------------------------------------------
;   mixed_alone: without display and interrupts
;----------------------------------------------------------------------
mixed_alone     sei
                lda #0
                sta NMIEN
                sta DMACTL

;----------------------------------------------------------------------
;   mixed: runs forever
;----------------------------------------------------------------------
mixed           lda #<table
                sta pointer
                lda #>table
                sta pointer + 1
                lda #<copy
                sta into
                lda #>copy
                sta into + 1

again           ldx #31
                ldy #0
row             lda table,x
                clc
                adc count
                sta copy,x
                lda (pointer),y
                eor sum
                sta (into),y
                iny
                jsr halve
                dex
                bpl row
                inc count
                lda count
                and #$07
                bne again
                inc sum
                jmp again

;   IN A. OUT sum. CLOBBERS A.
halve           cmp #$40
                bcc small
                lsr @
                ora table,y
small           sta sum
                lda sum
                beq none
                rts
none            inc total
                rts

                .align $100,0
table
                .rept 64
                dta [#*37]&$ff
                .endr
copy            .ds 64
total           .ds 1
