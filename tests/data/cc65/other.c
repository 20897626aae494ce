/* Has a variable and a function for itself that are called as others are. */
static unsigned char count;

static void once(void) {
    ++count;
}

void darker(void) {
    once();
}
