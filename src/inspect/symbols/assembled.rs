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
    /// What each line has at its address.
    lines: BTreeMap<u16, Extent>,
    /// Addresses where something with a name begins.
    named: BTreeSet<u16>,
}

/// What a line has.
#[derive(Clone, Copy)]
struct Extent {
    length: u32,
    /// The size of its elements; 0 if unknown.
    element: u32,
    is_reserved: bool,
}

impl Extents {
    fn of(output: &Output) -> Extents {
        let data = output.lines.iter().filter(|line| !line.code).map(|line| {
            let element = if line.words { 2 } else { 0 };
            (line.address, Extent { length: line.length, element, is_reserved: false })
        });
        let reserved = output.reserved.iter().map(|reserved| {
            (reserved.start, Extent { length: reserved.length, element: 0, is_reserved: true })
        });
        let is_place = |kind| {
            use SymbolKind::{Array, Field, Label, Local, Proc};
            matches!(kind, Array | Field | Label | Local | Proc)
        };
        let named = output.symbols.iter().filter(|symbol| is_place(symbol.kind));
        Extents {
            lines: reserved.chain(data).filter(|(_, extent)| extent.length > 0).collect(),
            named: named.map(|symbol| symbol.value as u16).collect(),
        }
    }

    /// The size of the data, or of the reserved memory, that begins at an address and extends to the next name, and of
    /// its elements: those of all its lines, or 0.
    fn at(&self, address: u16) -> (u32, u32) {
        let Some(&first) = self.lines.get(&address) else { return (0, 0) };
        let (mut size, mut element) = (first.length, first.element);
        let next = |size: u32| u16::try_from(u32::from(address) + size).ok();
        while let Some(next) = next(size).filter(|next| !self.named.contains(next))
            && let Some(more) = self.lines.get(&next)
            && more.is_reserved == first.is_reserved
        {
            size += more.length;
            element = if more.element == element { element } else { 0 };
        }
        (size, element)
    }
}
