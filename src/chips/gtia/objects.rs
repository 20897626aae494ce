//! Players and missiles: position comparators and shift registers. [sheet: gtia 3]

use serde::{Deserialize, Serialize};

use super::schedule::Schedule;
use crate::chips::an::CLOCKS;

/// Players 0 to 3 are objects 0 to 3, missiles 0 to 3 objects 4 to 7.
const OBJECTS: usize = 8;
const FIRST_MISSILE: usize = 4;

/// Of eight bytes all bits but the highest.
const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Which objects are lit at each clock of the line: bit n is object n.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    /// One byte a colour clock, and eight that are never lit.
    lit: [u8; CLOCKS + 8],
    first: usize,
    end: usize,
}

impl Default for Coverage {
    fn default() -> Self {
        Coverage { lit: [0; CLOCKS + 8], first: CLOCKS, end: 0 }
    }
}

impl Coverage {
    /// The part of `from..to` outside which no object is lit.
    pub(super) fn clip(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let from = from.max(self.first);
        from..to.min(self.end).max(from)
    }

    /// Calls `see` for each clock of `clocks` at which something is lit, with what is.
    #[inline(always)]
    pub(super) fn each_lit(&self, clocks: std::ops::Range<usize>, mut see: impl FnMut(usize, u8)) {
        for first in clocks.clone().step_by(8) {
            let Some(eight) = self.lit[first..].first_chunk::<8>() else { return };
            let bytes = u64::from_le_bytes(*eight);
            // Bit 7 of each byte that is not 0, and that is one of the clocks.
            let mut lit = (((bytes & LOW_BITS) + LOW_BITS) | bytes) & !LOW_BITS;
            if first + 8 > clocks.end {
                lit &= (1 << (8 * (clocks.end - first))) - 1;
            }
            while lit != 0 {
                let n = lit.trailing_zeros() as usize / 8 % 8;
                lit &= lit - 1;
                see(first + n, eight[n]);
            }
        }
    }

    /// Nothing lit: the start of the next line.
    pub(super) fn clear(&mut self) {
        if self.first < self.end {
            self.lit[self.first..self.end].fill(0);
            (self.first, self.end) = (CLOCKS, 0);
        }
    }

    /// Marks `bit` from `clock` on where the pixels of `graf` are lit, each for 1, 2 or 4 clocks.
    #[inline]
    fn light(&mut self, clock: usize, graf: u8, pixel_clocks: usize, bit: u8) {
        self.include(clock, clock + 8 * pixel_clocks);
        let graf = usize::from(graf);
        match pixel_clocks {
            1 => self.mark(clock, PIXELS[graf], bit),
            2 => {
                self.mark(clock, PIXELS_OF_2[graf >> 4], bit);
                self.mark(clock + 8, PIXELS_OF_2[graf & 15], bit);
            }
            _ => (0..4).for_each(|n| self.mark(clock + 8 * n, PIXELS_OF_4[graf >> (6 - 2 * n) & 3], bit)),
        }
    }

    /// Marks `bit` in eight clocks from `clock` on, by the bytes of `lit`.
    #[inline(always)]
    fn mark(&mut self, clock: usize, lit: u64, bit: u8) {
        if let Some(eight) = self.lit[clock..].first_chunk_mut::<8>() {
            *eight = (u64::from_le_bytes(*eight) | (lit * u64::from(bit))).to_le_bytes();
        }
    }

    fn include(&mut self, from: usize, to: usize) {
        self.first = self.first.min(from);
        self.end = self.end.max(to);
    }
}

/// Eight clocks, each 1 where a pixel is lit: eight pixels of one clock each.
static PIXELS: [u64; 256] = pixels(1);
/// Four pixels of two clocks.
static PIXELS_OF_2: [u64; 16] = pixels(2);
/// Two pixels of four clocks.
static PIXELS_OF_4: [u64; 4] = pixels(4);

