//! Where in a line objects are lit.

use std::ops::Range;

use crate::chips::an::codes::{BITS, TWICE};
use crate::chips::an::{FIRST_VISIBLE_CLOCK, LAST_VISIBLE_CLOCK};

/// A pixel that continues at the start of a line began at most this many clocks before.
const MARGIN: usize = 4;
/// Clocks of the widest object.
pub(super) const WIDEST: usize = 32;
/// Room for every position that a byte can hold.
const PLACES: usize = MARGIN + 256 + WIDEST;
/// An upper bound on the lit clocks of one object before [`Coverage::make_room`], and of all of them at their triggers.
const MOST: usize = 272;
const ROOM: usize = 512;
/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Which objects are lit at each clock of the line: bit n is object n.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    /// One byte a colour clock; clock 0 has its place at [`MARGIN`].
    lit: [u8; PLACES],
    /// The clocks at which something is lit, in no order, some of them more than once, with some that are not visible.
    clocks: [u8; ROOM],
    /// The number of those.
    count: usize,
}

impl Default for Coverage {
    fn default() -> Self {
        Coverage { lit: [0; PLACES], clocks: [0; ROOM], count: 0 }
    }
}

impl Coverage {
    /// Whether anything may be lit.
    #[inline]
    pub(super) fn is_lit(&self) -> bool {
        self.count != 0
    }

    /// Calls `met` with those of `clocks`, which must be visible ones, at which something is lit, and with the objects
    /// lit; for some clocks more than once.
    // Going through a few clocks between two changes is faster than going through all that are noted. [measured: 8 of
    // 47 host instructions a machine cycle where colours change in lines with wide players]
    #[inline(always)]
    pub(super) fn each_lit(&self, clocks: Range<usize>, mut met: impl FnMut(usize, u8)) {
        let noted = &self.clocks[..self.count % ROOM];
        let seen = self.lit.get(MARGIN + clocks.start..MARGIN + clocks.end).unwrap_or(&[]);
        if noted.len() < seen.len() {
            for &clock in noted {
                let place = usize::from(clock).wrapping_sub(clocks.start);
                // If all clocks have been noted to make room, nothing is lit at some.
                if let Some(&lit) = seen.get(place)
                    && lit != 0
                {
                    met(clocks.start + place, lit);
                }
            }
        } else {
            for (place, &lit) in seen.iter().enumerate().filter(|(_, lit)| **lit != 0) {
                met(clocks.start + place, lit);
            }
        }
    }

    /// Takes all visible clocks at which something is lit, with the objects lit; each once, and counted from the first
    /// visible one.
    #[inline(always)]
    pub(super) fn take_lit(&mut self) -> impl Iterator<Item = (usize, u8)> {
        let Coverage { lit, clocks, count } = self;
        let places =
            clocks[..*count % ROOM].iter().map(|clock| clock.wrapping_sub(FIRST_VISIBLE_CLOCK as u8));
        let is_visible = |place: &u8| *place <= (LAST_VISIBLE_CLOCK - FIRST_VISIBLE_CLOCK) as u8;
        places.filter(is_visible).map(usize::from).filter_map(|place| {
            let lit = std::mem::take(&mut lit[MARGIN + FIRST_VISIBLE_CLOCK + place]);
            (lit != 0).then_some((place, lit))
        })
    }

    /// Clears everything for the next line.
    pub(super) fn clear(&mut self) {
        if self.is_lit() {
            self.lit = [0; PLACES];
            self.count = 0;
        }
    }

    /// Marks `object` from `clock` on where the pixels of `graf` are lit, with a size as in SIZEP.
    #[inline(always)]
    pub(super) fn light(&mut self, clock: usize, graf: u8, size: u8, object: usize) {
        let place = clock + MARGIN;
        match size {
            1 => {
                for n in 0..2 {
                    self.mark(place + 8 * n, twice(graf, n), object);
                }
            }
            3 => {
                for n in 0..4 {
                    self.mark(place + 8 * n, four_times(graf, n), object);
                }
            }
            _ => self.mark(place, graf, object),
        }
    }

    /// Marks `object` in those of 32 `clocks` that are lit, from a place in the visible area on; the first one is in
    /// the highest bit.
    pub(super) fn light_seen(&mut self, place: usize, clocks: u32, object: usize) {
        self.make_room();
        for (n, pixels) in clocks.to_be_bytes().into_iter().enumerate() {
            if pixels != 0 {
                self.mark(FIRST_VISIBLE_CLOCK + place + 8 * n + MARGIN, pixels, object);
            }
        }
    }

