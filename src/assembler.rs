//! The assembler: turns source text into an image, symbols, a listing and diagnostics.
//!
//! It accepts the MADS dialect as far as that concerns the NMOS 6502. Every source line is parsed once into a
//! compact form; passes over that form are repeated until the values of all symbols are stable.

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
pub use source::{Files, MemoryFiles, Overlay};
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
///
/// Included files have to be among `files`. To include the names of the hardware and the system, overlay
/// [`Generated`](crate::titles::Generated), which supplies them.
///
/// ```
/// use front800::assembler::{MemoryFiles, Options, Overlay, assemble};
/// use front800::titles::{Generated, Sources};
///
/// let files = MemoryFiles::one("a.asm", " icl 'front800/hardware.inc'\n org $2000\n lda #$34\n sta COLBK\n");
/// let assembly = assemble(&Overlay(&files, &Generated::new(Sources::embedded())), "a.asm", &Options::default());
/// assert_eq!(assembly.output.expect("no mistakes").raw(0), [0xA9, 0x34, 0x8D, 0x1A, 0xD0]);
/// ```
pub fn assemble(files: &dyn Files, main: &str, options: &Options) -> Assembly {
    let mut assembler = pass::Assembler::new(files, options);
    assembler.assemble(main);
    finish::finish(assembler, options)
}
