;   screen.asm - opening S: and E: the graphics modes and their memory.
;
;   Segment: OS ROM; screen_open stands at $F3F6, where programs call it to
;     open a screen without CIO. [sheet: os 2]
;   Owned RAM: DINDEX SAVMSC TXTMSC MEMTOP BOTSCR GPRIOR's bits 6-7 and
;     the shadows of ANTIC's registers; ADRESS, TMPCHR, HOLD1, SAVADR are work.
;   Entry points: screen_open, editor_open.
;
;   Memory, from the top down: screen, display list, MEMTOP. A text window has
;   the last 160 bytes of the screen.

MODES         = 12
FIRST_GTIA    = 9       ; graphics modes 9-11: GPRIOR
FIRST_LONG    = 8       ; 8-11: the screen crosses a 4K line
FIRST_ALIGNED = 7       ; 7-11: the display list ends at a page
LONG_LINES    = 94      ; lines before the 4K line
WINDOW_ROWS   = 4
WINDOW_BYTES  = 160
TEXT_ROWS     = 24
CLEAR         = $7D     ; ATASCII

DL_BLANK_8    = $70     ; display list
DL_LMS        = $40
DL_TEXT       = $02
DL_JVB        = $41
DMA_NORMAL    = $22     ; SDMCTL

;----------------------------------------------------------------------
;   screen_open: opens S: in the graphics mode of AUX2
;   IN       ICAX1Z: OPEN_SPLIT, OPEN_KEEP; ICAX2Z
;   OUT      Y = status
;   CLOBBERS A, X
;----------------------------------------------------------------------
        published $F3F6
.proc screen_open
        lda ICAX2Z
        and #$0F
        bne screen_open_mode
.endp                           ; falls through
        ert *<>editor_open

;----------------------------------------------------------------------
;   editor_open: opens E: in mode 0, which has no window and is always
;   cleared
;   OUT      Y = status
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc editor_open
        lda ICAX1Z
        and #$0F
        sta ICAX1Z
        lda #0
.endp                           ; falls through
        ert *<>screen_open_mode

;   IN A = mode
.proc screen_open_mode
        cmp #MODES
        bcc known
        ldy #ST_MODE
        rts
known   sta DINDEX
        jsr screen_reset
        jsr screen_allocate
        bcc room
        lda DINDEX              ; mode 0 there must be
        bne no_room
room    jsr screen_build_list
        jsr screen_home
        lda ICAX1Z
        and #OPEN_KEEP
        bne keep
        jsr screen_clear
keep    php
        sei                     ; no stage 2 between the two bytes
        lda MEMTOP              ; the list begins after it
        clc
        adc #1
        sta SDLSTL
        lda MEMTOP+1
        adc #0
        sta SDLSTH
        plp
        lda #DMA_NORMAL
        sta SDMCTL
        jsr nmi_init
        lda DINDEX
        bne done
        jsr cursor_show
done    ldy #ST_OK
        rts

no_room jsr editor_open
        ldy #ST_MEMORY
        rts
.endp

;----------------------------------------------------------------------
;   screen_reset: what every opening sets, whatever the mode
;   IN       DINDEX, ICAX1Z
;   CLOBBERS A, X
;----------------------------------------------------------------------
.proc screen_reset
        lda #$02
        sta CHACT
        lda #>os_character_set
        sta CHBAS
        lda POKMSK
        ora #IRQ_KEY|IRQ_BREAK
        sta POKMSK
        sta IRQEN
        ldx #4
colours lda default_colours,x
        sta COLOR0,x
        dex
        bpl colours
        ldx #14
tabs    lda #$01                ; every eight columns
        sta TABMAP,x
        dex
        bpl tabs
        lda #0
        sta SWPFLG
        sta BUFCNT
        sta ESCFLG
        sta CRSINH
        sta OLDADR+1            ; no cursor on the screen
        sta SDMCTL              ; dark until the list is there
        sta TXTOLD+5
        sta TXTROW
        sta TXTCOL+1
        sta TINDEX
        lda LMARGN
        sta TXTCOL

        ldy #0                  ; GPRIOR
        lda DINDEX
        cmp #FIRST_GTIA
        bcc normal
        cmp #11
        bne gtia
        ldx #$06
        stx COLOR4
gtia    and #$03                ; 9 10 11 to $40 $80 $C0
        lsr @
        ror @
        ror @
        tay
normal  sty TMPCHR
        lda GPRIOR
        and #$3F
        ora TMPCHR
        sta GPRIOR

        ldx #TEXT_ROWS
        lda ICAX1Z
        and #OPEN_SPLIT
        beq whole
        ldy DINDEX
        cpy #FIRST_GTIA
        bcs whole
        ldx #WINDOW_ROWS
whole   stx BOTSCR
        jmp editor_reset_map
default_colours
        .byte $28, $CA, $94, $46, $00
.endp

;----------------------------------------------------------------------
;   screen_allocate: places screen and display list below RAMTOP
;   IN       DINDEX, BOTSCR, RAMTOP, APPMHI
;   OUT      C clear, SAVMSC TXTMSC MEMTOP set; or C set: not enough
;            memory
;   CLOBBERS A, X, Y, HOLD1, ADRESS
;----------------------------------------------------------------------
.proc screen_allocate
        ldx DINDEX
        sec
        lda #0
        sbc mode_size_low,x
        sta SAVMSC
        sta ADRESS
        lda RAMTOP
        sbc mode_size_high,x
        sta SAVMSC+1
        sta ADRESS+1
        bcc small
        lda #<[0-WINDOW_BYTES]
        sta TXTMSC
        ldy RAMTOP
        dey
        sty TXTMSC+1

        cpx #FIRST_ALIGNED
        bcc tight
        lda #0
        sta ADRESS
tight   jsr screen_rows
        clc
        adc #8                  ; 3 blank, 2 address, 3 jump
        cpx #FIRST_LONG
        bcc window
        adc #1                  ; C is set: 2 more for the second address
window  ldy BOTSCR
        cpy #WINDOW_ROWS
        bne length
        adc #5                  ; C is set: 6 more
length  sta HOLD1
        clc                     ; MEMTOP = end - length - 1
        lda ADRESS
        sbc HOLD1
        sta MEMTOP
        lda ADRESS+1
        sbc #0
        sta MEMTOP+1
        bcc small
        lda MEMTOP              ; room is there if MEMTOP >= APPMHI
        cmp APPMHI
        lda MEMTOP+1
        sbc APPMHI+1
        bcc small
        clc
        rts
small   sec
        rts
.endp

;----------------------------------------------------------------------
;   The modes
;----------------------------------------------------------------------
mode_antic
        .byte $02, $06, $07, $08, $09, $0A, $0B, $0D, $0F, $0F, $0F, $0F
mode_size_low
        .byte <960, <640, <400, <400, <640, <1120
        .byte <2080, <4000, <7856, <7856, <7856, <7856
mode_size_high
        .byte >960, >640, >400, >400, >640, >1120
        .byte >2080, >4000, >7856, >7856, >7856, >7856
mode_rows
        .byte 24, 24, 12, 24, 48, 48, 96, 96, 192, 192, 192, 192
mode_split_rows
        .byte 20, 20, 10, 20, 40, 40, 80, 80, 160, 160, 160, 160
mode_columns
        .byte 40, 20, 20, 40, 80, 80, 160, 160, <320, 80, 80, 80
mode_columns_high
        .byte 0, 0, 0, 0, 0, 0, 0, 0, >320, 0, 0, 0
