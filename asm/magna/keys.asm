;   keys.asm - the list of keys beside the lamps, with the accepted ones lit
;              and a mark that the stick moves.
;
;   Entry points: keys_show, keys_dark, key_find, mark_up, mark_down.
;   There are two lists, KEYS_GAME and KEYS_TITLE, of KEY_ROWS rows each.

KEYS_AT         = body + KEYS_ROW * SCREEN_WIDTH + PANEL_COLUMN

;----------------------------------------------------------------------
;   keys_light: lights the game's keys that are accepted now
;   IN       legal_count, legal_moves
;   OUT      key_lit
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           keys_light
                jsr keys_unlit
                ldx legal_count
action          dex
                bmi done
                lda legal_moves,x
                cmp #ACTION_MOVE
                bcc search
                and #ACTION_MOVE | ACTION_FIRE  ; in any way
search          ldy #KEY_ROWS - 1
row             cmp key_action,y
                beq found
                dey
                bpl row
found           lda #1
                sta key_lit,y
                bne action
done            rts
.endp

;   OUT key_lit: all unlit
.proc           keys_unlit
                lda #0
                ldx #KEY_ROWS - 1
row             sta key_lit,x
                dex
                bpl row
                rts
.endp

;----------------------------------------------------------------------
;   keys_show: draws the list; moves the mark away from a key that is not
;   accepted
;   IN       key_list, key_lit, key_mark
;   OUT      key_mark
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           keys_show
                ldx key_mark
                lda key_lit,x
                bne stay
                ldx #KEY_ROWS - 1
                stx key_mark
                jsr mark_down                   ; the first accepted one
stay            mwa #KEYS_AT zp_text
                mva #0 zp_row
row             jsr key_show
                jsr key_glow
                adw zp_text #SCREEN_WIDTH
                inc zp_row
                lda zp_row
                cmp #KEY_ROWS
                bcc row
                rts
.endp

;   Draws the cap and the label of key zp_row
.proc           key_show
                ldx zp_row
                lda key_lit,x
                seq
                lda #INVERSE
                sta zp_lit
                cmp #INVERSE
                lda #0
                scs
                lda #SMALL
                sta zp_small
                lda zp_lit
                cpx key_mark
                seq
                lda #0
                sta zp_marked
                txa
                clc
                adc key_list
                tax
                lda label_low,x
                sta zp_record
                lda label_high,x
                sta zp_record + 1
                ldy #0
                lda key_cap,x
                beq empty
                ora zp_lit
                sta (zp_text),y
                adc #1                          ; carry is clear
                iny
                bne cap
empty           sta (zp_text),y
                iny
cap             sta (zp_text),y
                adw zp_text #2
                ldy #LABEL_SIZE - 1
letter          lda (zp_record),y
                cmp #CAPITAL
                bcc sign
                ora zp_small
sign            ora zp_marked
                sta (zp_text),y
                dey
                bpl letter
                sbw zp_text #2
                rts
.endp

;   The light behind the cap of key zp_row: missile 0. IN zp_lit
.proc           key_glow
                lda zp_row
                asl @
                asl @
                asl @
                tax
                lda zp_lit
                seq
                lda #$03
                ldy #8
line            sta missiles + KEYS_LINE,x
                inx
                dey
                bne line
                rts
.endp

;----------------------------------------------------------------------
;   mark_down, mark_up: moves the mark to the next key that is accepted
;   OUT      key_mark; unchanged if no other key is accepted
;   CLOBBERS A, X, Y
;----------------------------------------------------------------------
.proc           mark_down
                ldx key_mark
                ldy #KEY_ROWS
next            inx
                cpx #KEY_ROWS
                bcc on
                ldx #0
on              lda key_lit,x
                bne mark_set
                dey
                bne next
                rts
.endp

mark_set        stx key_mark
                rts

.proc           mark_up
                ldx key_mark
                ldy #KEY_ROWS
next            dex
                bpl on
                ldx #KEY_ROWS - 1
on              lda key_lit,x
                bne mark_set
                dey
                bne next
                rts
.endp

;----------------------------------------------------------------------
;   key_find: the key for an event
;   IN       A event
;   OUT      C clear: X row of the list, A its action; C set: no such key
;   CLOBBERS Y, zp_key
;----------------------------------------------------------------------
.proc           key_find
                sta zp_key
                ldx #0
                ldy key_list
row             lda key_event,y
                cmp zp_key
                beq found
                iny
                inx
                cpx #KEY_ROWS
                bcc row
                rts
found           lda key_action,y
                clc
                rts
.endp

;   The keys of a game, then those of the title
key_event       dta c'MFBESGN', EVENT_START, EVENT_OPTION
                dta c'BIA', EVENT_SELECT, EVENT_START
                :4 dta EVENT_OTHER + $80        ; nothing
key_action      dta ACTION_MOVE, ACTION_FIRE, ACTION_BATTLE
                dta ACTION_EVADE, ACTION_SCREEN, ACTION_MAGNA
                dta ACTION_ENEMY, ACTION_START, ACTION_END
                dta TITLE_LEVEL + BASIC, TITLE_LEVEL + INTERMEDIATE
                dta TITLE_LEVEL + ADVANCED, TITLE_PLAYERS, TITLE_BEGIN
                :4 dta 0
key_cap         dta CHAR_WIDE, CHAR_WIDE + 2, CHAR_WIDE + 4
                dta CHAR_WIDE + 6, CHAR_WIDE + 8, CHAR_WIDE + 10
                dta CHAR_WIDE + 12, CHAR_CONSOLE, CHAR_CONSOLE
                dta CHAR_WIDE + 4, CHAR_WIDE + 14, CHAR_WIDE + 16
                dta CHAR_CONSOLE, CHAR_CONSOLE
                :4 dta 0
                ert * - key_event <> 6 * KEY_ROWS
                ert KEYS_TITLE <> KEY_ROWS

label_low       :2*KEY_ROWS dta l(labels + # * LABEL_SIZE)
label_high      :2*KEY_ROWS dta h(labels + # * LABEL_SIZE)
