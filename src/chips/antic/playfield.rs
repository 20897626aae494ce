//! Carries out an undisturbed playfield in one go, for lines whose requests come in a regular train. The result is the
//! same as from carrying out its uses one by one. [measured: a quarter fewer host instructions on the map screen]

use std::ops::Range;

use super::chip::Chip;
use super::display::Data;
use super::held::Held;
use super::mode_line::{ModeLine, inverse_video};
use super::timing::PLAYFIELD_CUTOFF;
use super::train::Train;
use super::wiring::Wiring;
use crate::chips::an::codes::{
    BITS_BY_2, HIRES, PAIRS, PAIRS_BY_4, fill, fill_over, large_row, multicolour_row, one_colour,
};
use crate::chips::an::{FIRST_VISIBLE_CLOCK, PLAYFIELD, PLAYFIELD_END};

impl Chip {
    /// Whether the whole train lies in cycles `from` to before `to`, and its font does not change.
    pub(super) fn whole_train(&self, train: Train, from: u32, to: u32) -> bool {
        from <= u32::from(train.first) && to >= u32::from(train.end) && self.keeps_font(Some(train))
    }

    /// Takes the bytes of a bitmap's train that come before `cycle`, and shows none of them.
    pub(super) fn take_before(&mut self, cycle: u32, train: Train, wiring: &impl Wiring) {
        self.done = self.done.max(cycle as u8);
        let count = train.before(cycle);
        if count > 0 {
            self.take(Train { count: count as u8, ..train }, wiring);
        }
    }

    /// Takes the bytes of a train that have not been taken yet.
    #[inline(always)]
    fn take(&mut self, train: Train, wiring: &impl Wiring) {
        if self.mode.first {
            let read = self.data.held.load(train, self.data.scan, &self.data.captured, wiring);
            self.data.step_scan_by(read);
        }
        self.data.held.skip(train);
    }

    /// Shows the bytes that have been taken.
    pub(super) fn show_taken(&mut self, train: Train, wiring: &impl Wiring) {
        self.data.say();
        self.show::<false>(train, 0..self.data.held.position.into(), wiring);
    }

    /// The clock at which the first byte of a train is shown.
    fn first_clock(&self, train: Train) -> usize {
        let lag = if train.characters { 12 } else { 8 };
        (2 * usize::from(train.first) + lag + self.scrolled_odd()).min(PLAYFIELD_END)
    }

    /// Carries out the whole train of the line in force.
    pub(super) fn carry_out_train(&mut self, train: Train, wiring: &impl Wiring) {
        self.data.say();
        let count = usize::from(train.count);
        self.take(train, wiring);
        // Requests without a bus cycle show what is on the bus.
        let (real, count) = match train.characters {
            true => (train.real_fonts.into(), train.fonts.into()),
            false => (count, count),
        };
        self.show::<false>(train, 0..real, wiring);
        if real < count {
            self.show::<false>(train, real..count, wiring);
        }
        if train.characters {
            self.hold_glyph(train, count - 1, wiring);
        }
    }

    /// Carries out the part of a train in cycles `from` to before `to`; stops before a glyph of another font and before
    /// requests without a bus cycle. Does nothing unless exactly what comes before has been taken. Returns the cycle
    /// that it has come to.
    // Polling of collisions needs lines in pieces. [measured: 31 of 79 host instructions a machine cycle where CHBASE
    // is written twice on each line]
    pub(super) fn carry_out_part(&mut self, train: Train, from: u32, to: u32, wiring: &impl Wiring) -> u32 {
        let font_from = u32::from(self.chbase_from);
        let font_moves = self.chbase[0] != self.chbase[1] && font_from > from;
        let to = to.min(PLAYFIELD_CUTOFF as u32).min(if font_moves { font_from } else { to });
        let taken = usize::from(self.data.held.position);
        if from >= to || taken != train.before(from) {
            return from;
        }
        let now = train.before(to);
        self.data.say();
        if taken < now {
            self.take(Train { count: now as u8, ..train }, wiring);
        }
        if !train.characters {
            self.show_visible(train, taken..now, wiring);
            return to;
        }
        let glyphs = train.glyphs_before(from)..train.glyphs_before(to);
        if let Some(last) = glyphs.clone().last() {
            let name_is_later = taken < now && train.cycle_of(now - 1) > train.glyph_cycle_of(last);
            if !(self.mode.first && name_is_later) {
                self.hold_glyph(train, last, wiring);
            }
            self.show_visible(train, glyphs, wiring);
        }
        to
    }

    /// Makes the last byte fetched that of glyph `index`.
    fn hold_glyph(&mut self, train: Train, index: usize, wiring: &impl Wiring) {
        let (name, cycle) = (self.data.held.buffer[index], train.glyph_cycle_of(index));
        self.data.held.last_byte = match index < train.real_fonts.into() {
            true => wiring.fetch(self.mode.font_address(name, self.chbase_at(cycle as u8), self.chactl)),
            false => self.data.captured.0[cycle],
        };
    }

