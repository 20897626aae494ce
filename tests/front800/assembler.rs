//! Tests: assembler.

mod bytes;
mod calls;
mod dialect;
mod doubts;
mod elsewhere;
mod errors;
mod format;
mod formats;
mod hostile;
mod manners;
mod manual;
mod map;
mod mistakes;
mod neighbours;
mod overlays;
mod programs;
mod recorded;
mod recovery;
mod registers;
mod suggestions;

use front800::assembler::{Assembly, Format, MemoryFiles, Options, Output, assemble, render};

/// Assembles one text.
fn assembly(text: &str) -> Assembly {
    assemble(&MemoryFiles::one("t.asm", text), "t.asm", &Options::default())
}

/// The output of a text that must assemble.
fn output(text: &str) -> Output {
    let result = assembly(text);
    let messages = render(&result.diagnostics, Format::Short);
    result.output.unwrap_or_else(|| panic!("{text}\ndoes not assemble:\n{messages}"))
}

/// The bytes of all segments in hexadecimal; `|` separates segments.
fn hex(text: &str) -> String {
    let segments = output(text).segments;
    let segments = segments
        .iter()
        .map(|segment| segment.bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" "));
    segments.collect::<Vec<_>>().join(" | ")
}

/// The short messages of a text.
fn messages(text: &str) -> String {
    render(&assembly(text).diagnostics, Format::Short)
}
