//! Rows: lines that nobody disturbs, before they are spread into codes.

use super::codes::{HIRES, PAIRS, fill, multicolour_row, one_colour};
use super::{AnLine, BACKGROUND, BLANK, CLOCKS, FIRST_VISIBLE_CLOCK, PLAYFIELD, PLAYFIELD_END};

/// Longest playfield in bytes.
pub const ROW_BYTES: usize = 48;

/// How the bytes of a [`Row`] are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Four clocks of two bits: background, playfields 0, 1 and 2.
    #[default]
    Pairs,
    /// The same, and playfield 3 in place of 2 where the kind is 1.
    EitherPairs,
    /// Eight clocks of one bit: background, or the playfield that the kind says.
    Bits,
    /// Eight half clocks of one bit: a hires pixel.
    Hires,
}

impl Shape {
    /// How many clocks a byte lasts.
    pub fn clocks(self) -> usize {
        if self == Shape::Bits { 8 } else { 4 }
    }
}

/// A line that nothing disturbs, as ANTIC's shift register gets it: the same as an [`AnLine`], before it is
/// spread into codes.
#[derive(Clone, Debug)]
pub struct Row {
    /// How the bytes are read.
    pub shape: Shape,
    /// Clock of the first byte.
    pub start: usize,
    /// Number of bytes.
    pub count: usize,
    /// The clocks between which a playfield is shown: first and end.
    pub window: (usize, usize),
    /// Within them even empty pixels are playfield.
    pub hires: bool,
    /// The bytes, and in bits 8 and 9 their kinds. Those behind `count` are anything.
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
        // Mostly nothing lies beside the window.
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
            Shape::Pairs => fill(places, cells, |_, cell| PAIRS[usize::from(cell as u8)]),
            Shape::EitherPairs => {
                fill(places, cells, |_, cell| multicolour_row((cell >> 1) as u8, cell as u8));
            }
            Shape::Bits => {
                fill(places, cells, |_, cell| one_colour(PLAYFIELD + (cell >> 8) as u8, cell as u8));
            }
            Shape::Hires => fill(places, cells, |_, cell| HIRES[usize::from(cell as u8)]),
        }
    }
}
