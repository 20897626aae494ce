//! Encoding of words and numbers in generated files of both editions.

use std::fmt::Write;

use super::places::Places;
use super::square::{MAP_COLUMNS, MAP_ROWS};
use super::theatre::NORTHERN_HALF;
use super::tiles::{BORDER_CODE, SEA_CODE};
use super::units::NEVER;

/// Letters of a word in `generated/words.bin`.
const WORD_LENGTH: usize = 8;

/// Terminates a name in `generated/city_names.bin`.
const END_OF_NAME: u8 = 0xFF;

/// A name, its value and a remark.
pub(super) type Equate = (&'static str, usize, &'static str);

/// Equates in assembler syntax: an edition's own, followed by those that both editions share.
pub(super) fn equates(own: &[Equate], places: &Places) -> String {
    let shared: [Equate; 14] = [
        ("ARRIVES_NEVER", NEVER.into(), ""),
        ("MAP_COLUMNS", MAP_COLUMNS, "bytes of a map row"),
        ("MAP_ROWS", MAP_ROWS, ""),
        ("MAP_NORTHERN_Y", NORTHERN_HALF as usize, "first y of the northern tile set"),
        ("CODE_BORDER", BORDER_CODE.into(), ""),
        ("CODE_SEA", SEA_CODE.into(), ""),
        ("SHAPE_INFANTRY", 61, "plus colour bits"),
        ("SHAPE_ARMOR", 62, ""),
        ("SHAPE_SOLID", 63, ""),
        ("COLOUR_WHITE", 0x40, "Germans, cities, ice"),
        ("COLOUR_BLUE", 0x80, "water"),
        ("COLOUR_RED", 0xC0, "Russians"),
        ("WORD_LENGTH", WORD_LENGTH, "bytes of a word in words.bin"),
        ("BLOCKED_COUNT", places.blocked.len() * 2, "forbidden steps"),
    ];
    let mut text = String::from("; Made from maps/ and fonts/.\n");
    for (name, value, remark) in own.iter().chain(&shared) {
        let remark = if remark.is_empty() { String::new() } else { format!("; {remark}") };
        let line = format!("{name:<16}= {value:<6}{remark}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// A name in internal codes, with its terminator.
pub(super) fn closed(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes().map(|letter| letter.to_ascii_uppercase().wrapping_sub(b' ')).chain([END_OF_NAME])
}

/// A word of capitals in internal codes, padded with blanks.
pub(super) fn padded(word: &str) -> [u8; WORD_LENGTH] {
    let mut codes = [0; WORD_LENGTH];
    for (code, letter) in codes.iter_mut().zip(word.bytes()) {
        *code = letter - b' ';
    }
    codes
}
