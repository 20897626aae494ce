//! The data path: memory scan counter, line buffer, and the codes for GTIA.

use super::super::an::codes::{BITS_BY_2, HIRES, PAIRS, PAIRS_BY_4, large_row, multicolour_row, one_colour};
use super::super::an::{
    AnLine, BACKGROUND, BLANK, CLOCKS, FIRST_VISIBLE_CLOCK, LAST_VISIBLE_CLOCK, PLAYFIELD, PLAYFIELD_END, Row,
};
use super::held::{Captured, Held};
use super::timing::Use;
use serde::{Deserialize, Serialize};

/// What ANTIC holds between fetch and display.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Data {
    /// The memory scan counter: 4 static bits, 12 that count.
    pub scan: u16,
    /// Low byte of an address being fetched.
    pub low: u8,
    /// The use of cycle 0 of the line.
    pub first_use: Use,
    /// Everything that depends on the bytes of the playfield.
    pub held: Held,
    /// The bus values of the watched cycles of this line. Not part of the state: consumed before that is accessed.
    #[serde(skip)]
    pub captured: Captured,
    /// The codes of this line, unless they are `unsaid`.
    pub an: AnLine,
    /// Codes that have not been written yet.
    #[serde(skip)]
    unsaid: PendingCodes,
    /// The playfield of this line, if it was taken as a row; otherwise that of the last such line.
    #[serde(skip)]
    pub row: Row,
    /// The border for the width in force has been applied to clocks before this one.
    masked: u8,
}

/// Codes that have been said, but not written to [`Data::an`]: usually they are not needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum PendingCodes {
    /// There are none.
    #[default]
    Nothing,
    /// The codes of an empty line.
    Line,
    /// The codes of a line with this many bytes of the row.
    Row(u8),
}

/// A change of HSCROL in the middle of a line. Bit 0 delays the output of the shift register by a clock.
#[derive(Clone, Copy, Debug)]
pub struct Delay {
    /// The first colour clock affected.
    pub clock: u8,
    /// The bit is set rather than cleared.
    pub is_later: bool,
}

impl Data {
    /// Nothing fetched yet.
    pub fn empty() -> Self {
        Data {
            scan: 0,
            low: 0,
            first_use: 0,
            held: Held::nothing(),
            captured: Captured::default(),
            an: AnLine::blank(),
            unsaid: PendingCodes::Nothing,
            row: Row::empty(),
            masked: 0,
        }
    }

    /// Whether a chip can be in this state.
    pub fn is_possible(&self) -> bool {
        self.held.is_possible()
    }

    /// A line begins.
    pub fn begin_line(&mut self, visible: bool) {
        self.held.begin_line();
        self.masked = if visible { 0 } else { CLOCKS as u8 };
        self.an.hires = false;
        self.unsaid = PendingCodes::Line;
    }

    /// Whether this line has said nothing beyond an empty line, and its codes have not been needed.
    pub fn has_no_output(&self) -> bool {
        self.unsaid == PendingCodes::Line
    }

    /// Says `bytes` bytes of the row in this line, which has said nothing yet.
    pub fn output_row(&mut self, bytes: u8) {
        self.unsaid = PendingCodes::Row(bytes);
    }

    /// Whether the playfield of this line is the row, and its codes have not been needed.
    pub fn is_row(&self) -> bool {
        matches!(self.unsaid, PendingCodes::Row(_)) && self.masked == 0
    }

    /// Writes the codes if they have not been written.
    #[inline]
    pub fn say(&mut self) {
        if self.unsaid != PendingCodes::Nothing {
            self.write_codes();
        }
    }

    #[inline(never)]
    fn write_codes(&mut self) {
        let unsaid = std::mem::take(&mut self.unsaid);
        self.an.codes.fill(if self.masked == 0 { BACKGROUND } else { BLANK });
        if self.an.hires {
            self.set_hires();
        }
        if let PendingCodes::Row(bytes) = unsaid {
            self.row.put(&self.row.cells[..bytes.into()], &mut self.an.codes);
        }
    }

    /// The memory scan counter counts within 4K. [AHRM 4.5]
    pub fn step_scan_by(&mut self, bytes: u16) {
        self.scan = (self.scan & 0xF000) | (self.scan.wrapping_add(bytes) & 0x0FFF);
    }

    /// Puts a character's row of pixels, starting at `clock`.
    #[inline]
    pub fn put_glyph(&mut self, clock: usize, mode: u8, name: u8, bits: u8) {
        match mode {
            2 | 3 => self.put(clock, HIRES[usize::from(bits)]),
            4 | 5 => self.put(clock, multicolour_row(name, bits)),
            _ => self.put(clock, large_row(name, bits)),
        }
    }

    /// Puts a bitmap byte's pixels, starting at `clock`.
    pub fn put_bitmap(&mut self, clock: usize, mode: u8, bits: u8) {
        let nibbles = [usize::from(bits >> 4), usize::from(bits & 15)];
        match mode {
            8 => nibbles.iter().zip([0, 8]).for_each(|(&n, at)| self.put(clock + at, PAIRS_BY_4[n])),
            9 => nibbles.iter().zip([0, 8]).for_each(|(&n, at)| self.put(clock + at, BITS_BY_2[n])),
            10 => {
                let codes = PAIRS[usize::from(bits)];
                self.put(clock, std::array::from_fn::<u8, 8, _>(|i| codes[i / 2]));
            }
            11 | 12 => self.put(clock, one_colour(PLAYFIELD, bits)),
            13 | 14 => self.put(clock, PAIRS[usize::from(bits)]),
            _ => self.put(clock, HIRES[usize::from(bits)]),
        }
    }

