//! What `front800 budget` says of runs and of what is proved, and when it fails.

use serde_json::Value;

use crate::cli::Desk;
use crate::disks::bootable;

/// A vertical blank routine at `vbi_start` that is entered by this call of SETVBV and leaves to `exit`.
fn with_blank_routine(kind: u8, exit: &str) -> String {
    format!(
        "        org $2000
vbi_start inc $80
        jmp {exit}
start   lda #{kind}
        ldx #>vbi_start
        ldy #<vbi_start
        jsr $E45C
        jmp *
        run start
"
    )
}

#[test]
fn an_immediate_routine_ends_where_the_systems_begins() {
    let desk = Desk::new();
    desk.write("immediate.asm", with_blank_routine(6, "$E45F"));
    desk.write("deferred.asm", with_blank_routine(7, "$E462"));
    for name in ["immediate", "deferred"] {
        let report = desk.run(&format!("budget {name}.asm --frames 60 --json")).succeeded().json();
        let vbi = &report["handlers"][0];
        assert_eq!(
            (&vbi["name"], &vbi["cpu_cycles"]["max"]),
            (&Value::from("vbi"), &Value::from(8)),
            "{name}"
        );
        assert_eq!(vbi["static"]["cpu_cycles"], 8, "{name}");
    }
}

#[test]
fn a_run_that_is_longer_than_what_is_proved_fails() {
    let desk = Desk::with(
        "loop.asm",
        "        org $2000
vbi_start ldx #100
again   dex
        .loop 3
        bne again
        jmp $E462
start   lda #7
        ldx #>vbi_start
        ldy #<vbi_start
        jsr $E45C
        jmp *
        run start
",
    );
    let ran = desk.run("budget loop.asm --frames 60").failed(1, &["vbi: ran for 504 CPU cycles", "`.loop`"]);
    assert!(ran.stdout.contains("504"), "the report stands all the same: {}", ran.stdout);
    // Without the bound it is said where that is missing.
    desk.write("unbounded.asm", String::from_utf8(desk.read("loop.asm")).unwrap().replace(".loop 3", "nop"));
    let ran = desk.run("budget unbounded.asm --frames 60").succeeded();
    assert!(ran.stdout.contains("without `.loop`, at unbounded.asm:5"), "{}", ran.stdout);
}

#[test]
fn the_disks_of_a_script_are_those_that_are_put_in() {
    let desk = Desk::with("game.atr", bootable().to_bytes());
    desk.write("swap.txt", "# front800 input 1\n5 disk1 nowhere.atr\n");
    desk.run("budget none --frames 20 --input swap.txt").failed(2, &["nowhere.atr"]);
    desk.write("other.txt", "# front800 input 1\n5 disk1 game.atr\n9 disk1 none\n");
    desk.run("budget none --frames 20 --input other.txt --save-input run.txt").succeeded();
    let saved = String::from_utf8(desk.read("run.txt")).unwrap();
    assert!(saved.contains("disk1 game.atr") && saved.contains("disk1 none"), "{saved}");
}
