//! Where in a line objects are lit.

use std::ops::Range;

use crate::chips::an::{CLOCKS, FIRST_VISIBLE_CLOCK};

/// Clocks are looked at in groups of so many.
pub(super) const GROUP: usize = 8;
/// The first visible clock begins one.
const MARGIN: usize = GROUP - FIRST_VISIBLE_CLOCK % GROUP;
/// The widest object: what begins in the last clock may reach so far beyond the line.
const WIDEST: usize = 32;
const GROUPS: usize = (MARGIN + CLOCKS + WIDEST).div_ceil(GROUP);
/// Of the bytes of a group all bits but the highest.
const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Which objects are lit at each clock of the line: bit n is object n.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    /// One byte a colour clock; clock 0 has its place at [`MARGIN`].
    lit: [[u8; GROUP]; GROUPS],
    /// A bit for each group in which something may be lit.
    groups: u64,
}

impl Default for Coverage {
    fn default() -> Self {
        Coverage { lit: [[0; GROUP]; GROUPS], groups: 0 }
    }
}

impl Coverage {
    /// Whether something may be lit somewhere.
    #[inline]
    pub(super) fn is_lit(&self) -> bool {
        self.groups != 0
    }

    /// Calls `see` for each of `clocks` at which something is lit, with what is.
    #[inline(always)]
    pub(super) fn each_lit(&self, clocks: Range<usize>, mut see: impl FnMut(usize, u8)) {
        self.each_group(clocks, |first, eight, mut lit| {
            while lit != 0 {
                let n = lit.trailing_zeros() as usize / 8;
                lit &= lit - 1;
                see(first.wrapping_add(n), eight[n % GROUP]);
            }
        });
    }

    /// Calls `see` for each group of clocks, some of `clocks`, at which something is lit: with the first of the group, with
    /// what is lit at each, and with bit 8n + 7 for each of `clocks` at which something is.
    #[inline(always)]
    pub(super) fn each_group(&self, clocks: Range<usize>, mut see: impl FnMut(usize, &[u8; GROUP], u64)) {
        let (from, end) = (clocks.start + MARGIN, clocks.end + MARGIN);
        let mut groups = self.groups & (u64::MAX << (from / GROUP));
        while groups != 0 {
            let group = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            let first = GROUP * group;
            let Some(eight) = self.lit.get(group).filter(|_| first < end) else { return };
            let bytes = u64::from_le_bytes(*eight);
            // Bit 7 of each byte that is not 0, and that is one of the clocks.
            let mut lit = (((bytes & LOW_BITS) + LOW_BITS) | bytes) & !LOW_BITS;
            if first < from {
                lit &= u64::MAX << (8 * (from - first));
            }
            if first + GROUP > end {
                lit &= (1 << (8 * (end - first))) - 1;
            }
            if lit != 0 {
                // That of the first group lies before the line.
                see(first.wrapping_sub(MARGIN), eight, lit);
            }
        }
    }

    /// Nothing lit: the start of the next line.
    pub(super) fn clear(&mut self) {
        if self.is_lit() {
            *self = Coverage::default();
        }
    }

    /// Marks `object` from `clock` on where the pixels of `graf` are lit, each for a power of two of clocks.
    #[inline(always)]
    pub(super) fn light(&mut self, clock: usize, graf: u8, pixel_clocks_log: u32, object: usize) {
        let place = clock + MARGIN;
        let graf = usize::from(graf);
        match pixel_clocks_log {
            0 => self.mark(place, PIXELS[graf], object),
            1 => {
                self.mark(place, PIXELS_OF_2[graf >> 4], object);
                self.mark(place + 8, PIXELS_OF_2[graf & 15], object);
            }
            _ => (0..4).for_each(|n| self.mark(place + 8 * n, PIXELS_OF_4[graf >> (6 - 2 * n) & 3], object)),
        }
    }

    /// The same from so many clocks `before` `clock` on, at most 4; not from `end` on, unless that is the end of the line.
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
        let end = if end == CLOCKS { usize::MAX } else { end + MARGIN };
        for n in 0..1 << pixel_clocks_log {
            let pixels = match pixel_clocks_log {
                0 => PIXELS[usize::from(graf)],
                1 => PIXELS_OF_2[usize::from(graf >> (4 - 4 * n) & 15)],
                _ => PIXELS_OF_4[usize::from(graf >> (6 - 2 * n) & 3)],
            };
            self.mark_until(end, place + 8 * n, pixels, object);
        }
    }

    /// Marks `object` in all `clocks`.
    pub(super) fn fill(&mut self, clocks: Range<usize>, object: usize) {
        for clock in clocks.clone().step_by(GROUP) {
            self.mark_until(clocks.end + MARGIN, clock + MARGIN, PIXELS[0xFF], object);
        }
    }

    fn mark_until(&mut self, end: usize, place: usize, lit: u64, object: usize) {
        let shown = if place + 8 > end { !(u64::MAX << (8 * end.saturating_sub(place))) } else { u64::MAX };
        self.mark(place, lit & shown, object);
    }

    /// Marks `object` in eight places from `place` on, by the bytes of `lit`.
    #[inline(always)]
    fn mark(&mut self, place: usize, lit: u64, object: usize) {
        if let Some(eight) = self.lit.as_flattened_mut()[place..].first_chunk_mut::<8>() {
            *eight = (u64::from_le_bytes(*eight) | lit << object).to_le_bytes();
            // Perhaps none of one of them.
            self.groups |= 3 << (place / GROUP);
        }
    }
}

/// Eight clocks, each 1 where a pixel is lit: eight pixels of one clock each.
static PIXELS: [u64; 256] = pixels(1);
/// Four pixels of two clocks.
static PIXELS_OF_2: [u64; 16] = pixels(2);
/// Two pixels of four clocks.
static PIXELS_OF_4: [u64; 4] = pixels(4);

/// Eight clocks of pixels that last for so many each, the leftmost in the lowest byte.
const fn pixels<const N: usize>(pixel_clocks: usize) -> [u64; N] {
    let count = 8 / pixel_clocks;
    let mut table = [0; N];
    let mut graf = 0;
    while graf < N {
        let mut clock = 0;
        while clock < 8 {
            table[graf] |= (graf as u64 >> (count - 1 - clock / pixel_clocks) & 1) << (8 * clock);
            clock += 1;
        }
        graf += 1;
    }
    table
}
