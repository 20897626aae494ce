;   os.asm - operating system ROM of the 400/800, $D800-$FFFF.
;
;   $D800-$DFFF  floating point package
;   $E000-$E3FF  character set, in the order of the screen's codes
;   $E400-$E4C0  what programs know by address
;   $E4C1-$F3F5  interrupts, start, CIO, keyboard, printer, SIO, disk
;   $F3F6-$FFF9  screen and editor
;   $FFFA-$FFFF  the 6502's vectors
;
;   The ROM writes to nothing in its own range.
;
;   Free: 341 bytes before $F3F6 and 795 before $FFFA.
;   Vertical blank at its worst, in CPU cycles from nmi_entry, the program's own
;   routines being an RTS: 166 with stage 1 alone, 1158 with stage 2.

        opt h-
        opt f+
;@region OS_ROM,$D800,$FFFF,rom
        icl '../lib/hardware.inc'

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
        icl 'nmi.asm'           ; here its cycles do not depend on what grows
        icl 'irq.asm'
        icl 'start.asm'
        icl 'sio.asm'
        icl 'disk.asm'
        icl 'boot.asm'
        icl 'keyboard.asm'
        icl 'cio.asm'
        icl 'memo_pad.asm'
        icl 'printer.asm'
        icl 'cassette.asm'
        icl 'draw.asm'
        ert $F3F6-*<>341        ; free, as told above
        icl 'screen.asm'
        icl 'points.asm'
        icl 'editor.asm'
        icl 'controls.asm'
        icl 'logical.asm'
        ert $FFFA-*<>795        ; free, as told above

        org $FFFA
        .word nmi_entry
        .word start_cold
        .word irq_entry
