//! `?name` labels.

use crate::assembler::names::Name;
use std::collections::BTreeMap;

/// Places of the `?name`s, which may label several places, by symbol.
#[derive(Default)]
pub(in crate::assembler) struct Marks {
    places: BTreeMap<u32, i64>,
    before: BTreeMap<u32, i64>,
    /// One whose place has changed since the previous pass.
    moved: Option<u32>,
    /// `opt ?+`: the preceding plain label, and its scope.
    last_label: Option<(u32, Name)>,
}

impl Marks {
    pub(crate) fn begin_pass(&mut self) {
        self.last_label = None;
    }

    /// Records a `?name` at a place.
    pub(crate) fn note(&mut self, symbol: u32, place: i64) {
        self.places.insert(symbol, place);
    }

    /// Ends a pass: finds a `?name` whose last place differs from the previous pass.
    pub(crate) fn settle(&mut self) {
        let places = std::mem::take(&mut self.places);
        let moved = places.iter().find(|(symbol, place)| self.before.get(symbol) != Some(place));
        self.moved = moved.map(|(&symbol, _)| symbol);
        self.before = places;
    }

    /// A symbol that has moved since the previous pass.
    pub(crate) fn moved(&self) -> Option<u32> {
        self.moved
    }

    /// `opt ?+`: records a plain label, to which the following `?name`s belong.
    pub(crate) fn note_label(&mut self, scope: u32, name: Name) {
        self.last_label = Some((scope, name));
    }

    /// `opt ?+`: the plain label in a scope to which `?name`s here belong.
    pub(crate) fn label_in(&self, scope: u32) -> Option<Name> {
        self.last_label.filter(|label| label.0 == scope).map(|(_, name)| name)
    }
}
