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

/// Interrupts until a program turns them off, or from where it has begun: those before it are the system's.
#[test]
fn what_ran_before_the_programs_first_instruction_is_not_its_own() {
    let quiet = "start   sei\n        mva #0 $d40e\n        jmp *\n";
    let own = "start   jmp *\n";
    let desk = Desk::new();
    for (name, code) in [("quiet", quiet), ("own", own)] {
        desk.write(&format!("{name}.asm"), format!("        org $2000\n{code}        run start\n"));
        let cartridge = format!(
            "        opt h-\n        org $A000\n{code}init    rts\n        org $BFFA\n        .word start\n        \
             .byte 0,4\n        .word init\n"
        );
        desk.write(&format!("{name}.cart.asm"), cartridge);
        let boot =
            format!("        opt h-\n        org $700\n        .byte 0,1\n        .word $700,start\n{code}");
        desk.write("boot.asm", boot);
        desk.run("asm boot.asm -o boot.bin").succeeded();
        let mut disk = vec![0x96, 0x02, 0x80, 0x16, 0x80, 0x00];
        disk.resize(16, 0);
        disk.extend(desk.read("boot.bin"));
        disk.resize(16 + 720 * 128, 0);
        desk.write(&format!("{name}.atr"), disk);
    }
    let runs = |target: &str| {
        let report = desk.run(&format!("budget {target} --frames 100 --json")).succeeded().json();
        let handlers = report["handlers"].as_array().expect("a list").clone();
        assert_eq!(report["frames"], 100);
        handlers.iter().filter(|it| it["name"] == "vbi").map(|it| it["count"].clone()).collect::<Vec<_>>()
    };
    for target in ["quiet.asm", "quiet.cart.asm", "quiet.atr"] {
        assert!(runs(target).is_empty(), "{target}");
    }
    for target in ["own.asm", "own.cart.asm", "own.atr", "none"] {
        let runs = runs(target);
        assert!(runs.len() == 1 && runs[0].as_u64().is_some_and(|runs| runs > 20), "{target}: {runs:?}");
    }
}

/// An interrupt that takes long from frame 256 on, and a vertical blank that takes long while a stick is pushed.
const SLOW_LATER: &str = "        org $2000
start   mwa #list $230
        mwa #dli $200
        mva #0 count
        sta count+1
        ldy <vbi
        ldx >vbi
        lda #7
        jsr $e45c
        mva #$22 $22f
        mva #$c0 $d40e
        jmp *
dli     pha
        lda count+1
        beq quick
        txa
        pha
        ldx #100
wait    dex
        bne wait
        pla
        tax
quick   pla
        rti
vbi     inw count
        lda $278
        cmp #15
        beq idle
        ldy #50
push    dey
        bne push
idle    jmp $e462
count   .word 0
list    .byte $70,$70,$f0,$42,a($4000),$41,a(list)
        run start
";

#[test]
fn what_a_search_finds_counts_beside_what_was_asked_for() {
    let desk = Desk::with("later.asm", SLOW_LATER);
    let run = |more: &str| desk.run(&format!("budget later.asm --frames 600 --limit dli=300 --json {more}"));
    let plain = run("").failed(1, &["dli takes up to"]).json();
    let searched = run("--search 6 --save-input found.txt").failed(1, &["dli takes up to"]).json();
    let most = |report: &Value, name: &str| {
        let handlers = report["handlers"].as_array().expect("a list");
        let handler = handlers.iter().find(|it| it["name"] == name).expect("it ran");
        handler["elapsed_cycles"]["max"].as_u64().expect("a number")
    };
    assert_eq!(most(&searched, "dli"), most(&plain, "dli"));
    assert!(most(&searched, "vbi") > most(&plain, "vbi"), "the input that was found has run as well");
    assert_eq!(searched["searched"]["longest"], most(&searched, "vbi"));
    assert_eq!((&plain["frames"], searched["frames"].as_u64() > Some(600)), (&Value::from(600), true));
}