/// Eight clocks of pixels that last for so many each, the leftmost in the lowest byte.
const fn pixels<const N: usize>(pixel_clocks: usize) -> [u64; N] {
    let count = 8 / pixel_clocks;
    let mut table = [0; N];
    let mut graf = 0;
    while graf < N {
        let mut clock = 0;
        while clock < 8 {
            table[graf] |= (graf as u64 >> (count - 1 - clock / pixel_clocks) & 1) << (8 * clock);
            clock += 1;
        }
        graf += 1;
    }
    table
}

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
        let triggered = (from..to).contains(&usize::from(self.hpos));
        if self.shift != 0 || (triggered && self.graf != 0) {
            self.run_lit(from, to, bit, coverage);
        }
    }

    #[inline]
    fn run_lit(&mut self, from: usize, to: usize, bit: u8, coverage: &mut Coverage) {
        let trigger = usize::from(self.hpos);
        if self.shift == 0 && from <= trigger && trigger + 8 * self.pixel_clocks() < to {
            coverage.light(trigger, self.graf, self.pixel_clocks(), bit);
        } else {
            self.run_by_clocks(from, to, bit, coverage);
        }
    }

    #[inline(never)]
    fn run_by_clocks(&mut self, from: usize, to: usize, bit: u8, coverage: &mut Coverage) {
        let mut clock = from;
        let trigger = usize::from(self.hpos);
        while clock < to {
            if self.shift == 0 {
                if self.graf == 0 || !(clock..to).contains(&trigger) {
                    return;
                }
                clock = trigger;
            }
            let first = clock;
            for lit in &mut coverage.lit[first..to] {
                self.clock(clock == trigger);
                if self.shift & 0x80 != 0 {
                    *lit |= bit;
                }
                clock += 1;
                if self.shift == 0 {
                    self.step = 0;
                    break;
                }
            }
            coverage.include(first, clock);
        }
    }

    /// How many clocks a pixel lasts, from the trigger of an empty shift register on.
    fn pixel_clocks(&self) -> usize {
        [1, 2, 1, 4][usize::from(self.size & 3)]
    }

    /// One colour clock. With size %10 the divider sticks at 2 when it gets there, which
    /// freezes the output until a trigger or another size.
    fn clock(&mut self, triggered: bool) {
        if triggered {
            self.step = 0;
            self.shift = self.shift << 1 | self.graf;
        } else {
            self.step = (self.step + 1) & self.size;
            if self.step == 0 {
                self.shift <<= 1;
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.shift | self.graf == 0
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
        let mut done = [from as u8; OBJECTS];
        let Objects { objects, busy, schedule } = self;
        let mut count = 0;
        for &(clock, change) in schedule.due(to as u16) {
            count += 1;
            let clock = usize::from(clock).max(from);
            // Whether an object is idle after all is found out below.
            let mut changing = |n: usize| {
                objects[n].run(done[n].into(), clock, 1 << n, coverage);
                done[n] = clock as u8;
                *busy |= 1 << n;
                n
            };
            match change {
                Change::Position { object: n, hpos } => {
                    let n = changing(n.into());
                    objects[n].hpos = hpos;
                }
                Change::PlayerSize { player, size } => {
                    let n = changing(player.into());
                    objects[n].size = size & 3;
                }
                Change::PlayerGraphics { player, graf } => {
                    let n = changing(player.into());
                    objects[n].graf = graf;
                }
                Change::MissileSizes(sizes) => {
                    missiles().for_each(|n| _ = changing(n));
                    missiles().for_each(|n| objects[n].size = bits_of_missile(sizes, n));
                }
                Change::MissileGraphics(graf) => {
                    missiles().for_each(|n| _ = changing(n));
                    missiles().for_each(|n| objects[n].graf = bits_of_missile(graf, n) << 6);
                }
            }
        }
        schedule.discard(count);
        let mut rest = std::mem::take(busy);
        while rest != 0 {
            let n = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let object = &mut objects[n];
            object.run(done[n].into(), to, 1 << n, coverage);
            *busy |= u8::from(!object.is_idle()) << n;
        }
    }

    /// The objects without what is on its way.
    pub(super) fn moment(&self) -> ObjectsMoment {
        ObjectsMoment { objects: self.objects, busy: self.busy }
    }

    /// Goes to a moment.
    pub(super) fn go_to(&mut self, moment: &ObjectsMoment) {
        ObjectsMoment { objects: self.objects, busy: self.busy } = *moment;
        self.schedule.clear();
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

    #[test]
    fn jumping_over_idle_stretches_equals_stepping_every_clock() {
        let mut random = 0x1234_5678u32;
        let mut next = move || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) as usize
        };
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
            assert_eq!(coverage.lit[..CLOCKS], expected);
            let mut seen = [0; CLOCKS];
            coverage.each_lit(0..CLOCKS, |clock, lit| seen[clock] = lit);
            assert_eq!(seen, expected);
            let range = coverage.clip(0, CLOCKS);
            assert!(expected.iter().enumerate().all(|(n, lit)| *lit == 0 || range.contains(&n)));
            coverage.clear();
            assert!(coverage.lit.iter().all(|lit| *lit == 0));
        }
    }

    #[test]
    fn size_2_entered_in_step_1_freezes_the_output_until_the_size_changes() {
        let mut object = Object { size: 1, hpos: 10, graf: 0x80, ..Object::default() };
        let mut coverage = Coverage::default();
        object.run(0, 12, 1, &mut coverage);
        object.size = 2;
        object.run(12, 100, 1, &mut coverage);
        assert!(coverage.lit[10..100].iter().all(|lit| *lit == 1), "frozen at 1");
        object.size = 0;
        object.run(100, CLOCKS, 1, &mut coverage);
        assert!(coverage.lit[100..].iter().all(|lit| *lit == 0));
    }

    #[test]
    fn size_2_entered_in_step_0_is_single_width() {
        let mut object = Object { size: 2, hpos: 10, graf: 0xFF, ..Object::default() };
        let mut coverage = Coverage::default();
        object.run(0, CLOCKS, 1, &mut coverage);
        assert_eq!(coverage.lit.iter().filter(|lit| **lit != 0).count(), 8);
    }
}
