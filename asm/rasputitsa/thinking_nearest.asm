;   thinking_nearest.asm - the computer player: the Germans near a square.
;
;   Entry points: nearest_gather (once in an order phase), nearest_sift
;   (once a unit), nearest_find.
;   Owns german_..., near_count.

;----------------------------------------------------------------------
;   nearest_gather: lists the Germans on the map
;   OUT      german_count, german_x, german_y
;   CLOBBERS A, X, Y
;   CYCLES   1,700
;----------------------------------------------------------------------
.proc           nearest_gather
                ldx #GERMANS
                ldy #0
unit            lda turn
                cmp unit_arrival,x
                bcc next
                lda unit_x,x
                sta german_x,y
                lda unit_y,x
                sta german_y,y
                iny
next            dex
                bne unit
                sty german_count
                rts
.endp

;----------------------------------------------------------------------
;   nearest_sift: selects the Germans that can be nearest to a neighbour of
;   the objective: those at most two squares farther away than the one
;   nearest to the objective itself
;   IN       zp_ghost_x, zp_ghost_y; german_...
;   OUT      near_count, german_range: their indexes in german_x, german_y
;   CLOBBERS A, X, Y
;   CYCLES   75 for each German
;----------------------------------------------------------------------
.proc           nearest_sift
                lda #255
                sta zp_best
                ldx german_count
                beq none
measure         lda german_x - 1,x
                apart zp_ghost_x
                sta zp_apart_x
                lda german_y - 1,x
                apart zp_ghost_y
                clc
                adc zp_apart_x
                sta german_range - 1,x
                cmp zp_best
                bcs farther
                sta zp_best
farther         dex
                bne measure

                ;   X counts up, so an entry is read before it is written
                ldy #0
                lda zp_best
                clc
                adc #2
                bcc sift
                lda #255
sift            cmp german_range,x
                bcc next
                pha
                txa
                sta german_range,y
                pla
                iny
next            inx
                cpx german_count
                bcc sift
                sty near_count
                rts
none            stx near_count
                rts
.endp

;----------------------------------------------------------------------
;   nearest_find: the distance of the nearest German
;   IN       zp_target_x, zp_target_y; the results of `nearest_sift`
;   OUT      A distance, 255 if there is none
;   CLOBBERS X, Y
;   CYCLES   20 + 65 for each selected German
;----------------------------------------------------------------------
.proc           nearest_find
                lda #255
                ldy near_count
                beq done
                sta zp_apart_y          ; the smallest so far
german          ldx german_range - 1,y
                lda german_x,x
                apart zp_target_x
                sta zp_apart_x
                lda german_y,x
                apart zp_target_y
                clc
                adc zp_apart_x
                cmp zp_apart_y
                bcs farther
                sta zp_apart_y
farther         dey
                bne german
                lda zp_apart_y
done            rts
.endp
