//! The visible parts of the objects in a whole line, as a list: a "show" is an object from its trigger on, complete.

use std::ops::Range;

use super::all::{All, OBJECTS, are_at_least, high_bits};
use super::coverage::WIDEST;
use super::object::pixel_clocks_log;
use crate::chips::an::codes::{BITS, TWICE};
use crate::chips::an::{FIRST_VISIBLE_CLOCK, PLAYFIELD_END};

/// The number of visible clocks.
pub(super) const SEEN: usize = PLAYFIELD_END - FIRST_VISIBLE_CLOCK;
/// The last place at which all of the widest object is visible.
const LAST: usize = SEEN - WIDEST;
/// Players, and missiles, share this many colours.
pub(super) const COLOURS: usize = 4;
/// Shows in a line, before colour changes: more than existing programs need.
const MOST: usize = 16;
/// Changes of colours in a line.
pub(super) const MOST_CHANGES: usize = 16;
/// Each change splits at most one player and one missile.
const ROOM: usize = MOST + 2 * MOST_CHANGES;

/// A show: what an object shows from one trigger on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Show {
    /// Clocks in which it is lit; the first one is in the highest bit.
    pub clocks: u32,
    /// Number of visible clocks before the first of these; at most [`LAST`].
    pub place: u8,
    /// Which object.
    pub object: u8,
    /// Its colour, as an index of [`Shows::colours`].
    pub colour: u8,
}

impl Show {
    /// The show of object `n`, lit in `clocks` from its `trigger` on, if it is visible.
    #[inline(always)]
    pub(super) fn seen(n: usize, trigger: usize, mut clocks: u32) -> Option<Show> {
        let mut place = trigger.wrapping_sub(FIRST_VISIBLE_CLOCK);
        if place > LAST {
            (place, clocks) = cut(trigger, clocks, LAST);
            if clocks == 0 {
                return None;
            }
        }
        Some(Show { clocks, place: place as u8, object: n as u8, colour: (n % COLOURS) as u8 })
    }

    /// The places at which it is lit, each with its object's bit.
    #[inline(always)]
    pub(super) fn lit(self) -> impl Iterator<Item = (usize, u8)> {
        let last = usize::from(self.place) + WIDEST - 1;
        let mut rest = self.clocks;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let place = last - rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some((place, 1 << self.object))
        })
    }

    /// From the first lit clock to the last.
    #[inline]
    pub(super) fn between(&self) -> Range<usize> {
        let first = FIRST_VISIBLE_CLOCK + usize::from(self.place);
        first + self.clocks.leading_zeros() as usize..first + WIDEST - self.clocks.trailing_zeros() as usize
    }

    /// Its colour register.
    #[inline]
    fn register(&self) -> usize {
        usize::from(self.object) % COLOURS
    }

    /// Whether both are lit in the same clock.
    pub(super) fn meets(&self, other: &Show) -> bool {
        let (early, late) = if self.place <= other.place { (self, other) } else { (other, self) };
        early.clocks.checked_shl(u32::from(late.place - early.place)).unwrap_or(0) & late.clocks != 0
    }
}

/// All shows of a line.
#[derive(Clone, Debug)]
pub(super) struct Shows {
    list: [Show; ROOM],
    count: usize,
    /// For each object, the places between which it is lit.
    first: [u8; OBJECTS],
    end: [u8; OBJECTS],
    /// COLPM0 to COLPM3 at the beginning of the line, and the values written to them in it.
    pub colours: [u8; COLOURS + MOST_CHANGES],
}

impl Default for Shows {
    fn default() -> Self {
        let list = [Show::default(); ROOM];
        Shows { list, count: 0, first: [0; OBJECTS], end: [0; OBJECTS], colours: [0; COLOURS + MOST_CHANGES] }
    }
}

impl Shows {
    /// Empties the list.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds object `n`, lit in `clocks` from its `trigger` on; the first one is in the highest bit. False if there is
    /// no room.
    #[inline(always)]
    pub(super) fn push(&mut self, n: usize, trigger: usize, clocks: u32) -> bool {
        let Some(show) = Show::seen(n, trigger, clocks) else { return true };
        let Some(place) = self.list[..MOST].get_mut(self.count) else { return false };
        *place = show;
        self.count += 1;
        true
    }

    /// The visible objects, a bit each.
    #[inline]
    pub(super) fn objects(&self) -> u8 {
        self.all().iter().fold(0, |objects, show| objects | 1 << (show.object & 7))
    }

