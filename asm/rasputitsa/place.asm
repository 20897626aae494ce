;   place.asm - describes a square without a unit: its terrain, its city and
;               the city's owner. Interrupt side.
;
;   Entry points: place_ground_line, place_city_line, place_blocked.
;   Owns place_x, place_y, place_city.

;----------------------------------------------------------------------
;   place_ground_line: writes the name of the terrain to text line 1 and
;   looks for a city
;   IN       zp_lift, place_x, place_y
;   OUT      place_city
;   CLOBBERS A, X, Y
;   CYCLES   951
;----------------------------------------------------------------------
.proc           place_ground_line
                ldx #CITY_COUNT - 1
                ldy place_y
city            lda city_x,x
                cmp place_x
                bne other
                tya
                cmp city_y,x
                beq found
other           dex
                ;@loop 20
                bpl city
found           stx place_city

                ldy #0                  ; there is no unit on it
                lda (zp_lift),y
                tay
                ldx terrain_types,y     ; not `terrain_at`, which belongs to
                bpl single              ; the main program
                txa
                and #$ff - SOUTH_NEXT
                tax
                lda place_y
                cmp #MAP_NORTHERN_Y
                bcs named
                inx
single          cpx #TERRAIN_HILLS
                bne named
                lda place_y
                cmp #MAP_NORTHERN_Y
                bcs named
                ldx #TERRAIN_COUNT      ; the same for the rules
named           ldy terrain_label,x
                ldx #AT_NAME
                jmp text_label
.endp

;----------------------------------------------------------------------
;   place_city_line: writes the name of a city to text line 2, and for a
;   scoring city its value and owner
;   IN       place_city, cities_german
;   CLOBBERS A, X, Y
;   CYCLES   928
;----------------------------------------------------------------------
.proc           place_city_line
                ldx place_city
                bmi none
                lda city_name,x
                tay
                ldx #AT_MUSTER
                jsr city_letters
                ldy place_city
                cpy #GOAL_COUNT
                bcs none
                inx
                lda goal_points,y
                jsr text_number
                ldy place_city
                lda cities_german,y
                ldy #LABEL_RUSSIAN
                cmp #1
                bcc write
                ldy #LABEL_GERMAN
write           jmp text_label
none            rts
.endp

;----------------------------------------------------------------------
;   city_letters: writes the name of a city
;   IN       Y its offset in city_names, X text offset
;   OUT      X text offset after it
;   CLOBBERS A, Y
;   CYCLES   290
;----------------------------------------------------------------------
.proc           city_letters
                lda city_names,y
                bmi done
                sta text,x
                inx
                iny
                ;@loop 14
                bne city_letters
done            rts
.endp

;----------------------------------------------------------------------
;   place_blocked: whether the way to a neighbouring square is blocked
;   IN       place_x, place_y the square, zp_direction
;   OUT      carry set if it is
;   CLOBBERS A, X
;   CYCLES   293
;----------------------------------------------------------------------
.proc           place_blocked
                lda place_x
                asl @
                asl @
                ora zp_direction
                ldx #BLOCKED_COUNT - 1
step            cmp blocked_key,x
                beq found
                dex
                ;@loop 22
                bpl step
no              clc
                rts
found           lda blocked_y,x
                eor place_y
                bne no
                rts                     ; carry is set
.endp
