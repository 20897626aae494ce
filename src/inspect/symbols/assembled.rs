//! The symbols of an assembled program.

use std::collections::{BTreeMap, BTreeSet};

use super::{Kind, Symbol, Symbols};
use crate::assembler::{Output, SymbolKind};

impl Symbols {
    /// The symbols of an assembled program.
    pub fn from_assembly(output: &Output) -> Self {
        let extents = Extents::of(output);
        let sizes_of = |symbol: &crate::assembler::Symbol| match symbol.kind {
            _ if symbol.size > 0 => (symbol.size, symbol.element),
            SymbolKind::Label => extents.at(symbol.value as u16),
            _ => (0, 0),
        };
        Symbols::new(output.symbols.iter().map(|symbol| {
            let (size, element) = sizes_of(symbol);
            let kind = match symbol.kind {
                SymbolKind::Label | SymbolKind::Array | SymbolKind::Field => Kind::Label,
                SymbolKind::Proc => Kind::Procedure,
                SymbolKind::Local => Kind::Block,
                _ => Kind::Constant,
            };
            Symbol { name: symbol.name.clone(), value: symbol.value as u16, kind, size, element }
        }))
    }
}

/// The data and reserved memory of an assembled program.
struct Extents {
    /// Address, length and size of the elements of each line (0 if unknown).
    lines: BTreeMap<u16, (u32, u32)>,
    /// Addresses where something with a name begins.
    named: BTreeSet<u16>,
}

impl Extents {
    fn of(output: &Output) -> Extents {
        let data = output.lines.iter().filter(|line| !line.code);
        let data = data.map(|line| (line.address, (line.length, if line.words { 2 } else { 0 })));
        let reserved = output.reserved.iter().map(|reserved| (reserved.start, (reserved.length, 0)));
        let lines = reserved.chain(data).filter(|&(_, (length, _))| length > 0).collect();
        let is_place = |kind| {
            use SymbolKind::{Array, Field, Label, Local, Proc};
            matches!(kind, Array | Field | Label | Local | Proc)
        };
        let named = output.symbols.iter().filter(|symbol| is_place(symbol.kind));
        Extents { lines, named: named.map(|symbol| symbol.value as u16).collect() }
    }

    /// The size of what begins at an address and extends to the next name, and of its elements: those of all
    /// its lines, or 0.
    fn at(&self, address: u16) -> (u32, u32) {
        let Some(&(mut size, mut element)) = self.lines.get(&address) else { return (0, 0) };
        let next = |size: u32| u16::try_from(u32::from(address) + size).ok();
        while let Some(next) = next(size).filter(|next| !self.named.contains(next))
            && let Some(&(length, of_line)) = self.lines.get(&next)
        {
            size += length;
            element = if of_line == element { element } else { 0 };
        }
        (size, element)
    }
}
