//! What order-of-battle lines of both editions have in common.

use super::problem::Problem;
use super::words::{Word, Words};

/// Words of a name by part of the type code; empty if there is no word.
pub(super) type NameWords = [&'static str; 8];

/// Parses the number of a unit, which must be `expected`; `units` is the number of units including the unused
/// unit 0.
pub(super) fn number(words: &mut Words, expected: usize, units: usize) -> Result<(), Problem> {
    let first = words.expect("a unit number")?;
    if first.text.parse() == Ok(expected) && expected < units {
        return Ok(());
    }
    let right = match expected < units {
        true => format!("the next unit is {expected}"),
        false => format!("{} is the last unit", units - 1),
    };
    Err(first.place.problem(format!("`{}` is not the next unit number", first.text), right))
}

/// Parses a type word, or a prefix word and a type word. Returns the indices of both, the prefix in the high
/// nibble.
pub(super) fn type_code(words: &mut Words, prefixes: NameWords, types: NameWords) -> Result<u8, Problem> {
    let index = |words: NameWords, word: Word| words.iter().position(|&known| known == word.text);
    let named = |words: &[&str]| {
        let words: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
        words.join(" ")
    };
    let first = words.expect("a prefix word or a type word")?;
    if let Some(kind) = index(types, first) {
        return Ok(kind as u8);
    }
    let Some(prefix) = index(prefixes, first) else {
        let help = format!("one of {} {} should stand here", named(&prefixes), named(&types));
        return Err(first.place.problem(format!("`{}` is not a word of a unit's name", first.text), help));
    };
    let second = words.expect("a type word")?;
    index(types, second).map(|kind| (prefix << 4 | kind) as u8).ok_or_else(|| {
        let help = format!("one of {} should stand here", named(&types));
        second.place.problem(format!("`{}` is not a type word", second.text), help)
    })
}

/// Parses the size word of a unit, which must be `expected`.
pub(super) fn size_word(words: &mut Words, number: usize, expected: &str) -> Result<(), Problem> {
    let size = words.expect("the size word")?;
    if size.text == expected {
        return Ok(());
    }
    let help = format!("unit {number} is called {expected}");
    Err(size.place.problem(format!("`{}` is not its size word", size.text), help))
}

/// Parses the turn in which a unit arrives: 0 at the start, or up to the last; or `never`, if that is
/// allowed.
pub(super) fn arrival(words: &mut Words, last: u32, never: Option<u8>) -> Result<u8, Problem> {
    let word = words.expect("the time of arrival")?;
    match (word.text, never) {
        ("start", _) => Ok(0),
        ("never", Some(never)) => Ok(never),
        ("turn", _) => words.number("turn", 1..=last),
        (other, never) => {
            let right =
                if never.is_some() { "write start, turn N or never" } else { "write start or turn N" };
            Err(word.place.problem(format!("`{other}` is not a time of arrival"), right))
        }
    }
}
