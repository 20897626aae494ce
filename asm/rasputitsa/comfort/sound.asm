;   sound.asm - sounds of weather, marches, and cities that change hands. Main
;               program. (Every build has the sounds of orders and shots, on
;               channel 1.)
;
;   Entry points: sound_weather, sound_look, sound_city.
;   Owns channels 2 to 4, weather_until.

WEATHER_TIME    = 2             ; of 256 frames, the second byte of RTCLOK
RAIN_VOICE      = $04           ; AUDC4: noise
WIND_VOICE      = $83
RAIN_PITCH      = 2
WIND_PITCH      = $60
CHIME_VOICE     = $a6
CHIME_FRAMES    = 5
MARCH_VOICE     = $03           ; AUDC2
MARCH_INFANTRY  = $18
MARCH_ARMOR     = $60

;----------------------------------------------------------------------
;   sound_weather: a week begins: starts rain in mud or wind in snow, for
;   some seconds
;   IN       dli_colours
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           sound_weather
                ldx #RAIN_PITCH
                ldy #RAIN_VOICE
                lda dli_colours + DLI_GROUND
                cmp #GROUND_MUD
                beq heard
                ldx #WIND_PITCH
                ldy #WIND_VOICE
                cmp #GROUND_SNOW
                bne sound_silent
heard           stx AUDF4
                sty AUDC4
                lda RTCLOK + 1
                clc
                adc #WEATHER_TIME
                sta weather_until
                rts
.endp

;   Ends the weather after that time. CLOBBERS A.
.proc           sound_look
                lda RTCLOK + 1
                cmp weather_until
                bne sound_still
.endp
.proc           sound_silent
                lda #0
                sta AUDC4
.endp
.proc           sound_still
                rts
.endp

;----------------------------------------------------------------------
;   sound_city: a city changes hands: three tones up, or down
;   IN       A 1 if it becomes German; eye_delay 0: no sound
;   CLOBBERS nothing
;   CYCLES   15 frames
;----------------------------------------------------------------------
.proc           sound_city
                sta zp_product
                txa
                pha
                lda eye_delay
                beq done
                ldx zp_product
                ldy chime_first,x
tone            lda chime,y
                beq silent
                sta AUDF3
                lda #CHIME_VOICE
                sta AUDC3
                ldx #CHIME_FRAMES
longer          jsr frame_wait
                dex
                bne longer
                iny
                bne tone                ; always
silent          sta AUDC3
done            pla
                tax
                lda zp_product
                rts
.endp

chime           dta 96, 121, 144, 0, 144, 121, 96, 0
chime_first     dta 0, 4

;   Unit X marches: sounds during the pause. CLOBBERS A.
.proc           sound_march
                lda #MARCH_INFANTRY
                sta AUDF2
                lda unit_symbol,x
                lsr @
                bcs feet
                lda #MARCH_ARMOR
                sta AUDF2
feet            lda #MARCH_VOICE
                sta AUDC2
                rts
.endp
