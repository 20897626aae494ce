;   interrupt.asm - display list interrupts and the frame of the deferred
;                   vertical blank routine.
;
;   Entry points: dli_name, dli_row, dli_status, dli_message (through VDSLST),
;   vbi_start (VVBLKD).
;
;   The four players are the columns of lamps. The interrupt that sets the
;   colours of a row of lamps runs in the dark lines between two rows, so
;   that only interrupts within the text have to wait for the end of a line.

                .align $100,0

;   Above the name: a colour for each of its lines; then the console
dli_name        pha
                txa
                pha
                tya
                pha
                ldx #0
line            lda name_colours,x
                eor COLRSH
                and DRKMSK
                sta WSYNC
                sta COLPF0
                inx
                cpx #NAME_LINES
                ;@loop NAME_LINES
                bcc line
                lda colours_shown + COLOUR_TEXT
                ldx colours_shown + COLOUR_PANEL
                sta WSYNC
                sta COLPF1
                stx COLPF2
                lda colours_shown + COLOUR_DIGITS
                ldx #0
                beq dli_lamps

;   Above rows B, C and D of the lamps; the digits end beside row A
dli_row         pha
                txa
                pha
                tya
                pha
                lda colours_shown + COLOUR_KEYS
                ldx zp_dli_lamp
                sta WSYNC

;   IN A colour of the missiles, X first lamp of a row
dli_lamps       sta COLPF3
                .rept 4
                ldy lamps + #,x
                lda colours_shown + COLOUR_LAMP,y
                sta COLPM0 + #
                .endr
                lda #<dli_row
                cpx #12
                sne
                lda #<dli_status
                sta VDSLST
                txa
                clc
                adc #4
                sta zp_dli_lamp
                pla
                tay
                pla
                tax
                pla
                rti

;   Below the lamps: ALERT and COMBAT DISPLAY
dli_status      pha
                txa
                pha
                ldx lamps + LAMP_ALERT
                lda colours_shown + COLOUR_STATUS,x
                sta COLPM0
                ldx lamps + LAMP_COMBAT
                lda colours_shown + COLOUR_STATUS,x
                sta COLPM3
                lda #<dli_message
                sta VDSLST
                pla
                tax
                pla
                rti

;   Above the messages: ink on paper
dli_message     pha
                txa
                pha
                lda colours_shown + COLOUR_INK
                ldx colours_shown + COLOUR_PAPER
                sta WSYNC
                sta COLPF1
                stx COLPF2
                pla
                tax
                pla
                rti

dli_end
                ert >dli_name <> >[dli_end - 1]

;----------------------------------------------------------------------
;   vbi_start: deferred vertical blank routine
;   OUT      everything that the next frame shows; events, sound
;   CYCLES   1,433 at most, proved; 1,559 machine cycles with refresh and
;            the DMA of the first lines
;----------------------------------------------------------------------
vbi_start       cld
                jsr vbi_frame
vbi_exit        jmp XITVBV

.proc           vbi_frame
                ;@budget 1500
                lda #<dli_name
                sta VDSLST
                jsr flash_frame
                jsr colours_frame
                jsr sound_frame
                jmp input_frame
.endp

;----------------------------------------------------------------------
;   flash_frame: lights flashing lamps half of the time
;   OUT      colours
;   CLOBBERS A, X
;   CYCLES   36
;----------------------------------------------------------------------
.proc           flash_frame
                lda RTCLOK + 2
                and #FLASH_FRAMES
                beq dark
                lda #LAMP_STEADY
dark            tax
                lda colours + COLOUR_LAMP,x
                sta colours + COLOUR_LAMP + LAMP_FLASHING
                lda colours + COLOUR_STATUS,x
                sta colours + COLOUR_STATUS + LAMP_FLASHING
                rts
.endp
                ert LAMP_OFF
