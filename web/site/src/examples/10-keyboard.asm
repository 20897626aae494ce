; Keyboard and text: reads a name and greets its owner, through the operating system's screen editor.

ICCOM   = $0342
ICBAL   = $0344
ICBLL   = $0348
CIOV    = $E456

        org $2000
start   ldx #0                  ; channel 0: the screen editor
        mva #9 ICCOM            ; put a record
        mwa #question ICBAL
        mwa #80 ICBLL
        jsr CIOV
        ldx #0
        mva #5 ICCOM            ; get a record
        mwa #answer ICBAL
        mwa #80 ICBLL
        jsr CIOV
        ldx #0
        mva #9 ICCOM
        mwa #hello ICBAL
        mwa #80 ICBLL
        jsr CIOV
        ldx #0
        mva #9 ICCOM
        mwa #answer ICBAL
        mwa #80 ICBLL
        jsr CIOV
        jmp start

question dta c'WHAT IS YOUR NAME?',$9B
hello   dta c'HELLO, ',$9B
answer  .ds 80

        run start
