//! Players and missiles: position comparators and shift registers. [sheet: gtia 3]

use serde::{Deserialize, Serialize};

use super::coverage::Coverage;
use super::schedule::Schedule;
use crate::chips::an::{CLOCKS, FIRST_VISIBLE_CLOCK};

/// Players 0 to 3 are objects 0 to 3, missiles 0 to 3 objects 4 to 7.
const OBJECTS: usize = 8;
const FIRST_MISSILE: usize = 4;
/// The bits of the missiles.
const MISSILES: u8 = 0xF0;
/// Clocks of the widest object.
const WIDEST: usize = 32;

/// One register of one object, or of the four missiles, takes a new value.
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
    /// Whether it is of graphics, as DMA changes them.
    fn loads(&self) -> bool {
        matches!(self, Change::PlayerGraphics { .. } | Change::MissileGraphics(_))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Object {
    hpos: u8,
    /// 0 to 3, as in SIZEP.
    size: u8,
    /// What a trigger loads; a missile's two bits stand at the top.
    graf: u8,
    /// Bit 7 is the output.
    shift: u8,
    /// The divider that makes wide objects. Kept 0 while `shift` is 0: nothing can be
    /// seen of it then, since a trigger begins with 0.
    step: u8,
}

impl Object {
    /// Runs the clocks `from..to` and marks `bit` where the output is 1.
    #[inline(always)]
    fn run(&mut self, from: usize, to: usize, bit: u8, coverage: &mut Coverage) {
        // Mostly nothing is lit before a register changes.
        let trigger = usize::from(self.hpos);
        let triggered = (from..to).contains(&trigger);
        if self.shift != 0 {
            self.run_in_part(from, to, bit, coverage);
        } else if triggered && self.graf != 0 {
            // Mostly all of it is shown, or what is not lies behind the end of the line and is not looked at.
            match self.size {
                0 if trigger + 8 < to => coverage.light(trigger, self.graf, 0, bit),
                _ => self.run_wide(from, to, bit, coverage),
            }
        }
    }

    #[inline(never)]
    fn run_wide(&mut self, from: usize, to: usize, bit: u8, coverage: &mut Coverage) {
        let (trigger, log) = (usize::from(self.hpos), self.pixel_clocks_log());
        if trigger + (8 << log) < to {
            coverage.light(trigger, self.graf, log, bit);
        } else {
            self.run_in_part(from, to, bit, coverage);
        }
    }

    #[inline(never)]
    fn run_in_part(&mut self, from: usize, to: usize, bit: u8, coverage: &mut Coverage) {
        let trigger = usize::from(self.hpos);
        let triggered = (from..to).contains(&trigger);
        let end = if triggered { trigger } else { to };
        if self.shift != 0 && from < end {
            self.shift_on(from, end, bit, coverage);
        }
        if triggered {
            self.step = 0;
            self.shift = self.shift << 1 | self.graf;
            self.shift_out(trigger, 0, to, bit, coverage);
        }
    }

    /// Goes on from `from` to `to` without a trigger. With size %10 the divider sticks at 2 when it gets there, which
    /// freezes the output until a trigger or another size.
    fn shift_on(&mut self, from: usize, to: usize, bit: u8, coverage: &mut Coverage) {
        if self.size == 2 && matches!(self.step, 1 | 2) {
            self.step = 2;
            if self.shift & 0x80 != 0 {
                coverage.fill(from..to, bit);
            }
            return;
        }
        let step = if self.size == 2 { 0 } else { self.step & self.size };
        self.shift_out(from, usize::from(step) + 1, to, bit, coverage);
    }

    /// Shows up to clock `to` what is in the shift register, of which the leftmost pixel has begun so many clocks `before`
    /// `clock`.
    fn shift_out(&mut self, clock: usize, before: usize, to: usize, bit: u8, coverage: &mut Coverage) {
        let log = self.pixel_clocks_log();
        coverage.light_until(to, clock, before, self.shift, log, bit);
        let clocks = to - 1 - clock + before;
        self.shift = u32::from(self.shift).checked_shl((clocks >> log) as u32).unwrap_or(0) as u8;
        self.step = if self.shift == 0 { 0 } else { (clocks % (1 << log)) as u8 };
    }

    /// How many clocks a pixel lasts, as a power of two.
    #[inline]
    fn pixel_clocks_log(&self) -> u32 {
        const BY_SIZE: u32 = 1 << 2 | 2 << 6;
        BY_SIZE >> (2 * (self.size & 3)) & 3
    }

    fn is_idle(&self) -> bool {
        self.shift | self.graf == 0
    }

    /// Whether at the start of a line it is known that nothing is seen of it, and nothing left of it, when the visible area
    /// begins, whatever its graphics.
    #[inline]
    fn is_shown_later(&self) -> bool {
        // Of those that begin so far to the left the widest has been shown, and shifted out in the clock behind that.
        const HIDDEN_UNTIL: u8 = (FIRST_VISIBLE_CLOCK - WIDEST - 1) as u8;
        self.shift == 0 && (self.hpos <= HIDDEN_UNTIL || usize::from(self.hpos) >= FIRST_VISIBLE_CLOCK)
    }
}

/// The eight objects and the writes that have not reached them yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Objects {
    objects: [Object; OBJECTS],
    /// Objects that are not idle, a bit each.
    busy: u8,
    /// Changes on their way.
    pub schedule: Schedule<Change>,
}

