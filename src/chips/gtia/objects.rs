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
/// The size of the widest.
const WIDEST_SIZE: u8 = 3;
/// Of objects that begin so far to the left the widest has been shown, and shifted out in the clock behind that, when the
/// visible area begins; of those of other sizes so have all that begin before [`LOADED`].
const HIDDEN_UNTIL: usize = FIRST_VISIBLE_CLOCK - WIDEST - 1;
/// Where that is.
const VISIBLE: u16 = FIRST_VISIBLE_CLOCK as u16;
/// The clock at which the last data come that DMA loads.
const LOADED: usize = 2 * 5 + 3;
/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x80 * ONES;

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
    /// Runs the clocks `from..to` and marks object `n` where the output is 1.
    fn run(&mut self, from: usize, to: usize, n: usize, coverage: &mut Coverage) {
        let trigger = usize::from(self.hpos);
        let triggered = (from..to).contains(&trigger);
        let end = if triggered { trigger } else { to };
        if self.shift != 0 && from < end {
            self.shift_on(from, end, n, coverage);
        }
        if triggered {
            self.step = 0;
            self.shift = self.shift << 1 | self.graf;
            self.shift_out(trigger, 0, to, n, coverage);
        }
    }

    /// Goes on from `from` to `to` without a trigger. With size %10 the divider sticks at 2 when it gets there, which
    /// freezes the output until a trigger or another size.
    fn shift_on(&mut self, from: usize, to: usize, n: usize, coverage: &mut Coverage) {
        if self.is_frozen() {
            self.step = 2;
            if self.shift & 0x80 != 0 {
                coverage.fill(from..to, n);
            }
            return;
        }
        let step = if self.size == 2 { 0 } else { self.step & self.size };
        self.shift_out(from, usize::from(step) + 1, to, n, coverage);
    }

    fn is_frozen(&self) -> bool {
        self.size == 2 && matches!(self.step, 1 | 2)
    }

    /// Shows up to clock `to` what is in the shift register, of which the leftmost pixel has begun so many clocks `before`
    /// `clock`.
    #[inline]
    fn shift_out(&mut self, clock: usize, before: usize, to: usize, n: usize, coverage: &mut Coverage) {
        let log = pixel_clocks_log(self.size);
        coverage.light_until(to, clock, before, self.shift, log, n);
        (self.shift, self.step) = shifted(self.shift, to - 1 - clock + before, log);
    }

    /// Whether at the start of a line it is known that nothing is seen of it, and nothing left of it, when the visible area
    /// begins, or that nothing is lit of it before [`LOADED`], whatever its graphics.
    fn is_shown_later(&self) -> bool {
        let trigger = usize::from(self.hpos);
        trigger <= HIDDEN_UNTIL
            || (trigger < LOADED && self.size < WIDEST_SIZE)
            || (trigger >= LOADED
                && (self.shift == 0 || (trigger >= FIRST_VISIBLE_CLOCK && !self.is_frozen())))
    }
}

/// All objects, by what they are made of, so that all can be asked at once. They are saved one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "[Object; OBJECTS]", into = "[Object; OBJECTS]")]
struct All {
    hpos: [u8; OBJECTS],
    size: [u8; OBJECTS],
    graf: [u8; OBJECTS],
    shift: [u8; OBJECTS],
    step: [u8; OBJECTS],
}

impl From<[Object; OBJECTS]> for All {
    fn from(objects: [Object; OBJECTS]) -> Self {
        let mut all = All::default();
        objects.into_iter().enumerate().for_each(|(n, object)| all.set(n, object));
        all
    }
}

impl From<All> for [Object; OBJECTS] {
    fn from(all: All) -> Self {
        std::array::from_fn(|n| all.get(n))
    }
}

impl All {
    #[inline]
    fn get(&self, n: usize) -> Object {
        let All { hpos, size, graf, shift, step } = self;
        Object { hpos: hpos[n], size: size[n], graf: graf[n], shift: shift[n], step: step[n] }
    }

    #[inline]
    fn set(&mut self, n: usize, object: Object) {
        let All { hpos, size, graf, shift, step } = self;
        (hpos[n], size[n], graf[n], shift[n], step[n]) =
            (object.hpos, object.size, object.graf, object.shift, object.step);
    }

    /// Runs the clocks `from..to` of an object and marks where its output is 1.
    #[inline]
    fn run(&mut self, n: usize, from: usize, to: usize, coverage: &mut Coverage) {
        // Mostly nothing is lit before a register changes.
        let trigger = usize::from(self.hpos[n]);
        if self.shift[n] != 0 || (self.graf[n] != 0 && (from..to).contains(&trigger)) {
            self.run_lit(n, from, to, coverage);
        }
    }

