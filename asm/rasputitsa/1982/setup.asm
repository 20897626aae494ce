;   setup.asm - level, map and order of battle of 1982 at the start of a
;               campaign.
;
;   Entry point: tables_copy.

;----------------------------------------------------------------------
;   tables_copy: sets everything that depends on level and scenario
;   IN       level, scenario
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           tables_copy
                jsr level_take
                jsr map_unpack
                jsr cities_take
                jmp units_take
.endp


;   Page 6 may hold anything when the program is loaded: selects the first
;   level if the values there are not valid.
.proc           level_check
                jsr mark_test
                beq choice_reset.done
                lda #0
                sta load_error
.endp

.proc           choice_reset
                jsr mark_set
                lda #LEARNER
                sta level
                sta scenario
done            rts
.endp
                ert LEARNER | SCENARIO_1941

;   Sets level_... and hero. The scenario of 1942 is for experts only.
.proc           level_take
                ldx level
                cpx #EXPERT
                beq row
                lda #SCENARIO_1941
                sta scenario
row             lda #0
skip            dex
                bmi found
                clc
                adc #LEVEL_SIZE
                bcc skip                ; always
found           tax
                ldy #0
rule            lda levels,x
                sta level_rules,y
                inx
                iny
                cpy #LEVEL_SIZE
                bcc rule
                lda scenario
                beq done                ; SCENARIO_1941
                lda #LAST_1942
                sta level_last
                lda #DEFENDER_1942
                sta hero
done            rts
.endp
                ert SCENARIO_1941

;----------------------------------------------------------------------
;   map_unpack: unpacks `map_packed`. Below $C0 a byte is a code; from $C0 on
;   it means 1 to 32 clear squares, from $E0 on 1 to 32 copies of the last.
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
RUN_CLEAR       = $c0
RUN_MORE        = $e0

.proc           map_unpack
                lda #CODE_BORDER
                ldx #MAP_GUARD - 1
guard           sta map_before,x
                sta map_behind,x
                dex
                bpl guard

                mwa #map_packed zp_from
                mwa #map zp_to
                ldy #0
next            lda (zp_from),y
                inc zp_from
                sne
                inc zp_from + 1
                ldx #1
                cmp #RUN_CLEAR
                bcc code
                tax
                and #RUN_MORE - RUN_CLEAR ; bit set: copies of the last
                php
                txa
                and #$ff - RUN_MORE
                tax
                inx
                lda #TERRAIN_CLEAR
                plp
                beq code
                lda zp_code
code            sta zp_code
fill            sta (zp_to),y
                inc zp_to
                sne
                inc zp_to + 1
                dex
                bne fill
                lda zp_to
                cmp #<map_behind
                bne next
                lda zp_to + 1
                cmp #>map_behind
                bne next
                rts
.endp
                ert TERRAIN_CLEAR

;   Sets the owners of the cities and makes those red that are not German
.proc           cities_take
                ldx #GOAL_COUNT - 1
city            lda scenario
                beq theirs
                lda cities_1942,x
                sta cities_german,x
                bne next
theirs          stx zp_placing
                ldy goal_y,x
                lda goal_x,x
                ldx #SQUARE_MAIN
                jsr square_find
                ldy #0
                lda (zp_square),y
                ora #COLOUR_RED
                sta (zp_square),y
                ldx zp_placing
next            dex
                bpl city
                rts
.endp

;----------------------------------------------------------------------
;   units_take: sets up the order of battle and the strengths of both sides
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           units_take
                ldx #UNIT_LAST
unit            jsr arrival_1941
                sta unit_arrival,x
                lda unit_start_y,x
                sta unit_y,x
                lda unit_strength,x
                sta unit_muster,x
                ldy unit_start_x,x
                lda scenario
                beq placed
                jsr arrival_1942
                sta unit_arrival,x
                lda unit_y_1942,x
                sta unit_y,x
                lda strength_1942,x
                sta unit_muster,x
                ldy unit_x_1942,x
placed          tya
                sta unit_x,x
                lda unit_type,x
                and #TYPE_BITS
                ldy #SHAPE_INFANTRY
                cmp #LIGHT_TYPES
                bcc light
                iny                     ; SHAPE_ARMOR
light           cmp #FLIEGER_TYPE
                bne shaped
                dey                     ; SHAPE_AIR
shaped          tya
                ora #COLOUR_WHITE
                cpx #FIRST_RUSSIAN
                bcc white
                ora #COLOUR_RED
white           sta unit_symbol,x
.if DEFECT_C4
                lda unit_strength,x     ; always that of 1941, temporarily
.else
                lda unit_muster,x
.endif
                sta unit_combat,x
                ldy level_russians      ; last unit in play of its side
                cpx #FIRST_RUSSIAN
                bcc german
                lda level_fog
                sta unit_fog,x
                bcs side                ; always
german          ldy level_germans
side            sty zp_limit
                cpx zp_limit
                bcc plays
                beq plays
                lda #ARRIVES_UNUSED
                sta unit_arrival,x
plays           dex
                bne unit

                ldx #AIR_LAST
                lda #FORCED_MARCH
air             sta unit_mode,x
                dex
                cpx #AIR_FIRST
                bcs air

.if DEFECT_C4
                jsr initial_points
                ldx #UNIT_LAST
restore         lda unit_muster,x
                sta unit_combat,x
                dex
                bne restore
                rts
.else
                jmp initial_points
.endif
.endp
                ert SHAPE_ARMOR <> SHAPE_INFANTRY + 1
                ert SHAPE_AIR <> SHAPE_INFANTRY - 1

;   Points of both sides, from combat strengths
.proc           initial_points
                ldx #UNIT_LAST
                ldy #FIRST_RUSSIAN
                jsr side_points
                sta initial_russian
                ldx #GERMANS
                ldy #1
                jsr side_points
                sta initial_german
                rts
.endp

;   IN X unit. OUT A its arrival in 1941: before FIRST_ENTERS one corps
;   arrives a week. CLOBBERS nothing else.
FIRST_CORPS     = 33            ; in turn 2
LAST_CORPS      = 42

.proc           arrival_1941
                lda unit_enters,x
                cpx #FIRST_ENTERS
                bcs done
                txa
                sbc #FIRST_CORPS - 2 - 1 ; carry is clear
                cpx #FIRST_CORPS
                bcc start
                cpx #LAST_CORPS + 1
                bcc done
start           lda #0
done            rts
.endp

;   IN X unit. OUT A its arrival in 1942: from 115 on two arrive a week.
;   CLOBBERS nothing else.
.proc           arrival_1942
                txa
                sec
                sbc #LAST_START_1942
                bcc start
                beq start
                lsr @
                clc
                adc #2
                rts
start           lda #0
                rts
.endp
