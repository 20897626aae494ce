; Waits, in assembly.
        .export _later, _turns, __STARTUP__ : absolute = 1
        .import _main
RTCLOK = $14
.macro  until_changed address
        lda address
:       cmp address
        beq :-
.endmacro
.struct place
across  .byte
down    .word
.endstruct
        .bss
_turns: .res 1
spare:  .tag place
        .rodata
steps:  .byte 1, 2
        .byte 4
far:    .word _later, steps
text:   .asciiz "hi"
        .code
start:  jmp _main
.proc   _later
        ldx #2
@turn:  until_changed RTCLOK
        .repeat 2
        inc _turns
        .endrepeat
        dex
        bne @turn
        rts
.endproc
        .segment "RUN"
        .word $2E0, $2E1, start
        .import __MAIN_START__, __BSS_RUN__
        .segment "HEADER"
        .word $FFFF, __MAIN_START__, __BSS_RUN__ - 1
