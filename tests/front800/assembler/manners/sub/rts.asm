 rts
