//! Tables that turn the bytes of a playfield into codes.

use super::{BACKGROUND, PLAYFIELD};

const fn pair(bits: usize, index: usize) -> u8 {
    (bits >> (6 - 2 * index) & 3) as u8
}

const fn pairs(third: u8) -> [[u8; 4]; 256] {
    let mut table = [[0; 4]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 4 {
            table[bits][i] = match pair(bits, i) {
                0 => BACKGROUND,
                3 => PLAYFIELD + third,
                p => PLAYFIELD + p - 1,
            };
            i += 1;
        }
        bits += 1;
    }
    table
}

/// A row of a character of modes 4 and 5.
#[inline(always)]
pub fn multicolour_row(name: u8, bits: u8) -> [u8; 4] {
    multicolour_rows(name)[usize::from(bits)]
}

/// All rows of such a character, indexed by their bits: bit 7 of its name selects the colour of the pair 11.
#[inline(always)]
pub fn multicolour_rows(name: u8) -> &'static [[u8; 4]; 256] {
    &BOTH_PAIRS[usize::from(name >> 7)]
}

/// A row of a character of modes 6 and 7: bits 7 and 6 of its name select its colour.
#[inline(always)]
pub fn large_row(name: u8, bits: u8) -> [u8; 8] {
    one_colour(PLAYFIELD + (name >> 6), bits)
}

/// Eight pixels, of one colour or background, from the bits of a byte.
#[inline(always)]
pub fn one_colour(code: u8, bits: u8) -> [u8; 8] {
    let codes = u64::from(code) * 0x0101_0101_0101_0101;
    (BITS[usize::from(bits)] & codes).to_le_bytes()
}

/// Two bits a clock: background, playfields 0, 1, 2.
pub static PAIRS: [[u8; 4]; 256] = pairs(2);
/// Two bits a clock in both variants: background, playfields 0, 1, 2; and with playfield 3 in place of 2.
static BOTH_PAIRS: [[[u8; 4]; 256]; 2] = [pairs(2), pairs(3)];

/// Two half-clock pixels a clock.
pub const HIRES: [[u8; 4]; 256] = {
    let mut table = [[0; 4]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 4 {
            table[bits][i] = PLAYFIELD + pair(bits, i);
            i += 1;
        }
        bits += 1;
    }
    table
};

/// One bit a clock: a byte of ones for each set bit, the leftmost in the lowest byte.
pub static BITS: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 8 {
            if bits >> (7 - i) & 1 != 0 {
                table[bits] |= 0xFF << (8 * i);
            }
            i += 1;
        }
        bits += 1;
    }
    table
};

/// The bits of a nibble, each doubled.
pub static TWICE: [u8; 16] = {
    let mut table = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let n = nibble as u8;
        table[nibble] = 3 * (n & 1 | (n & 2) << 1 | (n & 4) << 2 | (n & 8) << 3);
        nibble += 1;
    }
    table
};

/// Mode 8: two bits for four clocks, by nibble.
pub const PAIRS_BY_4: [[u8; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut n = 0;
    while n < 16 {
        let mut i = 0;
        while i < 8 {
            table[n][i] = PAIRS[n << 4][i / 4];
            i += 1;
        }
        n += 1;
    }
    table
};

/// Mode 9: one bit for two clocks, by nibble.
pub const BITS_BY_2: [[u8; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut n = 0;
    while n < 16 {
        let mut i = 0;
        while i < 8 {
            table[n][i] = if n >> (3 - i / 2) & 1 != 0 { PLAYFIELD } else { BACKGROUND };
            i += 1;
        }
        n += 1;
    }
    table
};

/// Writes the codes of the characters `names`, which `glyph` gets with their numbers, one after the other; the last one
/// as far as it fits.
#[inline(always)]
pub fn fill<C: Copy, const N: usize>(codes: &mut [u8], names: &[C], glyph: impl Fn(usize, C) -> [u8; N]) {
    place(codes, names, glyph, |code, value| *code = value);
}

/// [`fill`], but adds to the codes already there.
#[inline(always)]
pub fn fill_over<C: Copy, const N: usize>(
    codes: &mut [u8],
    names: &[C],
    glyph: impl Fn(usize, C) -> [u8; N],
) {
    place(codes, names, glyph, |code, value| *code |= value);
}

#[inline(always)]
fn place<C: Copy, const N: usize>(
    codes: &mut [u8],
    names: &[C],
    glyph: impl Fn(usize, C) -> [u8; N],
    put: impl Fn(&mut u8, u8),
) {
    let (chunks, rest) = codes.as_chunks_mut::<N>();
    let whole = chunks.len();
    for (index, (chunk, name)) in chunks.iter_mut().zip(names).enumerate() {
        chunk.iter_mut().zip(glyph(index, *name)).for_each(|(code, value)| put(code, value));
    }
    if let Some(name) = names.get(whole) {
        rest.iter_mut().zip(glyph(whole, *name)).for_each(|(code, value)| put(code, value));
    }
}
