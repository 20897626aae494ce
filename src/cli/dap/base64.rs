//! Bytes as text, in the form that the protocol has for memory (RFC 4648, chapter 4).

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as text.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for n in 0..4 {
            let sign = SIGNS[(number >> (18 - 6 * n) & 63) as usize];
            text.push(if n <= three.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

/// Text as bytes; none if it is not of that form.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let signs = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::new();
    for four in signs.chunks(4) {
        let mut number = 0;
        for sign in four {
            number = number << 6 | SIGNS.iter().position(|other| other == sign)? as u32;
        }
        number <<= 6 * (4 - four.len());
        bytes.extend(&number.to_be_bytes()[1..four.len().max(1)]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard_come_out() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(decode("Zm9%"), None);
    }
}
