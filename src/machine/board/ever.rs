//! Which RAM has never been written to.

use std::ops::Range;

use super::cells;
use super::memory::Memory;
use super::written::{EVER, WRITTEN, Written};

/// The RAM that the operating system leaves to programs. Its screen and what belongs to that lie there, too, but are
/// written to later.
const FREE: [Range<usize>; 2] = [0x80..0x100, 0x480..0xC000];

/// Which addresses have been written to since power-on, by any code. Clearing by the operating system at a cold start
/// does not count: other machines, or programs that ran before, leave other values there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ever {
    written: Written,
    system_has_begun: bool,
}

impl Ever {
    /// Its size in host bytes.
    pub(crate) fn size(&self) -> usize {
        size_of::<Ever>() + self.written.size()
    }
}

impl Memory {
    /// Whether an address is RAM that has not been written to since power-on.
    pub(crate) fn is_fresh(&self, address: u16) -> bool {
        self.written[usize::from(address)] & EVER == 0 && self.kind(address) == cells::RAM
    }

    /// ANTIC's interrupts have been enabled: in the operating system's cold start this is the first thing after
    /// clearing the RAM.
    pub(super) fn lets_interrupts(&mut self) {
        if std::mem::replace(&mut self.system_has_begun, true) {
            return;
        }
        for free in FREE {
            self.written[free].iter_mut().for_each(|mark| *mark &= !EVER);
        }
    }

    /// Which addresses have been written to since power-on.
    pub(crate) fn ever_written(&self) -> Ever {
        Ever { written: Written::of::<EVER>(&self.written), system_has_begun: self.system_has_begun }
    }

    /// Restores the record of addresses that have been written to.
    pub(crate) fn set_ever_written(&mut self, ever: &Ever) {
        ever.written.give::<EVER>(&mut self.written);
        self.system_has_begun = ever.system_has_begun;
    }

    /// Makes all addresses count as written, as nothing is known about them.
    pub(super) fn forget_written(&mut self) {
        self.written.fill(WRITTEN);
        self.system_has_begun = true;
    }
}