/// The objects at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ObjectsMoment {
    objects: [Object; OBJECTS],
    busy: u8,
    /// The clock at which others come into force for the missiles, and those, if that is on its way.
    missiles: Option<(u16, u8)>,
}

impl Objects {
    /// All registers zero.
    pub(super) fn new() -> Self {
        Objects { objects: [Object::default(); OBJECTS], busy: 0, schedule: Schedule::new() }
    }

    /// Whether they can be so at `clock`.
    pub(super) fn is_possible(&self, clock: usize) -> bool {
        let exists = |change| affected(change).end <= OBJECTS;
        self.objects.iter().all(|object| object.size < 4 && object.step < 4)
            && self.schedule.is_possible(clock, exists)
    }

    /// Runs the clocks `from..to` of the line into `coverage`.
    pub(super) fn advance(&mut self, from: usize, to: usize, coverage: &mut Coverage) {
        if self.are_idle() {
            return;
        }
        let early = if from == 0 && to >= FIRST_VISIBLE_CLOCK { self.load_early() } else { None };
        let from = if early.is_some() { FIRST_VISIBLE_CLOCK } else { from };
        let mut count = early.unwrap_or(0);
        let mut done = [from as u8; OBJECTS];
        let Objects { objects, busy, schedule } = self;
        for &(clock, change) in schedule.all().iter().skip(count) {
            let clock = usize::from(clock).max(from);
            if clock >= to {
                break;
            }
            count += 1;
            for n in affected(change) {
                objects[n].run(done[n].into(), clock, 1 << n, coverage);
                done[n] = clock as u8;
                // Whether it is idle after all is found out below.
                *busy |= 1 << n;
            }
            apply(change, objects);
        }
        schedule.discard(count);
        let mut rest = *busy;
        while rest != 0 {
            let n = rest.trailing_zeros() as usize % OBJECTS;
            rest &= rest - 1;
            let object = &mut objects[n];
            object.run(done[n].into(), to, 1 << n, coverage);
            if object.is_idle() {
                *busy &= !(1 << n);
            }
        }
    }

    /// Data come by DMA for a player, at a clock of the line before the visible area, of which nothing has been run yet and
    /// nothing else will come.
    ///
    /// They are loaded at once if nothing else has changed before and the player is not shown as long, as far as anybody can
    /// see. [measured: 1.3 of 41 host instructions a machine cycle with all objects on all lines]
    #[inline]
    pub(super) fn load_player(&mut self, clock: u16, player: u8, graf: u8) {
        let object = &mut self.objects[usize::from(player) % FIRST_MISSILE];
        let only_missiles = |change| matches!(change, Change::MissileGraphics(_));
        if object.is_shown_later()
            && self.schedule.due(FIRST_VISIBLE_CLOCK as u16).all(|(_, change)| only_missiles(*change))
        {
            object.graf = graf;
            self.busy |= 1 << player;
        } else {
            self.schedule.push(clock, Change::PlayerGraphics { player, graf });
        }
    }

