//! `catch registers`: interrupt handlers that hand back other registers than they took.

use serde_json::{Value, json};

use super::commands::debug;
use crate::cli::Desk;

/// A program whose display list interrupts go to `dli`, its timer's requests to `tick`, both as the test has them, its vertical blank
/// to an immediate routine that ends in the system's exit.
fn program(dli: &str, tick: &str) -> String {
    format!(
        "        org $2000
start   sei
        mwa #list $d402
        mwa #dli $200
        mwa #tick $210
        ldy #<blank
        ldx #>blank
        lda #6
        jsr $e45c
        mva #$c0 $d40e
        mva #100 $d200
        mva #0 $d208
        sta $d209
        mva #1 $10
        sta $d20e
        cli
again   lda #1
        ldx #2
        ldy #3
        jmp again
blank   lda #$77
        tax
        tay
        jmp $e462
dli
{dli}
tick
{tick}
list    .byte $70,$70,$f0,$70,$70,$70,$70,$70,$41
        .word list
        run start
"
    )
}

const RIGHT_DLI: &str = "        pha\n        txa\n        pha\n        tya\n        pha\n        ldx #9\n        ldy #9\n        \
                         sta $d40a\n        cli\n        ldx #40\nwait    dex\n        bne wait\n        pla\n        tay\n        \
                         pla\n        tax\n        pla\nend_dli rti";
/// The system has pushed A.
const RIGHT_TICK: &str =
    "        lda #0\n        sta $d20e\n        lda #1\n        sta $d20e\n        pla\nend_tick rti";

/// Where and why the program stops that has these handlers, if it does within two hundred frames.
fn stopped(dli: &str, tick: &str) -> Value {
    let desk = Desk::with("program.asm", program(dli, tick));
    let all = debug(&desk, "program.asm", "break start\nrun\ndelete 1\ncatch registers\nrun 200\nwhere\n");
    assert_eq!(all[3]["ok"], true, "{}", all[3]);
    let mut stopped = all[4]["stopped"].clone();
    stopped["at"] = all[5]["where"]["label"].clone();
    stopped
}

#[test]
fn handlers_that_are_right_are_let_through_within_one_another_too() {
    // The display list's is interrupted by requests, as it lets them through, and the system's vertical blank by both.
    assert_eq!(stopped(RIGHT_DLI, RIGHT_TICK)["reason"], "limit");
}

#[test]
fn a_register_that_is_not_handed_back_is_caught() {
    let dli = stopped(&RIGHT_DLI.replace("        pla\n        tax\n", "        pla\n"), RIGHT_TICK);
    assert_eq!(
        (&dli["reason"], &dli["what"], &dli["interrupt"]),
        (&json!("catch"), &json!("registers"), &json!("dli"))
    );
    assert_eq!(
        (&dli["at"], &dli["registers"]),
        (&json!("end_dli"), &json!({ "x": { "old": 2, "new": 0 } })),
        "{dli}"
    );
    let irq = stopped(
        RIGHT_DLI,
        &RIGHT_TICK.replace("lda #1", "ldy #1").replace("sta $d20e\n        pla", "sty $d20e\n        pla"),
    );
    assert_eq!((&irq["interrupt"], &irq["at"]), (&json!("irq"), &json!("end_tick")), "{irq}");
    assert_eq!(irq["registers"]["y"]["new"], 1, "{irq}");
    assert!(irq["from"].as_u64().is_some_and(|from| (0x2000..0x2100).contains(&from)), "{irq}");
}

#[test]
fn a_stack_that_is_not_handed_back_is_caught() {
    let few = stopped(&RIGHT_DLI.replace("        tax\n        pla\n", "        tax\n"), RIGHT_TICK);
    assert_eq!(few["at"], "end_dli", "{few}");
    let [old, new] = ["old", "new"].map(|key| few["registers"]["s"][key].as_u64().unwrap());
    assert_eq!(old, new + 1, "{few}");
    let many = stopped(RIGHT_DLI, &RIGHT_TICK.replace("        pla\n", "        pla\n        pla\n"));
    let [old, new] = ["old", "new"].map(|key| many["registers"]["s"][key].as_u64().unwrap());
    assert_eq!((&many["at"], old + 1), (&json!("end_tick"), new), "{many}");
}

#[test]
fn a_handler_is_followed_where_somebody_steps_through_it() {
    let wrong = RIGHT_DLI.replace("        pla\n        tax\n", "        pla\n");
    let desk = Desk::with("program.asm", program(&wrong, RIGHT_TICK));
    let all = debug(
        &desk,
        "program.asm",
        "catch registers\nbreak dli\nrun\nstep 4\ndelete 2\nrun 20\nstep\nrun 20\nwhere\n",
    );
    for at in [5, 7] {
        assert_eq!(all[at]["stopped"]["registers"], json!({ "x": { "old": 2, "new": 0 } }), "{}", all[at]);
    }
    assert_eq!(all[8]["where"]["label"], "end_dli");
}
