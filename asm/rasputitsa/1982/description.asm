;   description.asm - describes a unit in the text lines. Interrupt side.
;
;   Entry points: unit_name_line, unit_strength_line.

;----------------------------------------------------------------------
;   unit_name_line: writes number, prefix, type and size to text line 1, and
;   for experts the mode
;   IN       zp_unit
;   CLOBBERS A, X, Y
;   CYCLES   1,100
;----------------------------------------------------------------------
.proc           unit_name_line
                ldx zp_unit
                lda unit_number,x
                ldx #AT_NAME
                jsr text_number
                inx
                ldy zp_unit
                lda unit_type,y
                and #PREFIX_BITS
                beq plain
                lsr @
                lsr @
                lsr @
                lsr @
                jsr text_word           ; WORD_PREFIX is 0
plain           ldy zp_unit
                lda unit_type,y
                and #TYPE_BITS
                ora #WORD_TYPE
                jsr text_word
                lda #WORD_CORPS
                ldy zp_unit
                cpy #FIRST_RUSSIAN
                bcc size
                lda #WORD_ARMY
size            jsr text_word
.endp

;   The mode of the unit, for experts
.proc           unit_mode_word
                lda level
                cmp #EXPERT
                bne done
                ldy zp_unit
                cpy #FIRST_RUSSIAN
                bcs done                ; not known for Russians
                lda unit_mode,y
                clc
                adc #WORD_MODE
                ldx #AT_MODE
                jsr text_word
                ldx #MODE_LABEL_SIZE - 1
letter          lda mode_label,x
                sta text + AT_MODE_LABEL,x
                dex
                ;@loop 4
                bpl letter
done            rts
.endp
                ert WORD_PREFIX <> 0

;----------------------------------------------------------------------
;   unit_strength_line: writes muster and combat strength to text line 2, for
;   a Russian unit as far as they are known
;   IN       zp_unit
;   CLOBBERS A, X, Y
;   CYCLES   1,400
;----------------------------------------------------------------------
.proc           unit_strength_line
                ldx #AT_MUSTER
                ldy #LABEL_MUSTER
                jsr text_label
                ldy zp_unit
                lda unit_muster,y
                jsr known_strength
                jsr text_number
                ldy #LABEL_STRENGTH
                jsr text_label
                ldy zp_unit
                lda unit_combat,y
                jsr known_strength
                jmp text_number
.endp

;----------------------------------------------------------------------
;   known_strength: a strength as shown to the player. Its unknown low bits
;   are replaced by a value that stays the same for a whole turn.
;   IN       A strength, Y unit
;   OUT      A
;   CLOBBERS Y; X is kept
;   CYCLES   120
;----------------------------------------------------------------------
.proc           known_strength
                cpy #FIRST_RUSSIAN
                bcc known
                sta zp_number
                lda unit_fog,y
                beq whole
                stx zp_text_start
                tax
                lda fog_mask,x
                sta zp_mask
                lda map_packed,y        ; looks random enough
                eor turn
                and zp_mask
                lsr zp_mask             ; - m / 2
                sec
                sbc zp_mask
                ldx zp_text_start
                bcs more
                adc zp_number           ; carry is clear: less
                bcs known
                lda zp_number           ; below 0 shows as 1, 0 as 0
                beq known
                lda #1
known           rts
more            clc
                adc zp_number
                scc
                lda #255
                rts
whole           lda zp_number
                rts
.endp

;   Index: number of unknown bits
fog_mask        dta $00, $01, $03, $07, $0f, $1f, $3f, $7f
