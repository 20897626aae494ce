;   keyboard.asm - K: characters from the keyboard; keys held down.
;
;   Owned RAM: CH CH1 KEYDEL SRTIMR SHFLOK INVFLG; HOLDCH is work.
;   Entry points: keyboard_init, keyboard_get. The key's interrupt is in
;     keys.asm, the click in controls.asm.

KEY_NONE      = $FF
REPEAT_FRAMES = 6       ; between two repetitions of a key
CAPITALS      = $40     ; SHFLOK

;   Entries of key_table that are no characters
NO_KEY        = $80
KEY_INVERSE   = $81
KEY_LOWER     = $82     ; SHFLOK 0; the next two: $40, $80
KEY_CAPITALS  = $83
KEY_CONTROL   = $84
KEY_END       = $85     ; end of file

;----------------------------------------------------------------------
;   keyboard_get: waits for a character from the keyboard. With bit 0
;   of AUX1 (forced read) it is EOL, without a key.
;   IN       ICAX1Z
;   OUT      A = ATACHR = character, Y = status
;   CLOBBERS X, HOLDCH
;----------------------------------------------------------------------
        published $F6E2
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
;   vbi_repeat_key: a key held down comes again and again; a key
;   released may come again when KEYDEL has run out
;   CLOBBERS A
;   CYCLES   43
;----------------------------------------------------------------------
.proc vbi_repeat_key
        ;@budget 43
        lda SKSTAT
        and #$04
        beq down
        lda #0
        sta SRTIMR
        lda KEYDEL
        beq done
        dec KEYDEL
        rts
down    lda SRTIMR
        beq done
        dec SRTIMR
        bne done
        lda KBCODE
        sta CH
        lda #REPEAT_FRAMES
        sta SRTIMR
done    rts
.endp
