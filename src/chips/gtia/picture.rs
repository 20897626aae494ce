//! Drawing: codes and objects to palette indices.

use super::LINE_PIXELS;
use super::objects::Coverage;
use super::playfield::{self, Decode};
use super::priority::{self, PLAYFIELD_3};
use crate::chips::an::{self, AnLine, CLOCKS, FIRST_VISIBLE_CLOCK};

/// Clocks drawn at once. Drawing from left to right may go over the end of a stretch by
/// less than a block: what follows is drawn later.
const BLOCK: usize = 16;

/// Index of COLPF0 in [`Registers::colours`].
const COLPF0: usize = 4;
/// Index of COLBK in [`Registers::colours`].
const COLBK: usize = 8;

/// The line being drawn, with room for a block past its end.
#[derive(Clone, Debug)]
pub struct Pixels([u8; LINE_PIXELS + 2 * BLOCK]);

impl Default for Pixels {
    fn default() -> Self {
        Pixels([0; LINE_PIXELS + 2 * BLOCK])
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
    /// The finished line.
    pub fn line(&self) -> &[u8] {
        &self.0[..LINE_PIXELS]
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
        match registers.decode {
            Decode::Lores => self.blocks(from, to, an, |codes, pixels| {
                lores_block(codes, pixels, bk, pf);
            }),
            Decode::Hires => self.blocks(from, to, an, |codes, pixels| {
                hires_block(codes, pixels, bk, pf[2], lit(pf[2], pf[1]));
            }),
            Decode::Lost => self.blocks(from, to, an, |codes, pixels| {
                lores_block(codes, pixels, bk, [bk; 4]);
            }),
            Decode::Lumas => {
                self.clocks(from, to, an, |codes, clock| bk | playfield::pair(codes, clock));
            }
            Decode::Hues => {
                self.clocks(from, to, an, |codes, clock| hue(playfield::pair(codes, clock), bk));
            }
            Decode::Registers => {
                self.clocks(from, to, an, |codes, clock| colours[playfield::mode_10_register(codes, clock)]);
            }
        }
    }

    fn blocks(
        &mut self,
        from: usize,
        to: usize,
        an: &AnLine,
        draw: impl Fn(&[u8; BLOCK], &mut [u8; 2 * BLOCK]),
    ) {
        let end = from + (to - from).next_multiple_of(BLOCK);
        let (codes, rest) = an.codes[from..end.min(CLOCKS)].as_chunks::<BLOCK>();
        let (pixels, _) = self.0[2 * (from - FIRST_VISIBLE_CLOCK)..].as_chunks_mut::<{ 2 * BLOCK }>();
        for (codes, pixels) in codes.iter().zip(pixels.iter_mut()) {
            draw(codes, pixels);
        }
        if let (false, Some(pixels)) = (rest.is_empty(), pixels.get_mut(codes.len())) {
            let mut padded = [an::BLANK; BLOCK];
            padded[..rest.len()].copy_from_slice(rest);
            draw(&padded, pixels);
        }
    }

    fn clocks(&mut self, from: usize, to: usize, an: &AnLine, colour: impl Fn(&[u8; CLOCKS], usize) -> u8) {
        let (pixels, _) = self.0[2 * (from - FIRST_VISIBLE_CLOCK)..].as_chunks_mut::<2>();
        for (clock, pixels) in (from..to).zip(pixels) {
            let blank = an.codes[clock] == an::BLANK;
            *pixels = [if blank { 0 } else { colour(&an.codes, clock) }; 2];
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
        let (pixels, _) = self.0[2 * (occupied.start - FIRST_VISIBLE_CLOCK)..].as_chunks_mut::<2>();
        for (clock, pixels) in occupied.zip(pixels) {
            let objects = coverage.lit[clock];
            if objects == 0 || an.codes[clock] == an::BLANK {
                continue;
            }
            let dot = registers.decode.dot(&an.codes, clock);
            let (players, missiles) = (objects & 0x0F, objects >> 4);
            let active = match fifth_player {
                false => players | missiles | dot.players | dot.playfields << 4,
                true => players | dot.players | dot.playfields << 4 | u8::from(missiles != 0) << 7,
            };
            let selected = selections[usize::from(active)];
            *pixels = match registers.decode {
                Decode::Hires => hires_pair(mix(registers.colours, selected), an.codes[clock], registers),
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

fn lores_block(codes: &[u8; BLOCK], pixels: &mut [u8; 2 * BLOCK], bk: u8, pf: [u8; 4]) {
    let (pairs, _) = pixels.as_chunks_mut::<2>();
    for (code, pair) in codes.iter().zip(pairs) {
        let of = |value, colour| if *code == value { colour } else { 0 };
        let playfields = of(4, pf[0]) | of(5, pf[1]) | of(6, pf[2]) | of(7, pf[3]);
        *pair = [playfields | of(an::BACKGROUND, bk); 2];
    }
}

fn hires_block(codes: &[u8; BLOCK], pixels: &mut [u8; 2 * BLOCK], bk: u8, dark: u8, lit: u8) {
    let (pairs, _) = pixels.as_chunks_mut::<2>();
    for (code, pair) in codes.iter().zip(pairs) {
        let of = |value, colour| if *code == value { colour } else { 0 };
        let background = of(an::BACKGROUND, bk);
        *pair = [
            background | of(4, dark) | of(5, dark) | of(6, lit) | of(7, lit),
            background | of(4, dark) | of(5, lit) | of(6, dark) | of(7, lit),
        ];
    }
}
