//! What of the RAM nobody has ever written to.

use std::ops::Range;

use super::cells;
use super::memory::Memory;
use super::written::{EVER, WRITTEN, Written};

/// What the operating system leaves to programs, whose screen and what comes with it are written to later.
const FREE: [Range<usize>; 2] = [0x80..0x100, 0x480..0xC000];

/// Which addresses have been written to since power-on, by whoever it was. What the operating system clears at a cold start is none
/// of it: other machines, and other programs before this one, leave something else there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ever {
    written: Written,
    system_has_begun: bool,
}

impl Ever {
    /// Bytes of the host that it takes.
    pub(crate) fn size(&self) -> usize {
        size_of::<Ever>() + self.written.size()
    }
}

impl Memory {
    /// Whether an address is RAM that nobody has written to since power-on.
    pub(crate) fn is_fresh(&self, address: u16) -> bool {
        self.written[usize::from(address)] & EVER == 0 && self.kind(address) == cells::RAM
    }

    /// Interrupts of ANTIC are let through: of the operating system's cold start the first thing behind the clearing of the RAM.
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

    /// Goes back to what had been written to by then.
    pub(crate) fn set_ever_written(&mut self, ever: &Ever) {
        ever.written.give::<EVER>(&mut self.written);
        self.system_has_begun = ever.system_has_begun;
    }

    /// Nothing is known of what has been written to: it may be all.
    pub(super) fn forget_written(&mut self) {
        self.written.fill(WRITTEN);
        self.system_has_begun = true;
    }
}
