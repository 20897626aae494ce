; A player: an object eight pixels wide in front of the playfield. The joystick moves it.

SDMCTL  = $022F
PCOLR0  = $02C0
STICK0  = $0278
HPOSP0  = $D000
GRACTL  = $D01D
PMBASE  = $D407
RTCLOK  = 20

        org $2000
start   mva #>objects PMBASE
        mva #$2E SDMCTL         ; players on, each byte two lines high
        mva #3 GRACTL
        mva #$1E PCOLR0
        ldx #7
copy    mva shape,x objects+$200+56,x
        dex
        bpl copy
        mva #120 place

next    lda RTCLOK
same    cmp RTCLOK
        beq same
        lda STICK0
        lsr
        lsr
        lsr                     ; left is bit 2, 0 when pushed
        bcs right
        dec place
right   lsr
        bcs show
        inc place
show    mva place HPOSP0
        jmp next

place   dta 0
shape   dta %00111100
        dta %01111110
        dta %11011011
        dta %11111111
        dta %10111101
        dta %11000011
        dta %01111110
        dta %00111100

        org $3000
objects .ds $400

        run start
