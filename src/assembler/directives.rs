//! The directives with a dot, for completion and for suggestions.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::symbols::distance;

/// Directives that open a block, each with the one that closes it.
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
/// The other directives. Together with the above, these are all that the parser accepts, except redundant
/// aliases (`.echo`). A test looks for them there.
const OTHERS: [&str; 54] = [
    ".define", ".undef", ".else", ".elseif", ".elif", ".while", ".endw", ".endt", ".end", ".en", ".var",
    ".zpvar", ".byte", ".by", ".word", ".wo", ".long", ".dword", ".dbyte", ".sbyte", ".sb", ".cbyte", ".cb",
    ".cbm", ".he", ".float", ".fl", ".ds", ".org", ".align", ".print", ".error", ".ert", ".assert",
    ".budget", ".loop", ".region", ".exit", ".segdef", ".segment", ".endseg", ".reloc", ".public", ".extrn",
    ".link", ".use", ".def", ".get", ".put", ".sav", ".opt", ".run", ".ini", ".nowarn",
];

/// All directives with a dot, for completion, each once.
pub fn directives() -> BTreeSet<&'static str> {
    BLOCKS.into_iter().flat_map(|(open, close)| [open, close]).chain(OTHERS).collect()
}

/// The candidate closest to a word in lower case, which may be the word itself. Of equally close ones the
/// longest wins, because letters are left out more often than added.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let ranked = known.map(|known| (distance(word, known), known));
    let near = ranked.filter(|&(distance, _)| distance <= word.len() / 4);
    near.min_by_key(|&(distance, known)| (distance, Reverse(known.len()), known)).map(|(_, known)| known)
}
