//! Every example of docs/assembler.md gives what stands behind its arrow.

use front800::assembler::{Format, render};

use super::assembly;
use crate::cli::Desk;

const ON_BOARD: &str = "icl 'front800/";

/// Examples and what is said of them: the lines of a block of code, and the line behind it.
fn examples() -> Vec<(String, String)> {
    let manual = include_str!("../../../docs/assembler.md");
    let mut examples = Vec::new();
    let mut lines = manual.lines();
    while let Some(line) = lines.next() {
        if line == "```asm" {
            let source: String =
                lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
            // A whole program is run.
            if source.contains(ON_BOARD) {
                continue;
            }
            let result = lines.next().and_then(|line| line.strip_prefix("→ "));
            examples.push((source, result.unwrap_or_else(|| panic!("no result of {line}")).to_owned()));
        }
    }
    examples
}

#[test]
fn the_manuals_examples_are_true() {
    let examples = examples();
    assert!(examples.len() > 15, "{} examples", examples.len());
    for (source, expected) in examples {
        let result = assembly(&source);
        let said = render(&result.diagnostics, Format::Short);
        if let Some(message) = expected.strip_prefix("error: ") {
            assert!(result.output.is_none() && said.contains(message), "{source}{said}");
            continue;
        }
        let output = result.output.unwrap_or_else(|| panic!("{source}{said}"));
        if let Some(message) = expected.strip_prefix("warning: ") {
            assert!(said.contains(message), "{source}{said}");
            continue;
        }
        assert_eq!(said, "", "{source}");
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ");
        let found: Vec<String> = output.segments.iter().map(|segment| hex(&segment.bytes)).collect();
        assert_eq!(format!("`{}`", found.join(" | ")), expected, "{source}");
    }
}

#[test]
fn the_program_to_begin_with_moves_its_ship() {
    let manual = include_str!("../../../docs/assembler.md");
    let blocks = manual.split("```asm\n").skip(1).map(|block| block.split("```").next().unwrap_or_default());
    let program = blocks.clone().find(|block| block.contains(ON_BOARD)).expect("it is there");
    let desk = Desk::with("ship.asm", program);
    desk.write(
        "right.input",
        "# front800 input 1\n100 stick0 right\n110 stick0 left fire\n113 stick0 fire\n",
    );
    let shown = desk.run("run ship.asm --frames 130 --input right.input --text --dump column").succeeded();
    assert_eq!(shown.stderr, "");
    assert!(shown.stdout.contains("THE STICK MOVES THE SHIP"), "{}", shown.stdout);
    assert!(shown.stdout.contains(&format!("column {:02x}", 120 + 10 - 3)), "{}", shown.stdout);
    let picture = |input: &str| {
        desk.run(&format!("run ship.asm --frames 110 {input} --screenshot ship.png")).succeeded();
        desk.read("ship.png")
    };
    assert_ne!(picture(""), picture("--input right.input"), "the ship is seen");
}
