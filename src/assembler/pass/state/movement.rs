//! What moves: addresses of a relocatable block, and names from elsewhere.

use crate::assembler::link::Fixup;
use crate::assembler::names::Name;
use crate::assembler::symbols::Anchor;
use crate::assembler::syntax::Unit;

/// A name that is declared to come from elsewhere.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct External {
    pub name: Name,
    pub unit: Unit,
    pub fixups: Vec<Fixup>,
}

/// What a pass has found that moves.
#[derive(Default)]
pub(in crate::assembler) struct Movement {
    /// The address that the relocatable block stands for, while it is open.
    pub base: Option<i64>,
    fixups: Vec<Fixup>,
    externals: Vec<External>,
}

impl Movement {
    /// Names from elsewhere keep their numbers: one may be used before it is declared.
    pub(crate) fn begin_pass(&mut self) {
        self.base = None;
        self.fixups.clear();
        self.externals.iter_mut().for_each(|external| external.fixups.clear());
    }

    /// How many places have been noted at which something moves.
    pub(crate) fn noted(&self) -> usize {
        let of_names = self.externals.iter().map(|external| external.fixups.len());
        self.fixups.len() + of_names.sum::<usize>()
    }

    /// Whether any value may move.
    pub(crate) fn is_possible(&self) -> bool {
        self.base.is_some() || !self.externals.is_empty()
    }

    /// Declares a name from elsewhere, which the pass before has given a number or not; gives its number.
    pub(crate) fn declare(&mut self, name: Name, unit: Unit, before: Option<Anchor>) -> usize {
        let index = match before {
            Some(Anchor::Name(index)) => index as usize,
            _ => {
                self.externals.push(External { name, unit, fixups: Vec::new() });
                self.externals.len() - 1
            }
        };
        self.externals[index].unit = unit;
        index
    }

    pub(crate) fn externals(&self) -> &[External] {
        &self.externals
    }

    /// A place at which something moves with the block or a name.
    pub(crate) fn note(&mut self, anchor: Anchor, fixup: Fixup) {
        match anchor {
            Anchor::Block => self.fixups.push(fixup),
            Anchor::Name(index) => self.externals[index as usize].fixups.push(fixup),
        }
    }

    /// The places that move with the block.
    pub(crate) fn fixups(&self) -> &[Fixup] {
        &self.fixups
    }

    /// The places that move with the block and have not been taken before.
    pub(crate) fn take_fixups(&mut self) -> Vec<Fixup> {
        std::mem::take(&mut self.fixups)
    }

    /// The places that move with a name and have not been taken before.
    pub(crate) fn take_fixups_of(&mut self, external: usize) -> Vec<Fixup> {
        std::mem::take(&mut self.externals[external].fixups)
    }
}
