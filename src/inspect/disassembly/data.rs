//! Statements for bytes that are not instructions: texts, repeated bytes, plain bytes.

use std::collections::BTreeSet;

use crate::inspect::screen;

/// Bytes per line.
const WIDTH: usize = 8;
/// Number of equal bytes that become one statement.
const REPEATED: usize = 2 * WIDTH;
/// Characters per line.
const TEXT_WIDTH: usize = 40;
/// Minimum length of a text.
const SHORTEST: usize = 4;

/// How characters are encoded.
#[derive(Clone, Copy)]
enum Encoding {
    Atascii,
    /// As ANTIC shows them.
    Screen,
}

impl Encoding {
    /// The letter before a text in quotes.
    fn letter(self) -> char {
        match self {
            Encoding::Atascii => 'c',
            Encoding::Screen => 'd',
        }
    }

    /// The character of a byte, if it is common in texts.
    fn character(self, byte: u8) -> Option<char> {
        let c = match self {
            Encoding::Atascii => char::from(byte),
            Encoding::Screen if byte < 0x80 => screen::character(byte),
            Encoding::Screen => return None,
        };
        (c.is_ascii_alphanumeric() || " .,;!?-()+/&*=".contains(c)).then_some(c)
    }

    /// The text at the beginning of the bytes: limited in length, mostly letters, and with more variety than
    /// the rows of a picture.
    fn text(self, bytes: &[u8]) -> Option<String> {
        let text: String = bytes.iter().map_while(|&byte| self.character(byte)).take(TEXT_WIDTH).collect();
        let letters = text.chars().filter(char::is_ascii_alphabetic).count();
        let others = text.chars().filter(|&c| c != ' ').count() - letters;
        let kinds: BTreeSet<char> =
            text.to_ascii_lowercase().chars().filter(char::is_ascii_alphabetic).collect();
        let is_text = letters > 2 * others && kinds.len() > 2 && kinds.iter().any(|&c| "aeiouy".contains(c));
        (is_text && text.len() >= SHORTEST).then_some(text)
    }
}

/// Statements that generate the bytes, each with its length.
pub(super) fn statements(bytes: &[u8]) -> Vec<(usize, String)> {
    let mut statements = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let whole = whole(&bytes[at..]);
        let (count, text) = whole.unwrap_or_else(|| {
            let rest = &bytes[at..bytes.len().min(at + WIDTH)];
            let is_free = |&n: &usize| self::whole(&bytes[at + n..]).is_none();
            let count = 1 + (1..rest.len()).take_while(is_free).count();
            (count, self::bytes(&rest[..count]))
        });
        statements.push((count, text));
        at += count;
    }
    statements
}

/// A statement for a longer run of bytes that repeats or is readable.
fn whole(bytes: &[u8]) -> Option<(usize, String)> {
    let first = *bytes.first()?;
    let equal = bytes.iter().take_while(|&&byte| byte == first).count();
    if equal >= REPEATED {
        return Some((equal, format!(":{equal} dta ${first:02x}")));
    }
    let texts = [Encoding::Atascii, Encoding::Screen].into_iter();
    let texts = texts.filter_map(|encoding| Some((encoding, encoding.text(bytes)?)));
    let (encoding, text) = texts.max_by_key(|(_, text)| text.len())?;
    Some((text.len(), format!("dta {}'{text}'", encoding.letter())))
}

/// A statement with the bytes as numbers.
pub fn bytes(bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(|byte| format!("${byte:02x}")).collect();
    format!("dta {}", numbers.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> Vec<String> {
        statements(bytes).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn texts_are_shown_in_the_code_in_which_they_can_be_read() {
        assert_eq!(texts(b"\x01GAME OVER\x9b"), ["dta $01", "dta c'GAME OVER'", "dta $9b"]);
        assert_eq!(texts(&[0x27, 0x21, 0x2D, 0x25, 0x00, 0x61]), ["dta d'GAME a'"]);
        assert_eq!(texts(b"TDDTDDT"), ["dta $54,$44,$44,$54,$44,$44,$54"]);
        assert_eq!(texts(&[0, 0, 0, 0, 0x20, 0x41, 0x20]), ["dta $00,$00,$00,$00,$20,$41,$20"]);
    }

    #[test]
    fn many_equal_bytes_are_one_statement_and_others_eight_in_a_line() {
        assert_eq!(texts(&[7; 300]), [":300 dta $07"]);
        let mut bytes = vec![1; 9];
        bytes.extend([0; 16]);
        let lines = ["dta $01,$01,$01,$01,$01,$01,$01,$01", "dta $01", ":16 dta $00"];
        assert_eq!(texts(&bytes), lines);
    }
}
