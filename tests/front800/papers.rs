//! Tests: documents that have no tests of their own say what is.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::campaign::blocks::{Block, blocks_of};
use crate::cli::Desk;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs the commands of a document.
fn run_commands(desk: &Desk, document: &str) {
    let is_commands = |block: &Block| block.kind.is_empty() && block.text.starts_with("front800 ");
    let blocks: Vec<Block> = blocks_of(document).into_iter().filter(is_commands).collect();
    assert!(!blocks.is_empty(), "{document}");
    for line in blocks.iter().flat_map(|block| block.text.lines()) {
        desk.run(line.strip_prefix("front800 ").unwrap()).succeeded();
    }
}

#[test]
fn magna_is_assembled_as_its_page_says() {
    let desk = Desk::new();
    desk.copy_sources();
    run_commands(&desk, "docs/magna.md");
    assert!(desk.read("magna.xex").starts_with(&[0xFF, 0xFF]));
    assert!(desk.read("magna.car").starts_with(b"CART"));
}

#[test]
fn the_input_script_of_its_page_is_played() {
    let desk = Desk::new();
    let mut blocks = blocks_of("docs/input.md").into_iter();
    let script = blocks.find(|block| block.name.as_deref() == Some("keys.input")).expect("it stands there");
    desk.write("keys.input", script.text);
    run_commands(&desk, "docs/input.md");
}

#[test]
fn the_first_script_of_the_debugger_finds_who_took_the_last_life() {
    let source = "
        org $2000
start   lda #3
        sta lives
loop    lda $14
        cmp $14
        beq *-2
        dec lives
        bne loop
        jmp *
lives   .ds 1
        run start
";
    let desk = Desk::with("game.asm", source);
    let page = read("docs/debugging.md");
    let (_, script) = page.split_once("debug game.asm --script - <<'END'\n").expect("it stands there");
    desk.write("script.txt", script.split_once("END\n").unwrap().0);
    let ran = desk.run("debug game.asm --script script.txt").succeeded();
    let answers: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let writer = answers.iter().find(|answer| answer["command"] == "writer").unwrap();
    assert_eq!(writer["writer"]["at"]["instruction"], "DEC lives", "{}", ran.stdout);
}

#[test]
fn the_manual_has_all_that_the_yellow_line_says() {
    let manual = read("docs/manual.md");
    let (_, section) = manual.split_once("## What the yellow line says").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let mut found = 0;
    for folder in ["", "1981/", "1982/", "comfort/"] {
        let file = format!("asm/rasputitsa/{folder}messages.asm");
        let source = read(&file);
        for message in source.lines().filter_map(|line| line.split_once("dta d'")?.1.split_once('\'')) {
            // A number is put between parts of one.
            for part in message.0.split("   ").map(str::trim).filter(|part| !part.is_empty()) {
                assert!(section.contains(part), "{file}: {part}");
            }
            found += 1;
        }
    }
    assert!(found > 40, "{found}");
}
