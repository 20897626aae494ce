/* Changes the colour of the screen, and counts. What waits is in assembly. */
#define STARS 3
#define COLOUR (*(unsigned char *) 0x2C8)

extern void later(void);
extern void darker(void);
extern unsigned char turns;

unsigned int squares[6] = { 0, 1, 4, 9 };
unsigned char sky[STARS];
unsigned char Turns;
static unsigned char colour;
static unsigned char count;

static void brighter(void) {
    colour += 2;
    ++Turns;
}

static void once(void) {
    count += 3;
}

void main(void) {
    sky[1] = 40;
    for (;;) {
        brighter();
        COLOUR = colour;
        later();
        once();
        darker();
    }
}
