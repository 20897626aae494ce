;   A program that does nothing but carry the library: the frame routine
;   runs, events and texts are written down where a test finds them.

TEACH_MODE    = 1

                icl '../../../asm/lib/hardware.inc'

ZERO_PAGE       = $80
VARIABLES       = $2000
VARIABLES_END   = $3000
COLOUR_COUNT    = 3

                org ZERO_PAGE
                icl '../../../asm/lib/zero_page.inc'

                org VARIABLES
                icl '../../../asm/lib/variables.inc'
colours         .ds COLOUR_COUNT
colours_shown   .ds COLOUR_COUNT
seen            .ds 1           ; events
events          .ds 200
sources         .ds 200
words           .ds 40
bytes           .ds 8

                org $4000
                icl '../../../asm/lib/system.asm'
                icl '../../../asm/lib/input.asm'
                icl '../../../asm/lib/sound.asm'
                icl '../../../asm/lib/random.asm'
                icl '../../../asm/lib/text.asm'
                icl '../../../asm/lib/match.asm'
                icl '../../../asm/lib/colours.asm'

start           program_begin
                jsr random_teach
                ldy #0
taught          jsr random_byte
                sta bytes,y
                iny
                cpy #8
                bne taught
                text_show greeting
                mwa #words+8 zp_text
                lda #7
                ldx #3
                jsr number_put
                mwa #words+12 zp_text
                lda #255
                ldx #3
                jsr number_put
                mwa #words+16 zp_text
                lda #40
                ldx #2
                jsr number_put
                mwa #words+20 zp_text
                lda #0
                ldx #2
                jsr number_put
                sound_start effect_bleep
                ldx #>vbi_start
                ldy #<vbi_start
                jsr vbi_on
ready           jsr action_wait
                lda action              ; from outside: goes on to take
                beq ready
loop            jsr input_get
                beq loop
                ldy seen
                sta events,y
                txa
                sta sources,y
                inc seen
                jmp loop

greeting        dta a(words), d"Words", $ff

vbi_start       cld
                jsr frame_all
vbi_exit        jmp XITVBV

.proc           frame_all
                ;@budget 1500
                jsr colours_frame
                jsr sound_frame
                jmp input_frame
.endp

                run start
