//! Relocation: addresses in a relocatable block, and external symbols.

use crate::assembler::link::Fixup;
use crate::assembler::names::Name;
use crate::assembler::symbols::Anchor;
use crate::assembler::syntax::Unit;

/// An external symbol.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct External {
    pub name: Name,
    pub unit: Unit,
    pub fixups: Vec<Fixup>,
}

/// Relocatable values found in a pass.
#[derive(Default)]
pub(in crate::assembler) struct Movement {
    /// The base address of the relocatable block while it is open.
    pub base: Option<i64>,
    fixups: Vec<Fixup>,
    externals: Vec<External>,
}

impl Movement {
    /// External symbols keep their numbers, since one may be used before it is declared.
    pub(crate) fn begin_pass(&mut self) {
        self.base = None;
        self.fixups.clear();
        self.externals.iter_mut().for_each(|external| external.fixups.clear());
    }

    /// Number of fixups recorded.
    pub(crate) fn noted(&self) -> usize {
        let of_names = self.externals.iter().map(|external| external.fixups.len());
        self.fixups.len() + of_names.sum::<usize>()
    }

    /// Whether any value may be relocatable.
    pub(crate) fn is_possible(&self) -> bool {
        self.base.is_some() || !self.externals.is_empty()
    }

    /// Declares an external symbol. Returns its number, which is kept from the previous pass.
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

    /// Records a fixup for the block or an external symbol.
    pub(crate) fn note(&mut self, anchor: Anchor, fixup: Fixup) {
        match anchor {
            Anchor::Block => self.fixups.push(fixup),
            Anchor::Name(index) => self.externals[index as usize].fixups.push(fixup),
        }
    }

    /// The fixups for the block.
    pub(crate) fn fixups(&self) -> &[Fixup] {
        &self.fixups
    }

    /// The fixups for the block that have not been taken yet.
    pub(crate) fn take_fixups(&mut self) -> Vec<Fixup> {
        std::mem::take(&mut self.fixups)
    }

    /// The fixups for an external symbol that have not been taken yet.
    pub(crate) fn take_fixups_of(&mut self, external: usize) -> Vec<Fixup> {
        std::mem::take(&mut self.externals[external].fixups)
    }
}
