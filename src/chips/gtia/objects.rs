//! Players and missiles: position comparators and shift registers. [sheet: gtia 3]

use serde::{Deserialize, Serialize};

use super::all::{All, LOADED, OBJECTS, are_at_least, high_bits};
use super::coverage::Coverage;
use super::schedule::Schedule;
use super::shows::{Listed, MayMeet, Show, Shows, stretched};
use super::stamps::Stamps;
use crate::chips::an::{CLOCKS, FIRST_VISIBLE_CLOCK};

/// Missiles 0 to 3 are objects 4 to 7.
pub(super) const FIRST_MISSILE: usize = 4;
/// The bits of the missiles.
pub(super) const MISSILES: u8 = 0xF0;

/// A change of a register of one object, or of the four missiles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Change {
    /// HPOSPn, HPOSMn.
    Position {
        /// The object, 0 to 7.
        object: u8,
        /// Colour clock of the trigger.
        hpos: u8,
    },
    /// SIZEPn.
    PlayerSize {
        /// 0 to 3.
        player: u8,
        /// Bits 1:0 count.
        size: u8,
    },
    /// SIZEM.
    MissileSizes(u8),
    /// GRAFPn.
    PlayerGraphics {
        /// 0 to 3.
        player: u8,
        /// Leftmost pixel in bit 7.
        graf: u8,
    },
    /// GRAFM.
    MissileGraphics(u8),
}

impl Change {
    /// Whether it changes graphics, as DMA does.
    pub(super) fn loads(&self) -> bool {
        matches!(self, Change::PlayerGraphics { .. } | Change::MissileGraphics(_))
    }
}

/// The eight objects, and writes that have not taken effect yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Objects {
    pub objects: All,
    /// Objects that are not idle, a bit each.
    pub busy: u8,
    /// Pending changes.
    pub schedule: Schedule<Change>,
}

impl Objects {
    /// With all registers zero.
    pub(super) fn new() -> Self {
        Objects { objects: All::default(), busy: 0, schedule: Schedule::new() }
    }

    /// Whether they can be in this state at `clock`.
    pub(super) fn is_possible(&self, clock: usize) -> bool {
        let exists = |change| affected(change).end <= OBJECTS;
        self.objects.size.iter().chain(&self.objects.step).all(|value| *value < 4)
            && self.schedule.is_possible(clock, exists)
    }

    /// Runs the clocks `from..to` of the line into `coverage`.
    pub(super) fn advance(&mut self, from: usize, to: usize, coverage: &mut Coverage) {
        if self.are_idle() {
            return;
        }
        let hidden = from == 0 && to >= FIRST_VISIBLE_CLOCK && self.hide_early();
        if hidden && to == CLOCKS && self.schedule.is_empty_before(CLOCKS as u16) {
            self.pass_shown();
            self.light(self.loaded(), coverage);
        } else {
            self.run(if hidden { LOADED } else { from }, to, coverage);
        }
    }

    /// Carries out the changes before the visible area of a line that has just begun. Returns whether nothing else
    /// changes in the line and nothing remains of any object at the start of that area.
    #[inline(never)]
    pub(super) fn settle_at_once(&mut self) -> bool {
        self.hide_early() && (self.schedule.is_empty_before(CLOCKS as u16) || self.settle())
    }

    /// Runs a line that has just begun, if no change is pending, nothing remains of any object, and all of them are
    /// where it is known that none is shown across the end of the line. Returns the visible ones, a bit each.
    #[inline(always)]
    pub(super) fn pass_standing(&mut self, reach: &MayMeet) -> Option<u8> {
        let stands =
            self.schedule.is_empty() && self.objects.shift == [0; OBJECTS] && reach.is_within(&self.objects);
        stands.then(|| {
            self.objects.step = [0; OBJECTS];
            self.note_busy();
            self.busy & reach.seen
        })
    }

    /// Runs such a line, after which something may remain of objects.
    #[inline]
    pub(super) fn pass_shown(&mut self) {
        let mut rest = self.note_busy() & self.objects.are_shown_late();
        while rest != 0 {
            self.objects.leave(rest.trailing_zeros() as usize / 8 % OBJECTS);
            rest &= rest - 1;
        }
    }

