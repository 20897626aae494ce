//! How a source is assembled.

/// How a source is assembled.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Names and values that are defined from the beginning.
    pub defines: Vec<(String, i64)>,
    /// Letters of names are compared with their case (`-c`).
    pub case_sensitive: bool,
    /// Folders that are searched for included files, as paths of [`Files`](crate::assembler::Files).
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
    /// Note where symbols are used.
    pub references: bool,
    /// Leave out procedures that nothing uses (`-x`).
    pub drop_unused: bool,
    /// `.assert` may stand anywhere and is kept: what is assembled are tests of routines.
    pub assertions: bool,
}
