//! Names of addresses in a disassembly.

use std::collections::{BTreeMap, BTreeSet};

use crate::assembler;

/// Letters that mean a register or a size in an operand.
const LETTERS: [&str; 4] = ["A", "X", "Y", "Z"];

/// Unique names of addresses that are valid in the assembler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    /// Names with the piece that defines them.
    places: BTreeMap<u16, (usize, String)>,
    /// Names of addresses at which no line begins.
    elsewhere: BTreeMap<u16, String>,
    /// Registers that have another name for writing.
    written: BTreeMap<u16, String>,
    /// Addresses expressed relative to an earlier one.
    behind: BTreeMap<u16, u16>,
    /// Names already taken, in capitals.
    taken: BTreeSet<String>,
}

impl Names {
    pub(super) fn new() -> Names {
        let words = assembler::statement_words().into_iter().map(|word| word.to_ascii_uppercase());
        let taken = words.chain(LETTERS.map(str::to_string)).collect();
        let (places, behind) = (BTreeMap::new(), BTreeMap::new());
        Names { places, elsewhere: BTreeMap::new(), written: BTreeMap::new(), behind, taken }
    }

    /// Names an address in a piece by its symbol, if it has one.
    pub(super) fn place(&mut self, piece: usize, address: u16, symbol: Option<&str>) {
        if self.places.contains_key(&address) {
            return;
        }
        let name = self.free(symbol.unwrap_or(&format!("L{address:04X}")));
        self.places.insert(address, (piece, name));
    }

    /// Names an address at which no line begins.
    pub(super) fn elsewhere(&mut self, address: u16, symbol: &str) {
        if self.elsewhere.contains_key(&address) {
            return;
        }
        let name = self.free(symbol);
        self.elsewhere.insert(address, name);
    }

    /// Names a register for writing.
    pub(super) fn written(&mut self, address: u16, symbol: &str) {
        let name = self.free(symbol);
        self.written.insert(address, name);
    }

    /// Expresses an address relative to an earlier one.
    pub(super) fn behind(&mut self, address: u16, start: u16) {
        self.behind.insert(address, start);
    }

    /// The label of an address in a piece.
    pub(super) fn label(&self, piece: usize, address: u16) -> Option<&str> {
        self.places.get(&address).filter(|(of, _)| *of == piece).map(|(_, name)| name.as_str())
    }

    /// The operand text for an address.
    pub(super) fn of(&self, address: u16, is_written: bool) -> Option<String> {
        if let Some(name) = self.written.get(&address).filter(|_| is_written) {
            return Some(name.clone());
        }
        let known =
            |address| self.places.get(&address).map(|(_, name)| name).or(self.elsewhere.get(&address));
        if let Some(name) = known(address) {
            return Some(name.clone());
        }
        let start = *self.behind.get(&address)?;
        Some(format!("{}+{}", known(start)?, address.wrapping_sub(start)))
    }

    /// The names of addresses at which no line begins.
    pub(super) fn others(&self) -> impl Iterator<Item = (&str, u16)> {
        self.elsewhere.iter().chain(&self.written).map(|(&address, name)| (name.as_str(), address))
    }

    /// The name, changed if it is taken or has another meaning in the assembler.
    fn free(&mut self, name: &str) -> String {
        let fits = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
        let mut name: String = name.chars().map(|c| if fits(c) { c } else { '_' }).collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            name.insert(0, '_');
        }
        while !self.taken.insert(name.to_ascii_uppercase()) {
            name.push('_');
        }
        name
    }
}
