//! The assembler: source text to image, symbols, listing, diagnostics.
//!
//! It speaks the dialect of MADS, as far as that concerns the NMOS 6502. Every source line is
//! parsed once into a compact form; passes over that form are repeated until all symbols keep
//! their values.

mod diagnostic;
mod image;
mod link;
mod listing;
mod names;
mod opcodes;
mod output;
mod parse;
mod pass;
pub mod paths;
mod prove;
mod source;
mod symbols;
mod syntax;

pub use diagnostic::{Diagnostic, Format, Location, Severity, render};
pub use listing::{Content, ListingLine, cycles};
pub use output::{
    Assembly, Block, BlockKind, LineEntry, LoopBound, NoCart, Output, Region, RoutineTest, Segment, Span,
    Symbol,
};
pub use source::{DiskFiles, Files, MemoryFiles, Overlay};
pub use symbols::SymbolKind;

/// How a source is assembled.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Names and values that are defined from the beginning.
    pub defines: Vec<(String, i64)>,
    /// Letters of names are compared with their case (`-c`).
    pub case_sensitive: bool,
    /// Folders that are searched for included files, as paths of [`Files`].
    pub include: Vec<String>,
    /// Keep what a listing needs.
    pub listing: bool,
    /// Warn about labels that nothing uses (`-u`).
    pub warn_unused: bool,
    /// Segments that load over each other are an error, not a warning.
    pub strict: bool,
    /// Where bytes go that stand before the first `org` (`-b`).
    pub origin: Option<u16>,
    /// What `opt f+` fills gaps with, in place of $FF.
    pub fill: Option<u8>,
    /// Instructions may begin in column 1: a mnemonic there is no label (`-f`).
    pub column_one: bool,
    /// Leave out procedures that nothing uses (`-x`).
    pub drop_unused: bool,
}

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
    output::finish(assembler, options)
}
