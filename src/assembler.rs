//! The assembler: source text to image, symbols, listing, diagnostics.
//!
//! It speaks the dialect of MADS, as far as that concerns the NMOS 6502. Every source line is
//! parsed once into a compact form; passes over that form are repeated until all symbols keep
//! their values.

mod characters;
mod diagnostic;
mod directives;
mod doubts;
mod finish;
mod fix;
mod format;
mod image;
mod link;
mod listing;
mod loaded;
mod names;
mod opcodes;
mod options;
mod output;
mod parse;
mod pass;
pub mod paths;
mod prove;
mod registers;
mod rows;
mod source;
mod symbols;
mod syntax;

#[cfg(feature = "lsp")]
pub(crate) use diagnostic::counted;
pub use diagnostic::{Diagnostic, Format, Location, Severity, Suggestion, render};
pub use directives::{BLOCKS, directives};
pub use format::format;
pub use opcodes::{statement_words, takes};
pub use options::{NotDefined, Options, defined};
pub use output::{
    Assembly, Assertion, Block, BlockKind, Expansion, LineEntry, LoopBound, NoCart, Output, Reference,
    Region, Reserved, RoutineTest, Segment, Span, Symbol,
};
pub use rows::{Content, ListingLine, cycles};
pub use source::{DiskFiles, Files, MemoryFiles, Overlay};
pub(crate) use source::{HARDWARE, REGISTERS, SYSTEM};
pub use symbols::SymbolKind;
pub(crate) use symbols::distance;

/// Assembles a source file.
///
/// # Examples
///
/// ```
/// use front800::assembler::{MemoryFiles, Options, assemble};
///
/// let files = MemoryFiles::one("a.asm", " org $2000\nstart lda #1\n rts\n");
/// let assembly = assemble(&files, "a.asm", &Options::default());
/// let output = assembly.output.expect("no mistakes");
/// assert_eq!(output.symbol("start"), Some(0x2000));
/// assert_eq!(output.raw(0), [0xA9, 0x01, 0x60]);
/// ```
pub fn assemble(files: &dyn Files, main: &str, options: &Options) -> Assembly {
    let mut assembler = pass::Assembler::new(files, options);
    assembler.assemble(main);
    finish::finish(assembler, options)
}
