; ---------------------------------------------------------------------------
; os.asm - operating system ROM of the 400/800, $D800-$FFFF.
;
; $D800-$DFFF  floating point package (entry points only, see later.asm)
; $E000-$E3FF  character set, in the order of the screen's codes
; $E400-$E4C0  what programs know by address
; $E4C1-$F3F5  start, interrupts, CIO, keyboard, SIO, disk
; $F3F6-$FFF9  screen and editor
; $FFFA-$FFFF  the 6502's vectors
;
; The ROM writes to nothing in its own range.
;
; Free: 508 bytes before $F3F6, 787 before $FFFA, and the floating point
; package's 2K.
; Vertical blank at its worst, in CPU cycles from nmi_entry, the program's own
; routines being an RTS: 166 with stage 1 alone, 1157 with stage 2.
; ---------------------------------------------------------------------------

        opt h-
        opt f+
;@region OS_ROM,$D800,$FFFF,rom
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
        icl 'sio.asm'
        icl 'disk.asm'
        icl 'boot.asm'
        icl 'nmi.asm'
        icl 'irq.asm'
        icl 'keyboard.asm'
        icl 'cio.asm'
        icl 'memo_pad.asm'
        icl 'later.asm'
        icl 'draw.asm'
        ert $F3F6-*<>508        ; free, as told above
        icl 'screen.asm'
        icl 'points.asm'
        icl 'editor.asm'
        icl 'controls.asm'
        icl 'logical.asm'
        ert $FFFA-*<>787        ; free, as told above

        org $FFFA
        .word nmi_entry
        .word start_cold
        .word irq_entry
