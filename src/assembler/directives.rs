//! The directives with a dot, for those who propose one.

use std::collections::BTreeSet;

use super::symbols::distance;

/// Directives that open a block, each with the one that ends it.
pub const BLOCKS: [(&str, &str); 12] = [
    (".if", ".endif"),
    (".ifdef", ".endif"),
    (".ifndef", ".endif"),
    (".rept", ".endr"),
    (".macro", ".endm"),
    (".proc", ".endp"),
    (".local", ".endl"),
    (".struct", ".ends"),
    (".enum", ".ende"),
    (".array", ".enda"),
    (".pages", ".endpg"),
    (".test", ".endtest"),
];
/// Others that are proposed.
const OTHERS: [&str; 34] = [
    ".define", ".undef", ".else", ".elseif", ".var", ".zpvar", ".byte", ".word", ".long", ".dword", ".dbyte",
    ".sbyte", ".cbyte", ".float", ".ds", ".org", ".align", ".print", ".error", ".ert", ".assert", ".budget",
    ".loop", ".region", ".exit", ".segdef", ".segment", ".endseg", ".reloc", ".public", ".extrn", ".link",
    ".use", ".def",
];

/// Directives with a dot that may be proposed, each once.
pub fn directives() -> BTreeSet<&'static str> {
    BLOCKS.into_iter().flat_map(|(open, close)| [open, close]).chain(OTHERS).collect()
}

/// The one of these that looks most like a word in small letters, or is it.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let ranked = known.map(|known| (distance(word, known), known));
    ranked.filter(|&(distance, _)| distance <= word.len() / 4).min().map(|(_, known)| known)
}
