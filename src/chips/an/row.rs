//! Rows: undisturbed lines before they are spread into codes.

use std::ops::Range;

use super::codes::{HIRES, PAIRS, fill, multicolour_row, multicolour_rows, one_colour};
use super::{AnLine, BACKGROUND, BLANK, CLOCKS, Codes, FIRST_VISIBLE_CLOCK, PLAYFIELD, PLAYFIELD_END};

/// Longest playfield in bytes.
pub const ROW_BYTES: usize = 48;

/// How the bytes of a [`Row`] are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Four clocks of two bits: background, playfields 0, 1 and 2.
    #[default]
    Pairs,
    /// Four clocks of two bits: background, playfields 0, 1 and 2, or 3 in place of 2 where the kind is 1.
    EitherPairs,
    /// Eight clocks of one bit: background, or the playfield given by the kind.
    Bits,
    /// Eight half clocks of one bit: a hires pixel.
    Hires,
}

impl Shape {
    /// The number of clocks of a byte.
    pub fn clocks(self) -> usize {
        if self == Shape::Bits { 8 } else { 4 }
    }

    /// The codes of cells of four clocks each that have the same kind as `cell`, indexed by their bytes.
    #[inline(always)]
    fn rows(self, cell: u16) -> &'static [[u8; 4]; 256] {
        match self {
            Shape::EitherPairs => multicolour_rows((cell >> 1) as u8),
            Shape::Hires => &HIRES,
            _ => &PAIRS,
        }
    }

    /// The playfields of a cell, one bit each; all of them in hires.
    #[inline(always)]
    pub fn playfields(self, cell: u16) -> u8 {
        let (odd, even) = (cell as u8 & 0x55, (cell >> 1) as u8 & 0x55);
        let either = |third: u16| {
            u8::from(odd & !even != 0)
                | u8::from(even & !odd != 0) << 1
                | u8::from(even & odd != 0) << (2 + (third & 1))
        };
        match self {
            Shape::Pairs => either(0),
            Shape::EitherPairs => either(cell >> 8),
            Shape::Bits => u8::from(cell as u8 != 0) << (cell >> 8 & 3),
            Shape::Hires => 0x0F,
        }
    }

    /// The code of a cell this many clocks after its beginning.
    #[inline(always)]
    pub fn code(self, cell: u16, clock: usize) -> u8 {
        match self {
            Shape::Bits => bits_of(cell)[clock % 8],
            _ => self.rows(cell)[usize::from(cell as u8)][clock % 4],
        }
    }
}

/// An undisturbed line, as ANTIC's shift register gets it: the same as an [`AnLine`] before it is spread into codes.
#[derive(Clone, Debug)]
pub struct Row {
    /// How the bytes are read.
    pub shape: Shape,
    /// Clock of the first byte.
    pub start: usize,
    /// Number of bytes.
    pub count: usize,
    /// The clocks in which a playfield is shown: first and end.
    pub window: (usize, usize),
    /// Within the window even empty pixels are playfield.
    pub hires: bool,
    /// The bytes, with their kinds in bits 8 and 9. Those after `count` are arbitrary.
    pub cells: [u16; ROW_BYTES],
}

impl Default for Row {
    fn default() -> Self {
        Row::empty()
    }
}

impl Row {
    /// The bytes that it shows.
    pub fn cells(&self) -> &[u16] {
        &self.cells[..self.count.min(ROW_BYTES)]
    }

    /// Whether each clock has two bits.
    #[inline]
    pub fn is_of_pairs(&self) -> bool {
        matches!(self.shape, Shape::Pairs | Shape::EitherPairs)
    }

    /// Whether all of it is background.
    #[inline]
    pub fn is_border(&self) -> bool {
        let is_empty = || self.cells().iter().all(|&cell| cell == 0);
        self.window.0 >= self.window.1 || self.shape == Shape::Pairs && !self.hires && is_empty()
    }

    /// A row of background.
    pub const fn empty() -> Self {
        Row { shape: Shape::Pairs, start: 0, count: 0, window: (0, 0), hires: false, cells: [0; ROW_BYTES] }
    }

