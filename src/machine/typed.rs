//! Maps characters of the host to the keys of the 800 that type them.

/// Characters without SHIFT and with it, by key code. [sheet: os 5]
const CHARACTERS: [(u8, char, char); 47] = [
    (0x00, 'l', 'L'),
    (0x01, 'j', 'J'),
    (0x02, ';', ':'),
    (0x05, 'k', 'K'),
    (0x06, '+', '\\'),
    (0x07, '*', '^'),
    (0x08, 'o', 'O'),
    (0x0A, 'p', 'P'),
    (0x0B, 'u', 'U'),
    (0x0D, 'i', 'I'),
    (0x0E, '-', '_'),
    (0x0F, '=', '|'),
    (0x10, 'v', 'V'),
    (0x12, 'c', 'C'),
    (0x15, 'b', 'B'),
    (0x16, 'x', 'X'),
    (0x17, 'z', 'Z'),
    (0x18, '4', '$'),
    (0x1A, '3', '#'),
    (0x1B, '6', '&'),
    (0x1D, '5', '%'),
    (0x1E, '2', '"'),
    (0x1F, '1', '!'),
    (0x20, ',', '['),
    (0x22, '.', ']'),
    (0x23, 'n', 'N'),
    (0x25, 'm', 'M'),
    (0x26, '/', '?'),
    (0x28, 'r', 'R'),
    (0x2A, 'e', 'E'),
    (0x2B, 'y', 'Y'),
    (0x2D, 't', 'T'),
    (0x2E, 'w', 'W'),
    (0x2F, 'q', 'Q'),
    (0x30, '9', '('),
    (0x32, '0', ')'),
    (0x33, '7', '\''),
    (0x35, '8', '@'),
    // With SHIFT these two are CLEAR and INSERT, which are not characters.
    (0x36, '<', '<'),
    (0x37, '>', '>'),
    (0x38, 'f', 'F'),
    (0x39, 'h', 'H'),
    (0x3A, 'd', 'D'),
    (0x3D, 'g', 'G'),
    (0x3E, 's', 'S'),
    (0x3F, 'a', 'A'),
    // The space bar types a space with SHIFT, too.
    (code::SPACE, ' ', ' '),
];

/// Keys that are identified by position rather than by the character they type. [sheet: os 5]
pub mod code {
    /// The space bar.
    pub const SPACE: u8 = 0x21;
    /// RETURN.
    pub const RETURN: u8 = 0x0C;
    /// ESC.
    pub const ESC: u8 = 0x1C;
    /// The inverse-video key with the Atari logo.
    pub const ATARI: u8 = 0x27;
    /// TAB.
    pub const TAB: u8 = 0x2C;
    /// With CTRL it deletes a character, with SHIFT a line.
    pub const BACKSPACE: u8 = 0x34;
    /// With SHIFT: clear the screen.
    pub const CLEAR: u8 = 0x36;
    /// With CTRL it inserts a character, with SHIFT a line.
    pub const INSERT: u8 = 0x37;
    /// CAPS LOWR.
    pub const CAPS: u8 = 0x3C;
    /// Cursor up, with CTRL.
    pub const UP: u8 = 0x0E;
    /// Cursor down, with CTRL.
    pub const DOWN: u8 = 0x0F;
    /// Cursor left, with CTRL.
    pub const LEFT: u8 = 0x06;
    /// Cursor right, with CTRL.
    pub const RIGHT: u8 = 0x07;
}

/// A key of the 800 with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtariKey {
    /// As POKEY scans it, 0 to 63.
    pub code: u8,
    /// With SHIFT.
    pub shift: bool,
    /// With CTRL.
    pub ctrl: bool,
}

impl AtariKey {
    /// The key that types `character`, if the 800 has one. Letters and the space bar are pressed with SHIFT if the
    /// person holds `shift`; for all other keys the character determines it.
    pub fn typed(character: char, shift: bool) -> Option<AtariKey> {
        if character == '`' {
            return Some(AtariKey { code: code::ATARI, shift, ctrl: false });
        }
        let &(code, plain, shifted) =
            CHARACTERS.iter().find(|&&(_, plain, shifted)| character == plain || character == shifted)?;
        let by_person = plain.is_ascii_alphabetic() || plain == ' ';
        let by_character = character != plain && character == shifted;
        Some(AtariKey { code, shift: if by_person { shift } else { by_character }, ctrl: false })
    }
}