    #[inline(never)]
    fn run_lit(&mut self, n: usize, from: usize, to: usize, coverage: &mut Coverage) {
        coverage.make_room();
        if self.shift[n] == 0 && usize::from(self.hpos[n]) + WIDEST < to {
            self.show(n, coverage);
            return;
        }
        let mut object = self.get(n);
        object.run(from, to, n, coverage);
        self.set(n, object);
    }

    /// Shows all of what is loaded at an object's trigger, or as much as the line has room for; nothing is left of it before.
    #[inline(always)]
    fn show(&mut self, n: usize, coverage: &mut Coverage) {
        let (trigger, graf) = (usize::from(self.hpos[n]), self.graf[n]);
        let size = self.size[n];
        // What lies behind the end of the line is not looked at.
        coverage.light(trigger, graf, size, n);
        if trigger + WIDEST >= CLOCKS {
            (self.shift[n], self.step[n]) = shifted(graf, CLOCKS - 1 - trigger, pixel_clocks_log(size));
        }
    }

    /// Whether [`Object::is_shown_later`] holds for the first `count`.
    #[inline(always)]
    fn are_shown_later(&self, count: usize) -> bool {
        if self.shift != [0; OBJECTS] {
            return self.are_shown_later_one_by_one(count);
        }
        let [hpos, size] = [self.hpos, self.size].map(u64::from_le_bytes);
        let early = are_at_least(HIDDEN_UNTIL as u8 + 1, hpos)
            & !are_at_least(LOADED as u8, hpos)
            & are_at_least(WIDEST_SIZE, size);
        early << (64 - 8 * count) == 0
    }

    #[inline(never)]
    fn are_shown_later_one_by_one(&self, count: usize) -> bool {
        (0..count).all(|n| self.get(n).is_shown_later())
    }
}

/// Which of eight bytes are at least that, by their highest bits.
#[inline(always)]
fn are_at_least(least: u8, bytes: u64) -> u64 {
    // Whether what is left without those bits is.
    let low = (bytes & !HIGH_BITS) + u64::from(0x80 - least % 0x80) * ONES;
    HIGH_BITS & if least < 0x80 { bytes | low } else { bytes & low }
}

/// How many clocks a pixel lasts, as a power of two.
#[inline]
fn pixel_clocks_log(size: u8) -> u32 {
    const BY_SIZE: u32 = 1 << 2 | 2 << 6;
    BY_SIZE >> (2 * (size & 3)) & 3
}

/// What is left of what has been shifted out for so many `clocks`, and the step.
#[inline]
fn shifted(shift: u8, clocks: usize, pixel_clocks_log: u32) -> (u8, u8) {
    let shift = u32::from(shift).checked_shl((clocks >> pixel_clocks_log) as u32).unwrap_or(0) as u8;
    (shift, if shift == 0 { 0 } else { (clocks % (1 << pixel_clocks_log)) as u8 })
}

/// The eight objects and the writes that have not reached them yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Objects {
    objects: All,
    /// Objects that are not idle, a bit each.
    busy: u8,
    /// Changes on their way.
    pub schedule: Schedule<Change>,
}

/// The objects at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ObjectsMoment {
    objects: All,
    busy: u8,
    /// The clock at which others come into force for the missiles, and those, if that is on its way.
    missiles: Option<(u16, u8)>,
}

impl Objects {
    /// All registers zero.
    pub(super) fn new() -> Self {
        Objects { objects: All::default(), busy: 0, schedule: Schedule::new() }
    }

