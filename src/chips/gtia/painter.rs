//! Painting rows of playfield from tables, eight pixels a step, for lines in which no register changes and no object is
//! lit. [measured: 5 of 36 host instructions a machine cycle on bitmaps that change]

use super::picture::{LINE_PIXELS, lit};
use crate::chips::an::codes::{BITS, TWICE};
use crate::chips::an::{FIRST_VISIBLE_CLOCK, LAST_VISIBLE_CLOCK, Row, Shape};

/// As many clocks as any row needs that ANTIC's clock can start.
const ROOM: usize = 256;

/// COLPF0 to COLPF3 and COLBK: what a playfield is drawn with.
pub type PlayfieldColours = [u8; 5];

/// The pixels of all names.
#[derive(Clone, Copy, Debug)]
pub enum NamePixels<'a> {
    /// Names that are four clocks wide.
    Eight(&'a [[u8; 8]; 0x100]),
    /// Left and right halves of names that are eight clocks wide.
    Sixteen([&'a [[u8; 8]; 0x100]; 2]),
}

/// The cell of each name.
pub type NameCells = [u16; 0x100];

/// Tables of whole bytes pay off for colours that are used on this many lines.
const LINES_FOR_BYTES: u8 = 24;

/// Number of sets of colours that are kept: programs show each part of a picture in a different set.
const SETS: usize = 64;

/// Number of cells, of two kinds.
const CELLS: usize = 0x200;

/// The pixels of cells with two bits a pixel, in the most used colours. Not part of the state; a clone begins without
/// them.
#[derive(Debug, Default)]
pub(super) struct Painter {
    /// Indexed by [`place_of`]; the last one is for the latest set of colours that found its place occupied.
    sets: Vec<Set>,
}

impl Clone for Painter {
    fn clone(&self) -> Self {
        Painter::default()
    }
}

/// The tables for one set of colours.
#[derive(Debug, Default)]
struct Set {
    /// None before the first use.
    colours: Option<PlayfieldColours>,
    /// Lines drawn with them, up to a limit, minus those drawn with others that belong in the same place.
    lines: u8,
    /// Four pixels, by kind and nibble.
    halves: Halves,
    /// Eight pixels by cell, once that pays off.
    cells: Vec<[u8; 8]>,
}

/// The place of the tables for some colours.
fn place_of([pf0, pf1, pf2, pf3, bk]: PlayfieldColours) -> usize {
    let all = u64::from(u32::from_le_bytes([pf0, pf1, pf2, pf3])) | u64::from(bk) << 32;
    (all.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58) as usize % SETS
}

/// Four pixels, by kind and nibble.
type Halves = [u32; 32];

/// Computes these pixels.
fn halves_of([pf0, pf1, pf2, pf3, bk]: PlayfieldColours) -> Halves {
    let twice = |colour| u32::from(colour) * 0x0101;
    let mut all = [0; 32];
    let (kinds, _) = all.as_chunks_mut::<16>();
    for (halves, third) in kinds.iter_mut().zip([pf2, pf3]) {
        let colours = [bk, pf0, pf1, third].map(twice);
        for (nibble, half) in halves.iter_mut().enumerate() {
            *half = colours[nibble >> 2] | colours[nibble & 3] << 16;
        }
    }
    all
}

/// The two colours of hires: of clear and of set pixels.
#[inline(always)]
pub(super) fn hires_of([_, pf1, pf2, _, _]: PlayfieldColours) -> [u8; 2] {
    [pf2, lit(pf2, pf1)]
}

/// Computes the pixels of single cells.
#[derive(Clone, Debug)]
pub struct CellPainter {
    colours: PlayfieldColours,
    halves: Halves,
    hires: [u8; 2],
}

impl CellPainter {
    /// For a set of colours.
    pub fn new(colours: PlayfieldColours) -> Self {
        CellPainter { colours, halves: halves_of(colours), hires: hires_of(colours) }
    }

    /// The pixels of a cell of four clocks.
    #[inline]
    pub fn pixels(&self, shape: Shape, cell: u16) -> [u8; 8] {
        match shape {
            Shape::Hires => of_two(self.hires, cell as u8),
            _ => join(&self.halves, cell),
        }
    }

    /// The pixels of a cell of eight clocks.
    #[inline]
    pub fn wide_pixels(&self, cell: u16) -> [[u8; 8]; 2] {
        of_bits(self.colours, cell)
    }
}

/// The index of a clock's first pixel in a picture line.
const fn of(clock: usize) -> usize {
    2 * (clock - FIRST_VISIBLE_CLOCK)
}

/// The pixels of a cell.
#[inline(always)]
fn join(halves: &Halves, cell: u16) -> [u8; 8] {
    let shifted = cell >> 4;
    let (left, right) = (shifted & 31, shifted & 16 | cell & 15);
    let [left, right] = [left, right].map(|half| u64::from(halves[usize::from(half)]));
    (left | right << 32).to_le_bytes()
}

/// Eight pixels of two colours, from the bits of a byte; the leftmost pixel is in the highest bit.
#[inline(always)]
fn of_two(colours: [u8; 2], bits: u8) -> [u8; 8] {
    let [clear, set] = colours.map(|colour| u64::from(colour) * 0x0101_0101_0101_0101);
    (clear ^ BITS[usize::from(bits)] & (clear ^ set)).to_le_bytes()
}

/// The left and right pixels of a cell of single bits; each lasts a clock.
#[inline(always)]
fn of_bits([pf0, pf1, pf2, pf3, bk]: PlayfieldColours, cell: u16) -> [[u8; 8]; 2] {
    let colours = [bk, [pf0, pf1, pf2, pf3][usize::from(cell >> 8) % 4]];
    [cell >> 4, cell].map(|nibble| of_two(colours, TWICE[usize::from(nibble & 15)]))
}

/// The pixels of all cells, as far as there are places; groups of eight without a loop around each. [measured]
#[inline(always)]
pub(super) fn by_eights<P, C: Copy>(all: &mut [P], cells: &[C], pixels: impl Fn(C) -> P) {
    let count = all.len().min(cells.len());
    let (groups, rest) = cells[..count].as_chunks::<8>();
    let (places, places_left) = all[..count].as_chunks_mut::<8>();
    for (places, cells) in places.iter_mut().zip(groups) {
        for (place, cell) in places.iter_mut().zip(cells) {
            *place = pixels(*cell);
        }
    }
    for (place, cell) in places_left.iter_mut().zip(rest) {
        *place = pixels(*cell);
    }
}

impl Painter {
    /// Draws a line.
    pub(super) fn paint(&mut self, row: &Row, colours: &PlayfieldColours, picture: &mut [u8; LINE_PIXELS]) {
        Layout::of(row).paint(row.cells(), colours, picture, |cells, places| {
            self.paint_cells(row.shape, cells, *colours, places);
        });
    }

    #[inline(never)]
    fn paint_cells(&mut self, shape: Shape, cells: &[u16], colours: PlayfieldColours, places: &mut [u8]) {
        let (eights, _) = places.as_chunks_mut::<8>();
        match shape {
            Shape::Pairs | Shape::EitherPairs => {
                let set = self.prepare(colours);
                if let Some(table) = set.cells.first_chunk::<CELLS>() {
                    by_eights(eights, cells, |cell| table[usize::from(cell) % CELLS]);
                } else if shape == Shape::Pairs {
                    // Without kinds: for colours that change in each line.
                    // [measured: 0.6 of 31 host instructions a machine cycle in `chain`]
                    by_eights(eights, cells, |cell| join(&set.halves, cell & 0xFF));
                } else {
                    by_eights(eights, cells, |cell| join(&set.halves, cell));
                }
            }
            Shape::Hires => {
                let halves = hires_of(colours);
                by_eights(eights, cells, |cell| of_two(halves, cell as u8));
            }
            Shape::Bits => {
                let (pairs, _) = eights.as_chunks_mut::<2>();
                by_eights(pairs, cells, |cell| of_bits(colours, cell));
            }
        }
    }

    /// Draws a line of text: names whose cells are known.
    pub(super) fn paint_text(
        &mut self,
        layout: &Layout,
        (shape, cells): (Shape, &NameCells),
        names: &[u8],
        colours: &PlayfieldColours,
        picture: &mut [u8; LINE_PIXELS],
    ) {
        layout.paint(names, colours, picture, |names, places| {
            let (eights, _) = places.as_chunks_mut::<8>();
            let cell = |name| cells[usize::from(name)];
            if shape == Shape::Hires {
                let halves = hires_of(*colours);
                return by_eights(eights, names, |name| of_two(halves, cell(name) as u8));
            }
            if shape == Shape::Bits {
                let (pairs, _) = eights.as_chunks_mut::<2>();
                return by_eights(pairs, names, |name| of_bits(*colours, cell(name)));
            }
            let set = self.prepare(*colours);
            match set.cells.first_chunk::<CELLS>() {
                Some(table) => by_eights(eights, names, |name| table[usize::from(cell(name)) % CELLS]),
                None => by_eights(eights, names, |name| join(&set.halves, cell(name))),
            }
        });
    }

    /// The tables for some colours; with whole cells if that pays off.
    #[inline]
    fn prepare(&mut self, colours: PlayfieldColours) -> &Set {
        if self.sets.is_empty() {
            self.sets.resize_with(SETS + 1, Set::default);
        }
        let place = place_of(colours);
        if self.sets[place].colours == Some(colours) {
            self.sets[place].use_again();
            return &self.sets[place];
        }
        self.prepare_others(place, colours)
    }

    /// The tables for colours that have not been used lately. Colours that are used more keep their place.
    #[inline(never)]
    fn prepare_others(&mut self, place: usize, colours: PlayfieldColours) -> &Set {
        let lines = &mut self.sets[place].lines;
        let place = if *lines > 0 { SETS } else { place };
        *lines = lines.saturating_sub(1);
        let set = &mut self.sets[place];
        if set.colours != Some(colours) {
            (set.colours, set.halves) = (Some(colours), halves_of(colours));
            set.cells.clear();
        }
        set
    }
}

impl Set {
    #[inline]
    fn use_again(&mut self) {
        if self.lines < LINES_FOR_BYTES {
            self.lines += 1;
        } else if self.cells.is_empty() {
            self.cells.extend((0..CELLS as u16).map(|cell| join(&self.halves, cell)));
        }
    }
}

/// Draws a line that shows `names`, whose pixels are known.
// For text that changes this is all the work. [measured: 0.2 of 14 host instructions a machine cycle in `interpreter`]
#[inline(always)]
pub(super) fn paint_names(
    layout: &Layout,
    names: &[u8],
    pixels: NamePixels<'_>,
    colours: &PlayfieldColours,
    picture: &mut [u8; LINE_PIXELS],
) {
    match pixels {
        NamePixels::Eight(all) => {
            paint_each::<1, 40>(layout, names, |name| [all[usize::from(name)]], colours, picture);
        }
        NamePixels::Sixteen(halves) => {
            let pixels = |name| halves.map(|half| half[usize::from(name)]);
            paint_each::<2, 20>(layout, names, pixels, colours, picture);
        }
    }
}

/// [`paint_names`] for names that are `EIGHTS` times eight pixels wide; `COMMON` of them make a normal, unscrolled
/// playfield.
#[inline(always)]
fn paint_each<const EIGHTS: usize, const COMMON: usize>(
    layout: &Layout,
    names: &[u8],
    pixels: impl Fn(u8) -> [[u8; 8]; EIGHTS],
    colours: &PlayfieldColours,
    picture: &mut [u8; LINE_PIXELS],
) {
    // Constant lengths are written without a loop. [measured]
    if layout.is_common()
        && let Some(names) = names.first_chunk::<COMMON>()
    {
        let [_, _, _, _, bk] = *colours;
        let (left, rest) = picture.split_at_mut(const { of(0x30) });
        let (middle, right) = rest.split_at_mut(8 * EIGHTS * COMMON);
        left.fill(bk);
        by_eights(middle.as_chunks_mut::<8>().0.as_chunks_mut::<EIGHTS>().0, names, pixels);
        right.fill(bk);
        return;
    }
    layout.paint(names, colours, picture, |names, places| {
        by_eights(places.as_chunks_mut::<8>().0.as_chunks_mut::<EIGHTS>().0, names, pixels);
    });
}

/// The position of a row's cells in the picture.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Cells before the window, which are not shown.
    hidden: usize,
    /// The clocks in which the others are shown: first and end.
    cells: (usize, usize),
    /// The clocks in which a playfield is shown.
    window: (usize, usize),
    /// Whether empty pixels there are those of hires.
    hires: bool,
}

impl Layout {
    /// Whether the cells fill all of a normal playfield.
    #[inline]
    fn is_common(&self) -> bool {
        (self.hidden, self.cells, self.window) == (0, (0x30, 0xD0), (0x30, 0xD0))
    }

    /// The layout of a row.
    pub fn of(row: &Row) -> Layout {
        let left = row.window.0;
        let clocks = row.shape.clocks();
        let hidden = left.saturating_sub(row.start) / clocks;
        let cells = match row.cells().len().saturating_sub(hidden) {
            0 => (left, left),
            count => (row.start + hidden * clocks, row.start + (hidden + count) * clocks),
        };
        Layout { hidden, cells, window: row.window, hires: row.hires }
    }

    /// Whether no pair of clocks that begins at an even one is split.
    pub(super) fn keeps_pairs(&self) -> bool {
        let Layout { cells: (start, _), window: (left, right), .. } = *self;
        (start | left | right) & 1 == 0
    }

    /// Draws a line. Its cells are those of a row or anything else; `paint` draws the visible ones.
    #[inline(always)]
    pub(super) fn paint<C>(
        &self,
        cells: &[C],
        colours: &PlayfieldColours,
        picture: &mut [u8; LINE_PIXELS],
        paint: impl FnOnce(&[C], &mut [u8]),
    ) {
        let [_, _, pf2, _, bk] = *colours;
        let Layout { hidden, cells: (start, end), window: (left, right), hires } = *self;
        let base = if hires { pf2 } else { bk };
        let cells = cells.get(hidden..).unwrap_or_default();
        if start == end {
            // No cells.
        } else if start >= FIRST_VISIBLE_CLOCK && end <= LAST_VISIBLE_CLOCK + 1 {
            paint(cells, &mut picture[of(start)..of(end)]);
        } else {
            // What lies outside the picture is cut off.
            let mut line = [base; 2 * ROOM];
            paint(cells, &mut line[2 * start..2 * end.min(ROOM)]);
            picture.copy_from_slice(&line[2 * FIRST_VISIBLE_CLOCK..][..LINE_PIXELS]);
        }
        for (from, to) in [(left, start), (end, right)] {
            if from < to {
                picture[of(from)..of(to)].fill(base);
            }
        }
        match self.window {
            // Constant lengths are written without a loop. [measured]
            (0x30, 0xD0) => {
                picture[..const { of(0x30) }].fill(bk);
                picture[const { of(0xD0) }..].fill(bk);
            }
            _ => {
                picture[..of(left)].fill(bk);
                picture[of(right)..].fill(bk);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::an::{PLAYFIELD_END, ROW_BYTES};
    use crate::chips::gtia::numbers;
    use crate::chips::gtia::picture::{Pixels, Registers};
    use crate::chips::gtia::playfield::Decode;

    /// The result of drawing by codes.
    fn by_codes(row: &Row, [pf0, pf1, pf2, pf3, bk]: PlayfieldColours) -> [u8; LINE_PIXELS] {
        let (mut pixels, mut picture) = (Pixels::default(), [0; LINE_PIXELS]);
        let colours = &[0, 0, 0, 0, pf0, pf1, pf2, pf3, bk];
        let decode = if row.hires { Decode::Hires } else { Decode::Lores };
        let registers = Registers { colours, prior: 0, decode };
        pixels.draw_playfield(FIRST_VISIBLE_CLOCK, PLAYFIELD_END, &row.spread(), &registers);
        pixels.copy_to(&mut picture);
        picture
    }

    #[test]
    fn rows_are_painted_as_their_codes_are() {
        let mut next = numbers(5);
        let mut painter = Painter::default();
        let mut colours = [0; 5];
        for _ in 0..5000 {
            let shape = [Shape::Pairs, Shape::EitherPairs, Shape::Bits, Shape::Hires][next(4)];
            let window = [(66, 194), (50, 210), (FIRST_VISIBLE_CLOCK, PLAYFIELD_END)][next(3)];
            let count = next(ROW_BYTES * 4 / shape.clocks() + 1);
            let start = if next(2) == 0 { window.0 } else { 20 + next(60) };
            let hires = shape == Shape::Hires;
            let mut row = Row { shape, start, count, window, hires, ..Row::empty() };
            let kinds = match shape {
                Shape::Bits => 4,
                Shape::EitherPairs => 2,
                _ => 1,
            };
            row.cells.fill_with(|| (next(kinds) << 8 | next(256)) as u16);
            // Now and then they stay long enough for a table of all cells.
            if next(60) == 0 {
                colours.fill_with(|| 2 * next(128) as u8);
            }
            let mut picture = [1; LINE_PIXELS];
            painter.paint(&row, &colours, &mut picture);
            assert_eq!(picture, by_codes(&row, colours), "{row:?}");
            if shape != Shape::Pairs {
                // The same by names, with this script: the kind is in the highest bits of the name.
                let cells = CellPainter::new(colours);
                let cell = |name: usize| ((name * kinds / 256) << 8 | (name * 37 % 256)) as u16;
                let all = std::array::from_fn(|name| cells.pixels(shape, cell(name)));
                let halves =
                    [0, 1].map(|half| std::array::from_fn(|name| cells.wide_pixels(cell(name))[half]));
                let pixels = match shape {
                    Shape::Bits => NamePixels::Sixteen(halves.each_ref()),
                    _ => NamePixels::Eight(&all),
                };
                let names: Vec<u8> = (0..row.count).map(|_| next(256) as u8).collect();
                row.cells.iter_mut().zip(&names).for_each(|(place, name)| *place = cell((*name).into()));
                paint_names(&Layout::of(&row), &names, pixels, &colours, &mut picture);
                assert_eq!(picture, by_codes(&row, colours), "{row:?}");
            }
        }
    }
}