    /// Determines where each of the objects is visible, once all have been listed.
    #[inline]
    pub(super) fn look(&mut self) {
        (self.first, self.end) = ([u8::MAX; OBJECTS], [0; OBJECTS]);
        for index in 0..self.count.min(MOST) {
            let Show { object, place, .. } = self.list[index];
            let n = usize::from(object) % OBJECTS;
            self.first[n] = self.first[n].min(place);
            self.end[n] = self.end[n].max(place + WIDEST as u8);
        }
    }

    /// Sorts the list from the front to the back.
    pub(super) fn sort(&mut self) {
        let count = self.count.min(self.list.len());
        self.list[..count].sort_unstable_by_key(Show::register);
    }

    /// Colour change number `change` sets colour register `register` to another `value` at a visible clock. There are
    /// at most [`MOST_CHANGES`], in order.
    pub(super) fn recolour(&mut self, change: usize, register: usize, value: u8, clock: usize) {
        let (place, colour) = (clock - FIRST_VISIBLE_CLOCK, COLOURS + change);
        self.colours[colour] = value;
        for n in 0..self.count {
            let show = &mut self.list[n];
            if show.register() != register {
                continue;
            }
            let before = place.saturating_sub(show.place.into());
            let behind = show.clocks & u32::MAX.checked_shr(before as u32).unwrap_or(0);
            if behind == show.clocks {
                show.colour = colour as u8;
            } else if behind != 0 {
                show.clocks &= !behind;
                let other = Show { clocks: behind, colour: colour as u8, ..*show };
                self.list[self.count] = other;
                self.count += 1;
            }
        }
    }

    /// All shows with their colours.
    pub(super) fn coloured(&self) -> impl DoubleEndedIterator<Item = (Show, u8)> {
        let colour = |show: &Show| self.colours[usize::from(show.colour) % self.colours.len()];
        self.all().iter().map(move |show| (*show, colour(show)))
    }

    /// The list.
    #[inline]
    pub(super) fn all(&self) -> &[Show] {
        &self.list[..self.count.min(self.list.len())]
    }

    /// Whether no two are lit in the same clock.
    #[inline]
    pub(super) fn are_apart(&self) -> bool {
        self.count == 1 || self.are_all_apart()
    }

    fn are_all_apart(&self) -> bool {
        let (mut lit, mut both) = ([0; SEEN.div_ceil(WIDEST) + 1], 0);
        for show in self.all() {
            let place = usize::from(show.place);
            let clocks = u64::from(show.clocks) << WIDEST >> (place % WIDEST);
            if let Some([first, second]) = lit.get_mut(place / WIDEST..place / WIDEST + 2) {
                let clocks = [(clocks >> WIDEST) as u32, clocks as u32];
                both |= *first & clocks[0] | *second & clocks[1];
                (*first, *second) = (*first | clocks[0], *second | clocks[1]);
            }
        }
        both == 0
    }

    /// Whether two objects are lit in the same clock.
    #[inline]
    pub(super) fn meet(&self, n: usize, m: usize) -> bool {
        self.first[n] < self.end[m] && self.first[m] < self.end[n] && self.meet_near(n, m)
    }

    #[inline(never)]
    fn meet_near(&self, n: usize, m: usize) -> bool {
        let of = |n: usize| self.all().iter().filter(move |show| usize::from(show.object) == n);
        of(n).any(|show| of(m).any(|other| show.meets(other)))
    }
}

/// The visible ones of the clocks in which an object is lit from `trigger` on, and the place of the first one, which is
/// at most `last`.
#[inline(never)]
pub(super) fn cut(trigger: usize, clocks: u32, last: usize) -> (usize, u32) {
    match trigger.checked_sub(FIRST_VISIBLE_CLOCK) {
        None => (0, clocks.checked_shl((FIRST_VISIBLE_CLOCK - trigger) as u32).unwrap_or(0)),
        Some(place) => (last, clocks.checked_shr((place - last) as u32).unwrap_or(0)),
    }
}

/// A line whose shows are being listed.
pub(super) struct Listed<'a> {
    pub objects: All,
    /// For each object, the clock up to which it has been run, and the one in which all that it has shown is shifted
    /// out.
    from: [u8; OBJECTS],
    pub idle: [u8; OBJECTS],
    pub shows: &'a mut Shows,
}

impl<'a> Listed<'a> {
    /// Begins a list. Nothing remains of these objects, and none of them has been run from a clock on.
    pub(super) fn begin(objects: All, from: u8, shows: &'a mut Shows) -> Self {
        shows.clear();
        Listed { objects, from: [from; OBJECTS], idle: [0; OBJECTS], shows }
    }

