//! Assembles in memory, and shows how the assembler reports mistakes.
//!
//! ```text
//! A9 94 8D C8 02 60
//! error: `stx` has no `(zp),y` mode
//!  --> wrong.asm:3:2
//!   |
//! 3 |  stx ($80),y
//!   |  ^^^^^^^^^^^
//!   |
//!   = help: pointers work with instructions that use A, such as `lda`, `sta`, `adc` and `cmp`
//! error: `strat` is not defined
//!  --> wrong.asm:4:6
//!   |
//! 4 |  jmp strat
//!   |      ^^^^^
//!   |
//!   = help: did you mean `start`?
//! ```

use front800::assembler::{Format, MemoryFiles, Options, assemble, render};

fn main() {
    let mut files = MemoryFiles::one("hello.asm", " org $2000\nstart lda #colour\n sta $2C8\n rts\n");
    files.add("wrong.asm", " org $2000\nstart lda #colour\n stx ($80),y\n jmp strat\n");
    let options = Options { defines: vec![("colour".to_string(), 0x94)], ..Options::default() };

    let assembly = assemble(&files, "hello.asm", &options);
    if let Some(output) = &assembly.output {
        let bytes: Vec<String> = output.raw(0).iter().map(|byte| format!("{byte:02X}")).collect();
        println!("{}", bytes.join(" "));
    }
    // All mistakes are reported at once, each with its place and a suggestion.
    let assembly = assemble(&files, "wrong.asm", &options);
    print!("{}", render(&assembly.diagnostics, Format::Human { color: false }));
}