    /// Puts a byte into the shift register, on top of its contents. [AHRM 4.7] Output before or after the visible
    /// clocks is discarded.
    #[inline]
    fn put<const N: usize>(&mut self, clock: usize, codes: [u8; N]) {
        if clock >= PLAYFIELD_END || clock + N <= FIRST_VISIBLE_CLOCK {
            return;
        }
        self.say();
        let room = self.an.codes.get_mut(clock..PLAYFIELD_END).unwrap_or_default();
        // Constant lengths are written without a loop. [measured]
        if let Some(place) = room.first_chunk_mut::<N>() {
            place.iter_mut().zip(codes).for_each(|(old, new)| *old |= new);
        } else {
            room.iter_mut().zip(codes).for_each(|(old, new)| *old |= new);
        }
    }

    /// Applies the border for DMACTL's width to the clocks up to `clock`.
    pub fn mask_to(&mut self, clock: usize, dmactl: u8) {
        self.say();
        let from = usize::from(self.masked);
        let to = clock.min(CLOCKS);
        if from >= to {
            return;
        }
        self.masked = to as u8;
        let (left, right) = window(dmactl & 3);
        let codes = &mut self.an.codes;
        let mut fill = |a: usize, b: usize, value: u8| {
            let (a, b) = (a.max(from), b.min(to));
            if a < b {
                codes[a..b].fill(value);
            }
        };
        fill(0, FIRST_VISIBLE_CLOCK, BLANK);
        fill(FIRST_VISIBLE_CLOCK, left, BACKGROUND);
        fill(right, LAST_VISIBLE_CLOCK + 1, BACKGROUND);
        fill(LAST_VISIBLE_CLOCK + 1, CLOCKS, BLANK);
    }

    /// Whether the border has not been applied to any clock yet.
    pub fn is_unmasked(&self) -> bool {
        self.masked == 0
    }

    /// The line is over, and its codes have not been needed.
    pub fn finish_row(&mut self) {
        self.masked = CLOCKS as u8;
    }

    /// The line is over.
    #[inline]
    pub fn finish(&mut self, dmactl: u8) {
        self.say();
        if self.masked != 0 {
            self.mask_to(CLOCKS, dmactl);
            return;
        }
        self.masked = CLOCKS as u8;
        match dmactl & 3 {
            0 => self.close::<0>(),
            1 => self.close::<1>(),
            2 => self.close::<2>(),
            _ => self.close::<3>(),
        }
    }

    /// Applies the border to a whole line. Constant lengths are written without a loop. [measured]
    #[inline]
    fn close<const WIDTH: u8>(&mut self) {
        let (left, right) = const { window(WIDTH) };
        let codes = &mut self.an.codes;
        codes[..FIRST_VISIBLE_CLOCK].fill(BLANK);
        codes[FIRST_VISIBLE_CLOCK..left].fill(BACKGROUND);
        codes[right..=LAST_VISIBLE_CLOCK].fill(BACKGROUND);
        codes[LAST_VISIBLE_CLOCK + 1..].fill(BLANK);
    }

    /// From `delay`'s clock on, moves what has been put by one clock, later or earlier. Only what was put beyond the
    /// visible clocks may be missing at their end then.
    pub fn delay(&mut self, delay: Delay) {
        let clock = usize::from(delay.clock);
        if self.has_no_output() || clock >= PLAYFIELD_END || clock < usize::from(self.masked) {
            return;
        }
        self.say();
        let (first, last) = (clock.max(FIRST_VISIBLE_CLOCK), LAST_VISIBLE_CLOCK);
        let empty = if self.an.hires { PLAYFIELD } else { BACKGROUND };
        let codes = &mut self.an.codes;
        if delay.is_later {
            codes.copy_within(first - 1..last, first);
            // What moves in from before the visible clocks has been put on an empty line.
            codes[first] |= empty;
        } else {
            codes.copy_within(first + 1..PLAYFIELD_END, first);
            codes[last] = empty;
        }
    }

    /// A hires mode: within the window even empty pixels are playfield.
    pub fn set_hires(&mut self) {
        self.an.hires = true;
        if self.unsaid != PendingCodes::Nothing {
            return;
        }
        self.an.codes[FIRST_VISIBLE_CLOCK..=LAST_VISIBLE_CLOCK].fill(PLAYFIELD);
    }
}

impl PartialEq for Data {
    /// The unwritten codes of an empty line need not be compared.
    fn eq(&self, other: &Self) -> bool {
        let Data { scan, low, first_use, held, captured: _, an, unsaid, row: _, masked } = self;
        (scan, low, first_use) == (&other.scan, &other.low, &other.first_use)
            && (unsaid, masked) == (&other.unsaid, &other.masked)
            && *held == other.held
            && an.hires == other.an.hires
            && (*unsaid == PendingCodes::Line || an.codes == other.an.codes)
    }
}

/// The clocks in which DMACTL's width shows a playfield: first and end.
pub(super) const fn window(width: u8) -> (usize, usize) {
    match width {
        0 => (LAST_VISIBLE_CLOCK + 1, LAST_VISIBLE_CLOCK + 1),
        1 => (0x40, 0xC0),
        2 => (0x30, 0xD0),
        _ => (0x2C, LAST_VISIBLE_CLOCK + 1),
    }
}
