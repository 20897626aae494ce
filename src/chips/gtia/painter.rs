//! Painting rows of playfield by table, four pixels of two bits or eight of one a step: for lines in which no
//! register changes and no object is lit. [measured: 5 of 36 host instructions a machine cycle on bitmaps
//! that change]

use super::picture::{LINE_PIXELS, lit};
use crate::chips::an::{FIRST_VISIBLE_CLOCK, Row, Shape};

/// Clocks into which every row fits that ANTIC's clock can start.
const ROOM: usize = 256;

/// COLPF0 to COLPF3 and COLBK: what a playfield is drawn with.
pub type PlayfieldColours = [u8; 5];

/// The colours that a table was made for: COLPF0 to COLPF3, COLBK; none before it is needed.
type Key = Option<PlayfieldColours>;

/// Tables by whole bytes pay where the colours stay for so many lines.
const LINES_FOR_BYTES: u8 = 24;

/// Cells of two kinds.
const CELLS: usize = 0x200;

/// The pixels of cells of `KINDS` kinds, for the colours seen last.
#[derive(Clone, Debug)]
struct Tables<const KINDS: usize> {
    key: Key,
    /// Lines drawn with them.
    lines: u8,
    /// By half a byte.
    halves: [[[u8; 4]; 16]; KINDS],
    /// By the cell, once they are worth it.
    cells: Vec<[u8; 8]>,
}

impl<const KINDS: usize> Tables<KINDS> {
    const fn new() -> Self {
        Tables { key: None, lines: 0, halves: [[[0; 4]; 16]; KINDS], cells: Vec::new() }
    }

    /// Makes them what `half` says for each kind and half byte, if the colours are others than before.
    #[inline]
    fn prepare(&mut self, colours: PlayfieldColours, half: impl Fn(usize, usize) -> [u8; 4]) {
        if self.key != Some(colours) {
            self.key = Some(colours);
            self.halves = std::array::from_fn(|kind| std::array::from_fn(|nibble| half(kind, nibble)));
            self.lines = 0;
            self.cells.clear();
        } else if self.lines < LINES_FOR_BYTES {
            self.lines += 1;
        } else if self.cells.is_empty() {
            let cells = |kind: usize| (0..256).map(move |byte| (kind, byte));
            let halves = &self.halves;
            let cells = (0..CELLS / 256).map(|kind| kind % KINDS).flat_map(cells);
            self.cells
                .extend(cells.map(|(kind, byte)| join(halves[kind][byte >> 4], halves[kind][byte & 15])));
        }
    }

    #[inline]
    fn paint(&self, eights: &mut [[u8; 8]], cells: &[u16]) {
        if let Some(table) = self.cells.first_chunk::<CELLS>() {
            by_eights(eights, cells, |cell| table[usize::from(cell) % CELLS]);
        } else {
            by_eights(eights, cells, |cell| {
                let table = &self.halves[usize::from(cell >> 8) % KINDS];
                join(table[usize::from(cell >> 4 & 15)], table[usize::from(cell & 15)])
            });
        }
    }
}

/// The pixels of all cells, eight of them without a loop around each. [measured]
#[inline(always)]
fn by_eights(eights: &mut [[u8; 8]], cells: &[u16], pixels: impl Fn(u16) -> [u8; 8]) {
    let (groups, rest) = cells.as_chunks::<8>();
    let (places, _) = eights.as_chunks_mut::<8>();
    for (places, cells) in places.iter_mut().zip(groups) {
        for (place, cell) in places.iter_mut().zip(cells) {
            *place = pixels(*cell);
        }
    }
    for (place, cell) in eights.iter_mut().skip(8 * groups.len()).zip(rest) {
        *place = pixels(*cell);
    }
}

/// The tables, for the colours seen last; they are no state.
#[derive(Clone, Debug)]
pub(super) struct Painter {
    pairs: Tables<2>,
    hires: Tables<1>,
    bits: (Key, [[[u8; 8]; 16]; 4]),
}

