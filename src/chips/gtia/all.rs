//! The eight objects, side by side.

use serde::{Deserialize, Serialize};

use super::coverage::{Coverage, WIDEST};
use super::object::{Object, pixel_clocks_log, shifted};
use crate::chips::an::{CLOCKS, FIRST_VISIBLE_CLOCK};

/// Players 0 to 3 are objects 0 to 3, missiles 0 to 3 objects 4 to 7.
pub(super) const OBJECTS: usize = 8;
/// The size value of the widest objects.
const WIDEST_SIZE: u8 = 3;
/// The widest object is over when the visible area begins, and shifted out in the clock after that, if it begins no
/// later than here. Objects of other sizes are if they begin before [`LOADED`].
const HIDDEN_UNTIL: usize = FIRST_VISIBLE_CLOCK - WIDEST - 1;
/// The clock of the last data that DMA loads.
pub(super) const LOADED: usize = 2 * 5 + 3;
/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x80 * ONES;

/// All objects as arrays of each property, so that all can be tested at once. They are saved one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "[Object; OBJECTS]", into = "[Object; OBJECTS]")]
pub(super) struct All {
    pub hpos: [u8; OBJECTS],
    pub size: [u8; OBJECTS],
    pub graf: [u8; OBJECTS],
    pub shift: [u8; OBJECTS],
    pub step: [u8; OBJECTS],
}

impl From<[Object; OBJECTS]> for All {
    fn from(objects: [Object; OBJECTS]) -> Self {
        let mut all = All::default();
        objects.into_iter().enumerate().for_each(|(n, object)| all.set(n, object));
        all
    }
}

impl From<All> for [Object; OBJECTS] {
    fn from(all: All) -> Self {
        std::array::from_fn(|n| all.get(n))
    }
}

impl All {
    #[inline]
    pub(super) fn get(&self, n: usize) -> Object {
        let All { hpos, size, graf, shift, step } = self;
        Object { hpos: hpos[n], size: size[n], graf: graf[n], shift: shift[n], step: step[n] }
    }

    #[inline]
    pub(super) fn set(&mut self, n: usize, object: Object) {
        let All { hpos, size, graf, shift, step } = self;
        (hpos[n], size[n], graf[n], shift[n], step[n]) =
            (object.hpos, object.size, object.graf, object.shift, object.step);
    }

    /// Runs the clocks `from..to` of an object, and marks where its output is 1.
    #[inline]
    pub(super) fn run(&mut self, n: usize, from: usize, to: usize, coverage: &mut Coverage) {
        // Usually nothing is lit before a register changes.
        let trigger = usize::from(self.hpos[n]);
        if self.shift[n] != 0 || (self.graf[n] != 0 && (from..to).contains(&trigger)) {
            self.run_lit(n, from, to, coverage);
        }
    }

    #[inline(never)]
    fn run_lit(&mut self, n: usize, from: usize, to: usize, coverage: &mut Coverage) {
        coverage.make_room();
        if self.shift[n] == 0 && usize::from(self.hpos[n]) + WIDEST < to {
            self.show(n, coverage);
            return;
        }
        let mut object = self.get(n);
        object.run(from, to, n, coverage);
        self.set(n, object);
    }

    /// Shows everything loaded at an object's trigger, or as much as the line has room for. Nothing may remain of it
    /// before.
    #[inline(always)]
    pub(super) fn show(&mut self, n: usize, coverage: &mut Coverage) {
        let (trigger, graf) = (usize::from(self.hpos[n]), self.graf[n]);
        let size = self.size[n];
        // What lies after the end of the line is ignored.
        coverage.light(trigger, graf, size, n);
        if trigger + WIDEST >= CLOCKS {
            (self.shift[n], self.step[n]) = shifted(graf, CLOCKS - 1 - trigger, pixel_clocks_log(size));
        }
    }

    /// Computes what remains at the end of the line of an object that is shown there.
    pub(super) fn leave(&mut self, n: usize) {
        let All { hpos, size, graf, shift, step } = self;
        if let Some(clocks) = (CLOCKS - 1).checked_sub(hpos[n].into()) {
            (shift[n], step[n]) = shifted(graf[n], clocks, pixel_clocks_log(size[n]));
        }
    }

    /// Whether, at the start of a line, it holds for each of the first `count` objects that nothing is visible or
    /// remains of it when the visible area begins, or that nothing of it is lit before [`LOADED`], whatever its
    /// graphics.
    #[inline(always)]
    pub(super) fn are_shown_later(&self, count: usize) -> bool {
        if self.shift != [0; OBJECTS] {
            return self.are_left_but_shown_later(count);
        }
        self.are_shown_early() << (64 - 8 * count) == 0
    }

    /// The objects that are shown before [`LOADED`] and of which something is visible or remains when the visible area
    /// begins, by their highest bits.
    #[inline(always)]
    pub(super) fn are_shown_early(&self) -> u64 {
        let [hpos, size] = [self.hpos, self.size].map(u64::from_le_bytes);
        are_at_least(HIDDEN_UNTIL as u8 + 1, hpos)
            & !are_at_least(LOADED as u8, hpos)
            & are_at_least(WIDEST_SIZE, size)
    }

    /// The objects of which something may remain at the end of the line, by their highest bits.
    #[inline(always)]
    pub(super) fn are_shown_late(&self) -> u64 {
        let [hpos, size] = [self.hpos, self.size].map(u64::from_le_bytes);
        are_at_least((CLOCKS - 8) as u8, hpos)
            | are_at_least((CLOCKS - WIDEST) as u8, hpos) & are_at_least(1, size)
    }

    /// [`All::are_shown_later`] where something may remain of some objects: whether those are shown later. [measured:
    /// 0.2 of 28 host instructions a machine cycle with all objects on all lines, compared with testing one by one]
    #[inline(never)]
    fn are_left_but_shown_later(&self, count: usize) -> bool {
        let [hpos, size, shift, step] = [self.hpos, self.size, self.shift, self.step].map(u64::from_le_bytes);
        let (loaded, wide) = (are_at_least(LOADED as u8, hpos), are_at_least(WIDEST_SIZE, size));
        let early = are_at_least(HIDDEN_UNTIL as u8 + 1, hpos) & !loaded & wide;
        let frozen = are_at_least(2, size) & !wide & are_at_least(1, step) & !are_at_least(3, step);
        let late = are_at_least(FIRST_VISIBLE_CLOCK as u8, hpos) & !frozen;
        let seen = early | loaded & are_at_least(1, shift) & !late;
        seen << (64 - 8 * count) == 0
    }
}

/// Whether what an object of that size shows from its `trigger` on is over when the visible area begins, and nothing of
/// it remains.
#[inline]
pub(super) fn is_hidden(trigger: u8, size: u8) -> bool {
    usize::from(trigger) < LOADED && (size != WIDEST_SIZE || usize::from(trigger) <= HIDDEN_UNTIL)
}

/// Which of eight bytes are at least `least`, by their highest bits.
#[inline(always)]
pub(super) fn are_at_least(least: u8, bytes: u64) -> u64 {
    // Compares the remaining bits.
    let low = (bytes & !HIGH_BITS) + u64::from(0x80 - least % 0x80) * ONES;
    HIGH_BITS & if least < 0x80 { bytes | low } else { bytes & low }
}

/// The highest bits of eight bytes; that of the lowest byte is in the lowest bit.
#[inline(always)]
pub(super) fn high_bits(bytes: u64) -> u8 {
    ((bytes >> 7 & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}
