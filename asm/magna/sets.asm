;   sets.asm - sets of the sixteen places of a sector or of the galaxy, one
;              bit a place, A1 in bit 0; and the neighbours of a place.
;
;   Entry points: set_full, set_drop, set_has, set_spread, set_pick,
;   set_count, place_beside.
;   There is one set at a time, in zp_set.

;----------------------------------------------------------------------
;   set_full: all places
;   OUT      zp_set
;   CLOBBERS A
;   CYCLES   14
;----------------------------------------------------------------------
.proc           set_full
                lda #$ff
                sta zp_set
                sta zp_set + 1
                rts
.endp

;----------------------------------------------------------------------
;   set_drop: removes a place from the set
;   IN       X place, or NOWHERE
;   OUT      zp_set
;   CLOBBERS A
;   CYCLES   33
;----------------------------------------------------------------------
.proc           set_drop
                cpx #PLACES
                bcs done
                lda zp_set
                and place_low,x
                eor zp_set
                sta zp_set
                lda zp_set + 1
                and place_high,x
                eor zp_set + 1
                sta zp_set + 1
done            rts
.endp

;----------------------------------------------------------------------
;   set_has: whether a place is in the set
;   IN       X place, zp_set
;   OUT      Z clear if it is
;   CLOBBERS A
;   CYCLES   23
;----------------------------------------------------------------------
.proc           set_has
                lda zp_set
                and place_low,x
                bne done
                lda zp_set + 1
                and place_high,x
done            rts
.endp

;----------------------------------------------------------------------
;   set_spread: adds to the set all neighbours of its places
;   OUT      zp_set
;   CLOBBERS A, X, Y, zp_wide
;----------------------------------------------------------------------
.proc           set_spread
                mwa zp_set zp_wide
                ldx #PLACES - 1
place           jsr set_has
                beq next
                ldy #WAYS - 1
way             txa
                pha
                jsr place_beside
                bmi edge
                lda zp_wide
                ora place_low,x
                sta zp_wide
                lda zp_wide + 1
                ora place_high,x
                sta zp_wide + 1
edge            pla
                tax
                dey
                bpl way
next            dex
                bpl place
                mwa zp_wide zp_set
                rts
.endp

;----------------------------------------------------------------------
;   set_pick: a random place of the set. Takes one random byte even if there
;   is only one place.  [spec: companions 4]
;   IN       zp_set, not empty
;   OUT      A and X the place
;   CLOBBERS Y, zp_set, zp_rest
;----------------------------------------------------------------------
.proc           set_pick
                mwa zp_set zp_rest
                jsr set_count
                tya
                jsr random_below
                tay
                ldx #NOWHERE
next            inx
                lsr zp_set + 1
                ror zp_set
                bcc next
                dey
                bpl next
                txa
                rts
.endp

;----------------------------------------------------------------------
;   set_count: the number of places in a set
;   IN       zp_rest
;   OUT      Y
;   CLOBBERS A, X, zp_rest
;   CYCLES   430 at most
;----------------------------------------------------------------------
.proc           set_count
                ldy #0
                ldx #PLACES
place           lsr zp_rest + 1
                ror zp_rest
                scc
                iny
                dex
                bne place
                rts
.endp

;----------------------------------------------------------------------
;   place_beside: the neighbour of a place
;   IN       A place, Y way (WAY_...)
;   OUT      A and X the neighbour, or NOWHERE with N set beyond the edge
;   CLOBBERS nothing
;   CYCLES   30
;----------------------------------------------------------------------
.proc           place_beside
                ora way_offset,y
                tax
                lda beside,x
                tax
                rts

way_offset      :WAYS dta # * PLACES
beside          dta NOWHERE, NOWHERE, NOWHERE, NOWHERE  ; up
                :12 dta #
                :12 dta # + 4                           ; down
                dta NOWHERE, NOWHERE, NOWHERE, NOWHERE
                .rept 4                                 ; left
                dta NOWHERE, 4 * #, 4 * # + 1, 4 * # + 2
                .endr
                .rept 4                                 ; right
                dta 4 * # + 1, 4 * # + 2, 4 * # + 3, NOWHERE
                .endr
.endp

;   The bit of a place
place_low       dta 1, 2, 4, 8, 16, 32, 64, 128
                :8 dta 0
place_high      :8 dta 0
                dta 1, 2, 4, 8, 16, 32, 64, 128
