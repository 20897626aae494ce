//! The operating system's names for addresses that a program has not named.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Prefix of system names that might be confused with the program's.
pub const SYSTEM: &str = "os:";
/// The system's two-byte variables: VDSLST to CDTMA2. [sheet: os 3]
const VECTORS: std::ops::Range<u16> = 0x0200..0x022A;
/// From this address on, names for reading and writing differ.
const REGISTERS: u16 = 0xD000;

/// Official names of registers, of the system's entry points, and of its variables outside of the zero page
/// (programs use the upper half of the zero page, and often all of it, as they like).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SystemNames {
    /// By address: the name for reading, and the name for writing.
    names: BTreeMap<u16, [String; 2]>,
    /// Addresses by name, including the zero page.
    places: BTreeMap<String, u16>,
    /// Names of the system's own symbols, in upper case.
    own: BTreeSet<String>,
}

impl SystemNames {
    /// Selects these from all official names. If a register has two names, the one for writing is defined
    /// first.
    pub fn new<'a>(official: impl IntoIterator<Item = (&'a str, u16)>) -> Self {
        let official: Vec<(&str, u16)> = official.into_iter().collect();
        let places = official.iter().map(|&(name, address)| (name.to_ascii_uppercase(), address)).collect();
        let mut names: BTreeMap<u16, [String; 2]> = BTreeMap::new();
        let is_place =
            |&(_, at): &(&str, u16)| matches!(at, 0x0200..0x0400 | 0xD000..0xD500 | 0xE400..0xE480);
        for (name, address) in official.into_iter().filter(is_place) {
            let [read, _] = names.entry(address).or_insert_with(|| [name.to_string(), name.to_string()]);
            if address >= REGISTERS {
                *read = name.to_string();
            }
        }
        SystemNames { names, places, own: BTreeSet::new() }
    }

    /// Adds the names of the system's own symbols.
    pub fn with_own<'a>(self, own: impl IntoIterator<Item = &'a str>) -> Self {
        SystemNames { own: own.into_iter().map(str::to_ascii_uppercase).collect(), ..self }
    }

    /// The system name in a name with the prefix [`SYSTEM`].
    pub(super) fn own<'a>(&self, name: &'a str) -> Option<&'a str> {
        let (front, own) = name.split_at_checked(SYSTEM.len())?;
        let is_own = front.eq_ignore_ascii_case(SYSTEM) && self.own.contains(&own.to_ascii_uppercase());
        is_own.then_some(own)
    }

    /// Whether a name is that of one of the system's own symbols.
    pub fn has_own(&self, name: &str) -> bool {
        name.starts_with(SYSTEM) || self.own.contains(&name.to_ascii_uppercase())
    }

    /// Whether this is the official name of the address.
    pub fn is_place(&self, name: &str, address: u16) -> bool {
        self.places.get(&name.to_ascii_uppercase()) == Some(&address)
    }

    /// The names of an address for reading and for writing.
    pub fn both(&self, address: u16) -> Option<[&str; 2]> {
        self.names.get(&address).map(|names| names.each_ref().map(String::as_str))
    }

    /// The two-byte variable whose second byte is at an address.
    pub fn word_of(&self, address: u16) -> Option<&str> {
        let is_second = VECTORS.contains(&address) && !self.names.contains_key(&address);
        let [name, _] = self.names.get(&address.wrapping_sub(1)).filter(|_| is_second)?;
        Some(name)
    }

    /// The operand text for an address: its name, or that of the variable whose second byte it is with `+1`.
    pub fn operand(&self, address: u16, is_written: bool) -> Option<String> {
        let [read, written] = match self.both(address) {
            Some(names) => names,
            None => return self.word_of(address).map(|word| format!("{word}+1")),
        };
        Some(if is_written { written } else { read }.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_the_name_of_its_use() {
        let official =
            [("VDSLST", 0x0200), ("HPOSP0", 0xD000), ("M0PF", 0xD000), ("SETVBV", 0xE45C), ("FR0", 0xD4)];
        let names = SystemNames::new(official);
        let operand = |address, is_written| names.operand(address, is_written);
        assert_eq!(operand(0xD000, true).as_deref(), Some("HPOSP0"));
        assert_eq!(operand(0xD000, false).as_deref(), Some("M0PF"));
        assert_eq!(operand(0x0201, true).as_deref(), Some("VDSLST+1"));
        assert_eq!(operand(0xE45C, false).as_deref(), Some("SETVBV"));
        assert_eq!(operand(0xD4, true), None, "the zero page is the program's");
        assert_eq!(operand(0x0202, true), None);
    }
}
