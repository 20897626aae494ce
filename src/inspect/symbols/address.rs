//! Addresses and numbers as users write them.

use super::Symbols;
use crate::assembler::distance;

/// Why a text is not an address.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AddressError {
    /// Neither a valid number nor the form of a label.
    Malformed(String),
    /// An unknown label, and perhaps a similar one.
    Unknown(String, Option<String>),
    /// An element of a table or the like, and what is wrong with it.
    Wrong(String, String),
}

impl std::fmt::Display for AddressError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AddressError::Malformed(text) => write!(
                f,
                "`{text}` is not an address: expected 0 to 65535, $0 to $FFFF, 0x0 to 0xFFFF, or a label, \
                 perhaps with +offset, or +40*2"
            ),
            AddressError::Unknown(name, Some(similar)) => {
                write!(f, "there is no label `{name}`: did you mean `{similar}`?")
            }
            AddressError::Unknown(name, None) => write!(f, "there is no label `{name}`"),
            AddressError::Wrong(text, said) => write!(f, "`{text}`: {said}"),
        }
    }
}

impl std::error::Error for AddressError {}

impl Symbols {
    /// Parses a number, a label, or sums, differences and products of these (`screen+40*10`), the form of
    /// addresses and values in arguments.
    ///
    /// # Errors [`AddressError::Unknown`] for an unknown label, [`AddressError::Malformed`] for anything that
    /// is neither a number nor a label, and for values above $FFFF.
    pub fn address(&self, text: &str) -> Result<u16, AddressError> {
        self.address_within("", text)
    }

    /// Like [`Symbols::address`], with names resolved within a scope.
    ///
    /// # Errors The same.
    pub fn address_within(&self, scope: &str, text: &str) -> Result<u16, AddressError> {
        let malformed = || AddressError::Malformed(text.to_string());
        let terms: Vec<(i64, Vec<&str>)> = terms(text);
        let mut factors = terms.iter().flat_map(|(_, factors)| factors);
        if !factors.all(|factor| number(factor).is_some() || looks_like_a_label(factor)) {
            return Err(malformed());
        }
        let mut sum = 0_i64;
        for (sign, factors) in terms {
            let mut product = sign;
            for factor in factors {
                let value = match number(factor) {
                    Some(value) => value,
                    None => u32::from(self.label(scope, factor)?),
                };
                product = product.checked_mul(value.into()).ok_or_else(malformed)?;
            }
            sum = sum.checked_add(product).ok_or_else(malformed)?;
        }
        u16::try_from(sum).map_err(|_| malformed())
    }

    fn label(&self, scope: &str, name: &str) -> Result<u16, AddressError> {
        self.symbol_within(scope, name).map(|symbol| symbol.value).ok_or_else(|| {
            // A single letter is similar to every other.
            let similar = match name.len() {
                1 => None,
                _ => similar(name, self.proposals()),
            };
            AddressError::Unknown(name.to_string(), similar.map(str::to_string))
        })
    }
}

/// The terms of a sum, each with a sign (1 or -1) and its factors.
fn terms(text: &str) -> Vec<(i64, Vec<&str>)> {
    let signs = text.char_indices().filter(|(_, character)| matches!(character, '+' | '-'));
    let begins: Vec<(usize, i64)> =
        signs.map(|(at, character)| (at, if character == '+' { 1 } else { -1 })).collect();
    let mut terms = Vec::new();
    let (mut from, mut sign) = (0, 1);
    for (at, next) in begins.into_iter().chain([(text.len(), 1)]) {
        terms.push((sign, text[from..at].split('*').map(str::trim).collect()));
        (from, sign) = (at + 1, next);
    }
    terms
}

/// A decimal, `$hex` or `0xhex` number.
pub fn number(text: &str) -> Option<u32> {
    long_number(text)?.try_into().ok()
}

/// Like [`number`], but with up to 64 bits, such as for cycle counts.
pub fn long_number(text: &str) -> Option<u64> {
    let (digits, radix) = digits_of_number(text)?;
    u64::from_str_radix(digits, radix).ok()
}

/// Whether a text is written as [`number`] reads it, however large the number is.
pub fn is_number(text: &str) -> bool {
    digits_of_number(text).is_some()
}

/// The digits of a number and its radix.
fn digits_of_number(text: &str) -> Option<(&str, u32)> {
    let prefixed = ["$", "0x", "0X"].into_iter().find_map(|prefix| text.strip_prefix(prefix));
    let (digits, radix) = prefixed.map_or((text, 10), |digits| (digits, 16));
    // from_str_radix would take a sign.
    let is_one = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    is_one.then_some((digits, radix))
}

fn looks_like_a_label(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || "_?@".contains(c))
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "_?@.:".contains(c))
}

/// The candidate closest to `word`, if any is similar at all.
pub fn similar<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let allowed = 1 + word.len() / 4;
    let differs = |candidate: &str| {
        let candidate = candidate.to_ascii_lowercase();
        // The user may have left out some of the blocks that a label belongs to.
        if leaves_out_blocks(&word, &candidate) { 0 } else { distance(&word, &candidate) }
    };
    candidates
        .map(|candidate| (differs(candidate), candidate))
        .filter(|&(edits, _)| edits <= allowed)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// Whether `word` is the last part of a full name, perhaps with some of the blocks around it.
fn leaves_out_blocks(word: &str, full: &str) -> bool {
    let (mut words, mut parts) = (word.rsplit('.'), full.rsplit('.'));
    words.next() == parts.next() && words.all(|word| parts.any(|part| part == word))
}