    /// [`Chip::show`] for the bytes that reach visible clocks; output of the shift register before those is discarded.
    fn show_visible(&mut self, train: Train, mut bytes: Range<usize>, wiring: &impl Wiring) {
        let (first, width) = (self.first_clock(train), 2 * usize::from(train.step));
        let hidden = FIRST_VISIBLE_CLOCK.saturating_sub(first) / width;
        bytes.start = bytes.start.max(hidden).min(bytes.end);
        self.show::<true>(train, bytes, wiring);
    }

    /// Shows bytes of the line buffer: puts them into the shift register, on top of its contents if there may be any
    /// (`OVER`). [AHRM 4.7]
    // A line that comes as a whole has none. [measured: 0.2 of 31 host instructions a machine cycle]
    fn show<const OVER: bool>(&mut self, train: Train, bytes: Range<usize>, wiring: &impl Wiring) {
        let behind = bytes.start * 2 * usize::from(train.step);
        let clock = (self.first_clock(train) + behind).min(PLAYFIELD_END);
        if train.characters {
            self.put_glyphs::<OVER>(train, bytes, wiring, clock);
            return;
        }
        let Data { held, an, .. } = &mut self.data;
        let (codes, bytes) = (&mut an.codes[clock..PLAYFIELD_END], &held.buffer[bytes]);
        let nibbles = |byte: u8| (usize::from(byte >> 4), usize::from(byte & 15));
        match self.mode.ir & 15 {
            8 => put::<OVER, _, _>(codes, bytes, |_, byte| {
                let (left, right) = nibbles(byte);
                join(PAIRS_BY_4[left], PAIRS_BY_4[right])
            }),
            9 => put::<OVER, _, _>(codes, bytes, |_, byte| {
                let (left, right) = nibbles(byte);
                join(BITS_BY_2[left], BITS_BY_2[right])
            }),
            10 => put::<OVER, _, _>(codes, bytes, |_, byte| {
                let codes = PAIRS[usize::from(byte)];
                std::array::from_fn::<u8, 8, _>(|n| codes[n / 2])
            }),
            11 | 12 => put::<OVER, _, _>(codes, bytes, |_, byte| one_colour(PLAYFIELD, byte)),
            13 | 14 => put::<OVER, _, _>(codes, bytes, |_, byte| PAIRS[usize::from(byte)]),
            _ => put::<OVER, _, _>(codes, bytes, |_, byte| HIRES[usize::from(byte)]),
        }
    }

    /// Puts the row of pixels of characters in the line buffer, all of one font; the first one starts at `clock`.
    fn put_glyphs<const OVER: bool>(
        &mut self,
        train: Train,
        shown: Range<usize>,
        wiring: &impl Wiring,
        clock: usize,
    ) {
        let (mode, chactl, start) = (self.mode, self.chactl, shown.start);
        let base = mode.font_address(0, self.chbase_at(train.glyph_cycle_of(start) as u8), chactl);
        let mask = mode.name_mask();
        let Data { held: Held { buffer, .. }, captured, an, .. } = &mut self.data;
        let (codes, names) = (&mut an.codes[clock..PLAYFIELD_END], &buffer[shown]);
        if start < train.real_fonts.into() {
            let bits = |_: usize, name: u8| wiring.fetch(base + u16::from(name & mask) * 8);
            glyphs::<OVER>(codes, names, mode, chactl, bits);
        } else {
            let bits = |index: usize, _: u8| captured.0[train.glyph_cycle_of(start + index)];
            glyphs::<OVER>(codes, names, mode, chactl, bits);
        }
    }
}

/// Puts the codes of the characters `names`; `bits(n, name)` is the row of pixels of the nth.
#[inline(always)]
fn glyphs<const OVER: bool>(
    codes: &mut [u8],
    names: &[u8],
    mode: ModeLine,
    chactl: u8,
    bits: impl Fn(usize, u8) -> u8,
) {
    match mode.ir & 15 {
        2 if mode.is_whole_row() => {
            put::<OVER, _, _>(codes, names, |i, n| HIRES[usize::from(inverse_video(bits(i, n), n, chactl))]);
        }
        2 | 3 => {
            put::<OVER, _, _>(codes, names, |i, n| {
                HIRES[usize::from(mode.glyph_bits(bits(i, n), n, chactl))]
            });
        }
        4 | 5 => put::<OVER, _, _>(codes, names, |i, n| multicolour_row(n, bits(i, n))),
        _ => put::<OVER, _, _>(codes, names, |i, n| large_row(n, bits(i, n))),
    }
}

/// Joins two halves to sixteen codes.
#[inline(always)]
fn join(left: [u8; 8], right: [u8; 8]) -> [u8; 16] {
    let both = u128::from(u64::from_le_bytes(left)) | u128::from(u64::from_le_bytes(right)) << 64;
    both.to_le_bytes()
}

/// Puts the codes of bytes, on top of others if `OVER`.
#[inline(always)]
fn put<const OVER: bool, C: Copy, const N: usize>(
    codes: &mut [u8],
    bytes: &[C],
    code: impl Fn(usize, C) -> [u8; N],
) {
    if OVER { fill_over(codes, bytes, code) } else { fill(codes, bytes, code) }
}
