;   description.asm - describes a unit in the text lines. Interrupt side.
;
;   Entry points: unit_name_line, unit_strength_line.

;----------------------------------------------------------------------
;   unit_name_line: writes number, prefix, type and size to text line 1
;   IN       zp_unit
;   CLOBBERS A, X, Y
;   CYCLES   860
;----------------------------------------------------------------------
.proc           unit_name_line
                ldx zp_unit
                lda unit_number,x
                ldx #AT_NAME
                jsr text_number
                inx
                ldy zp_unit
                lda unit_type,y
                lsr @
                lsr @
                lsr @
                lsr @
                jsr text_word           ; WORD_PREFIX is 0
                ldy zp_unit
                lda unit_type,y
                and #$0f
                ora #WORD_TYPE
                jsr text_word
                lda #WORD_CORPS
                ldy zp_unit
                cpy #FIRST_RUSSIAN
                bcc size
                lda #WORD_ARMY
size            jmp text_word
.endp
                ert WORD_PREFIX <> 0

;----------------------------------------------------------------------
;   unit_strength_line: writes muster and combat strength to text line 2
;   IN       zp_unit
;   CLOBBERS A, X, Y
;   CYCLES   1,195
;----------------------------------------------------------------------
.proc           unit_strength_line
                ldx #AT_MUSTER
                ldy #LABEL_MUSTER
                jsr text_label
                ldy zp_unit
                lda unit_muster,y
                jsr text_number
                ldy #LABEL_STRENGTH
                jsr text_label
                ldy zp_unit
                lda unit_combat,y
                jmp text_number
.endp