    /// Whether they can be so at `clock`.
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
            self.show_line(coverage);
        } else {
            self.run(if hidden { LOADED } else { from }, to, coverage);
        }
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
            objects.run(n, done[n].into(), to, coverage);
            if objects.shift[n] | objects.graf[n] == 0 {
                *busy &= !(1 << n);
            }
        }
    }

    /// Runs a whole line in which nothing changes in the visible area and behind it, if nothing is left of any object when
    /// that begins.
    #[inline]
    fn show_line(&mut self, coverage: &mut Coverage) {
        let All { hpos, graf, .. } = &self.objects;
        let (hpos, graf) = (u64::from_le_bytes(*hpos), u64::from_le_bytes(*graf));
        let loaded = are_at_least(1, graf);
        // The highest bits of the bytes, side by side.
        self.busy = ((loaded >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
        let mut rest = loaded & are_at_least(LOADED as u8, hpos) & !are_at_least(CLOCKS as u8, hpos);
        while rest != 0 {
            self.objects.show(rest.trailing_zeros() as usize / 8 % OBJECTS, coverage);
            rest &= rest - 1;
        }
    }

    /// Data come by DMA for the players, from a clock of the line before the visible area on, of which nothing has been run
    /// yet and nothing else will come: false if they have to be loaded in their clocks.
    ///
    /// They are loaded at once if nothing else has changed before and no player is shown as long, as far as anybody can
    /// see. [measured: 1.3 of 41 host instructions a machine cycle with all objects on all lines]
    #[inline]
    pub(super) fn load_players(&mut self, graf: [u8; FIRST_MISSILE]) -> bool {
        let only_missiles = |change| matches!(change, Change::MissileGraphics(_));
        let at_once = self.objects.are_shown_later(FIRST_MISSILE)
            && self.schedule.due(VISIBLE).all(|(_, change)| only_missiles(*change));
        if at_once {
            self.objects.graf[..FIRST_MISSILE].copy_from_slice(&graf);
            self.busy |= !MISSILES;
        }
        at_once
    }

    /// Goes to clock [`LOADED`] at the start of a line if nothing that is left of any object then is seen in the visible area:
    /// not if anything changes before that but data, as DMA changes them. Whether that has been done. [measured: 5 of 29 host instructions a
    /// machine cycle with four players on all lines]
    #[inline]
    fn hide_early(&mut self) -> bool {
        let Objects { objects, busy, schedule } = self;
        let is_load = |(clock, change): &&(u16, Change)| usize::from(*clock) <= LOADED && change.loads();
        let loads = schedule.all().iter().take_while(is_load).count();
        if schedule.all().get(loads).is_some_and(|(clock, _)| *clock < VISIBLE)
            || !objects.are_shown_later(OBJECTS)
        {
            return false;
        }
        (objects.shift, objects.step) = ([0; OBJECTS], [0; OBJECTS]);
        for &(_, change) in &schedule.all()[..loads] {
            apply(change, objects);
            *busy |= match change {
                Change::PlayerGraphics { player, .. } => 1 << player,
                _ => MISSILES,
            };
        }
        schedule.discard(loads);
        true
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
        self.busy == 0 && self.schedule.is_empty_before(CLOCKS as u16)
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
fn apply(change: Change, objects: &mut All) {
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
    use std::collections::BTreeSet;

    use super::*;
    use crate::chips::an::PLAYFIELD_END;
    use crate::chips::gtia::numbers;

    const VISIBLE_CLOCKS: std::ops::Range<usize> = FIRST_VISIBLE_CLOCK..PLAYFIELD_END;

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
        let lit: BTreeSet<usize> = coverage.lit(VISIBLE_CLOCKS).map(|(clock, _)| clock).collect();
        lit.into_iter().collect()
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
                object.run(from, to, 0, &mut coverage);
                from = to;
            }
            for clocks in [VISIBLE_CLOCKS, next() % CLOCKS..next() % CLOCKS] {
                let mut seen = [0; CLOCKS];
                coverage.lit(clocks.clone()).for_each(|(clock, lit)| seen[clock] = lit);
                for (clock, (lit, expected)) in seen.into_iter().zip(expected).enumerate() {
                    let is_seen = clocks.contains(&clock) && VISIBLE_CLOCKS.contains(&clock);
                    assert_eq!(lit, if is_seen { expected } else { 0 });
                }
            }
            coverage.clear();
            assert!(lit_clocks(&coverage).is_empty());
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
                    _ => Change::Position { object, hpos: [0, 1, 2, 12, 13, 14, 20, 33, 34, 230][next(10)] },
                };
                changes.push((clock, change));
            }
            // Data may be known only when all else is.
            let late = next(2) == 0;
            let mut written = changes[if late { loads.len() } else { 0 }..].to_vec();
            written.sort_by_key(|(clock, _)| *clock);
            written.iter().for_each(|(clock, change)| objects.schedule.push(*clock, *change));
            if late && !objects.load_players([0, 1, 2, 3].map(|player| loads[player].2)) {
                let loads = loads.iter().copied().map(load);
                loads.for_each(|(clock, change)| objects.schedule.push(clock, change));
            }
            changes.sort_by_key(|(clock, _)| *clock);
            // Somebody may look as soon as the visible area begins.
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
            coverage.lit(VISIBLE_CLOCKS).for_each(|(clock, lit)| seen[clock] = lit);
            assert_eq!(seen[VISIBLE_CLOCKS], expected[VISIBLE_CLOCKS]);
        }
    }

    #[test]
    fn size_2_entered_in_step_1_freezes_the_output_until_the_size_changes() {
        let mut object = Object { size: 1, hpos: 40, graf: 0x80, ..Object::default() };
        let mut coverage = Coverage::default();
        object.run(0, 42, 0, &mut coverage);
        object.size = 2;
        object.run(42, 130, 0, &mut coverage);
        object.size = 0;
        object.run(130, CLOCKS, 0, &mut coverage);
        assert_eq!(lit_clocks(&coverage), Vec::from_iter(40..130), "frozen at 1");
    }

    #[test]
    fn size_2_entered_in_step_0_is_single_width() {
        let mut object = Object { size: 2, hpos: 40, graf: 0xFF, ..Object::default() };
        let mut coverage = Coverage::default();
        object.run(0, CLOCKS, 0, &mut coverage);
        assert_eq!(lit_clocks(&coverage).len(), 8);
    }
}
