//! The fields of structures, and the dimensions of arrays.

use super::calls::MAX_NESTING;
use crate::assembler::names::{Name, QuickMap};
use crate::assembler::source::Place;

/// A field of a structure.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct Field {
    pub name: Name,
    pub offset: i64,
    pub size: i64,
    /// Size of an element.
    pub unit: i64,
    /// The symbol of its type, if that is a structure or enumeration.
    pub of_type: Option<u32>,
    /// The line that declares it.
    pub place: Place,
}

/// A structure that is known.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Structure {
    pub fields: Vec<Field>,
    /// Total size.
    pub size: i64,
}

/// The structures of all passes, and the dimensions of arrays, by symbol.
#[derive(Default)]
pub(in crate::assembler) struct Structures {
    known: QuickMap<u32, Structure>,
    counts: QuickMap<u32, Vec<i64>>,
}

impl Structures {
    /// The structure of a symbol, as last completed.
    pub(crate) fn get(&self, symbol: u32) -> Option<&Structure> {
        self.known.get(&symbol)
    }

    pub(crate) fn remember(&mut self, symbol: u32, structure: Structure) {
        self.known.insert(symbol, structure);
    }

    /// The numbers in the brackets of the array's definition.
    pub(crate) fn counts(&self, array: u32) -> &[i64] {
        self.counts.get(&array).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn remember_counts(&mut self, array: u32, counts: Vec<i64>) {
        self.counts.insert(array, counts);
    }

    /// The fields that take values, at most `most`: nested structures are replaced by their fields.
    pub(crate) fn plain_fields(&self, structure: &Structure, most: usize) -> Vec<Field> {
        let mut plain = Vec::new();
        self.add_plain_fields(structure, 0, most, &mut plain);
        plain
    }

    fn add_plain_fields(&self, structure: &Structure, depth: usize, most: usize, plain: &mut Vec<Field>) {
        for field in &structure.fields {
            let inner = field.of_type.and_then(|symbol| self.get(symbol));
            match inner.filter(|inner| inner.size > 0 && depth < MAX_NESTING) {
                Some(inner) => {
                    for _ in 0..field.size / inner.size {
                        if plain.len() < most {
                            self.add_plain_fields(inner, depth + 1, most, plain);
                        }
                    }
                }
                None => plain.push(*field),
            }
        }
    }
}
