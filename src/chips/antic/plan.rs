//! The plan of a scan line: what [`Timing`] says about its cycles, kept for reuse.

use super::timing::{LINE_CYCLES, TAKEN, Timing, Use, VIRTUAL};
use super::train::Train;

/// What happens in the cycles of a line. Cycles 0 and 1 are decided before the instruction
/// is known and are not part of a cached plan.
#[derive(Clone)]
pub struct LinePlan {
    /// What happens, by cycle.
    pub uses: [Use; LINE_CYCLES],
    /// Bit c: ANTIC has the bus in cycle c.
    pub taken: u128,
    /// Bit c: something happens in cycle c that handles data.
    pub active: u128,
    /// Bit c: the value on the bus in cycle c matters though ANTIC does not drive it.
    pub watched: u128,
    /// The playfield's requests, where they are regular.
    pub train: Option<Train>,
    /// The machine cycle of the n-th free cycle from cycle 2 on.
    cycle_of: [u8; LINE_CYCLES],
    /// Free cycles from cycle 2 to before each cycle, and in all.
    slot_of: [u8; LINE_CYCLES + 1],
    /// The state at the end of the line.
    pub end: Timing,
}

/// Bits 0 to n - 1.
pub const fn below(n: u32) -> u128 {
    (1u128 << n) - 1
}

impl LinePlan {
    /// Plans the rest of a line: `timing` is the state at the start of cycle `from`, `uses` what
    /// lies before and at `from`.
    fn build(mut uses: [Use; LINE_CYCLES], from: usize, mut timing: Timing) -> Self {
        for cycle in from..LINE_CYCLES {
            let coming = timing.step(cycle);
            if cycle + 1 < LINE_CYCLES {
                uses[cycle + 1] = coming;
            }
        }
        let mut plan = LinePlan {
            uses,
            taken: 0,
            active: 0,
            watched: 0,
            train: Train::find(&uses),
            cycle_of: [LINE_CYCLES as u8; LINE_CYCLES],
            slot_of: [0; LINE_CYCLES + 1],
            end: timing,
        };
        let mut free = 0;
        for (cycle, &u) in uses.iter().enumerate() {
            plan.taken |= u128::from(u & TAKEN != 0) << cycle;
            plan.watched |= u128::from(u & VIRTUAL != 0) << cycle;
            plan.active |= u128::from(u & !(TAKEN | super::timing::REFRESH) != 0) << cycle;
            if cycle >= 2 && u & TAKEN == 0 {
                plan.cycle_of[free] = cycle as u8;
                free += 1;
            }
            plan.slot_of[cycle + 1] = free as u8;
        }
        plan
    }

    /// Free cycles from cycle 2 to before `cycle`.
    #[inline]
    pub fn slot_at(&self, cycle: u32) -> i32 {
        i32::from(self.slot_of[cycle as usize])
    }

    /// Machine cycle of the free cycle number `slot`, counted from cycle 2.
    #[inline]
    pub fn cycle_at(&self, slot: i32) -> u32 {
        u32::from(self.cycle_of[slot as usize % LINE_CYCLES])
    }
}

/// Whole undisturbed lines, kept by all their inputs; and the line in force.
#[derive(Clone)]
pub struct Planner {
    cache: Vec<(Timing, LinePlan)>,
    /// Index of the line in force in `cache`; entry 0 is for disturbed lines.
    current: usize,
    /// The last state from which the line in force was planned, and its cycle.
    checkpoint: (usize, Timing),
    caching: bool,
}

const CACHE_SIZE: usize = 256;

impl Planner {
    /// An empty cache.
    pub fn new() -> Self {
        let empty = LinePlan::build([0; LINE_CYCLES], LINE_CYCLES, Timing::default());
        // A key no line has: an invisible line that wants an instruction.
        let nobody = Timing { wants_instruction: true, refresh_pending: true, ..Timing::default() };
        let checkpoint = (0, Timing::default());
        Planner { cache: vec![(nobody, empty); CACHE_SIZE], current: 0, checkpoint, caching: true }
    }

    /// Whether plans of whole lines are kept for reuse.
    pub fn set_caching(&mut self, on: bool) {
        self.caching = on;
    }

    /// The line in force.
    #[inline]
    pub fn plan(&self) -> &LinePlan {
        &self.cache[self.current % CACHE_SIZE].1
    }

    /// Takes up the line whose state at the start of cycle 1 is `timing`.
    pub fn begin(&mut self, timing: Timing) {
        self.checkpoint = (1, timing);
        let mut key = u64::from(timing.dmactl) | u64::from(timing.hscrol) << 8 | u64::from(timing.ir) << 16;
        key |= u64::from(timing.ring) << 24 | u64::from(timing.first) << 32 | u64::from(timing.visible) << 33;
        key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.current = 1 + (key >> 32) as usize % (CACHE_SIZE - 1);
        if self.cache[self.current].0 != timing || !self.caching {
            let mut uses = [0; LINE_CYCLES];
            uses[1] = timing.coming;
            self.cache[self.current] = (timing, LinePlan::build(uses, 1, timing));
        }
    }

    /// The state at the start of `cycle` of the line in force.
    pub fn timing_at(&self, cycle: usize) -> Timing {
        let (from, mut timing) = self.checkpoint;
        for c in from..cycle {
            timing.step(c);
        }
        timing
    }

    /// Plans anew from the start of `cycle` on with the registers changed by `change`.
    pub fn replan(&mut self, cycle: usize, change: impl FnOnce(&mut Timing)) {
        let mut timing = self.timing_at(cycle);
        change(&mut timing);
        self.checkpoint = (cycle, timing);
        let mut uses = self.plan().uses;
        if cycle < LINE_CYCLES {
            uses[cycle] = timing.coming;
        }
        self.cache[0].1 = LinePlan::build(uses, cycle, timing);
        self.current = 0;
    }

    /// Takes up a line in the middle, from a saved state; what lies before `cycle` is over.
    pub fn resume(&mut self, cycle: usize, timing: Timing) {
        self.current = 0;
        self.checkpoint = (cycle, timing);
        let mut uses = [0; LINE_CYCLES];
        if cycle < LINE_CYCLES {
            uses[cycle] = timing.coming;
        }
        // Of a train, the part that is over is not known any more.
        self.cache[0].1 = LinePlan { train: None, ..LinePlan::build(uses, cycle, timing) };
    }
}

impl Default for Planner {
    fn default() -> Self {
        Self::new()
    }
}
