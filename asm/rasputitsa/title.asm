;   title.asm - the title: the name, the armies' positions on 22 June, how
;               to begin. Not in the 1981 rules.
;
;   Entry point: title.
;   The map and the display list interrupts are those of the game, which
;   sets up everything again when it begins.

;----------------------------------------------------------------------
;   title: shows the title until START is pressed
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           title
                title_prepare
                lda #0                  ; the units of the first week
                sta turn
                jsr reinforce
                jsr big_letters
                mva #TITLE_COLOUR COLOR0
                mva #0 HPOSP0           ; no cursor
                mva #<dli_13 zp_next+4+TITLE_ROWS-DLI_FIRST
                lda #<title_list        ; not `mwa`, whose size depends on
                sta SDLSTL              ; the list's address
                lda #>title_list
                sta SDLSTL + 1
                ldx #>title_frame
                ldy #<title_frame
                jsr screen_on
held            jsr begin_look          ; a key from before may still be down
                beq held
.endp
