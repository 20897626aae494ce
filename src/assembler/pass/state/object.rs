//! Exports of an object file, and the order of its blocks.

use crate::assembler::names::Name;
use crate::assembler::source::Place;
use crate::assembler::syntax::Update;

/// `.public` and `blk update …` of a pass.
#[derive(Default)]
pub(in crate::assembler) struct ObjectFile {
    publics: Vec<(Name, Place)>,
    updates: Vec<Update>,
}

impl ObjectFile {
    /// Exports a name, declared at a place.
    pub(crate) fn offer(&mut self, name: Name, place: Place) {
        self.publics.push((name, place));
    }

    pub(crate) fn offers_anything(&self) -> bool {
        !self.publics.is_empty()
    }

    pub(crate) fn take_publics(&mut self) -> Vec<(Name, Place)> {
        std::mem::take(&mut self.publics)
    }

    /// Sets the next block.
    pub(crate) fn order(&mut self, update: Update) {
        self.updates.push(update);
    }

    /// The blocks in order: first those given in the source, then the others, each once.
    pub(crate) fn take_order(&mut self) -> Vec<Update> {
        let mut order = Vec::new();
        let usual = [Update::Addresses, Update::Wants, Update::Offers];
        for update in std::mem::take(&mut self.updates).into_iter().chain(usual) {
            if !order.contains(&update) {
                order.push(update);
            }
        }
        order
    }
}
