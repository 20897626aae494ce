//! Drawing: from codes and objects to palette indices.

use std::ops::Range;

use super::playfield::{self, Decode, Dot};
use super::priority::{self, PLAYFIELD_3};
use crate::chips::an::{self, AnLine, CLOCKS, FIRST_VISIBLE_CLOCK, LAST_VISIBLE_CLOCK, PLAYFIELD};

/// Half-clock pixels in a picture line: two a colour clock.
pub const LINE_PIXELS: usize = 2 * (LAST_VISIBLE_CLOCK + 1 - FIRST_VISIBLE_CLOCK);

/// The visible pixels of a line, by clock: the left and the right half.
pub(super) type VisiblePixels = [[u8; 2]; LINE_PIXELS / 2];

/// The number of clocks drawn at once, which suits vector instructions. Drawing goes from left to right, so that what
/// is drawn too far is drawn over later.
pub(super) const BLOCK: usize = 16;

/// Blocks of a line; the last one is only partly visible.
pub(super) const BLOCKS: usize = (LINE_PIXELS / 2).div_ceil(BLOCK);

/// One value for each clock of a block.
pub(super) type Block = [u8; BLOCK];

/// PRIOR: missiles are a fifth player, which takes the colour of playfield 3.
const FIFTH_PLAYER: u8 = 0x10;
/// Index of COLPF0 in [`Registers::colours`].
const COLPF0: usize = 4;

/// The line being drawn, by clock: the left and the right half-clock pixel.
#[derive(Clone, Debug)]
pub(super) struct Pixels {
    halves: [[u8; 2]; CLOCKS + BLOCK],
}

impl Default for Pixels {
    fn default() -> Self {
        Pixels { halves: [[0; 2]; CLOCKS + BLOCK] }
    }
}

/// What the picture depends on; constant within a stretch of clocks.
pub(super) struct Registers<'a> {
    /// COLPM0 to COLPM3, COLPF0 to COLPF3, COLBK; bit 0 clear.
    pub colours: &'a [u8; 9],
    /// PRIOR; bits 5:0 count.
    pub prior: u8,
    /// How codes are read.
    pub decode: Decode,
}

impl Registers<'_> {
    /// Whether codes are pairs of half clocks.
    #[inline(always)]
    pub(super) fn is_hires(&self) -> bool {
        self.decode == Decode::Hires
    }
}

impl Pixels {
    /// Copies the finished line.
    pub(super) fn copy_to(&self, picture: &mut [u8; LINE_PIXELS]) {
        picture.copy_from_slice(self.halves[FIRST_VISIBLE_CLOCK..=LAST_VISIBLE_CLOCK].as_flattened());
    }

    /// Draws the playfield in `from..to`, which are visible clocks.
    pub(super) fn draw_playfield(&mut self, from: usize, to: usize, an: &AnLine, registers: &Registers) {
        let colours = registers.colours;
        let [_, _, _, _, pf @ .., bk] = *colours;
        match registers.decode {
            Decode::Lores => self.paint(from..to, 0, an, lores(bk, pf)),
            Decode::Late => self.paint(from..to, 1, an, lores(bk, pf)),
            Decode::Lost => self.paint(from..to, 0, an, lores(bk, [bk; 4])),
            Decode::Hires => self.paint(from..to, 0, an, hires(bk, [pf[2], lit(pf[2], pf[1])])),
            Decode::Lumas => self.paint_pairs(from, to, an, 0, |pair| u16::from(bk) | nibble(pair)),
            Decode::Hues => self.paint_pairs(from, to, an, 0, |pair| hue(nibble(pair), bk)),
            Decode::Registers => {
                let mut registers = [0; 16];
                registers[..colours.len()].copy_from_slice(colours);
                self.paint_pairs(from, to, an, 1, |pair| {
                    let register = MODE_10_REGISTERS[usize::from(pair << 3 & 0x38 | pair >> 8 & 7)];
                    registers[usize::from(register & 15)].into()
                });
            }
        }
    }

    /// Paints codes independently of one another, `delay` clocks late.
    #[inline(always)]
    fn paint(&mut self, clocks: Range<usize>, delay: usize, an: &AnLine, halves: impl Fn(u8) -> [u8; 2]) {
        let blocks = clocks.len().div_ceil(BLOCK);
        let (codes, rest) = an.codes[clocks.start - delay..].as_chunks::<BLOCK>();
        let (places, _) = self.halves[clocks.start..].as_chunks_mut::<BLOCK>();
        for (place, codes) in places[..blocks].iter_mut().zip(codes) {
            paint_block(place, codes, &halves);
        }
        if blocks > codes.len()
            && let Some(place) = places.get_mut(codes.len())
        {
            let mut last = [an::BLANK; BLOCK];
            last[..rest.len()].copy_from_slice(rest);
            paint_block(place, &last, &halves);
        }
    }