    /// Data that are loaded before the visible area begins, as DMA does it, are loaded there at once if nothing else changes
    /// before and no object is shown as long, as far as anybody can see. How many changes are over with that; none if
    /// it cannot be done. [measured: 5 of 29 host instructions a machine
    /// cycle with four players on all lines]
    #[inline]
    fn load_early(&mut self) -> Option<usize> {
        let Objects { objects, busy, schedule } = self;
        let loads = schedule.due(FIRST_VISIBLE_CLOCK as u16);
        let mut count = 0;
        let are_loads = loads.inspect(|_| count += 1).all(|(_, change)| change.loads());
        if count == 0 || !are_loads || !objects.iter().all(Object::is_shown_later) {
            return None;
        }
        for &(_, change) in schedule.due(FIRST_VISIBLE_CLOCK as u16) {
            apply(change, objects);
            *busy |= match change {
                Change::PlayerGraphics { player, .. } => 1 << player,
                _ => MISSILES,
            };
        }
        Some(count)
    }

    /// The objects; none while more is on its way than the missiles' data, which ANTIC fetches before it plans a line.
    pub(super) fn moment(&self) -> Option<ObjectsMoment> {
        let Objects { objects, busy, schedule } = self;
        let missiles = match *schedule.all() {
            [] => None,
            [(clock, Change::MissileGraphics(graf))] => Some((clock, graf)),
            _ => return None,
        };
        Some(ObjectsMoment { objects: *objects, busy: *busy, missiles })
    }

    /// Goes to a moment.
    pub(super) fn go_to(&mut self, moment: &ObjectsMoment) {
        (self.objects, self.busy) = (moment.objects, moment.busy);
        self.schedule.clear();
        if let Some((clock, graf)) = moment.missiles {
            self.schedule.push(clock, Change::MissileGraphics(graf));
        }
    }

    /// Whether nothing is lit unless something is written or loaded.
    pub(super) fn are_idle(&self) -> bool {
        self.busy == 0 && self.schedule.is_empty()
    }

    /// Whether nothing is lit or changes before the end of the line.
    pub(super) fn is_still(&self) -> bool {
        self.busy == 0 && self.schedule.due_before(CLOCKS as u16) == 0
    }
}

fn missiles() -> std::ops::Range<usize> {
    FIRST_MISSILE..OBJECTS
}

/// Of two bits a missile, those of object `n`.
fn bits_of_missile(bits: u8, n: usize) -> u8 {
    bits >> (2 * (n - FIRST_MISSILE)) & 3
}