    /// Runs object `n` up to a clock. False if it is triggered while it is shown, or if there are too many shows.
    #[inline(always)]
    pub(super) fn run(&mut self, n: usize, to: u8) -> bool {
        let Listed { objects: All { hpos, size, graf, .. }, from, idle, shows } = self;
        let trigger = hpos[n];
        let from = std::mem::replace(&mut from[n], to);
        if trigger < from || to <= trigger {
            return true;
        }
        if trigger < idle[n] {
            return false;
        }
        if graf[n] == 0 {
            return true;
        }
        idle[n] = trigger.saturating_add(8 << pixel_clocks_log(size[n]));
        shows.push(n, trigger.into(), stretched(size[n], graf[n]))
    }
}

/// Where objects may be lit, whatever their graphics, for the last positions and sizes: these stay the same for many
/// lines.
#[derive(Clone, Debug, Default)]
pub(super) struct MayMeet {
    of: ([u8; OBJECTS], [u8; OBJECTS]),
    /// Positions and sizes at the last look.
    last_seen: ([u8; OBJECTS], [u8; OBJECTS]),
    /// Objects that may be visible, a bit each.
    pub seen: u8,
    /// Whether none is shown across the end of the line.
    within: bool,
    /// Nibble n: the players that object n may meet.
    pub pairs: u32,
    /// For each object, with the last in the lowest byte, the other objects that it may share a clock with, a bit each.
    shared: u64,
}

impl MayMeet {
    /// The objects that may be visible, a bit each; those `loaded` have graphics. Nothing may remain of any when the
    /// line begins. `None` if they have only just come to these places, as objects do that are moved in each line,
    /// unless `find` is set.
    #[inline]
    pub(super) fn look(&mut self, objects: &All, loaded: u8, find: bool) -> Option<u8> {
        let places = (objects.hpos, objects.size);
        if self.of != places {
            if std::mem::replace(&mut self.last_seen, places) != places && !find {
                return None;
            }
            self.find(objects);
        }
        Some(loaded & self.seen)
    }

    /// Whether these objects are in the places of the last look, and none of them is shown across the end of the line.
    #[inline(always)]
    pub(super) fn is_within(&self, objects: &All) -> bool {
        self.within && self.of == (objects.hpos, objects.size)
    }

    #[inline(never)]
    fn find(&mut self, objects: &All) {
        let (mut first, mut end) = ([0; OBJECTS], [0; OBJECTS]);
        for n in 0..OBJECTS {
            let clocks = 8 << pixel_clocks_log(objects.size[n]);
            first[n] = objects.hpos[n].max(FIRST_VISIBLE_CLOCK as u8);
            end[n] = objects.hpos[n].saturating_add(clocks).min(PLAYFIELD_END as u8);
        }
        let [firsts, ends] = [first, end].map(u64::from_le_bytes);
        let of = (objects.hpos, objects.size);
        let within = objects.are_shown_early() | objects.are_shown_late() == 0;
        *self = MayMeet { of, last_seen: of, within, ..MayMeet::default() };
        for n in 0..OBJECTS {
            let begin_before = !are_at_least(end[n], firsts);
            let others = high_bits(begin_before & are_at_least(first[n].saturating_add(1), ends));
            self.seen |= others & 1 << n;
            self.pairs |= u32::from(others & 0x0F) << (4 * n);
            self.shared |= u64::from(others & !(1 << n)) << (8 * (OBJECTS - 1 - n));
        }
    }

    /// Whether no two of these objects can be lit in the same clock. They are from the last look, or there is only one.
    #[inline]
    pub(super) fn keeps_apart(&self, objects: u8) -> bool {
        let others = u64::from(objects) * 0x0101_0101_0101_0101;
        self.shared & BITS[usize::from(objects)] & others == 0
    }
}

/// By size and graphics: the clocks lit from the trigger on, the first one in the highest bit.
static STRETCHED: [[u32; 256]; 4] = {
    let mut table = [[0; 256]; 4];
    let mut graf = 0;
    while graf < 256 {
        let twice = (TWICE[graf >> 4] as u32) << 8 | TWICE[graf & 15] as u32;
        let four_times = (four_times(graf >> 4) << 16) | four_times(graf & 15);
        table[0][graf] = (graf as u32) << 24;
        table[1][graf] = twice << 16;
        table[2][graf] = table[0][graf];
        table[3][graf] = four_times;
        graf += 1;
    }
    table
};

const fn four_times(nibble: usize) -> u32 {
    let twice = TWICE[nibble] as usize;
    (TWICE[twice >> 4] as u32) << 8 | TWICE[twice & 15] as u32
}

/// The clocks in which an object with that `size` and those graphics is lit from its trigger on; the first one is in
/// the highest bit.
#[inline(always)]
pub(super) fn stretched(size: u8, graf: u8) -> u32 {
    STRETCHED[usize::from(size & 3)][usize::from(graf)]
}