    /// Puts all objects over such a line, from the back to the front.
    #[inline(always)]
    pub(super) fn put(&self, mut stamps: Stamps<'_>) {
        self.put_one::<3>(&mut stamps);
        self.put_one::<7>(&mut stamps);
        self.put_one::<2>(&mut stamps);
        self.put_one::<6>(&mut stamps);
        self.put_one::<1>(&mut stamps);
        self.put_one::<5>(&mut stamps);
        self.put_one::<0>(&mut stamps);
        self.put_one::<4>(&mut stamps);
    }

    #[inline(always)]
    fn put_one<const N: usize>(&self, stamps: &mut Stamps<'_>) {
        let All { hpos, size, graf, .. } = &self.objects;
        if graf[N] != 0 {
            stamps.put::<N>(hpos[N].into(), stretched(size[N], graf[N]));
        }
    }

    /// The objects that may be visible in such a line, if that is known or if `find` is set.
    #[inline]
    pub(super) fn look(&self, reach: &mut MayMeet, find: bool) -> Option<u8> {
        let loaded = self.loaded();
        let is_one = loaded & loaded.wrapping_sub(1) == 0;
        reach.look(&self.objects, loaded, find).or(is_one.then_some(loaded))
    }

    /// Lists what is shown in such a line. Returns the visible objects, a bit each.
    pub(super) fn list(&self, shows: &mut Shows) -> u8 {
        let All { hpos, size, graf, .. } = &self.objects;
        shows.clear();
        for n in each(self.loaded()) {
            shows.push(n, hpos[n].into(), stretched(size[n], graf[n]));
        }
        shows.objects()
    }

    /// What is shown in such a line of the objects in `seen`.
    #[inline(always)]
    pub(super) fn shows(&self, seen: u8) -> impl Iterator<Item = Show> {
        let All { hpos, size, graf, .. } = &self.objects;
        each(seen).filter_map(|n| Show::seen(n, hpos[n].into(), stretched(size[n], graf[n])))
    }

    /// Marks that, clock by clock.
    pub(super) fn light(&self, seen: u8, coverage: &mut Coverage) {
        let All { hpos, size, graf, .. } = &self.objects;
        coverage.make_room();
        each(seen).for_each(|n| coverage.light(hpos[n].into(), graf[n], size[n], n));
    }

    /// Whether two objects are lit in the same clock of such a line.
    pub(super) fn meet(&self, n: usize, m: usize) -> bool {
        let All { hpos, size, graf, .. } = &self.objects;
        let show = |n: usize| Show::seen(n, hpos[n].into(), stretched(size[n], graf[n]));
        show(n).zip(show(m)).is_some_and(|(one, other)| one.meets(&other))
    }

    /// Runs a whole line in which anything may change, and lists what is visible. Returns the visible objects, a bit
    /// each; or `None`, with the line still to be run, if something remains of an object when the line begins, if
    /// registers of an object change while it is shown, or if the caller does not want it for the objects seen.
    #[inline(never)]
    pub(super) fn list_changing(
        &mut self,
        shows: &mut Shows,
        is_wanted: impl Fn(&Shows, u8) -> bool,
    ) -> Option<u8> {
        let from = if self.hide_early() { LOADED as u8 } else { 0 };
        let mut line = Listed::begin(self.objects, from, shows);
        if line.objects.shift != [0; OBJECTS] {
            return None;
        }
        let mut count = 0;
        for &(clock, change) in self.schedule.due(CLOCKS as u16) {
            let clock = clock as u8;
            count += 1;
            if let Change::Position { object: n, hpos } = change {
                // Most are.
                let n = usize::from(n) % OBJECTS;
                if !line.run(n, clock) {
                    return None;
                }
                line.objects.hpos[n] = hpos;
                continue;
            }
            let resizes = matches!(change, Change::PlayerSize { .. } | Change::MissileSizes(_));
            for n in affected(change) {
                // If it is shown up to the clock before, an object may be shifted out in this one with its old size or
                // with its new one.
                if !line.run(n, clock) || resizes && clock <= line.idle[n] {
                    return None;
                }
            }
            apply(change, &mut line.objects);
        }
        let loaded = u64::from_le_bytes(line.objects.graf) | u64::from_le_bytes(line.idle);
        for n in each(high_bits(are_at_least(1, loaded))) {
            // What remains at the end must be of the present graphics.
            if line.idle[n] >= CLOCKS as u8 || !line.run(n, CLOCKS as u8) {
                return None;
            }
            if line.idle[n] >= CLOCKS as u8 {
                line.objects.leave(n);
            }
        }
        let seen = line.shows.objects();
        if !is_wanted(line.shows, seen) {
            return None;
        }
        self.objects = line.objects;
        self.schedule.discard(count);
        self.note_busy();
        Some(seen)
    }

