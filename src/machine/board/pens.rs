//! Light pens and light guns: where the beam sets off each, and for how long its trigger line is low then.
//!
//! A pen sees the beam once a frame at the same place, so nothing has to be done in between: what its line has been doing is worked
//! out when somebody looks.

use crate::chips::antic::{Antic, timing};
use crate::chips::gtia::Gtia;

/// Colour clocks of a line.
const CLOCKS: u32 = 2 * timing::LINE_CYCLES as u32;
/// Colour clocks from the one that a pen sees to the fall of its line, and so what PENH is more than that: the sheet says 30 to 60.
/// [sheet: antic 2; guess: one value for all pens]
const DELAY: u32 = 44;
/// Colour clocks in which the line is low then: as many as a scan line has. [guess]
const PULSE: u64 = CLOCKS as u64;

/// The pens in the four jacks.
#[derive(Clone)]
pub(crate) struct Pens {
    /// The colour clock of the frame in which the line of each falls.
    falls: [Option<u32>; 4],
    /// Whether any does.
    pub are_aimed: bool,
    /// Colour clocks of a frame.
    frame: u32,
    /// The machine cycle at the start of which the chips know all that the lines have done.
    followed: u64,
}

impl Pens {
    /// None, beside frames of so many lines.
    pub(crate) fn new(lines: u32) -> Self {
        Pens { falls: [None; 4], are_aimed: false, frame: CLOCKS * lines, followed: 0 }
    }

    /// When their lines fall, as it is saved.
    pub(crate) fn falls(&self) -> [Option<u32>; 4] {
        self.falls
    }

    /// Whether theirs may fall so.
    pub(crate) fn can_fall(&self, falls: [Option<u32>; 4]) -> bool {
        falls.into_iter().flatten().all(|fall| fall < self.frame)
    }

    /// Lets their lines fall so, from machine cycle `now` on.
    pub(crate) fn set_falls(&mut self, falls: [Option<u32>; 4], now: u64) {
        (self.falls, self.followed) = (falls, now);
        self.are_aimed = falls != [None; 4];
    }

    /// Lets the line of the pen in jack `port` fall when the beam has come to a clock of a scan line, or not at all, from machine cycle `now`
    /// on.
    pub(crate) fn aim(&mut self, port: usize, place: Option<(u8, u16)>, now: u64) {
        let clock = |(clock, line)| CLOCKS * u32::from(line) + u32::from(clock);
        let is_there =
            |&(clock, line): &(u8, u16)| u32::from(clock) < CLOCKS && CLOCKS * u32::from(line) < self.frame;
        let mut falls = self.falls;
        falls[port] = place.filter(is_there).map(|place| (clock(place) + DELAY) % self.frame);
        self.set_falls(falls, now);
    }

    /// The last time, in colour clocks since power-on, up to `clock` at which a line fell that does so in that clock of each frame.
    fn last_fall(&self, fall: u32, clock: u64) -> Option<u64> {
        let since = clock.checked_sub(fall.into())?;
        Some(clock - since % u64::from(self.frame))
    }

    /// Bit n: the line of the pen in jack n is low in a colour clock since power-on.
    pub(crate) fn low(&self, clock: u64) -> u8 {
        let is_low = |fall| self.last_fall(fall, clock).is_some_and(|fallen| clock - fallen < PULSE);
        (0..4).filter(|&port| self.falls[port].is_some_and(is_low)).fold(0, |low, port| low | 1 << port)
    }

    /// The chips have been told all up to the start of machine cycle `now`.
    pub(crate) fn told(&mut self, now: u64) {
        self.followed = now;
    }

    /// Tells the chips what the lines have done up to the start of machine cycle `now`, while buttons have held those low that are in
    /// `held`. [`Pens::told`] is to follow, unless the chips are copies.
    pub(crate) fn tell(&self, held: u8, now: u64, antic: &mut Antic, gtia: &mut Gtia) {
        let (from, to) = (2 * self.followed, 2 * now);
        let (mut fallen, mut last) = (0, None);
        for (port, fall) in self.falls.iter().enumerate() {
            let time = fall.and_then(|fall| self.last_fall(fall, to));
            let Some(time) = time.filter(|&time| time > from) else { continue };
            fallen |= 1 << port;
            // The pen's line is one for all: while one of the triggers is low, none lets it fall. [guess]
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