impl Default for Painter {
    fn default() -> Self {
        Painter { pairs: Tables::new(), hires: Tables::new(), bits: (None, [[[0; 8]; 16]; 4]) }
    }
}

/// Two nibbles of pixels.
#[inline(always)]
const fn join([a, b, c, d]: [u8; 4], [e, f, g, h]: [u8; 4]) -> [u8; 8] {
    [a, b, c, d, e, f, g, h]
}

impl Painter {
    /// Draws a line.
    pub(super) fn paint(&mut self, row: &Row, colours: &PlayfieldColours, picture: &mut [u8; LINE_PIXELS]) {
        let [_, _, pf2, _, bk] = *colours;
        let (left, right) = row.window;
        let base = if row.hires { pf2 } else { bk };
        let cells = row.cells();
        let end = row.start + cells.len() * row.shape.clocks();
        let of = |clock: usize| 2 * (clock - FIRST_VISIBLE_CLOCK);
        if cells.is_empty() {
            picture[..of(left)].fill(bk);
            picture[of(left)..of(right)].fill(base);
            picture[of(right)..].fill(bk);
        } else if left <= row.start && end <= right {
            picture[..of(left)].fill(bk);
            picture[of(left)..of(row.start)].fill(base);
            self.paint_cells(row.shape, cells, *colours, &mut picture[of(row.start)..of(end)]);
            picture[of(end)..of(right)].fill(base);
            picture[of(right)..].fill(bk);
        } else {
            // What lies beside the window is cut off.
            let mut line = [base; 2 * ROOM];
            self.paint_cells(row.shape, cells, *colours, &mut line[2 * row.start..2 * end.min(ROOM)]);
            line[2 * FIRST_VISIBLE_CLOCK..2 * left].fill(bk);
            line[2 * right..].fill(bk);
            picture.copy_from_slice(&line[2 * FIRST_VISIBLE_CLOCK..][..LINE_PIXELS]);
        }
    }

    #[inline]
    fn paint_cells(&mut self, shape: Shape, cells: &[u16], colours: PlayfieldColours, places: &mut [u8]) {
        let [pf0, pf1, pf2, pf3, bk] = colours;
        let (eights, _) = places.as_chunks_mut::<8>();
        match shape {
            Shape::Pairs => {
                self.pairs.prepare(colours, |kind, nibble| {
                    let colours = [bk, pf0, pf1, if kind == 0 { pf2 } else { pf3 }];
                    let (a, b) = (colours[nibble >> 2], colours[nibble & 3]);
                    [a, a, b, b]
                });
                self.pairs.paint(eights, cells);
            }
            Shape::Hires => {
                let halves = [pf2, lit(pf2, pf1)];
                self.hires.prepare(colours, |_, nibble| [3, 2, 1, 0].map(|bit| halves[nibble >> bit & 1]));
                self.hires.paint(eights, cells);
            }
            Shape::Bits => {
                let tables = self.bits(colours);
                let (sixteens, _) = eights.as_chunks_mut::<2>();
                for ([first, second], cell) in sixteens.iter_mut().zip(cells) {
                    let table = &tables[usize::from(cell >> 8 & 3)];
                    *first = table[usize::from(cell >> 4 & 15)];
                    *second = table[usize::from(cell & 15)];
                }
            }
        }
    }

    /// One bit a clock, for the kinds 0 to 3.
    fn bits(&mut self, colours: PlayfieldColours) -> &[[[u8; 8]; 16]; 4] {
        if self.bits.0 != Some(colours) {
            let [playfields @ .., bk] = colours;
            let tables = playfields.map(|colour| {
                let clocks = [bk, colour];
                std::array::from_fn(|nibble| {
                    let [a, b, c, d] = [3, 2, 1, 0].map(|bit| clocks[nibble >> bit & 1]);
                    [a, a, b, b, c, c, d, d]
                })
            });
            self.bits = (Some(colours), tables);
        }
        &self.bits.1
    }
}
