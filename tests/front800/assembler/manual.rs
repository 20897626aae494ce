//! Every example of docs/assembler.md gives what stands behind its arrow.

use front800::assembler::{Format, render};

use super::assembly;

/// Examples and what is said of them: the lines of a block of code, and the line behind it.
fn examples() -> Vec<(String, String)> {
    let manual = include_str!("../../../docs/assembler.md");
    let mut examples = Vec::new();
    let mut lines = manual.lines();
    while let Some(line) = lines.next() {
        if line == "```asm" {
            let source =
                lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
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
