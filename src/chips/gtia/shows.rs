//! What is seen of the objects in a whole line, as a list: an object is shown when its trigger comes, all of it.

use std::ops::Range;

use super::all::{All, OBJECTS, are_at_least, high_bits};
use super::coverage::WIDEST;
use super::object::pixel_clocks_log;
use crate::chips::an::codes::{BITS, TWICE};
use crate::chips::an::{FIRST_VISIBLE_CLOCK, PLAYFIELD_END};

/// Clocks that are seen.
pub(super) const SEEN: usize = PLAYFIELD_END - FIRST_VISIBLE_CLOCK;
/// The last place on which all of the widest object is seen.
const LAST: usize = SEEN - WIDEST;
/// Players and missiles of so many colours.
pub(super) const COLOURS: usize = 4;
/// Shows in a line, before colours change: more than programs that exist ask for.
const MOST: usize = 16;
/// Changes of colours in a line.
pub(super) const MOST_CHANGES: usize = 16;
/// Each of them is in the middle of a player and a missile at most.
const ROOM: usize = MOST + 2 * MOST_CHANGES;

/// What is shown of an object from one trigger on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Show {
    /// Clocks in which it is lit, the first in the highest bit.
    pub clocks: u32,
    /// Visible clocks before the first of those: [`LAST`] at most.
    pub place: u8,
    /// Which.
    pub object: u8,
    /// Its colour, by its place in [`Shows::colours`].
    pub colour: u8,
}

impl Show {
    /// That of object `n`, lit in `clocks` from its `trigger` on, if it is seen.
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

    /// The places in which it is lit, and its object's bit.
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

    /// From the first clock in which it is lit to the last.
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

    /// Whether both are lit in any clock.
    pub(super) fn meets(&self, other: &Show) -> bool {
        let (early, late) = if self.place <= other.place { (self, other) } else { (other, self) };
        early.clocks.checked_shl(u32::from(late.place - early.place)).unwrap_or(0) & late.clocks != 0
    }
}

/// All that is seen of the objects in a line.
#[derive(Clone, Debug)]
pub(super) struct Shows {
    list: [Show; ROOM],
    count: usize,
    /// By object, between which places that is so.
    first: [u8; OBJECTS],
    end: [u8; OBJECTS],
    /// COLPM0 to COLPM3 when the line begins, and what is written to them in it.
    pub colours: [u8; COLOURS + MOST_CHANGES],
}

impl Default for Shows {
    fn default() -> Self {
        let list = [Show::default(); ROOM];
        Shows { list, count: 0, first: [0; OBJECTS], end: [0; OBJECTS], colours: [0; COLOURS + MOST_CHANGES] }
    }
}

impl Shows {
    /// Nothing is.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Object `n` is lit in `clocks` from its `trigger` on, the first in the highest bit: false if
    /// there is no room for that.
    #[inline(always)]
    pub(super) fn push(&mut self, n: usize, trigger: usize, clocks: u32) -> bool {
        let Some(show) = Show::seen(n, trigger, clocks) else { return true };
        let Some(place) = self.list[..MOST].get_mut(self.count) else { return false };
        *place = show;
        self.count += 1;
        true
    }

    /// Objects that are seen, a bit each.
    #[inline]
    pub(super) fn objects(&self) -> u8 {
        self.all().iter().fold(0, |objects, show| objects | 1 << (show.object & 7))
    }

    /// Finds out where each of the objects is seen, when all have been listed.
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

    /// Puts what has been listed in order, from the front to the back.
    pub(super) fn sort(&mut self) {
        let count = self.count.min(self.list.len());
        self.list[..count].sort_unstable_by_key(Show::register);
    }

    /// By a `change` colour register `register` takes another `value` at a visible clock; there are no more than
    /// [`MOST_CHANGES`], one behind the other.
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

    /// All of them, with their colours.
    pub(super) fn coloured(&self) -> impl DoubleEndedIterator<Item = (Show, u8)> {
        let colour = |show: &Show| self.colours[usize::from(show.colour) % self.colours.len()];
        self.all().iter().map(move |show| (*show, colour(show)))
    }

