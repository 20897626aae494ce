;   vectors.asm - the part of the ROM that programs know by address.
;
;   Segment: $E400-$E4C0.
;   Owned RAM: none.
;   Entry points: all of them. A handler table is five addresses less one (they
;   are reached by RTS), the special function's, and a jump to initialise.
;   Programs take routines from these tables without CIO, and jump to the
;   others by address. [sheet: os 2]

;         EDITRV
        .word editor_open-1, handler_ok-1, editor_get-1
        .word editor_put-1, handler_ok-1, handler_none-1
        jmp handler_none
        .byte 0

;         SCRENV
        .word screen_open-1, handler_ok-1, screen_get-1
        .word screen_put-1, handler_ok-1, screen_special-1
        jmp handler_none
        .byte 0

;         KEYBDV
        .word handler_ok-1, handler_ok-1, keyboard_get-1
        .word handler_none-1, handler_ok-1, handler_none-1
        jmp keyboard_init
        .byte 0

;         PRINTV
        .word printer_open-1, printer_close-1, handler_none-1
        .word printer_put-1, printer_status-1, handler_none-1
        jmp printer_init
        .byte 0

;         CASETV
        .word cassette_absent-1, handler_ok-1, cassette_absent-1
        .word cassette_absent-1, cassette_absent-1, handler_none-1
        jmp handler_none
        .byte 0

        ert *<>DISKIV
        jmp disk_init           ; DISKIV
        jmp disk_handler        ; DSKINV
        jmp cio_entry           ; CIOV
        jmp sio                 ; SIOV
        jmp vbi_set             ; SETVBV
        jmp vbi_stage1          ; SYSVBV
        jmp vbi_exit            ; XITVBV
        jmp sio_init            ; SIOINV
        jmp sio_send_enable     ; SENDEV
        jmp nmi_init            ; INTINV
        jmp cio_init            ; CIOINV
        jmp memo_pad            ; BLKBDV
        jmp start_warm          ; WARMSV
        jmp start_cold          ; COLDSV
        jmp cassette_absent     ; RBLOKV
        jmp cassette_absent     ; CSOPIV
        ert *<>$E480

;----------------------------------------------------------------------
;   The RAM vectors at start, $0200-$0225 (the five timers are zero),
;   and the device handlers.
;----------------------------------------------------------------------
vector_defaults
        .word nmi_ignore        ; VDSLST
        .word irq_ignore        ; VPRCED
        .word irq_ignore        ; VINTER
        .word irq_ignore        ; VBREAK
        .word keyboard_irq      ; VKEYBD
        .word sio_input_irq     ; VSERIN
        .word sio_output_irq    ; VSEROR
        .word sio_complete_irq  ; VSEROC
        .word irq_ignore        ; VTIMR1
        .word irq_ignore        ; VTIMR2
        .word irq_ignore        ; VTIMR4
        .word irq_dispatch      ; VIMIRQ
        .word 0, 0, 0, 0, 0     ; CDTMV1-CDTMV5
        .word vbi_stage1        ; VVBLKI
        .word vbi_leave         ; VVBLKD
VECTOR_BYTES = *-vector_defaults
        ert VECTOR_BYTES<>CDTMA1-VDSLST

handler_defaults
        .byte 'P', <PRINTV, >PRINTV
        .byte 'C', <CASETV, >CASETV
        .byte 'E', <EDITRV, >EDITRV
        .byte 'S', <SCRENV, >SCRENV
        .byte 'K', <KEYBDV, >KEYBDV
HANDLER_BYTES = *-handler_defaults

;----------------------------------------------------------------------
;   handler_ok, handler_none: functions of a handler that have nothing
;   to do, and that do not exist (CIO presets the status to
;   ST_NOTIMPL). handler_none is the RTS that programs expect at $E4C0.
;   [sheet: os 2]
;   OUT      Y status
;   CYCLES   8, 6
;----------------------------------------------------------------------
        ert *>$E4BE
        org $E4BE
.proc handler_ok
        ldy #ST_OK
.endp
.proc handler_none
        rts
.endp
        ert handler_none<>$E4C0
