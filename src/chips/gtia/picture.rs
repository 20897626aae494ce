//! Drawing: codes and objects to palette indices.

use super::LINE_PIXELS;
use super::objects::Coverage;
use super::playfield::{self, Decode};
use super::priority::{self, PLAYFIELD_3};
use crate::chips::an::{self, AnLine, CLOCKS, FIRST_VISIBLE_CLOCK};

/// Stretches are rounded up to so many clocks, which suits vector instructions: drawing goes
/// from left to right, so what is drawn too much is drawn over later.
const BLOCK: usize = 16;

/// Index of COLPF0 in [`Registers::colours`].
const COLPF0: usize = 4;
/// Index of COLBK in [`Registers::colours`].
const COLBK: usize = 8;

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

    /// Draws the clocks `from..to`, which are visible ones.
    pub fn draw(&mut self, from: usize, to: usize, an: &AnLine, coverage: &Coverage, registers: &Registers) {
        self.draw_playfield(from, to, an, registers);
        let occupied = coverage.clip(from, to);
        if !occupied.is_empty() {
            self.draw_objects(occupied, an, coverage, registers);
        }
    }

    fn draw_playfield(&mut self, from: usize, to: usize, an: &AnLine, registers: &Registers) {
        let colours = registers.colours;
        let bk = colours[COLBK];
        let pf: [u8; 4] = [colours[COLPF0], colours[COLPF0 + 1], colours[COLPF0 + 2], colours[COLPF0 + 3]];
        let rounded = from..(from + (to - from).next_multiple_of(BLOCK)).min(CLOCKS);
        let codes = &an.codes[rounded.clone()];
        let (left, right) = (&mut self.left[rounded.clone()], &mut self.right[rounded]);
        match registers.decode {
            Decode::Lores => paint_lores(codes, left, right, bk, pf),
            Decode::Lost => paint_lores(codes, left, right, bk, [bk; 4]),
            Decode::Hires => paint_hires(codes, left, right, bk, [pf[2], lit(pf[2], pf[1])]),
            Decode::Lumas => {
                self.paint_clocks(from, to, an, |codes, clock| bk | playfield::pair(codes, clock));
            }
            Decode::Hues => {
                self.paint_clocks(from, to, an, |codes, clock| hue(playfield::pair(codes, clock), bk));
            }
            Decode::Registers => self.paint_clocks(from, to, an, |codes, clock| {
                colours[playfield::mode_10_register(codes, clock)]
            }),
        }
    }

    fn paint_clocks(
        &mut self,
        from: usize,
        to: usize,
        an: &AnLine,
        colour: impl Fn(&[u8; CLOCKS], usize) -> u8,
    ) {
        for clock in from..to {
            let blank = an.codes[clock] == an::BLANK;
            self.left[clock] = if blank { 0 } else { colour(&an.codes, clock) };
            self.right[clock] = self.left[clock];
        }
    }

    fn draw_objects(
        &mut self,
        occupied: std::ops::Range<usize>,
        an: &AnLine,
        coverage: &Coverage,
        registers: &Registers,
    ) {
        let selections = priority::selections(registers.prior);
        let fifth_player = registers.prior & 0x10 != 0;
        let lit = coverage.lit[occupied.clone()].iter();
        for (clock, lit) in occupied.zip(lit) {
            let code = an.codes[clock];
            if *lit == 0 || code == an::BLANK {
                continue;
            }
            let dot = registers.decode.dot(&an.codes, clock);
            let (players, missiles) = (lit & 0x0F, lit >> 4);
            let active = dot.players
                | dot.playfields << 4
                | players
                | if fifth_player { u8::from(missiles != 0) << 7 } else { missiles };
            let selected = selections[usize::from(active)];
            [self.left[clock], self.right[clock]] = match registers.decode {
                Decode::Hires => hires_pair(mix(registers.colours, selected), code, registers),
                Decode::Lumas | Decode::Hues => {
                    [mix_gtia(registers, selected, playfield::pair(&an.codes, clock)); 2]
                }
                _ => [mix(registers.colours, selected); 2],
            };
        }
    }
}

/// A colour with the luma of a lit hires pixel.
fn lit(colour: u8, luma: u8) -> u8 {
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
