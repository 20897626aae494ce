//! Character codes.

/// Screen code ("internal" code) of an ATASCII character.
pub(super) fn screen_code(atascii: u8) -> u8 {
    match atascii & 0x7F {
        0x00..=0x1F => atascii + 0x40,
        0x20..=0x5F => atascii - 0x20,
        _ => atascii,
    }
}

/// Screen code of the Commodore 64 in its second character set, where capital letters keep their codes.
pub(super) fn commodore_code(ascii: u8) -> u8 {
    match ascii {
        b'a'..=b'z' => ascii - 0x60,
        b'@' => 0,
        b'['..=b'_' => ascii - 0x40,
        _ => ascii,
    }
}
