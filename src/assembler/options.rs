//! How a source is assembled, and what may be defined for it from outside.

/// What is defined as 1 in every source, which tells it that it is not another assembler's.
pub(super) const OWN_NAME: &str = "FRONT800";

/// What [`defined`] refuses.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotDefined {
    /// No label can be called so.
    #[error(
        "`{0}` is no name of a label: it begins with a letter, `_`, `?` or `@`, and goes on with these and digits"
    )]
    Name(String),
    /// The assembler defines it itself.
    #[error("`{0}` is 1 wherever front800 assembles: give the name of another label")]
    Own(String),
    /// No symbol has such a value.
    #[error("{0} = {1}: expected {min} to {max}", min = i32::MIN, max = u32::MAX)]
    Value(String, i64),
}

/// One of [`Options::defines`], if a label may be called so, and symbols have such values: 32 bits, with a sign or without. The
/// name of an instruction is one of a label, too, as it is in sources.
///
/// # Errors
/// Says which of both is wrong, and what would be right.
pub fn defined(name: &str, value: i64) -> Result<(String, i64), NotDefined> {
    if !is_name(name) {
        return Err(NotDefined::Name(name.to_owned()));
    }
    if name.eq_ignore_ascii_case(OWN_NAME) {
        return Err(NotDefined::Own(name.to_owned()));
    }
    if !(i32::MIN.into()..=u32::MAX.into()).contains(&value) {
        return Err(NotDefined::Value(name.to_owned(), value));
    }
    Ok((name.to_owned(), value))
}

fn is_name(text: &str) -> bool {
    let begins = text.starts_with(|first: char| first.is_ascii_alphabetic() || "_?@".contains(first));
    begins && text.chars().all(|character| character.is_ascii_alphanumeric() || "_?@.".contains(character))
}

/// How a source is assembled.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Names and values that are defined from the beginning, as [`defined`] gives them. Of several values of a name the
    /// last one counts.
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
