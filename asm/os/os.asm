;   os.asm - operating system ROM of the 400/800, $D800-$FFFF.
;
;   $D800-$DFFF  floating point package
;   $E000-$E3FF  character set, in the order of the screen's codes
;   $E400-$E4C0  what programs know by address
;   $E4C1-$F3F5  CIO, interrupts, SIO, disk, printer, start
;   $F3F6-$FFF9  screen, editor, keyboard
;   $FFFA-$FFFF  the 6502's vectors
;
;   The ROM writes to nothing in its own range.
;
;   Programs know more addresses than the tables at $E400: each such routine or
;   table stands there (macro published; [sheet: os 12] lists them), and the
;   others in between, so that the files' order is that of the addresses.
;   Free: 1094 bytes in gaps, 66 of them in the floating point package; the
;   largest as told below.
;   Vertical blank at its worst, in CPU cycles from nmi_entry, the program's own
;   routines being an RTS: 163 with stage 1 alone, 1154 with stage 2.

        opt h-
        opt f+
;@region OS_ROM,$D800,$FFFF,rom
        icl '../lib/hardware.inc'

;   What follows stands at an address that programs know.
.macro published address
        ert *>:address
        org :address
.endm

        org $D800
        icl 'floating_text.asm'
        icl 'floating_arithmetic.asm'
        icl 'floating_functions.asm'

        ert *>$E000
        org $E000
os_character_set
        ins 'generated/os.chr'
        ert *<>$E400

        icl 'vectors.asm'
        icl 'cio.asm'
        icl 'irq.asm'
        icl 'nmi.asm'
        icl 'sio.asm'
        icl 'boot.asm'
        icl 'printer.asm'
        icl 'memo_pad.asm'
        icl 'cassette.asm'
        ert $EDF0-*<>80
        icl 'disk.asm'
        icl 'logical.asm'
        ert $F11B-*<>397
        icl 'start.asm'
        ert $F3F6-*<>181
        icl 'screen.asm'
        icl 'points.asm'
        icl 'editor.asm'
        icl 'keyboard.asm'
        icl 'display.asm'
        icl 'pixels.asm'
        icl 'output.asm'
        icl 'controls.asm'
        icl 'draw.asm'
        ert $FEF6-*<>179
        icl 'keys.asm'

        org $FFFA
        .word nmi_entry
        .word COLDSV
        .word irq_entry
