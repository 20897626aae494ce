;   keys.asm - what stands at the ROM's end, as programs know it: tables of
;   codes, and the key interrupt.
;
;   Owned RAM: CH CH1 KEYDEL SRTIMR SSFLAG.
;   Entry points: keyboard_irq (VKEYBD).

KEY_CTRL_1    = $9F     ; key code: stops and continues output
FIRST_REPEAT  = $30     ; frames until a key begins to repeat
BOUNCE_FRAMES = 3

;----------------------------------------------------------------------
;   code_internal, code_atascii: blocks of 32 characters, in the screen's
;   order by ATASCII's, and the other way round
;----------------------------------------------------------------------
        published $FEF6
code_internal
        .byte $40, $00, $20, $60
        published $FEFA
code_atascii
        .byte $20, $40, $00, $60

;----------------------------------------------------------------------
;   key_table: ATASCII by key code (bit 6 SHIFT, bit 7 CTRL)
;----------------------------------------------------------------------
        published $FEFE
key_table
;   plain, key codes in steps of eight
        .byte $6C,$6A,$3B,$80,$80,$6B,$2B,$2A
        .byte $6F,$80,$70,$75,$9B,$69,$2D,$3D
        .byte $76,$80,$63,$80,$80,$62,$78,$7A
        .byte $34,$80,$33,$36,$1B,$35,$32,$31
        .byte $2C,$20,$2E,$6E,$80,$6D,$2F,$81
        .byte $72,$80,$65,$79,$7F,$74,$77,$71
        .byte $39,$80,$30,$37,$7E,$38,$3C,$3E
        .byte $66,$68,$64,$80,$82,$67,$73,$61
;   SHIFT, key codes in steps of eight
        .byte $4C,$4A,$3A,$80,$80,$4B,$5C,$5E
        .byte $4F,$80,$50,$55,$9B,$49,$5F,$7C
        .byte $56,$80,$43,$80,$80,$42,$58,$5A
        .byte $24,$80,$23,$26,$1B,$25,$22,$21
        .byte $5B,$20,$5D,$4E,$80,$4D,$3F,$80
        .byte $52,$80,$45,$59,$9F,$54,$57,$51
        .byte $28,$80,$29,$27,$9C,$40,$7D,$9D
        .byte $46,$48,$44,$80,$83,$47,$53,$41
;   CTRL, key codes in steps of eight
        .byte $0C,$0A,$7B,$80,$80,$0B,$1E,$1F
        .byte $0F,$80,$10,$15,$9B,$09,$1C,$1D
        .byte $16,$80,$03,$80,$80,$02,$18,$1A
        .byte $80,$80,$85,$80,$1B,$80,$FD,$80
        .byte $00,$20,$60,$0E,$80,$0D,$80,$80
        .byte $12,$80,$05,$19,$9E,$14,$17,$11
        .byte $80,$80,$80,$80,$FE,$80,$7D,$FF
        .byte $06,$08,$04,$80,$84,$07,$13,$01
        ert *-key_table<>$C0

;----------------------------------------------------------------------
;   keyboard_irq: a key was pressed. The same code while KEYDEL runs is
;   the bounce of a key being released.
;   CYCLES   60
;----------------------------------------------------------------------
        published $FFBE
.proc keyboard_irq
        ;@budget 60
        lda KBCODE
        cmp CH1
        bne pressed
        lda KEYDEL
        bne done
        lda KBCODE
pressed cmp #KEY_CTRL_1
        bne other
        lda SSFLAG
        eor #$FF
        sta SSFLAG
        jmp settle
other   sta CH
        sta CH1
        lda #0
        sta ATRACT
settle  lda #BOUNCE_FRAMES
        sta KEYDEL
done    lda #FIRST_REPEAT
        sta SRTIMR
        pla
        rti
.endp