    /// Its codes.
    #[inline(never)]
    pub fn spread(&self) -> AnLine {
        let mut an = AnLine { codes: [BLANK; CLOCKS], hires: self.hires };
        let empty = if self.hires { PLAYFIELD } else { BACKGROUND };
        an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill(empty);
        self.put(self.cells(), &mut an.codes);
        let (left, right) = self.window;
        // Usually nothing has been put beside the window.
        for (from, to, code) in [
            (self.start, FIRST_VISIBLE_CLOCK, BLANK),
            (FIRST_VISIBLE_CLOCK, left, BACKGROUND),
            (right, PLAYFIELD_END, BACKGROUND),
        ] {
            if from < to {
                an.codes[from..to].fill(code);
            }
        }
        an
    }

    /// Puts the codes of its first `cells` on a line.
    pub fn put(&self, cells: &[u16], codes: &mut [u8; CLOCKS]) {
        let places = codes.get_mut(self.start..PLAYFIELD_END).unwrap_or_default();
        match self.shape {
            Shape::Bits => fill(places, cells, |_, cell| bits_of(cell)),
            Shape::Pairs => fill(places, cells, |_, cell| PAIRS[usize::from(cell as u8)]),
            Shape::EitherPairs => fill(places, cells, |_, cell| either_pairs_of(cell)),
            Shape::Hires => fill(places, cells, |_, cell| HIRES[usize::from(cell as u8)]),
        }
    }
}

#[inline(always)]
fn either_pairs_of(cell: u16) -> [u8; 4] {
    multicolour_row((cell >> 1) as u8, cell as u8)
}

#[inline(always)]
fn bits_of(cell: u16) -> [u8; 8] {
    one_colour(PLAYFIELD + (cell >> 8) as u8, cell as u8)
}

impl Codes for Row {
    fn is_hires(&self) -> bool {
        self.hires
    }

    #[inline(always)]
    fn code(&self, clock: usize) -> u8 {
        let (left, right) = self.window;
        if clock < left || right <= clock {
            return BACKGROUND;
        }
        // Clocks before the start wrap to numbers without a byte.
        let offset = clock.wrapping_sub(self.start);
        let code = match self.shape {
            Shape::Bits => self.cells().get(offset / 8).map(|cell| Shape::Bits.code(*cell, offset)),
            shape => self.cells().get(offset / 4).map(|cell| shape.code(*cell, offset)),
        };
        code.unwrap_or(if self.hires { PLAYFIELD } else { BACKGROUND })
    }

    fn window(&self) -> Range<usize> {
        self.window.0..self.window.1
    }

    #[inline(always)]
    fn playfields(&self, clocks: Range<usize>) -> u8 {
        if self.hires {
            return 0x0F;
        }
        let width = self.shape.clocks();
        let cell = |clock: usize| clock.saturating_sub(self.start) / width;
        let cells = self.cells().iter().take(cell(clocks.end + width - 1)).skip(cell(clocks.start));
        cells.fold(0, |all, cell| all | self.shape.playfields(*cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_codes_of_a_row_are_those_of_the_whole_line() {
        let mut random = 7u32;
        let mut next = move |limit: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % limit
        };
        for _ in 0..3000 {
            let shape = [Shape::Pairs, Shape::EitherPairs, Shape::Bits, Shape::Hires][next(4)];
            let window = [(66, 194), (50, 210), (FIRST_VISIBLE_CLOCK, PLAYFIELD_END)][next(3)];
            let count = next(ROW_BYTES * 4 / shape.clocks() + 1);
            let (start, hires) = (20 + next(60), shape == Shape::Hires);
            let mut row = Row { shape, start, count, window, hires, ..Row::empty() };
            let kinds = if shape == Shape::Bits { 4 } else { 2 };
            row.cells.fill_with(|| (next(kinds) << 8 | next(256)) as u16);
            let line = row.spread();
            for clock in FIRST_VISIBLE_CLOCK..PLAYFIELD_END {
                assert_eq!(row.code(clock), line.codes[clock], "{row:?}, {clock}");
            }
        }
    }
}
