//! From line to line of the source, where interrupts come in between.

use super::commands::debug;
use crate::cli::Desk;

/// Its two lines `inx` and `bne` take most of the time; each is interrupted now and then.
const PROGRAM: &str = "        org $2000
start   ldx #0
wait    inx
        bne wait
        inc $0600
        jmp start
        run start
";

#[test]
fn back_to_another_line_passes_an_interrupt_as_forward_does() {
    const ROUND: [&str; 5] = ["run", "out", "back line", "next line", "run"];
    let commands: Vec<&str> = ["run 60", "catch nmi"].into_iter().chain([ROUND; 12].concat()).collect();
    let all = debug(&Desk::with("wait.asm", PROGRAM), "wait.asm", &commands.join("\n"));
    let mut lines = Vec::new();
    for round in all[2..].chunks(ROUND.len()).take(12) {
        let [caught, out, back, next, again] = round else { panic!("{round:?}") };
        assert_eq!(out["source"]["file"], "wait.asm", "{out}");
        assert_eq!(back["source"]["file"], "wait.asm", "{back}");
        assert_ne!(back["source"]["line"], out["source"]["line"], "{back}");
        assert!(back["cycle"].as_u64() < caught["cycle"].as_u64(), "before the interrupt: {back}");
        assert!(
            caught["cycle"].as_u64() < back["cycle"].as_u64().map(|cycle| cycle + 150),
            "just before: {back}"
        );
        assert_eq!(next["source"]["line"], out["source"]["line"], "{next}");
        assert_eq!(again["cycle"], caught["cycle"], "the same interrupt");
        lines.push(out["source"]["line"].as_u64().unwrap());
    }
    lines.sort_unstable();
    lines.dedup();
    assert!(lines.len() >= 2, "interrupted on different lines: {lines:?}");
}

#[test]
fn back_to_a_line_is_back_to_its_first_instruction() {
    let source = " org $2000\nstart lda #1\n mva #3 $81\n nop\n jmp start\n run start\n";
    let commands = "run 30\nbreak bl.asm:4\nrun\nback line\nback line\nnext line\nstep\nback line\n";
    let all = debug(&Desk::with("bl.asm", source), "bl.asm", commands);
    let pc: Vec<&serde_json::Value> = all[2..].iter().map(|answer| &answer["pc"]).collect();
    assert_eq!(pc, [0x2006, 0x2002, 0x2000, 0x2002, 0x2004, 0x2002], "the last from within the line");
    assert_eq!(all[3]["cycle"], all[5]["cycle"]);
}
