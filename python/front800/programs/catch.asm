; CATCH: a ball falls, and the player moves the bar below with the joystick to
; catch it. The game is over after five misses.
;
; Labels to observe: score (balls caught), lives (balls left), ball_x (0 to
; 39), ball_y (0 to 21), bar (its left end, 0 to 37).

RTCLOK = $14
SAVMSC = $58
STICK0 = $0278
CRSINH = $02F0
RANDOM = $D20A

BALLS  = 5
BAR_ROW = 22
BAR_LAST = 37
SPEED  = 3        ; frames for each row that the ball falls
BALL   = $54      ; a filled circle
BLOCK  = $80      ; an inverse space
BLANK  = 0

score  = $80
lives  = $81
ball_x = $82
ball_y = $83
bar    = $84
pause  = $85
sign   = $86
place  = $87      ; a word

       org $2000

start  lda #1
       sta CRSINH
       lda #BLANK        ; erase what is left of the cursor
       ldx #2
       ldy #0
       jsr plot
       lda #BALLS
       sta lives
       lda #0
       sta score
       lda #18
       sta bar
       lda #SPEED
       sta pause
       jsr serve

frame  lda RTCLOK
wait   cmp RTCLOK
       beq wait
       lda lives
       beq frame
       lda #BLANK
       jsr draw_bar
       jsr steer
       lda #BLOCK
       jsr draw_bar
       dec pause
       bne frame
       lda #SPEED
       sta pause
       jsr fall
       jmp frame

; Bits 2 and 3 of the stick are 0 if it is pushed left and right.
steer  lda STICK0
       and #4
       bne right
       lda bar
       beq right
       dec bar
right  lda STICK0
       and #8
       bne stays
       lda bar
       cmp #BAR_LAST
       bcs stays
       inc bar
stays  rts

; Moves the ball down a row, or from the last row to a new start.
fall   lda #BLANK
       jsr draw_ball
       inc ball_y
       lda ball_y
       cmp #BAR_ROW
       bcc shown
       lda ball_x
       sec
       sbc bar
       cmp #3
       bcs missed
       inc score
       bne serve
missed dec lives
       bne serve
       rts
serve  lda #0
       sta ball_y
       lda RANDOM
       and #31
       clc
       adc #4
       sta ball_x
shown  lda #BALL
       jmp draw_ball

draw_ball
       ldy ball_y
       ldx ball_x
       jmp plot

draw_bar
       ldx bar
       jsr at_bar
       jsr at_bar
at_bar ldy #BAR_ROW
       jsr plot
       inx
       lda sign
       rts

; Writes A to column X of row Y. Keeps X.
plot   sta sign
       lda SAVMSC
       sta place
       lda SAVMSC+1
       sta place+1
       cpy #0
       beq found
down   lda place
       clc
       adc #40
       sta place
       bcc same
       inc place+1
same   dey
       bne down
found  txa
       tay
       lda sign
       sta (place),y
       rts

       run start