    /// Runs a whole line that is not drawn and has no collisions: only what remains of the objects counts.
    pub(super) fn pass_line(&mut self, coverage: &mut Coverage) {
        if self.are_idle() {
            return;
        }
        if !self.settle_at_once() {
            self.advance(0, CLOCKS, coverage);
            coverage.clear();
            return;
        }
        self.pass_shown();
    }

    /// Marks as busy, after a line, the objects with graphics. Nothing may have remained before.
    #[inline(always)]
    fn note_busy(&mut self) -> u64 {
        let loaded = are_at_least(1, u64::from_le_bytes(self.objects.graf));
        self.busy = high_bits(loaded);
        loaded
    }

    /// The objects that have graphics, a bit each.
    #[inline(always)]
    pub(super) fn loaded(&self) -> u8 {
        high_bits(are_at_least(1, u64::from_le_bytes(self.objects.graf)))
    }

    fn run(&mut self, from: usize, to: usize, coverage: &mut Coverage) {
        let mut done = [from as u8; OBJECTS];
        let mut count = 0;
        let Objects { objects, busy, schedule } = self;
        for &(clock, change) in schedule.all() {
            let clock = usize::from(clock).max(from);
            if clock >= to {
                break;
            }
            count += 1;
            for n in affected(change) {
                objects.run(n, done[n].into(), clock, coverage);
                done[n] = clock as u8;
                // Whether it is idle after all is determined below.
                *busy |= 1 << n;
            }
            apply(change, objects);
        }
        schedule.discard(count);
        let mut rest = *busy;
        while rest != 0 {
            let n = rest.trailing_zeros() as usize % OBJECTS;
            rest &= rest - 1;
            objects.run(n, done[n].into(), to, coverage);
            if objects.shift[n] | objects.graf[n] == 0 {
                *busy &= !(1 << n);
            }
        }
    }

    /// Whether nothing will be lit unless something is written or loaded.
    pub(super) fn are_idle(&self) -> bool {
        self.busy == 0 && self.schedule.is_empty()
    }

    /// Whether object `n` is not lit before `clock` in the part of the line that has not been run, even if `graf` is
    /// loaded in it.
    pub(super) fn is_unlit(&self, n: usize, graf: u8, clock: usize) -> bool {
        let (mut first, mut graf) = (self.objects.hpos[n], graf | self.objects.graf[n]);
        for &(_, change) in self.schedule.all() {
            match change {
                Change::Position { object, hpos } if usize::from(object) == n => first = first.min(hpos),
                Change::PlayerGraphics { player, graf: loaded } if usize::from(player) == n => graf |= loaded,
                Change::MissileGraphics(loaded) if n >= FIRST_MISSILE => graf |= bits_of_missile(loaded, n),
                _ => {}
            }
        }
        self.objects.shift[n] == 0 && (graf == 0 || usize::from(first) >= clock)
    }

    /// Whether nothing is lit and nothing changes before the end of the line.
    pub(super) fn is_still(&self) -> bool {
        self.busy == 0 && self.schedule.is_empty_before(CLOCKS as u16)
    }
}

/// The numbers of the objects with set bits.
#[inline(always)]
fn each(objects: u8) -> impl Iterator<Item = usize> {
    let mut rest = objects;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let n = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(n % OBJECTS)
    })
}

fn missiles() -> std::ops::Range<usize> {
    FIRST_MISSILE..OBJECTS
}

/// The bits of object `n`, of two bits for each missile.
fn bits_of_missile(bits: u8, n: usize) -> u8 {
    bits >> (2 * (n - FIRST_MISSILE)) & 3
}

