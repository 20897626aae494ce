//! Reads of what nobody has written, and writes to ROM.

use super::commands::debug;
use crate::cli::Desk;

/// Reads what nobody has written at `first` and `second`, and writes where no RAM is at `third` and `fourth`.
const CARELESS: &str = "        org $2000
start   ldx #7
        lda #0
clear   sta $3000,x
        dex
        bpl clear
        lda $3007
        sta pointer
        lda #$31
        sta pointer+1
        ldy #5
first   lda (pointer),y
second  inc $3200
        inc $3200
        lda table
third   sta $E000
fourth  stx $C123
done    jmp done
table   dta 5
pointer = $80
        run start
";

#[test]
fn reads_of_what_nobody_has_written_and_writes_to_rom_are_caught() {
    let desk = Desk::with("careless.asm", CARELESS);
    let labels = debug(&desk, "careless.asm", "label first\nlabel second\nlabel third\nlabel fourth\n");
    let at: Vec<u64> = labels.iter().map(|label| label["label"]["value"].as_u64().unwrap()).collect();
    let all = debug(
        &desk,
        "careless.asm",
        "catch uninit\ncatch romwrite\nrun\nrun\nrun\nrun\nrun 5\nreverse\nreverse\nreverse\nreverse\nreverse\nrun\n",
    );
    let caught = |n: usize| {
        let stopped = &all[n]["stopped"];
        let [address, by] = ["address", "by"].map(|key| stopped[key].as_u64().unwrap());
        (stopped["what"].as_str().unwrap(), address, by)
    };
    let expected = [
        ("uninit", 0x3105, at[0]),
        ("uninit", 0x3200, at[1]),
        ("romwrite", 0xE000, at[2]),
        ("romwrite", 0xC123, at[3]),
    ];
    assert_eq!([2, 3, 4, 5].map(caught), expected, "what the program does, and nothing of the system's");
    assert_eq!(all[6]["stopped"]["reason"], "limit");
    let [one, two, three, four] = expected;
    assert_eq!(
        [7, 8, 9, 10].map(caught),
        [four, three, two, one],
        "what was not written then is known again"
    );
    assert_eq!(all[11]["stopped"]["reason"], "start");
    assert_eq!(caught(12), one);
    // Who comes late has missed nothing.
    let late = debug(&desk, "careless.asm", "break first\nrun\ncatch uninit if a == 0\nrun\n");
    assert_eq!(late[3]["stopped"]["address"], 0x3105);
}