    /// The list.
    #[inline]
    pub(super) fn all(&self) -> &[Show] {
        &self.list[..self.count.min(self.list.len())]
    }

    /// Whether no two are lit in one clock.
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

    /// Whether both objects are lit in any clock.
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

/// Of the clocks in which an object is lit from `trigger` on those that are seen, and the place of the first, which is the
/// `last` at most.
#[inline(never)]
pub(super) fn cut(trigger: usize, clocks: u32, last: usize) -> (usize, u32) {
    match trigger.checked_sub(FIRST_VISIBLE_CLOCK) {
        None => (0, clocks.checked_shl((FIRST_VISIBLE_CLOCK - trigger) as u32).unwrap_or(0)),
        Some(place) => (last, clocks.checked_shr((place - last) as u32).unwrap_or(0)),
    }
}

/// A line of which the shows are being listed.
pub(super) struct Listed<'a> {
    pub objects: All,
    /// By object, the clock up to which it has been run, and that in which all that has been shown of it is shifted out.
    from: [u8; OBJECTS],
    pub idle: [u8; OBJECTS],
    pub shows: &'a mut Shows,
}

impl<'a> Listed<'a> {
    /// None of these objects, of which nothing is left, has been run from a clock on.
    pub(super) fn begin(objects: All, from: u8, shows: &'a mut Shows) -> Self {
        shows.clear();
        Listed { objects, from: [from; OBJECTS], idle: [0; OBJECTS], shows }
    }

    /// Runs object `n` up to a clock: false if it is triggered while it is shown, or there are too many shows.
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

/// Where objects may be lit, whatever their graphics, for the positions and sizes seen last: they stay for many lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    of: ([u8; OBJECTS], [u8; OBJECTS]),
    /// Those at which they have been last.
    came_to: ([u8; OBJECTS], [u8; OBJECTS]),
    /// Objects that may be seen, a bit each.
    pub seen: u8,
    /// Whether none is shown over an end of the line.
    within: bool,
    /// Nibble n: players that may meet object n.
    pub pairs: u32,
    /// By object, the last in the lowest byte, which others it may share a clock with, a bit each.
    shared: u64,
}

impl Reach {
    /// Of these objects, of which those `loaded` have graphics, those that may be seen, a bit each; nothing where they have just come
    /// to their places, as objects do that are moved in each line, and that is not to be found all the same. Nothing is left of any
    /// when the line begins.
    #[inline]
    pub(super) fn look(&mut self, objects: &All, loaded: u8, find: bool) -> Option<u8> {
        let places = (objects.hpos, objects.size);
        if self.of != places {
            if std::mem::replace(&mut self.came_to, places) != places && !find {
                return None;
            }
            self.find(objects);
        }
        Some(loaded & self.seen)
    }

    /// Whether these objects are where it has been found for, and none of them is shown over an end of the line.
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
        *self = Reach { of, came_to: of, within, ..Reach::default() };
        for n in 0..OBJECTS {
            let begin_before = !are_at_least(end[n], firsts);
            let others = high_bits(begin_before & are_at_least(first[n].saturating_add(1), ends));
            self.seen |= others & 1 << n;
            self.pairs |= u32::from(others & 0x0F) << (4 * n);
            self.shared |= u64::from(others & !(1 << n)) << (8 * (OBJECTS - 1 - n));
        }
    }

    /// Whether no two of these objects, which have been found here or are one alone, can be lit in one clock.
    #[inline]
    pub(super) fn keeps_apart(&self, objects: u8) -> bool {
        let others = u64::from(objects) * 0x0101_0101_0101_0101;
        self.shared & BITS[usize::from(objects)] & others == 0
    }
}

/// By size and graphics, the clocks that are lit from the trigger on, the first in the highest bit.
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

/// The clocks in which an object of that `size` and those graphics is lit from its trigger on, the first in the highest bit.
#[inline(always)]
pub(super) fn stretched(size: u8, graf: u8) -> u32 {
    STRETCHED[usize::from(size & 3)][usize::from(graf)]
}
