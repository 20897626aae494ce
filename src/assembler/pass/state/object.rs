//! What an object file offers, and in which order its blocks stand.

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
    /// A name that others may use, and where it is said.
    pub(crate) fn offer(&mut self, name: Name, place: Place) {
        self.publics.push((name, place));
    }

    pub(crate) fn offers_anything(&self) -> bool {
        !self.publics.is_empty()
    }

    pub(crate) fn take_publics(&mut self) -> Vec<(Name, Place)> {
        std::mem::take(&mut self.publics)
    }

    /// This block comes next.
    pub(crate) fn order(&mut self, update: Update) {
        self.updates.push(update);
    }

    /// The blocks in the order in which they stand: as the source says, then the others, each once.
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
