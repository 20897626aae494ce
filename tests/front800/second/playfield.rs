//! The playfield's DMA of the model, the line buffer, and the codes that ANTIC sends GTIA. [sheet: antic 1, 6, 11]

use std::collections::VecDeque;
use std::ops::Range;

use super::antic::{Registers, Use};
use super::modes::{BACKGROUND, Mode, PLAYFIELD, Pixels};

/// The colour clocks of a line. [sheet: antic 1]
pub const CLOCKS: usize = 228;
/// From this cycle on requests take no cycle, and capture what is on the bus. [sheet: antic 6]
const VIRTUAL: usize = 106;
/// A byte that is taken in cycle c is shown from clock 2c + 8 on; of text, the byte of the font counts, and with a cycle
/// less. [sheet: antic 1]
const DELAY: usize = 8;

/// The row that a line shows.
#[derive(Clone, Copy)]
pub struct Row {
    pub mode: Option<Mode>,
    pub number: u8,
    /// It is the first of its mode line: the bytes on screen are fetched.
    pub is_first: bool,
    pub chbase: u8,
    pub chactl: u8,
}

/// A playfield that has been started in the line.
#[derive(Clone, Copy)]
struct Started {
    /// The cycle in which it takes its first name.
    first: usize,
    /// Where it has been stopped: from this cycle on it takes no name.
    end: Option<usize>,
    /// HSCROL is odd: everything comes a clock later. [sheet: antic 11]
    is_odd: bool,
}

/// Bytes and codes are `None` where nobody knows them.
pub struct Playfield {
    /// The memory scan counter.
    pub scan: u16,
    buffer: [Option<u8>; 48],
    /// How many bytes of the line buffer have been passed in this line.
    index: usize,
    started: Option<Started>,
    /// Names whose rows of the font are still to be fetched, and the cycles for that.
    names: VecDeque<(usize, Option<u8>)>,
    window: Range<usize>,
    codes: [Option<u8>; CLOCKS],
    /// The sheets leave open what the rest of this line shows.
    is_open: bool,
}

impl Playfield {
    pub fn new() -> Self {
        Playfield {
            scan: 0,
            buffer: [None; 48],
            index: 0,
            started: None,
            names: VecDeque::new(),
            window: 0..0,
            codes: [Some(BACKGROUND); CLOCKS],
            is_open: false,
        }
    }

    pub fn begin_line(&mut self) {
        (self.index, self.started, self.is_open) = (0, None, false);
        self.names.clear();
        self.codes = [Some(BACKGROUND); CLOCKS];
    }

    /// What ANTIC says in a clock.
    pub fn code(&self, clock: usize) -> Option<u8> {
        self.codes[clock]
    }

    /// From `cycle` on the sheets leave open what the line shows.
    pub fn leave_open(&mut self, cycle: usize) {
        self.is_open = true;
        self.codes[2 * cycle..].fill(None);
    }

    /// Starts or stops at the cycle for the width that is set in it. HSCROL has the next wider one fetched, and comes on
    /// top. [sheet: antic 3, 6]
    pub fn start_or_stop(&mut self, cycle: usize, mode: Mode, registers: Registers, is_scrolled: bool) {
        let (hscrol, fetched) = match (registers.width(), is_scrolled) {
            (width, false) => (0, width),
            (0, true) => (registers.hscrol, 0),
            (width, true) => (registers.hscrol, (width + 1).min(3)),
        };
        let scrolled = usize::from(hscrol >> 1);
        let Some(started) = &mut self.started else {
            if fetched != 0 && cycle == [0, 24, 16, 8][fetched] + scrolled {
                self.started = Some(Started { first: cycle + 2, end: None, is_odd: hscrol & 1 != 0 });
                self.open_window(registers.width(), mode);
            }
            return;
        };
        // The stop of the wide playfield is always active. [sheet: antic 6]
        let stops = [[104; 2], [88, 104], [96, 104], [104; 2]][fetched].map(|stop| stop + scrolled);
        if started.end.is_none() && stops.contains(&cycle) {
            started.end = Some(cycle + 2);
        }
    }

