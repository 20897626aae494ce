//! Names of the keys of the 800's keyboard.

use crate::chips::pokey::Keyboard;

/// The key codes as POKEY scans them, by name. [sheet: os 5]
const KEYS: [(&str, u8); 62] = [
    ("L", 0x00),
    ("J", 0x01),
    (";", 0x02),
    ("K", 0x05),
    ("+", 0x06),
    ("*", 0x07),
    ("O", 0x08),
    ("P", 0x0A),
    ("U", 0x0B),
    ("RETURN", 0x0C),
    ("I", 0x0D),
    ("-", 0x0E),
    ("=", 0x0F),
    ("V", 0x10),
    ("C", 0x12),
    ("B", 0x15),
    ("X", 0x16),
    ("Z", 0x17),
    ("4", 0x18),
    ("3", 0x1A),
    ("6", 0x1B),
    ("ESC", 0x1C),
    ("5", 0x1D),
    ("2", 0x1E),
    ("1", 0x1F),
    (",", 0x20),
    ("SPACE", 0x21),
    (".", 0x22),
    ("N", 0x23),
    ("M", 0x25),
    ("/", 0x26),
    ("ATARI", 0x27),
    ("R", 0x28),
    ("E", 0x2A),
    ("Y", 0x2B),
    ("TAB", 0x2C),
    ("T", 0x2D),
    ("W", 0x2E),
    ("Q", 0x2F),
    ("9", 0x30),
    ("0", 0x32),
    ("7", 0x33),
    ("BACKSPACE", 0x34),
    ("8", 0x35),
    ("<", 0x36),
    (">", 0x37),
    ("F", 0x38),
    ("H", 0x39),
    ("D", 0x3A),
    ("CAPS", 0x3C),
    ("G", 0x3D),
    ("S", 0x3E),
    ("A", 0x3F),
    // Alternative names of keys above.
    ("ENTER", 0x0C),
    ("ESCAPE", 0x1C),
    ("DELETE", 0x34),
    ("INVERSE", 0x27),
    ("CLEAR", 0x36),
    ("INSERT", 0x37),
    ("COMMA", 0x20),
    ("PERIOD", 0x22),
    ("SEMICOLON", 0x02),
];

/// The code of the key called `name` (upper or lower case).
pub fn code(name: &str) -> Option<u8> {
    KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, code)| code)
}

/// The first name of the key with `code`, if there is such a key.
pub fn name(code: u8) -> Option<&'static str> {
    KEYS.iter().find(|&&(_, known)| known == code).map(|&(name, _)| name)
}

/// Presses a key by name: a key, `SHIFT`, `CTRL` or `BREAK`, with any number of `SHIFT+` and `CTRL+` before it. False
/// if there is no such key.
pub fn press(keys: &mut Keyboard, word: &str) -> bool {
    let mut rest = word;
    loop {
        if let Some(after) = strip(rest, "SHIFT+") {
            keys.shift = true;
            rest = after;
        } else if let Some(after) = strip(rest, "CTRL+") {
            keys.ctrl = true;
            rest = after;
        } else {
            break;
        }
    }
    match rest.to_ascii_uppercase().as_str() {
        "SHIFT" => keys.shift = true,
        "CTRL" => keys.ctrl = true,
        "BREAK" => keys.brk = true,
        other => match code(other) {
            Some(code) => keys.down |= 1 << code,
            None => return false,
        },
    }
    true
}

/// `text` without `prefix`, which is matched in any case; at least one character must follow.
fn strip<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    (head.eq_ignore_ascii_case(prefix) && !rest.is_empty()).then_some(rest)
}

/// The words of an input script that press exactly these keys.
pub fn words(keys: Keyboard) -> String {
    let mut words = Vec::new();
    if keys.shift {
        words.push("SHIFT");
    }
    if keys.ctrl {
        words.push("CTRL");
    }
    if keys.brk {
        words.push("BREAK");
    }
    words.extend((0..64).filter(|code| keys.down >> code & 1 == 1).filter_map(name));
    if words.is_empty() { "none".to_string() } else { words.join(" ") }
}

/// The key name most similar to `word`, for an error message.
pub fn suggestion(word: &str) -> Option<&'static str> {
    let upper = word.to_ascii_uppercase();
    KEYS.iter().map(|&(name, _)| name).find(|name| {
        name.len() > 2 && upper.len() > 1 && (name.starts_with(&upper) || upper.starts_with(&name[..2]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_own_code_and_a_name() {
        let mut codes: Vec<u8> = KEYS.iter().map(|&(_, code)| code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), 53);
        for code in codes {
            assert_eq!(super::code(name(code).unwrap()), Some(code));
        }
    }

    #[test]
    fn the_paper_on_input_scripts_names_every_key() {
        let paper = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/input.md")).unwrap();
        let row = paper.lines().find_map(|line| line.strip_prefix("| `key` |")).unwrap();
        let (_, list) = row.split_once("the signs `").unwrap();
        let (signs, rest) = list.split_once('`').unwrap();
        let (names, _) = rest.split_once(';').unwrap();
        let is_name = |word: &&str| word.len() > 1 && word.chars().all(|sign| sign.is_ascii_uppercase());
        let mut told: Vec<&str> = names.split([' ', ',']).filter(is_name).chain(signs.split(' ')).collect();
        let is_alphanumeric = |name: &str| name.len() == 1 && name.as_bytes()[0].is_ascii_alphanumeric();
        let mut known: Vec<&str> =
            KEYS.iter().map(|key| key.0).filter(|name| !is_alphanumeric(name)).collect();
        known.extend(["SHIFT", "CTRL", "BREAK"]);
        told.sort_unstable();
        known.sort_unstable();
        assert_eq!(told, known);
        assert_eq!(KEYS.iter().filter(|key| is_alphanumeric(key.0)).count(), 36);
    }

    #[test]
    fn a_plus_sign_after_shift_is_the_key() {
        let mut keys = Keyboard::default();
        assert!(press(&mut keys, "shift++"));
        assert_eq!(keys, Keyboard { down: 1 << 6, shift: true, ..Keyboard::default() });
    }

    #[test]
    fn words_press_the_same_keys_again() {
        let keys = Keyboard { down: 1 << 0x3F | 1 << 0x21, shift: true, ctrl: false, brk: true };
        let mut again = Keyboard::default();
        for word in words(keys).split(' ') {
            assert!(press(&mut again, word), "{word}");
        }
        assert_eq!(again, keys);
    }
}
