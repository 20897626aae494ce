//! Painting rows of hires data in modes 9, 10 and 11 from tables, a byte a step, for lines in which no register changes
//! and no object is lit. [measured: 5.3 of 28 host instructions a machine cycle in a plasma, compared with drawing by
//! codes]

use super::painter::{Layout, by_eights};
use super::picture::{LINE_PIXELS, colours_of_pairs};
use super::playfield::Decode;
use crate::chips::an::{Row, Shape};

/// After this many rows with the same registers, tables of whole bytes pay off.
/// [measured: 1.1 of 22.6 in a fire effect]
const ROWS: u8 = 24;

/// The tables for the last two sets of registers, as programs alternate between two modes by lines. Not part of the
/// state.
#[derive(Clone, Debug, Default)]
pub(super) struct PairsPainter {
    last: Tables,
    other: Tables,
}

/// For a set of registers: the four pixels of each pair of codes, and the eight of each byte once enough rows have been
/// painted.
#[derive(Clone, Debug, Default)]
struct Tables {
    registers: Option<(Decode, [u8; 9])>,
    rows: u8,
    pixels: [u32; 16],
    bytes: Vec<u64>,
}

impl PairsPainter {
    /// Whether the pairs of a row are nibbles of its bytes, or it has no bytes.
    #[inline]
    pub(super) fn may_paint(row: &Row) -> bool {
        row.count == 0 || (row.shape == Shape::Hires && row.hires && Layout::of(row).keeps_pairs())
    }

    /// Draws such a row.
    pub(super) fn paint(
        &mut self,
        row: &Row,
        decode: Decode,
        colours: &[u8; 9],
        picture: &mut [u8; LINE_PIXELS],
    ) {
        let tables = self.tables(decode, colours);
        // Beside the bytes, and beside the window, all bits are clear.
        let [clear, ..] = tables.pixels[0].to_ne_bytes();
        let bytes = tables.bytes.first_chunk::<256>().filter(|_| tables.rows == ROWS);
        Layout::of(row).paint(row.cells(), &[clear; 5], picture, |cells, places| {
            let (eights, _) = places.as_chunks_mut::<8>();
            match bytes {
                Some(bytes) => by_eights(eights, cells, |cell| bytes[usize::from(cell as u8)].to_le_bytes()),
                None => by_eights(eights, cells, |cell| tables.byte(cell).to_le_bytes()),
            }
        });
        if decode == Decode::Registers {
            // One clock late; before the first visible one it is blank, which is background.
            let [.., background] = *colours;
            picture.copy_within(..LINE_PIXELS - 2, 2);
            picture[..2].fill(background);
        }
    }

    /// The tables for these registers, with which one more row is painted.
    #[inline(always)]
    fn tables(&mut self, decode: Decode, colours: &[u8; 9]) -> &Tables {
        if !self.last.is_for(decode, colours) {
            std::mem::swap(&mut self.last, &mut self.other);
            if !self.last.is_for(decode, colours) {
                self.last.begin(decode, colours);
            }
        }
        let tables = &mut self.last;
        if tables.rows < ROWS {
            tables.rows += 1;
            if tables.rows == ROWS {
                tables.bytes = (0..=255).map(|byte| tables.byte(byte)).collect();
            }
        }
        tables
    }
}

impl Tables {
    #[inline(always)]
    fn is_for(&self, decode: Decode, colours: &[u8; 9]) -> bool {
        self.registers == Some((decode, *colours))
    }

    fn begin(&mut self, decode: Decode, colours: &[u8; 9]) {
        (self.registers, self.rows) = (Some((decode, *colours)), 0);
        self.pixels = colours_of_pairs(decode, colours).map(|colour| u32::from_ne_bytes([colour; 4]));
    }