    /// Paints pairs of codes, `delay` clocks late; the first code of a pair is at an even clock and in the low byte. No
    /// visible clock of a displayed line is blank.
    // First all colours of a block, so that the compiler processes eight at once.
    // [measured: 1.2 of 28 host instructions a machine cycle in a plasma in mode 11]
    #[inline(always)]
    fn paint_pairs(
        &mut self,
        from: usize,
        to: usize,
        an: &AnLine,
        delay: usize,
        colour: impl Fn(u16) -> u16,
    ) {
        let begin = ((from - delay) & !1) + delay;
        let before = self.halves[begin];
        for first in (begin..to).step_by(BLOCK) {
            let codes = codes_from(&an.codes[first - delay..]);
            if let Some(block) = self.halves[first..].first_chunk_mut::<BLOCK>() {
                let mut halves = [0; BLOCK / 2];
                for (halves, pair) in halves.iter_mut().zip(codes.as_chunks::<2>().0) {
                    *halves = colour(u16::from_le_bytes(*pair)) * 0x0101;
                }
                for (places, halves) in block.as_chunks_mut::<2>().0.iter_mut().zip(halves) {
                    *places = [halves.to_le_bytes(); 2];
                }
            }
        }
        if begin < from {
            self.halves[begin] = before;
        }
    }

    /// A row to draw into when the result is not wanted.
    pub(super) fn row(&mut self) -> &mut [u8; LINE_PIXELS] {
        self.halves.as_flattened_mut().first_chunk_mut().expect("a line is longer than its visible part")
    }

    /// The visible clocks, to be drawn over.
    #[inline]
    pub(super) fn visible(&mut self) -> Option<&mut VisiblePixels> {
        self.halves[FIRST_VISIBLE_CLOCK..].first_chunk_mut()
    }
}

/// Draws a whole line in which no register changes and which shows `an` in lores, in these colours. It has no blank
/// clock, and playfield 3 only if `THIRD`. [measured: 0.4 of 20.7 host instructions a machine cycle in `kernel`,
/// compared with all codes in one go]
#[inline(never)]
pub(super) fn paint_lores<const THIRD: bool>(
    an: &AnLine,
    colours: &[u8; 5],
    picture: &mut [u8; LINE_PIXELS],
) {
    let [playfields @ .., background] = colours;
    // The difference of each playfield from the background.
    let changes = playfields.map(|colour| [colour ^ background; BLOCK]);
    let mut by_clock = [[*background; BLOCK]; BLOCKS];
    let (codes, _) = an.codes[FIRST_VISIBLE_CLOCK..].as_chunks::<BLOCK>();
    for (codes, place) in codes.iter().zip(&mut by_clock) {
        let [first, second, third, fourth] = &changes;
        for n in 0..BLOCK {
            let change = where_equal(codes[n], PLAYFIELD, first[n])
                | where_equal(codes[n], PLAYFIELD + 1, second[n])
                | where_equal(codes[n], PLAYFIELD + 2, third[n])
                | if THIRD { where_equal(codes[n], PLAYFIELD + 3, fourth[n]) } else { 0 };
            place[n] = background ^ change;
        }
    }
    draw_twice(&by_clock, picture);
}

/// Draws both halves of each clock in its colour.
#[inline(always)]
pub(super) fn draw_twice(by_clock: &[Block; BLOCKS], picture: &mut [u8; LINE_PIXELS]) {
    let (places, _) = picture.as_chunks_mut();
    let seen = &by_clock.as_flattened()[..LINE_PIXELS / 2];
    if let (Some(place), Some(colours)) = (places.last_chunk_mut(), seen.last_chunk()) {
        draw_block_twice(place, colours);
    }
    let (places, _) = places.as_chunks_mut();
    places.iter_mut().zip(by_clock).for_each(|(place, colours)| draw_block_twice(place, colours));
}

/// The compiler vectorizes the product. [measured]
#[inline(always)]
fn draw_block_twice(place: &mut [[u8; 2]; BLOCK], colours: &Block) {
    for (pair, colour) in place.iter_mut().zip(colours) {
        *pair = (u16::from(*colour) * 0x0101).to_le_bytes();
    }
}