/// Makes a change, for which the objects have been run up to its clock.
#[inline]
fn apply(change: Change, objects: &mut [Object; OBJECTS]) {
    match change {
        Change::Position { object: n, hpos } => objects[usize::from(n)].hpos = hpos,
        Change::PlayerSize { player, size } => objects[usize::from(player)].size = size & 3,
        Change::PlayerGraphics { player, graf } => objects[usize::from(player)].graf = graf,
        Change::MissileSizes(sizes) => {
            missiles().for_each(|n| objects[n].size = bits_of_missile(sizes, n));
        }
        Change::MissileGraphics(graf) => {
            missiles().for_each(|n| objects[n].graf = bits_of_missile(graf, n) << 6);
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
    use crate::chips::gtia::numbers;

    /// The rule of the sheet, clock by clock and without any shortcut.
    fn stepped(object: &Object, step: &mut u8, shift: &mut u8, clock: usize) -> bool {
        if clock == usize::from(object.hpos) {
            *step = 0;
            *shift = *shift << 1 | object.graf;
        } else {
            *step = (*step + 1) & object.size;
            if *step == 0 {
                *shift <<= 1;
            }
        }
        *shift & 0x80 != 0
    }

    fn lit_clocks(coverage: &Coverage) -> Vec<usize> {
        let mut clocks = Vec::new();
        coverage.each_lit(0..CLOCKS, |clock, _| clocks.push(clock));
        clocks
    }

    #[test]
    fn jumping_over_idle_stretches_equals_stepping_every_clock() {
        let mut below = numbers(0x1234_5678);
        let mut next = || below(1 << 16);
        let mut object = Object::default();
        let (mut step, mut shift) = (0, 0);
        for _ in 0..20_000 {
            let mut coverage = Coverage::default();
            let mut expected = [0; CLOCKS];
            let mut from = 0;
            while from < CLOCKS {
                match next() % 4 {
                    0 => object.hpos = next() as u8,
                    1 => object.size = next() as u8 & 3,
                    2 => object.graf = (next() & next()) as u8,
                    _ => object.hpos = (from + next() % 12) as u8,
                }
                let to = (from + 1 + next() % 60).min(CLOCKS);
                for (clock, lit) in expected.iter_mut().enumerate().take(to).skip(from) {
                    *lit = u8::from(stepped(&object, &mut step, &mut shift, clock));
                }
                object.run(from, to, 1, &mut coverage);
                from = to;
            }
            let mut seen = [0; CLOCKS];
            coverage.each_lit(0..CLOCKS, |clock, lit| seen[clock] = lit);
            assert_eq!(seen, expected);
            let (from, to) = (next() % CLOCKS, next() % CLOCKS);
            let mut some = [0; CLOCKS];
            coverage.each_lit(from..to, |clock, lit| some[clock] = lit);
            for (clock, (lit, expected)) in some.into_iter().zip(expected).enumerate() {
                assert_eq!(lit, if (from..to).contains(&clock) { expected } else { 0 });
            }
            coverage.clear();
            coverage.each_lit(0..CLOCKS, |clock, lit| panic!("{lit} at {clock}"));
        }
    }

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
                    _ => Change::Position { object, hpos: [0, 1, 2, 20, 26, 27, 230][next(7)] },
                };
                changes.push((clock, change));
            }
            // Data may be known only when all else is.
            let late = next(2) == 0;
            let mut written = changes[if late { loads.len() } else { 0 }..].to_vec();
            written.sort_by_key(|(clock, _)| *clock);
            written.iter().for_each(|(clock, change)| objects.schedule.push(*clock, *change));
            if late {
                loads.iter().for_each(|&(clock, player, graf)| objects.load_player(clock, player, graf));
            }
            changes.sort_by_key(|(clock, _)| *clock);
            // Somebody may look as soon as the visible area begins.
            let split = FIRST_VISIBLE_CLOCK + next(2) * next(100);
            let mut coverage = Coverage::default();
            objects.advance(0, split, &mut coverage);
            let shifts = objects.objects.map(|object| object.shift);
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
            let seen = FIRST_VISIBLE_CLOCK..CLOCKS;
            let mut lit_there = [0; CLOCKS];
            coverage.each_lit(seen.clone(), |clock, lit| lit_there[clock] = lit);
            assert_eq!(lit_there[seen.clone()], expected[seen]);
        }
    }

    #[test]
    fn size_2_entered_in_step_1_freezes_the_output_until_the_size_changes() {
        let mut object = Object { size: 1, hpos: 10, graf: 0x80, ..Object::default() };
        let mut coverage = Coverage::default();
        object.run(0, 12, 1, &mut coverage);
        object.size = 2;
        object.run(12, 100, 1, &mut coverage);
        object.size = 0;
        object.run(100, CLOCKS, 1, &mut coverage);
        assert_eq!(lit_clocks(&coverage), Vec::from_iter(10..100), "frozen at 1");
    }

    #[test]
    fn size_2_entered_in_step_0_is_single_width() {
        let mut object = Object { size: 2, hpos: 10, graf: 0xFF, ..Object::default() };
        let mut coverage = Coverage::default();
        object.run(0, CLOCKS, 1, &mut coverage);
        assert_eq!(lit_clocks(&coverage).len(), 8);
    }
}