    /// The window is that of the width that is displayed. In hires it shows dark pixels where there is nothing else.
    /// [sheet: antic 1, 11; sheet: gtia 5]
    fn open_window(&mut self, width: usize, mode: Mode) {
        self.window = [0..0, 0x40..0xC0, 0x30..0xD0, 0x2C..0xDE][width].clone();
        if matches!(mode.pixels, Pixels::Hires) && !self.is_open {
            self.codes[self.window.clone()].fill(Some(PLAYFIELD));
        }
    }

    /// Whether a byte on screen is taken in `cycle`: names from the start on, bytes of maps two cycles later.
    /// [sheet: antic 6]
    fn takes_byte(&self, cycle: usize, mode: Mode) -> bool {
        let Some(Started { first, end, .. }) = self.started else { return false };
        let delay = if mode.is_text() { 0 } else { 2 };
        let first = first + delay;
        let is_over = end.is_some_and(|end| cycle >= end + delay);
        cycle >= first && (cycle - first).is_multiple_of(mode.period) && !is_over
    }

    /// The name whose row of the font is fetched in `cycle`.
    fn name_due(&self, cycle: usize) -> Option<Option<u8>> {
        self.names.front().filter(|(due, _)| *due == cycle).map(|(_, name)| *name)
    }

    /// What the playfield fetches in `cycle`.
    pub fn fetch(&self, cycle: usize, row: Row) -> Use {
        let Some(mode) = row.mode.filter(|_| cycle < VIRTUAL) else { return Use::Cpu };
        if row.is_first && self.takes_byte(cycle, mode) {
            return Use::Fetch(self.scan);
        }
        match self.name_due(cycle) {
            Some(Some(name)) => Use::Fetch(mode.font_address(name, row.number, row.chbase, row.chactl)),
            Some(None) => Use::FetchFromAnywhere,
            None => Use::Cpu,
        }
    }

    /// Takes what was on the bus in `cycle`, if it was fetched or would have been.
    pub fn take(&mut self, cycle: usize, row: Row, bus: Option<u8>) {
        let Some(mode) = row.mode else { return };
        if let Some(name) = self.name_due(cycle) {
            self.names.pop_front();
            let glyph =
                name.zip(bus).map(|(name, font)| (mode.glyph(name, font, row.number, row.chactl), name));
            self.show(2 * (cycle - 1) + DELAY, mode, glyph);
        }
        if self.takes_byte(cycle, mode) {
            let byte = self.next_byte(row.is_first, bus);
            if mode.is_text() {
                self.names.push_back((cycle + 3, byte));
            } else {
                self.show(2 * cycle + DELAY, mode, byte.map(|byte| (byte, 0)));
            }
        }
    }

    /// The next byte of the line buffer, which is loaded in the first row. [sheet: antic 6]
    fn next_byte(&mut self, is_first: bool, bus: Option<u8>) -> Option<u8> {
        if is_first {
            self.buffer[self.index] = bus;
            // The memory scan counter stays within its 4K. [sheet: antic 4]
            self.scan = self.scan & 0xF000 | (self.scan + 1) & 0x0FFF;
        }
        self.index += 1;
        self.buffer[self.index - 1]
    }

    /// Says the codes of a byte, and of text its name, from `clock` on.
    fn show(&mut self, clock: usize, mode: Mode, byte: Option<(u8, u8)>) {
        let clock = clock + usize::from(self.started.is_some_and(|started| started.is_odd));
        let codes = match byte {
            Some((byte, name)) => mode.codes(byte, name).into_iter().map(Some).collect(),
            None => vec![None; 2 * mode.period],
        };
        for (clock, code) in (clock..).zip(codes) {
            if self.window.contains(&clock) && !self.is_open {
                self.codes[clock] = code;
            }
        }
    }
}
