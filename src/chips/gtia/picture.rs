//! Drawing: codes and objects to palette indices.

use super::playfield::{self, Decode, Dot};
use super::priority::{self, PLAYFIELD_3};
use crate::chips::an::{self, AnLine, CLOCKS, FIRST_VISIBLE_CLOCK, LAST_VISIBLE_CLOCK};

/// Half-clock pixels in a picture line: two a colour clock.
pub const LINE_PIXELS: usize = 2 * (LAST_VISIBLE_CLOCK + 1 - FIRST_VISIBLE_CLOCK);

/// Stretches are rounded up to so many clocks, which suits vector instructions: drawing goes
/// from left to right, so what is drawn too much is drawn over later.
const BLOCK: usize = 16;

/// PRIOR: missiles are a fifth player, which acts as playfield 3.
const FIFTH_PLAYER: u8 = 0x10;
/// Index of COLPF0 in [`Registers::colours`].
const COLPF0: usize = 4;

/// The line being drawn, by clock: the left and the right half-clock pixels. Two planes,
/// because loops over them become vector instructions.
#[derive(Clone, Debug)]
pub struct Pixels {
    left: [u8; CLOCKS],
    right: [u8; CLOCKS],
}

impl Default for Pixels {
    fn default() -> Self {
        Pixels { left: [0; CLOCKS], right: [0; CLOCKS] }
    }
}

/// What the picture depends on, constant over a stretch of clocks.
pub struct Registers<'a> {
    /// COLPM0 to COLPM3, COLPF0 to COLPF3, COLBK; bit 0 clear.
    pub colours: &'a [u8; 9],
    /// PRIOR, of which bits 5:0 count.
    pub prior: u8,
    /// How codes are read.
    pub decode: Decode,
}

impl Pixels {
    /// Copies the finished line.
    pub fn copy_to(&self, picture: &mut [u8; LINE_PIXELS]) {
        let halves = self.left[FIRST_VISIBLE_CLOCK..].iter().zip(&self.right[FIRST_VISIBLE_CLOCK..]);
        for (pair, (left, right)) in picture.as_chunks_mut::<2>().0.iter_mut().zip(halves) {
            *pair = [*left, *right];
        }
    }

    /// Draws the playfield of the clocks `from..to`, which are visible ones.
    pub fn draw_playfield(&mut self, from: usize, to: usize, an: &AnLine, registers: &Registers) {
        let colours = registers.colours;
        let [_, _, _, _, pf @ .., bk] = *colours;
        let end = (from + (to - from).next_multiple_of(BLOCK)).min(CLOCKS);
        let codes = &an.codes[from..end];
        let (left, right) = (&mut self.left[from..end], &mut self.right[from..end]);
        match registers.decode {
            Decode::Lores => paint_lores(codes, left, right, bk, pf),
            Decode::Late => paint_lores(&an.codes[from - 1..end - 1], left, right, bk, pf),
            Decode::Lost => paint_lores(codes, left, right, bk, [bk; 4]),
            Decode::Hires => paint_hires(codes, left, right, bk, [pf[2], lit(pf[2], pf[1])]),
            Decode::Lumas => self.paint_pairs(from, to, an, 0, |a, b| bk | playfield::nibble(a, b)),
            Decode::Hues => self.paint_pairs(from, to, an, 0, |a, b| hue(playfield::nibble(a, b), bk)),
            Decode::Registers => {
                self.paint_pairs(from, to, an, 1, |a, b| colours[playfield::mode_10_register(a, b)]);
            }
        }
    }

    /// Paints pairs of codes, the first at an even clock, `delay` clocks late.
    fn paint_pairs(
        &mut self,
        from: usize,
        to: usize,
        an: &AnLine,
        delay: usize,
        colour: impl Fn(u8, u8) -> u8,
    ) {
        let begin = ((from - delay) & !1) + delay;
        let end = begin + (to - begin).next_multiple_of(2);
        let before = (self.left[begin], self.right[begin]);
        let (codes, _) = an.codes[begin - delay..end - delay].as_chunks::<2>();
        let (left, _) = self.left[begin..end].as_chunks_mut::<2>();
        let (right, _) = self.right[begin..end].as_chunks_mut::<2>();
        for ((codes, left), right) in codes.iter().zip(left).zip(right) {
            let colour = colour(codes[0], codes[1]);
            (*left, *right) = ([colour, colour], [colour, colour]);
        }
        if begin < from {
            (self.left[begin], self.right[begin]) = before;
        }
        let halves = self.left[from..to].iter_mut().zip(&mut self.right[from..to]);
        for (code, (left, right)) in an.codes[from..to].iter().zip(halves) {
            if *code == an::BLANK {
                (*left, *right) = (0, 0);
            }
        }
    }

