//! What the operating system calls places that a program has no names for.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// What stands before a name of the system's that might be taken for one of the program's.
pub const SYSTEM: &str = "os:";
/// The system's variables of two bytes: VDSLST to CDTMA2. [sheet: os 3]
const VECTORS: std::ops::Range<u16> = 0x0200..0x022A;
/// From here on an address is called otherwise where it is read.
const REGISTERS: u16 = 0xD000;

/// Official names of registers, of the system's variables outside of the zero page (of which programs use the upper half, and often
/// all, as they like) and of its entries.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SystemNames {
    /// By address: what it is called where it is read, and where it is written.
    names: BTreeMap<u16, [String; 2]>,
    /// The addresses of all places by their names, the zero page's, too.
    places: BTreeMap<String, u16>,
    /// In upper case, names of symbols that are the system's own.
    own: BTreeSet<String>,
}

impl SystemNames {
    /// Of the official names of places those of such ones. A register that has two names is defined as a written one first.
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

    /// The same, of a system with such symbols.
    pub fn with_own<'a>(self, own: impl IntoIterator<Item = &'a str>) -> Self {
        SystemNames { own: own.into_iter().map(str::to_ascii_uppercase).collect(), ..self }
    }

    /// The name of the system's that is meant by one with [`SYSTEM`] in front.
    pub(super) fn own<'a>(&self, name: &'a str) -> Option<&'a str> {
        let (front, own) = name.split_at_checked(SYSTEM.len())?;
        let is_own = front.eq_ignore_ascii_case(SYSTEM) && self.own.contains(&own.to_ascii_uppercase());
        is_own.then_some(own)
    }

    /// Whether a symbol of that name is one of the system's own.
    pub fn has_own(&self, name: &str) -> bool {
        name.starts_with(SYSTEM) || self.own.contains(&name.to_ascii_uppercase())
    }

    /// Whether this is the official name of this address.
    pub fn is_place(&self, name: &str, address: u16) -> bool {
        self.places.get(&name.to_ascii_uppercase()) == Some(&address)
    }

    /// What an address is called where it is read, and where it is written.
    pub fn both(&self, address: u16) -> Option<[&str; 2]> {
        self.names.get(&address).map(|names| names.each_ref().map(String::as_str))
    }

    /// The variable of two bytes of which the second is at an address.
    pub fn word_of(&self, address: u16) -> Option<&str> {
        let is_second = VECTORS.contains(&address) && !self.names.contains_key(&address);
        let [name, _] = self.names.get(&address.wrapping_sub(1)).filter(|_| is_second)?;
        Some(name)
    }

    /// What an instruction says for an address: its name, or that of the variable whose second byte it is with `+1`.
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
