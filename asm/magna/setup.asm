;   setup.asm - the galaxy of a new game. Takes all random bytes in the order
;               of the specification.  [spec: companions 4]
;
;   Entry point: game_set.

;----------------------------------------------------------------------
;   game_set: sets up a new game; player 1's number is shown next
;   IN       option_level, option_players
;   OUT      the whole state of a game
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           game_set
                lda #0
                ldx #GAME_STATE_SIZE - 1
clear           sta game_state,x
                dex
                bpl clear
                sta teach
                sta byte_count
                sta byte_count + 1
                sta skip_count
                mva #NOWHERE winner
                ldx #PHENOMENON_COUNT - 1
absent          sta phenomena,x
                dex
                bpl absent
                mva option_level level
                lda option_players
                sne
                jsr random_teach
                ldx option_players
                cpx #2
                scs
                ldx #2                          ; the robot is the second
                stx ship_count
                jsr phenomena_set
                jsr planets_set
                jmp ships_set
.endp
                ert GAME_STATE_SIZE > 128

;   Black Hole, Wrinkles, Magna
.proc           phenomena_set
                lda level
                cmp #INTERMEDIATE
                bcc done
                ldy #P_HOLE
                jsr place
                lda level
                cmp #ADVANCED
                bne magna
                ldy #P_WRINKLE_1
                jsr place
                ldy #P_WRINKLE_2
                jsr place
magna           ldy #P_MAGNA
place           sty zp_count
                jsr quiet_set
                jsr set_pick
                ldy zp_count
                sta phenomena,y
done            rts
.endp

;   One to four planets in each sector; at basic there is only one sector
.proc           planets_set
                mva #0 zp_sector
sector          jsr random_byte
                and #3                          ; one more than this
                sta zp_count
planet          ldx zp_sector
                jsr free_set                    ; no ship has energy yet
                jsr set_pick
                tay
                ldx zp_sector
                lda planets_low,x
                ora place_low,y
                sta planets_low,x
                lda planets_high,x
                ora place_high,y
                sta planets_high,x
                dec zp_count
                bpl planet
                lda level
                cmp #INTERMEDIATE
                bcc done
                inc zp_sector
                lda zp_sector
                cmp #PLACES
                bcc sector
done            rts
.endp

;   Ships, each with energy once it is placed
.proc           ships_set
                mva #0 zp_ship
ship            lda #0
                ldx level
                cpx #INTERMEDIATE
                bcc here
                jsr empty_set
                jsr set_pick
here            ldx zp_ship
                sta ship_sector,x
                tax
                jsr free_set
                jsr set_pick
                ldx zp_ship
                sta ship_cell,x
                ldy level
                lda energy_start - 1,y
                sta ship_energy,x
                inx
                stx zp_ship
                cpx ship_count
                bcc ship
                rts

energy_start    dta 10, 20, 40
.endp
