//! Assembler source.
#![no_main]

use front800::assembler::{MemoryFiles, Options, assemble};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut files = MemoryFiles::default();
    files.add("main.asm", bytes);
    let assembly = assemble(&files, "main.asm", &Options::default());
    assert!(assembly.output.is_some() || !assembly.diagnostics.is_empty());
});