/// First all left and then all right halves, so that the compiler processes sixteen at once.
/// [measured: 1.2 of 33 host instructions a machine cycle in `kernel`]
#[inline(always)]
fn paint_block(place: &mut [[u8; 2]; BLOCK], codes: &[u8; BLOCK], halves: impl Fn(u8) -> [u8; 2]) {
    let (mut left, mut right) = ([0; BLOCK], [0; BLOCK]);
    for n in 0..BLOCK {
        [left[n], right[n]] = halves(codes[n]);
    }
    for (n, pixels) in place.iter_mut().enumerate() {
        *pixels = [left[n], right[n]];
    }
}

/// The colour registers of mode 10, indexed by both codes of a pair.
static MODE_10_REGISTERS: [u8; 64] = {
    let mut table = [0; 64];
    let mut codes = 0;
    while codes < 64 {
        table[codes] = playfield::mode_10_register(codes as u8 >> 3, codes as u8 & 7) as u8;
        codes += 1;
    }
    table
};

/// The colours of modes 9, 10 and 11, indexed by the four bits of a pair of playfield codes.
pub(super) fn colours_of_pairs(decode: Decode, colours: &[u8; 9]) -> [u8; 16] {
    let [.., bk] = *colours;
    std::array::from_fn(|n| {
        let [first, second] = [n >> 2, n & 3].map(|code| PLAYFIELD + code as u8);
        match decode {
            Decode::Registers => colours[playfield::mode_10_register(first, second)],
            Decode::Hues => hue(n as u16, bk) as u8,
            _ => bk | n as u8,
        }
    })
}

/// The colour where there is no playfield; in mode 10 that of a pair of empty codes.
pub(super) fn border_colour(decode: Decode, &[player, .., bk]: &[u8; 9]) -> u8 {
    match decode {
        Decode::Registers => player,
        Decode::Hues => hue(0, bk) as u8,
        _ => bk,
    }
}

/// The four bits of a pair of codes, as in [`playfield::nibble`].
#[inline(always)]
fn nibble(pair: u16) -> u16 {
    pair << 2 & 0x0C | pair >> 8 & 3
}

/// Mode 11: hue 0 has no luma either. Branchless, so that the compiler processes several at once.
#[inline(always)]
fn hue(v: u16, colour: u8) -> u16 {
    let taken = if v == 0 { 0x0F } else { 0 };
    (u16::from(colour) | v << 4) & !taken
}

/// The next codes; after the end of the line all is blank.
#[inline(always)]
fn codes_from(codes: &[u8]) -> [u8; BLOCK] {
    codes.first_chunk::<BLOCK>().copied().unwrap_or_else(|| {
        let mut rest = [an::BLANK; BLOCK];
        rest[..codes.len()].copy_from_slice(codes);
        rest
    })
}

/// The colour registers, a bit each, that drive a clock whose playfield is `dot` and where objects are `lit`.
pub(super) fn selected(lit: u8, dot: Dot, prior: u8) -> u16 {
    let (players, missiles) = (lit & 0x0F, lit >> 4);
    let missiles = match prior & FIFTH_PLAYER {
        0 => missiles,
        _ => u8::from(missiles != 0) << 7,
    };
    let active = dot.players | dot.playfields << 4 | players | missiles;
    priority::selections(prior)[usize::from(active)]
}

/// The halves of a clock driven by these colour registers, where the playfield has `code`. In modes 9 and 11 the pair
/// of codes is `nibble`.
pub(super) fn halves(selected: u16, code: u8, nibble: impl FnOnce() -> u8, registers: &Registers) -> [u8; 2] {
    match registers.decode {
        Decode::Hires => hires_pair(mix(registers.colours, selected), code, registers.colours[COLPF0 + 1]),
        Decode::Lumas | Decode::Hues => [mix_gtia(registers, selected, nibble()); 2],
        _ => [mix(registers.colours, selected); 2],
    }
}

/// A colour with the luma of a lit hires pixel.
pub(super) fn lit(colour: u8, luma: u8) -> u8 {
    colour & 0xF0 | luma & 0x0F
}

/// The selected colour registers drive the same lines, which ORs them.
fn mix(colours: &[u8; 9], selected: u16) -> u8 {
    let mut colour = 0;
    let mut rest = selected;
    while rest != 0 {
        colour |= colours.get(rest.trailing_zeros() as usize).copied().unwrap_or(0);
        rest &= rest - 1;
    }
    colour
}

/// Objects in modes 9 and 11: the playfield is visible only through the fifth player.
fn mix_gtia(registers: &Registers, selected: u16, v: u8) -> u8 {
    let players = mix(registers.colours, selected & !PLAYFIELD_3);
    if selected & PLAYFIELD_3 == 0 {
        return players;
    }
    let fifth = registers.colours[COLPF0 + 3];
    players | if registers.decode == Decode::Hues { hue(v.into(), fifth) as u8 } else { fifth | v }
}

