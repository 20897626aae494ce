//! Assembly options, and which symbols may be predefined.

/// Defined as 1 in every source, so that a source can tell this assembler from others.
pub(super) const OWN_NAME: &str = "FRONT800";

/// Why [`defined`] rejects a definition.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotDefined {
    /// The name is not a valid label.
    #[error(
        "`{0}` is not a label: a label begins with a letter, `_`, `?` or `@`, and continues with these and digits"
    )]
    Name(String),
    /// The assembler defines it itself.
    #[error("`{0}` is 1 wherever front800 assembles: give the name of another label")]
    Own(String),
    /// The value is out of range.
    #[error("{0} = {1}: expected {min} to {max}", min = i32::MIN, max = u32::MAX)]
    Value(String, i64),
}

/// Checks an entry for [`Options::defines`]: the name has to be a valid label, and the value must fit 32
/// bits, signed or unsigned. The name of an instruction is a valid label, too, as it is in sources.
///
/// # Errors Says whether the name or the value is wrong, and what is expected.
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

/// Assembly options.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Predefined names and values, as checked by [`defined`]. If a name occurs several times, the last value
    /// counts.
    pub defines: Vec<(String, i64)>,
    /// Names are case sensitive (`-c`).
    pub case_sensitive: bool,
    /// Folders searched for included files, as paths of [`Files`](crate::assembler::Files).
    pub include: Vec<String>,
    /// Keep what a listing needs.
    pub listing: bool,
    /// Warn about unused labels (`-u`).
    pub warn_unused: bool,
    /// Segments that overlap in memory are an error, not a warning.
    pub strict: bool,
    /// Address of bytes that come before the first `org` (`-b`).
    pub origin: Option<u16>,
    /// The byte that `opt f+` fills gaps with, instead of $FF.
    pub fill: Option<u8>,
    /// A mnemonic in column 1 is an instruction, not a label (`-f`).
    pub column_one: bool,
    /// Record where symbols are used.
    pub references: bool,
    /// Leave out unused procedures (`-x`).
    pub drop_unused: bool,
    /// Allow `.assert` anywhere and keep the assertions: the source consists of routine tests.
    pub assertions: bool,
}