    /// Draws a clock over again: its halves.
    #[inline]
    pub fn set(&mut self, clock: usize, [left, right]: [u8; 2]) {
        (self.left[clock], self.right[clock]) = (left, right);
    }
}

/// The halves of `clock`, whose playfield is `dot`, where objects are `lit`.
pub fn with_objects(clock: usize, lit: u8, dot: Dot, an: &AnLine, registers: &Registers) -> [u8; 2] {
    let (players, missiles) = (lit & 0x0F, lit >> 4);
    let missiles = match registers.prior & FIFTH_PLAYER {
        0 => missiles,
        _ => u8::from(missiles != 0) << 7,
    };
    let active = dot.players | dot.playfields << 4 | players | missiles;
    let selected = priority::selections(registers.prior)[usize::from(active)];
    match registers.decode {
        Decode::Hires => hires_pair(mix(registers.colours, selected), an.codes[clock], registers),
        Decode::Lumas | Decode::Hues => {
            [mix_gtia(registers, selected, playfield::nibble_at(&an.codes, clock)); 2]
        }
        _ => [mix(registers.colours, selected); 2],
    }
}

/// A colour with the luma of a lit hires pixel.
pub fn lit(colour: u8, luma: u8) -> u8 {
    colour & 0xF0 | luma & 0x0F
}

/// Mode 11: hue 0 has no luma either.
fn hue(v: u8, colour: u8) -> u8 {
    if v == 0 { colour & 0xF0 } else { colour | v << 4 }
}

/// The selected colour registers drive the same lines.
fn mix(colours: &[u8; 9], selected: u16) -> u8 {
    let mut colour = 0;
    let mut rest = selected;
    while rest != 0 {
        colour |= colours.get(rest.trailing_zeros() as usize).copied().unwrap_or(0);
        rest &= rest - 1;
    }
    colour
}

/// Objects in modes 9 and 11: the playfield is seen only through the fifth player.
fn mix_gtia(registers: &Registers, selected: u16, v: u8) -> u8 {
    let players = mix(registers.colours, selected & !PLAYFIELD_3);
    if selected & PLAYFIELD_3 == 0 {
        return players;
    }
    let fifth = registers.colours[COLPF0 + 3];
    players | if registers.decode == Decode::Hues { hue(v, fifth) } else { fifth | v }
}

/// An object over hires: lit pixels take the luma of COLPF1, whatever is on top.
fn hires_pair(colour: u8, code: u8, registers: &Registers) -> [u8; 2] {
    let lit = lit(colour, registers.colours[COLPF0 + 1]);
    let window = code >= an::PLAYFIELD;
    let half = |mask| if window && code & mask != 0 { lit } else { colour };
    [half(2), half(1)]
}

/// Lores codes to pixels, BLANK to black.
fn paint_lores(codes: &[u8], left: &mut [u8], right: &mut [u8], bk: u8, pf: [u8; 4]) {
    for ((code, left), right) in codes.iter().zip(left).zip(right) {
        let colour = where_equal(*code, 4, pf[0])
            | where_equal(*code, 5, pf[1])
            | where_equal(*code, 6, pf[2])
            | where_equal(*code, 7, pf[3])
            | where_equal(*code, an::BACKGROUND, bk);
        (*left, *right) = (colour, colour);
    }
}

/// Hires codes to pixels, BLANK to black. `pair` is the dark and the lit colour.
fn paint_hires(codes: &[u8], left: &mut [u8], right: &mut [u8], bk: u8, [dark, lit]: [u8; 2]) {
    for ((code, left), right) in codes.iter().zip(left).zip(right) {
        let background = where_equal(*code, an::BACKGROUND, bk);
        let window = where_equal(code & an::PLAYFIELD, an::PLAYFIELD, dark);
        let change = where_equal(code & an::PLAYFIELD, an::PLAYFIELD, dark ^ lit);
        *left = background | window ^ where_equal(code & 2, 2, change);
        *right = background | window ^ where_equal(code & 1, 1, change);
    }
}

fn where_equal(code: u8, value: u8, colour: u8) -> u8 {
    if code == value { colour } else { 0 }
}