    /// Marks `object` where pixels are lit that last a power of two of clocks. The first pixel began `before` clocks
    /// before `clock`, at most [`MARGIN`]; marks nothing from `end` on.
    pub(super) fn light_until(
        &mut self,
        end: usize,
        clock: usize,
        before: usize,
        graf: u8,
        pixel_clocks_log: u32,
        object: usize,
    ) {
        let place = clock + MARGIN - before;
        for n in 0..1 << pixel_clocks_log {
            let pixels = match pixel_clocks_log {
                0 => graf,
                1 => twice(graf, n),
                _ => four_times(graf, n),
            };
            self.mark_until(end + MARGIN, place + 8 * n, pixels, object);
        }
    }

    /// Marks `object` in all `clocks`.
    pub(super) fn fill(&mut self, clocks: Range<usize>, object: usize) {
        for clock in clocks.clone().step_by(8) {
            self.mark_until(clocks.end + MARGIN, clock + MARGIN, 0xFF, object);
        }
    }

    fn mark_until(&mut self, end: usize, place: usize, pixels: u8, object: usize) {
        let shown = 0xFF00 >> end.saturating_sub(place).min(8);
        self.mark(place, pixels & shown as u8, object);
    }

    /// Marks `object` in eight places from `place` on, according to `pixels`; the leftmost is in bit 7.
    #[inline(always)]
    fn mark(&mut self, place: usize, pixels: u8, object: usize) {
        if let Some(eight) = self.lit[place..].first_chunk_mut() {
            *eight = (u64::from_le_bytes(*eight) | LIT[usize::from(pixels)] << object).to_le_bytes();
        }
        let clocks = CLOCKS_OF[usize::from(pixels)];
        // Carries between bytes happen only where none of them is visible.
        let first = (place.wrapping_sub(MARGIN + 1) as u8 as u64) * ONES;
        if let Some(eight) = self.clocks[self.count..].first_chunk_mut() {
            *eight = clocks.wrapping_add(first).to_le_bytes();
            self.count += (clocks >> 56) as usize;
        }
    }

    /// Makes room for everything that an object may light before a register changes.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.count > ROOM - MOST {
            self.note_all();
        }
    }

    /// Notes all visible clocks, each once, as ones at which something may be lit.
    #[inline(never)]
    fn note_all(&mut self) {
        self.count = 0;
        for clock in FIRST_VISIBLE_CLOCK..=LAST_VISIBLE_CLOCK {
            self.clocks[self.count] = clock as u8;
            self.count += 1;
        }
    }
}

/// Eight clocks of a `graf` whose pixels last two clocks: the first eight, or the second.
#[inline]
fn twice(graf: u8, n: usize) -> u8 {
    TWICE[usize::from(graf >> (4 - 4 * n) & 15)]
}

/// Eight clocks of a `graf` whose pixels last four clocks: group `n` of eight.
#[inline]
fn four_times(graf: u8, n: usize) -> u8 {
    [0x00, 0x0F, 0xF0, 0xFF][usize::from(graf >> (6 - 2 * n) & 3)]
}

/// For eight pixels, the leftmost in bit 7: a byte for each, the leftmost in the lowest, 1 if it is lit.
static LIT: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        table[bits] = BITS[bits] & ONES;
        bits += 1;
    }
    table
};

/// Which of eight pixels are lit, counted from 1, the first in the lowest byte. The highest byte has their number,
/// which equals that of the last one if all are lit.
static CLOCKS_OF: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut n, mut count) = (0, 0);
        while n < 8 {
            if bits >> (7 - n) & 1 != 0 {
                table[bits] |= (n + 1) << (8 * count);
                count += 1;
            }
            n += 1;
        }
        if count < 8 {
            table[bits] |= count << 56;
        }
        bits += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::an::CLOCKS;
    use crate::chips::gtia::numbers;

    #[test]
    fn all_that_is_lit_is_noted_however_much_that_is() {
        let mut next = numbers(9);
        for marks in [1, 8, 100, 1000] {
            let mut coverage = Coverage::default();
            let mut expected = [0; PLACES];
            for _ in 0..marks {
                let (object, clock, graf) = (next(8), next(CLOCKS), next(256) as u8);
                let size = next(4) as u8;
                let pixel_clocks = [1, 2, 1, 4][usize::from(size)];
                coverage.make_room();
                coverage.light(clock, graf, size, object);
                for n in (0..8 * pixel_clocks).filter(|n| graf << (n / pixel_clocks) & 0x80 != 0) {
                    expected[clock + n] |= 1 << object;
                }
            }
            let mut seen = [0; PLACES];
            let visible = FIRST_VISIBLE_CLOCK..LAST_VISIBLE_CLOCK + 1;
            coverage.each_lit(visible.clone(), |clock, lit| seen[clock] = lit);
            assert_eq!(seen[visible.clone()], expected[visible]);
        }
    }
}
