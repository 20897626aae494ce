//! Rows: lines that nobody disturbs, before they are spread into codes.

use super::codes::{HIRES, fill, multicolour_row, one_colour};
use super::{AnLine, BACKGROUND, BLANK, CLOCKS, Codes, FIRST_VISIBLE_CLOCK, PLAYFIELD, PLAYFIELD_END};

/// Longest playfield in bytes.
pub const ROW_BYTES: usize = 48;

/// How the bytes of a [`Row`] are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Four clocks of two bits: background, playfields 0, 1 and 2 (3 where the kind is 1).
    Pairs,
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

impl Row {
    /// The bytes that it shows.
    pub fn cells(&self) -> &[u16] {
        &self.cells[..self.count.min(ROW_BYTES)]
    }

    /// A row of background.
    pub const fn empty() -> Self {
        Row { shape: Shape::Pairs, start: 0, count: 0, window: (0, 0), hires: false, cells: [0; ROW_BYTES] }
    }

    /// The code of a clock without pixels within the window.
    fn empty_code(&self) -> u8 {
        if self.hires { PLAYFIELD } else { BACKGROUND }
    }

    /// Its codes.
    pub fn spread(&self) -> AnLine {
        let mut an = AnLine { codes: [BLANK; CLOCKS], hires: self.hires };
        an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill(self.empty_code());
        let places = an.codes.get_mut(self.start..PLAYFIELD_END).unwrap_or_default();
        match self.shape {
            Shape::Pairs => fill(places, self.cells(), |_, cell| pairs(cell)),
            Shape::Bits => fill(places, self.cells(), |_, cell| bits(cell)),
            Shape::Hires => fill(places, self.cells(), |_, cell| hires(cell)),
        }
        let (left, right) = self.window;
        an.codes[..FIRST_VISIBLE_CLOCK].fill(BLANK);
        an.codes[FIRST_VISIBLE_CLOCK..left].fill(BACKGROUND);
        an.codes[right..PLAYFIELD_END].fill(BACKGROUND);
        an
    }

    /// The codes of eight visible clocks, some of which may lie beside the cells or the window.
    #[inline(never)]
    fn eight_at_edge(&self, first: usize) -> [u8; 8] {
        let (left, right) = self.window;
        if first >= right || first + 8 <= left {
            return [BACKGROUND; 8];
        }
        std::array::from_fn(|n| {
            let clock = first + n;
            let place = clock
                .checked_sub(self.start)
                .map(|place| (place / self.shape.clocks(), place % self.shape.clocks()));
            match place.and_then(|(index, rest)| Some((self.cells().get(index)?, rest))) {
                _ if !(left..right).contains(&clock) => BACKGROUND,
                None => self.empty_code(),
                Some((&cell, rest)) => match self.shape {
                    Shape::Pairs => pairs(cell)[rest],
                    Shape::Bits => bits(cell)[rest],
                    Shape::Hires => hires(cell)[rest],
                },
            }
        })
    }

    /// The codes of cells of four clocks, from the clock `place` of them on, if there are as many.
    #[inline(always)]
    fn eight_of_fours(&self, place: usize, codes: impl Fn(u16) -> [u8; 4]) -> Option<[u8; 8]> {
        let cells = self.cells().get(place / 4..)?.first_chunk::<3>()?;
        let [a, b, c] = cells.map(|cell| u128::from(u32::from_le_bytes(codes(cell))));
        Some((((a | b << 32 | c << 64) >> (8 * (place % 4))) as u64).to_le_bytes())
    }

    #[inline(always)]
    fn eight_of_eights(&self, place: usize) -> Option<[u8; 8]> {
        let cells = self.cells().get(place / 8..)?.first_chunk::<2>()?;
        let [a, b] = cells.map(|cell| u128::from(u64::from_le_bytes(bits(cell))));
        Some((((a | b << 64) >> (8 * (place % 8))) as u64).to_le_bytes())
    }
}

impl Codes for Row {
    fn are_hires(&self) -> bool {
        self.hires
    }

    /// Those of visible clocks.
    #[inline(always)]
    fn eight(&self, first: usize) -> [u8; 8] {
        let (left, right) = self.window;
        let inside = first >= left.max(self.start) && first + 8 <= right;
        let place = first.wrapping_sub(self.start);
        let eight = match self.shape {
            _ if !inside => None,
            Shape::Pairs => self.eight_of_fours(place, pairs),
            Shape::Hires => self.eight_of_fours(place, hires),
            Shape::Bits => self.eight_of_eights(place),
        };
        eight.unwrap_or_else(|| self.eight_at_edge(first))
    }
}

fn pairs(cell: u16) -> [u8; 4] {
    multicolour_row((cell >> 1) as u8, cell as u8)
}

fn bits(cell: u16) -> [u8; 8] {
    one_colour(PLAYFIELD + (cell >> 8) as u8, cell as u8)
}

fn hires(cell: u16) -> [u8; 4] {
    HIRES[usize::from(cell as u8)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_codes_are_those_of_the_spread_row() {
        let mut random = 1u32;
        let mut next = move |limit: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % limit
        };
        for _ in 0..2000 {
            let shape = [Shape::Pairs, Shape::Bits, Shape::Hires][next(3)];
            let window = [(0x40, 0xC0), (0x30, 0xD0), (0x2C, 0xDE), (0xDE, 0xDE)][next(4)];
            let kinds = if shape == Shape::Bits { 4 } else { 2 };
            let row = Row {
                shape,
                start: FIRST_VISIBLE_CLOCK + next(60),
                count: next(ROW_BYTES + 1),
                window,
                hires: shape == Shape::Hires,
                cells: std::array::from_fn(|_| (next(kinds) << 8 | next(256)) as u16),
            };
            let spread = row.spread();
            for first in FIRST_VISIBLE_CLOCK..=PLAYFIELD_END - 8 {
                assert_eq!(row.eight(first), spread.eight(first), "{row:?} from {first}");
            }
        }
    }
}
