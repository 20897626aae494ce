//! Rows in lores in which colours change, and over which no object is lit. All clocks are processed once in blocks, and
//! twice only where a colour changes within a block. [measured: 0.9 of 20.8 host instructions a machine cycle in
//! `chain`, compared with pieces between two changes]

use super::change::Change;
use super::picture::{BLOCK, BLOCKS, Block, LINE_PIXELS, draw_twice, where_equal};
use crate::chips::an::{self, AnLine, FIRST_VISIBLE_CLOCK, PLAYFIELD};

/// Colour registers, COLPM0 to COLBK.
const COLOURS: usize = 9;
/// The registers of players and missiles, which come first.
const PLAYERS: usize = 4;

/// Draws the line that shows `an`, with these colours at its start, COLPM0 to COLBK. The changes are in the order of
/// their clocks; only those of colours count.
// Not inlined, and with a slice for the changes: otherwise the compiler vectorizes less.
// [measured: 270 of 1,000 host instructions each time]
#[inline(never)]
pub(super) fn paint(
    an: &AnLine,
    colours: &[u8; COLOURS],
    changes: &[(u16, Change)],
    picture: &mut [u8; LINE_PIXELS],
) {
    let [_, _, _, _, playfield @ ..] = *colours;
    let mut colours = playfield.map(|colour| [colour; BLOCK]);
    let mut changes = changes.iter();
    let mut next = changes.next();
    let mut by_clock = [[0; BLOCK]; BLOCKS];
    let (codes, _) = an.codes[FIRST_VISIBLE_CLOCK..].as_chunks();
    for (index, (codes, place)) in codes.iter().zip(&mut by_clock).enumerate() {
        let start = FIRST_VISIBLE_CLOCK + index * BLOCK;
        let mut pixels = lores(codes, &colours);
        while let Some((clock, change)) = next
            && usize::from(*clock) < start + BLOCK
        {
            if let Change::Colour { register, value } = change
                && let Some(colour) = colours.get_mut(usize::from(*register).wrapping_sub(PLAYERS))
            {
                *colour = [value & 0xFE; BLOCK];
            }
            let before = usize::from(*clock).saturating_sub(start).min(BLOCK);
            pixels = merged(&FIRST[before], pixels, lores(codes, &colours));
            next = changes.next();
        }
        *place = pixels;
    }
    draw_twice(&by_clock, picture);
}

/// Codes to colours; BLANK is black.
#[inline(always)]
fn lores(codes: &Block, [pf0, pf1, pf2, pf3, bk]: &[Block; 5]) -> Block {
    let mut pixels = [0; BLOCK];
    for n in 0..BLOCK {
        let code = codes[n];
        pixels[n] = where_equal(code, PLAYFIELD, pf0[n])
            | where_equal(code, PLAYFIELD + 1, pf1[n])
            | where_equal(code, PLAYFIELD + 2, pf2[n])
            | where_equal(code, PLAYFIELD + 3, pf3[n])
            | where_equal(code, an::BACKGROUND, bk[n]);
    }
    pixels
}

/// One block where `mask` is set, and the other elsewhere.
#[inline(always)]
fn merged(mask: &Block, one: Block, other: Block) -> Block {
    let mut pixels = [0; BLOCK];
    for n in 0..BLOCK {
        pixels[n] = one[n] & mask[n] | other[n] & !mask[n];
    }
    pixels
}

/// Indexed by n: a mask of the first n clocks of a block.
// Up to the whole block: if some place were the same in all entries, the compiler would treat it as a constant, and
// would not vectorize the rest. [measured]
static FIRST: [Block; BLOCK + 1] = {
    let mut table = [[0; BLOCK]; BLOCK + 1];
    let mut count = 0;
    while count <= BLOCK {
        let mut n = 0;
        while n < count {
            table[count][n] = 0xFF;
            n += 1;
        }
        count += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::an::{CLOCKS, PLAYFIELD_END};
    use crate::chips::gtia::Gtia;
    use crate::chips::gtia::numbers;
    use crate::chips::gtia::registers::{COLBK, COLPM0, PRIOR};

    #[test]
    fn rows_whose_colours_change_are_those_of_single_clocks() {
        let mut next = numbers(11);
        let mut gtia = Gtia::new(false);
        for _ in 0..3000 {
            let mut an = AnLine::blank();
            if next(8) != 0 {
                an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill_with(|| [0, 4, 5, 6, 7][next(5)]);
            }
            an.hires = next(8) == 0;
            let mut cycles: Vec<u8> = (0..next(8)).map(|_| next(CLOCKS / 2) as u8).collect();
            cycles.sort_unstable();
            for cycle in cycles {
                let register = match next(20) {
                    0 => PRIOR,
                    n => COLPM0 + n as u8 % (COLBK + 1 - COLPM0),
                };
                gtia.write(cycle, register, if register == PRIOR { 0x40 } else { next(256) as u8 });
            }
            let mut by_clock = gtia.clone();
            let (mut picture, mut expected) = ([1; LINE_PIXELS], [2; LINE_PIXELS]);
            gtia.end_line(&an, Some(&mut picture));
            by_clock.catch_up(1, &an);
            by_clock.end_line(&an, Some(&mut expected));
            assert_eq!(picture, expected);
            assert_eq!(gtia, by_clock);
            gtia.write(0, PRIOR, 0);
            gtia.write(0, COLPM0 + 4, 2 * next(128) as u8);
        }
    }
}