/// Carries out a change. The objects must have been run up to its clock.
#[inline]
pub(super) fn apply(change: Change, objects: &mut All) {
    match change {
        Change::Position { object: n, hpos } => objects.hpos[usize::from(n)] = hpos,
        Change::PlayerSize { player, size } => objects.size[usize::from(player)] = size & 3,
        Change::PlayerGraphics { player, graf } => objects.graf[usize::from(player)] = graf,
        Change::MissileSizes(sizes) => {
            missiles().for_each(|n| objects.size[n] = bits_of_missile(sizes, n));
        }
        Change::MissileGraphics(graf) => {
            missiles().for_each(|n| objects.graf[n] = bits_of_missile(graf, n) << 6);
        }
    }
}

#[inline]
fn affected(change: Change) -> std::ops::Range<usize> {
    match change {
        Change::Position { object: n, .. }
        | Change::PlayerSize { player: n, .. }
        | Change::PlayerGraphics { player: n, .. } => usize::from(n)..usize::from(n) + 1,
        Change::MissileSizes(_) | Change::MissileGraphics(_) => FIRST_MISSILE..OBJECTS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::an::PLAYFIELD_END;
    use crate::chips::gtia::numbers;
    use crate::chips::gtia::object::Object;
    use crate::chips::gtia::object::tests::stepped;

    const VISIBLE_CLOCKS: std::ops::Range<usize> = FIRST_VISIBLE_CLOCK..PLAYFIELD_END;

    #[test]
    fn objects_hidden_at_the_left_end_leave_the_line_as_if_they_were_stepped() {
        let mut next = numbers(1);
        let mut objects = Objects::new();
        let mut stepped_state = [(Object::default(), 0, 0); OBJECTS];
        for _ in 0..5000 {
            let loads: Vec<(u16, u8, u8)> =
                (0..4).map(|player| (7 + 2 * player, player as u8, next(256) as u8)).collect();
            let load = |(clock, player, graf)| (clock, Change::PlayerGraphics { player, graf });
            let mut changes: Vec<(u16, Change)> = loads.iter().copied().map(load).collect();
            for _ in 0..next(3) {
                let (clock, object) = (3 + next(40) as u16, next(4) as u8);
                let change = match next(3) {
                    0 => Change::PlayerSize { player: object, size: next(4) as u8 },
                    _ => Change::Position { object, hpos: [0, 1, 2, 12, 13, 14, 20, 33, 34, 230][next(10)] },
                };
                changes.push((clock, change));
            }
            // Data may become known only when everything else is.
            let late = next(2) == 0;
            let mut written = changes[if late { loads.len() } else { 0 }..].to_vec();
            written.sort_by_key(|(clock, _)| *clock);
            written.iter().for_each(|(clock, change)| objects.schedule.push(*clock, *change));
            if late && !objects.load_players([0, 1, 2, 3].map(|player| loads[player].2)) {
                let loads = loads.iter().copied().map(load);
                loads.for_each(|(clock, change)| objects.schedule.push(clock, change));
            }
            changes.sort_by_key(|(clock, _)| *clock);
            // A read may come as soon as the visible area begins.
            let split = FIRST_VISIBLE_CLOCK + next(2) * next(100);
            let mut coverage = Coverage::default();
            objects.advance(0, split, &mut coverage);
            let shifts = objects.objects.shift;
            objects.advance(split, CLOCKS, &mut coverage);
            let mut expected = [0u8; CLOCKS];
            for (n, (object, step, shift)) in stepped_state.iter_mut().enumerate() {
                for (clock, lit) in expected.iter_mut().enumerate() {
                    if clock == split {
                        assert_eq!(shifts[n], *shift);
                    }
                    for (_, change) in changes.iter().filter(|(at, _)| usize::from(*at) == clock) {
                        match *change {
                            Change::Position { object: of, hpos } if usize::from(of) == n => {
                                object.hpos = hpos
                            }
                            Change::PlayerSize { player, size } if usize::from(player) == n => {
                                object.size = size
                            }
                            Change::PlayerGraphics { player, graf } if usize::from(player) == n => {
                                object.graf = graf;
                            }
                            _ => {}
                        }
                    }
                    *lit |= u8::from(stepped(object, step, shift, clock)) << n;
                }
            }
            let mut seen = [0; CLOCKS];
            coverage.each_lit(VISIBLE_CLOCKS, |clock, lit| seen[clock] = lit);
            assert_eq!(seen[VISIBLE_CLOCKS], expected[VISIBLE_CLOCKS]);
        }
    }
}
