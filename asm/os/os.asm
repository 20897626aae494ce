; ---------------------------------------------------------------------------
; os.asm - operating system ROM of the 400/800, $D800-$FFFF.
;
; $D800-$DFFF  floating point package (entry points only, see later.asm)
; $E000-$E3FF  character set, in the order of the screen's codes
; $E400-$E4C0  what programs know by address
; $E4C1-$F3F5  start, interrupts, CIO, keyboard, disk boot
; $F3F6-$FFF9  screen and editor
; $FFFA-$FFFF  the 6502's vectors
;
; The ROM writes to nothing in its own range.
; ---------------------------------------------------------------------------

        opt h-
        opt f+
        icl '../lib/hardware.inc'

        org $D800
        icl 'later_floating_point.asm'

        ert *>$E000
        org $E000
os_character_set
        ins 'generated/os.chr'
        ert *<>$E400

        icl 'vectors.asm'
        icl 'start.asm'
        icl 'boot.asm'
        icl 'nmi.asm'
        icl 'irq.asm'
        icl 'keyboard.asm'
        icl 'cio.asm'
        icl 'memo_pad.asm'
        icl 'later.asm'
        icl 'draw.asm'
os_low_end
        icl 'screen.asm'
        icl 'editor.asm'
        icl 'logical.asm'
os_high_end

        ert *>$FFFA
        org $FFFA
        .word nmi_entry
        .word start_cold
        .word irq_entry
