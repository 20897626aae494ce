;   keyboard.asm - K: and the key interrupt.
;
;   Owned RAM: CH CH1 KEYDEL SRTIMR SHFLOK INVFLG SSFLAG; HOLDCH is work.
;   Entry points: keyboard_irq (VKEYBD), keyboard_init, keyboard_get,
;     keyboard_click.

KEY_CTRL_1    = $9F     ; key code: stops and continues output
KEY_NONE      = $FF
FIRST_REPEAT  = $30     ; frames until a key begins to repeat
BOUNCE_FRAMES = 3
CLICK_LINES   = $7F     ; length of the click in scan lines
CAPITALS      = $40     ; SHFLOK

;   Entries of key_table that are no characters
NO_KEY        = $80
KEY_INVERSE   = $81
KEY_LOWER     = $82     ; SHFLOK 0; the next two: $40, $80
KEY_CAPITALS  = $83
KEY_CONTROL   = $84
KEY_END       = $85     ; end of file

;----------------------------------------------------------------------
;   keyboard_init: nothing typed; capitals, not inverse
;   CLOBBERS A
;   CYCLES   28
;----------------------------------------------------------------------
.proc keyboard_init
        lda #KEY_NONE
        sta CH
        sta CH1
        lda #CAPITALS
        sta SHFLOK
        lda #0
        sta INVFLG
        rts
.endp

;----------------------------------------------------------------------
;   keyboard_irq: a key was pressed. The same code while KEYDEL runs is
;   the bounce of a key being released.
;   CYCLES   60
;----------------------------------------------------------------------
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

;----------------------------------------------------------------------
;   keyboard_get: waits for a character from the keyboard. With bit 0
;   of AUX1 (forced read) it is EOL, without a key.
;   IN       ICAX1Z
;   OUT      A = ATACHR = character, Y = status
;   CLOBBERS X, HOLDCH
;----------------------------------------------------------------------
.proc keyboard_get
        lda ICAX1Z
        lsr @
        bcs forced
        lda BRKKEY
        beq broken
        lda CH
        cmp #KEY_NONE
        beq keyboard_get
        sta HOLDCH
        ldx #KEY_NONE
        stx CH
        jsr keyboard_click
        ldx HOLDCH
        cpx #$C0                ; CTRL and SHIFT together mean nothing
        bcs keyboard_get
        lda key_table,x
        bpl letter
        cmp #KEY_END+1
        bcs done
        cmp #KEY_END
        beq end_of_file
        cmp #KEY_INVERSE
        bcc keyboard_get
        bne lock
        lda INVFLG
        eor #$80
        sta INVFLG
        bcs keyboard_get        ; always

lock    sbc #KEY_LOWER          ; C is set; 0 1 2 to 0 $40 $80
        lsr @
        ror @
        ror @
        sta SHFLOK
        jmp keyboard_get

letter  cmp #'a'
        bcc done
        cmp #'z'+1
        bcs done
        txa
        ora SHFLOK
        tax
        lda key_table,x
done    jsr keyboard_is_control
        beq plain
        eor INVFLG
plain   sta ATACHR
        ldy #ST_OK
        rts

forced  lda #EOL
        bne plain               ; always
broken  dec BRKKEY              ; $FF
        ldy #ST_BREAK
        rts
end_of_file
        ldy #ST_EOF
        rts
.endp

;----------------------------------------------------------------------
;   keyboard_is_control: is it one of E:'s control codes, 1B-1F 7D-7F
;   9B-9F FD-FF? They have no inverse
;   IN       A
;   OUT      Z set = yes
;   CLOBBERS Y
;   CYCLES   32
;----------------------------------------------------------------------
.proc keyboard_is_control
        pha
        and #$7F
        tay
        pla
        cpy #$7D
        bcs yes
        cpy #$20
        bcs no
        cpy #$1B
        bcs yes
no      ldy #1
        rts
yes     ldy #0
        rts
.endp

;----------------------------------------------------------------------
;   keyboard_click: a short tone from the speaker
;   CLOBBERS A, X
;   CYCLES   128 scan lines
;----------------------------------------------------------------------
.proc keyboard_click
        ldx #CLICK_LINES
line    txa
        and #SPEAKER_OFF        ; changes every eight lines
        sta CONSOL
        sta WSYNC
        dex
        bpl line
        lda #SPEAKER_OFF
        sta CONSOL
        rts
.endp

;----------------------------------------------------------------------
;   key_table: ATASCII by key code (bit 6 SHIFT, bit 7 CTRL)
;----------------------------------------------------------------------
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