    /// The eight pixels of a byte.
    #[inline(always)]
    fn byte(&self, byte: u16) -> u64 {
        let [left, right] = [byte >> 4 & 15, byte & 15].map(|half| self.pixels[usize::from(half)]);
        u64::from(left) | u64::from(right) << 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::an::{FIRST_VISIBLE_CLOCK, PLAYFIELD_END, ROW_BYTES};
    use crate::chips::gtia::registers::{COLBK, COLPM0, GRAFP0, HPOSP0, PRIOR, SIZEP0};
    use crate::chips::gtia::{Gtia, numbers};

    #[test]
    fn rows_painted_by_bytes_are_those_of_single_pairs() {
        let mut next = numbers(29);
        let mut painted = 0;
        for _ in 0..100 {
            let mut gtia = Gtia::new(false);
            for register in 0..9 {
                gtia.write(0, COLPM0 + register, next(256) as u8);
            }
            gtia.write(0, PRIOR, [0x40, 0x80, 0xC0][next(3)]);
            gtia.end_line(&Row::empty().spread(), None);
            // By nibbles first, by whole bytes later.
            for _ in 0..2 * ROWS {
                let window = [(66, 194), (48, 208), (FIRST_VISIBLE_CLOCK, PLAYFIELD_END)][next(3)];
                let (start, hires) = (20 + next(60), next(8) > 0);
                let count = next(49);
                let mut row = Row { shape: Shape::Hires, start, count, window, hires, ..Row::empty() };
                row.cells = std::array::from_fn::<_, ROW_BYTES, _>(|_| next(256) as u16);
                let (mut picture, mut expected) = ([0; LINE_PIXELS], [0; LINE_PIXELS]);
                let mut by_clock = gtia.clone();
                by_clock.end_line(&row.spread(), Some(&mut expected));
                assert!(gtia.shows_pairs());
                painted += usize::from(PairsPainter::may_paint(&row));
                gtia.end_shown(&gtia.playfield_colours(), &row, Some(&mut picture));
                assert_eq!(picture, expected, "{row:?}");
                assert_eq!(gtia, by_clock);
            }
        }
        assert!(painted > 1000, "{painted}");
    }

    /// As in pictures that alternate between two modes by lines: with objects in different places, and playfields of
    /// all widths.
    #[test]
    fn registers_change_behind_a_playfield_of_pairs() {
        let mut next = numbers(31);
        let mut late = 0;
        for _ in 0..4000 {
            let mut gtia = Gtia::new(false);
            for register in 0..9 {
                gtia.write(0, COLPM0 + register, next(256) as u8);
            }
            gtia.write(0, PRIOR, [0x40, 0x80, 0xC0, 0x51][next(4)]);
            if next(2) > 0 {
                let objects = [(HPOSP0, 186 + next(40)), (SIZEP0, next(4)), (GRAFP0, next(256))];
                objects.into_iter().for_each(|(reg, value)| gtia.write(0, reg, value as u8));
            }
            gtia.end_line(&Row::empty().spread(), None);
            let window = [(66, 194), (48, 208), (FIRST_VISIBLE_CLOCK, PLAYFIELD_END)][next(3)];
            let mut row =
                Row { shape: Shape::Hires, start: 48, count: 40, window, hires: true, ..Row::empty() };
            row.cells = std::array::from_fn::<_, ROW_BYTES, _>(|_| next(256) as u16);
            for _ in 0..next(4) {
                let register = [PRIOR, PRIOR, COLPM0, COLBK][next(4)];
                gtia.write(105 + next(9) as u8, register, [0, 0x40, 0x80, 0xC0, 0x10, 0x28][next(6)]);
            }
            late += usize::from(!gtia.shows_rows());
            let (mut picture, mut expected) = ([0; LINE_PIXELS], [0; LINE_PIXELS]);
            let mut by_clock = gtia.clone();
            by_clock.end_line(&row.spread(), Some(&mut expected));
            let mut unseen = gtia.clone();
            assert!(gtia.shows_pairs());
            gtia.end_shown(&gtia.playfield_colours(), &row, Some(&mut picture));
            unseen.end_shown(&unseen.playfield_colours(), &row, None);
            assert_eq!(picture, expected, "{row:?}");
            assert_eq!(gtia, by_clock);
            assert_eq!(unseen, by_clock);
        }
        assert!(late > 1000, "{late}");
    }
}
