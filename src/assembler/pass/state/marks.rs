//! `?name`s in front of statements.

use crate::assembler::names::Name;
use std::collections::BTreeMap;

/// Where those stood that may stand at several places, by their symbols.
#[derive(Default)]
pub(in crate::assembler) struct Marks {
    places: BTreeMap<u32, i64>,
    before: BTreeMap<u32, i64>,
    /// One that stood elsewhere in the pass before.
    moved: Option<u32>,
    /// `opt ?+`: the plain label before this place, and its scope.
    last_label: Option<(u32, Name)>,
}

impl Marks {
    pub(crate) fn begin_pass(&mut self) {
        self.last_label = None;
    }

    /// One stands here.
    pub(crate) fn note(&mut self, symbol: u32, place: i64) {
        self.places.insert(symbol, place);
    }

    /// The pass is over: which of them stood last at another place than in the one before.
    pub(crate) fn settle(&mut self) {
        let places = std::mem::take(&mut self.places);
        let moved = places.iter().find(|(symbol, place)| self.before.get(symbol) != Some(place));
        self.moved = moved.map(|(&symbol, _)| symbol);
        self.before = places;
    }

    /// The symbol of one that has moved since the pass before.
    pub(crate) fn moved(&self) -> Option<u32> {
        self.moved
    }

    /// `opt ?+`: a plain label, to which the `?name`s behind it belong.
    pub(crate) fn note_label(&mut self, scope: u32, name: Name) {
        self.last_label = Some((scope, name));
    }

    /// `opt ?+`: the plain label of a scope that the `?name`s here belong to.
    pub(crate) fn label_in(&self, scope: u32) -> Option<Name> {
        self.last_label.filter(|label| label.0 == scope).map(|(_, name)| name)
    }
}