/// An object over hires: lit pixels take the luma of COLPF1, whatever is in front.
#[inline]
pub(super) fn hires_pair(colour: u8, code: u8, luma: u8) -> [u8; 2] {
    let lit = lit(colour, luma);
    let window = code >= an::PLAYFIELD;
    let half = |mask| if window && code & mask != 0 { lit } else { colour };
    [half(2), half(1)]
}

/// Lores codes to pixels; BLANK is black.
#[inline(always)]
fn lores(bk: u8, pf: [u8; 4]) -> impl Fn(u8) -> [u8; 2] {
    move |code| {
        let colour = where_equal(code, 4, pf[0])
            | where_equal(code, 5, pf[1])
            | where_equal(code, 6, pf[2])
            | where_equal(code, 7, pf[3])
            | where_equal(code, an::BACKGROUND, bk);
        [colour; 2]
    }
}

/// Hires codes to pixels; BLANK is black. `pair` is the dark and the lit colour.
#[inline(always)]
fn hires(bk: u8, [dark, lit]: [u8; 2]) -> impl Fn(u8) -> [u8; 2] {
    move |code| {
        let background = where_equal(code, an::BACKGROUND, bk);
        let window = where_equal(code & an::PLAYFIELD, an::PLAYFIELD, dark);
        let change = where_equal(code & an::PLAYFIELD, an::PLAYFIELD, dark ^ lit);
        [2, 1].map(|half| background | window ^ where_equal(code & half, half, change))
    }
}

/// The colour if a code has that value, otherwise 0.
#[inline(always)]
pub(super) fn where_equal(code: u8, value: u8, colour: u8) -> u8 {
    if code == value { colour } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::an::PLAYFIELD_END;
    use crate::chips::gtia::numbers;

    #[test]
    fn playfields_drawn_in_pieces_are_those_of_single_clocks() {
        let mut next = numbers(3);
        for _ in 0..2000 {
            let decode = [Decode::Lores, Decode::Hires, Decode::Late][next(3)];
            let mut an = AnLine::blank();
            an.codes[FIRST_VISIBLE_CLOCK - 1..=LAST_VISIBLE_CLOCK].fill_with(|| [0, 4, 5, 6, 7][next(5)]);
            let mut colours = [0; 9];
            let (mut pixels, mut from) = (Pixels::default(), FIRST_VISIBLE_CLOCK);
            let mut expected = [0; LINE_PIXELS];
            let (pairs, _) = expected.as_chunks_mut::<2>();
            while from <= LAST_VISIBLE_CLOCK {
                colours[next(9)] = 2 * next(128) as u8;
                let to = (from + 1 + next(60)).min(LAST_VISIBLE_CLOCK + 1);
                let registers = Registers { colours: &colours, prior: 0, decode };
                pixels.draw_playfield(from, to, &an, &registers);
                for clock in from..to {
                    let dot = decode.dot(&an.codes, clock);
                    pairs[clock - FIRST_VISIBLE_CLOCK] =
                        halves(selected(0, dot, 0), an.codes[clock], || 0, &registers);
                }
                from = to;
            }
            let mut picture = [0; LINE_PIXELS];
            pixels.copy_to(&mut picture);
            assert_eq!(picture, expected, "{decode:?}");
        }
    }

    #[test]
    fn a_line_in_lores_is_painted_as_its_clocks_are() {
        let mut next = numbers(4);
        for _ in 0..100 {
            let mut an = AnLine::blank();
            let codes = 4 + next(2);
            an.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END].fill_with(|| [0, 4, 5, 6, 7][next(codes)]);
            let mut colours = [0; 9];
            colours.fill_with(|| 2 * next(128) as u8);
            let [_, _, _, _, playfield @ ..] = colours;
            let (mut pixels, mut expected, mut picture) =
                (Pixels::default(), [0; LINE_PIXELS], [1; LINE_PIXELS]);
            let registers = Registers { colours: &colours, prior: 0, decode: Decode::Lores };
            pixels.draw_playfield(FIRST_VISIBLE_CLOCK, PLAYFIELD_END, &an, &registers);
            pixels.copy_to(&mut expected);
            match codes {
                4 => paint_lores::<false>(&an, &playfield, &mut picture),
                _ => paint_lores::<true>(&an, &playfield, &mut picture),
            }
            assert_eq!(picture, expected);
        }
    }
}
