//! Light pens and light guns: where the beam triggers each, and for how long its trigger line is low then.
//!
//! A pen sees the beam once a frame at the same place, so nothing has to be done in between: the state of its line is
//! computed on demand.

use crate::chips::antic::{Antic, timing};
use crate::chips::gtia::Gtia;

/// Colour clocks of a line.
const CLOCKS: u32 = 2 * timing::LINE_CYCLES as u32;
/// Colour clocks from the one that a pen sees to the fall of its line, which PENH therefore exceeds by this number: the
/// sheet says 30 to 60. [sheet: antic 2; guess: one value for all pens]
const DELAY: u32 = 44;
/// Colour clocks for which the line stays low: those of a scan line. [guess]
const PULSE: u64 = CLOCKS as u64;

/// The pens in the four jacks.
#[derive(Clone)]
pub(crate) struct Pens {
    /// For each pen, the colour clock of the frame in which its line falls.
    falls: [Option<u32>; 4],
    /// Whether any pen is aimed.
    pub are_aimed: bool,
    /// Colour clocks of a frame.
    frame: u32,
    /// The machine cycle up to whose start the chips have been told about the lines.
    followed: u64,
}

impl Pens {
    /// No pens, for frames with this number of lines.
    pub(crate) fn new(lines: u32) -> Self {
        Pens { falls: [None; 4], are_aimed: false, frame: CLOCKS * lines, followed: 0 }
    }

    /// The falls of the lines, for a saved state.
    pub(crate) fn falls(&self) -> [Option<u32>; 4] {
        self.falls
    }

    /// Whether the lines can have these falls.
    pub(crate) fn can_fall(&self, falls: [Option<u32>; 4]) -> bool {
        falls.into_iter().flatten().all(|fall| fall < self.frame)
    }

    /// Sets the falls of the lines from machine cycle `now` on.
    pub(crate) fn set_falls(&mut self, falls: [Option<u32>; 4], now: u64) {
        (self.falls, self.followed) = (falls, now);
        self.are_aimed = falls != [None; 4];
    }

    /// Makes the line of the pen in jack `port` fall when the beam reaches a clock of a scan line, or never, from
    /// machine cycle `now` on.
    pub(crate) fn aim(&mut self, port: usize, place: Option<(u8, u16)>, now: u64) {
        let clock = |(clock, line)| CLOCKS * u32::from(line) + u32::from(clock);
        let is_there =
            |&(clock, line): &(u8, u16)| u32::from(clock) < CLOCKS && CLOCKS * u32::from(line) < self.frame;
        let mut falls = self.falls;
        falls[port] = place.filter(is_there).map(|place| (clock(place) + DELAY) % self.frame);
        self.set_falls(falls, now);
    }

    /// The last fall, in colour clocks since power-on and not after `clock`, of a line that falls in that clock of each
    /// frame.
    fn last_fall(&self, fall: u32, clock: u64) -> Option<u64> {
        let since = clock.checked_sub(fall.into())?;
        Some(clock - since % u64::from(self.frame))
    }

    /// Bit n: the line of the pen in jack n is low in this colour clock, counted since power-on.
    pub(crate) fn low(&self, clock: u64) -> u8 {
        let is_low = |fall| self.last_fall(fall, clock).is_some_and(|fallen| clock - fallen < PULSE);
        (0..4).filter(|&port| self.falls[port].is_some_and(is_low)).fold(0, |low, port| low | 1 << port)
    }

    /// The chips have been told everything up to the start of machine cycle `now`.
    pub(crate) fn told(&mut self, now: u64) {
        self.followed = now;
    }

    /// Tells the chips about the lines up to the start of machine cycle `now`, while buttons have held the lines in
    /// `held` low. Unless the chips are copies, call [`Pens::told`] afterwards.
    pub(crate) fn tell(&self, held: u8, now: u64, antic: &mut Antic, gtia: &mut Gtia) {
        let (from, to) = (2 * self.followed, 2 * now);
        let (mut fallen, mut last) = (0, None);
        for (port, fall) in self.falls.iter().enumerate() {
            let time = fall.and_then(|fall| self.last_fall(fall, to));
            let Some(time) = time.filter(|&time| time > from) else { continue };
            fallen |= 1 << port;
            // All pens share one line: while one of the triggers is low, no other makes it fall. [guess]
            if held | self.low(time - 1) == 0 {
                last = last.max(Some(time));
            }
        }
        if let Some(last) = last {
            let clock = (last % u64::from(self.frame)) as u32;
            antic.latch_pen((clock / CLOCKS) as u16, (clock % CLOCKS) as u8);
        }
        gtia.set_triggers(held | self.low(to), fallen);
    }
}
