//! The plan of a scan line: what [`Timing`] says about its cycles, kept for reuse.

use super::timing::{BITMAP, HEAD, LINE_CYCLES, NAME, RUN, TAKEN, Timing, Use, VIRTUAL, is_meeting};
use super::train::Train;

/// What happens in the cycles of a line.
#[derive(Clone)]
pub struct LinePlan {
    /// What happens, by cycle.
    pub uses: [Use; LINE_CYCLES],
    /// Bit c: ANTIC has the bus in cycle c.
    pub taken: u128,
    /// Bit c: something happens in cycle c that handles data.
    pub active: u128,
    /// The same of cycles 0 to 7 alone.
    pub head_active: u8,
    /// The players' cycles, and the one before, have no other use.
    pub plain_players: bool,
    /// Bit c: the value on the bus in cycle c matters though ANTIC does not drive it.
    pub watched: u128,
    /// Free cycles before the first of those; none if there are none.
    pub unwatched_slots: Option<i32>,
    /// It may matter in the first cycles of the next line, in whatever mode that is.
    pub watches_next: bool,
    /// In some cycle requests of different kinds meet.
    pub meeting: bool,
    /// The playfield's requests, where they are regular.
    pub train: Option<Train>,
    /// The machine cycle of the n-th free cycle.
    cycle_of: [u8; SLOTS],
    /// Free cycles before each cycle, and in all.
    slot_of: [u8; LINE_CYCLES + 1],
    /// The state at the end of the line.
    pub end: Timing,
    /// The state at the start of cycle 1 of a line that nothing disturbed, if the next line, which
    /// begins no mode line and neither begins nor ends the display, is planned alike.
    pub repeated: Option<Timing>,
}

/// More than the free cycles of a line: the next power of two.
const SLOTS: usize = LINE_CYCLES.next_power_of_two();

/// Bits 0 to n - 1, n being at most 114.
#[inline]
pub fn below(n: u32) -> u128 {
    // Shifts of 128 bits are dear. [measured]
    BELOW[n as usize]
}

/// Bits 0 to n - 1, n being at most 8.
#[inline]
pub fn below_in_head(n: u32) -> u8 {
    ((1u32 << n) - 1) as u8
}

const BELOW: [u128; LINE_CYCLES + 1] = {
    let mut table = [0; LINE_CYCLES + 1];
    let mut n = 1;
    while n <= LINE_CYCLES {
        table[n] = table[n - 1] << 1 | 1;
        n += 1;
    }
    table
};

/// Whether the value on the bus matters though ANTIC does not drive it.
pub const fn is_watched(uses: Use) -> bool {
    uses & (VIRTUAL | HEAD) == VIRTUAL
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
        mark_runs(&mut uses, timing.coming);
        let mut plan = LinePlan {
            uses,
            taken: 0,
            active: 0,
            head_active: 0,
            plain_players: uses[2..6] == [HEAD | TAKEN; 4] && uses[1] & !(HEAD | TAKEN) == 0,
            watched: 0,
            unwatched_slots: None,
            watches_next: is_watched(timing.coming) || timing.may_request_at_once(),
            meeting: uses.iter().any(|&u| is_meeting(u)),
            train: Train::find(&uses, timing.ir),
            cycle_of: [LINE_CYCLES as u8; SLOTS],
            slot_of: [0; LINE_CYCLES + 1],
            end: timing,
            repeated: None,
        };
        let mut free = 0;
        for (cycle, &u) in uses.iter().enumerate() {
            plan.taken |= u128::from(u & TAKEN != 0) << cycle;
            plan.watched |= u128::from(is_watched(u)) << cycle;
            plan.active |= u128::from(u & !(TAKEN | super::timing::REFRESH) != 0) << cycle;
            if u & TAKEN == 0 {
                plan.cycle_of[free] = cycle as u8;
                free += 1;
            }
            plan.slot_of[cycle + 1] = free as u8;
        }
        plan.head_active = plan.active as u8;
        plan.unwatched_slots = (plan.watched != 0).then(|| plan.slot_at(plan.watched.trailing_zeros()));
        plan
    }

    /// Free cycles before `cycle`.
    #[inline]
    pub fn slot_at(&self, cycle: u32) -> i32 {
        i32::from(self.slot_of[cycle as usize])
    }

    /// Machine cycle of the free cycle number `slot`.
    #[inline]
    pub fn cycle_at(&self, slot: i32) -> u32 {
        u32::from(self.cycle_of[slot as usize % SLOTS])
    }
}

/// Marks the names and bitmap bytes after which another follows at once; `next` happens in cycle 0
/// of the next line.
fn mark_runs(uses: &mut [Use; LINE_CYCLES], mut next: Use) {
    for uses in uses.iter_mut().rev() {
        let follows = *uses & next & (NAME | BITMAP) != 0;
        *uses = *uses & !RUN | if follows { RUN } else { 0 };
        next = *uses;
    }
}

/// A plan that is kept, as long as it is.
#[derive(Clone, Copy, Debug)]
pub struct PlanId {
    place: usize,
    key: u64,
}

/// Whole undisturbed lines, kept by all their inputs; and the line in force.
#[derive(Clone)]
pub struct Planner {
    /// In sets of [`WAYS`]; the last entry is for disturbed lines.
    cache: Vec<LinePlan>,
    keys: Vec<Option<u64>>,
    /// Index of the line in force in `cache`.
    current: usize,
    /// The way that is given to the next new line.
    next_way: usize,
    /// The last state from which the line in force was planned, and its cycle.
    checkpoint: (usize, Timing),
    caching: bool,
}

/// The first entry of the set that a key belongs to.
fn set_of(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % SETS * WAYS
}

const SETS: usize = 64;
const WAYS: usize = 4;
const DISTURBED: usize = SETS * WAYS;

impl Planner {
    /// An empty cache.
    pub fn new() -> Self {
        let empty = LinePlan::build([0; LINE_CYCLES], LINE_CYCLES, Timing::default());
        Planner {
            cache: vec![empty; DISTURBED + 1],
            keys: vec![None; DISTURBED],
            current: DISTURBED,
            next_way: 0,
            checkpoint: (0, Timing::default()),
            caching: true,
        }
    }

    /// Whether plans of whole lines are kept for reuse.
    pub fn set_caching(&mut self, on: bool) {
        self.caching = on;
    }

    /// The state from which the next line, if it is such a one as [`LinePlan::repeated`] says, is planned
    /// as the one in force.
    #[inline]
    pub fn repeated(&self) -> Option<Timing> {
        if self.caching { self.plan().repeated } else { None }
    }

    /// A copy that knows the line in force alone and keeps no others.
    pub fn bare(&self) -> Self {
        let (cache, checkpoint) = (vec![self.plan().clone()], self.checkpoint);
        Planner { cache, keys: Vec::new(), current: 0, next_way: 0, checkpoint, caching: false }
    }

    /// The line in force.
    #[inline]
    pub fn plan(&self) -> &LinePlan {
        &self.cache[self.current]
    }

    /// Takes up the line with `first` in cycle 0 and the state `timing` at the start of cycle 1.
    pub fn begin(&mut self, first: Use, timing: Timing) {
        self.checkpoint = (1, timing);
        let key = Some(timing.key(first));
        // Most lines are like the one before.
        if self.caching && self.keys.get(self.current).is_some_and(|current| *current == key) {
            return;
        }
        let mut uses = [0; LINE_CYCLES];
        (uses[0], uses[1]) = (first, timing.coming);
        if self.keys.is_empty() {
            self.cache[0] = LinePlan::build(uses, 1, timing);
            return;
        }
        let set = key.map_or(0, set_of);
        let known = self.keys[set..set + WAYS].iter().position(|known| *known == key);
        if let (Some(way), true) = (known, self.caching) {
            self.current = set + way;
            return;
        }
        self.current = set + self.next_way;
        self.next_way = (self.next_way + 1) % WAYS;
        self.keys[self.current] = key;
        let plan = LinePlan::build(uses, 1, timing);
        let repeated = plan.end.next_row() == (first, timing);
        self.cache[self.current] = LinePlan { repeated: repeated.then_some(timing), ..plan };
    }

    /// The plan in force, for [`Planner::recall`]; none of a disturbed line.
    pub fn id(&self) -> Option<PlanId> {
        let key = *self.keys.get(self.current)?;
        key.map(|key| PlanId { place: self.current, key })
    }

    /// Whether a plan is still known.
    #[inline]
    pub fn knows(&self, id: PlanId) -> bool {
        self.keys.get(id.place) == Some(&Some(id.key))
    }

    /// Makes a plan the one in force, if it is still known. The state that it was made from is for
    /// [`Planner::repeat`] to say.
    #[inline]
    pub fn recall(&mut self, id: PlanId) -> bool {
        let known = self.knows(id);
        if known {
            self.current = id.place;
        }
        known
    }

    /// Takes up a line that is planned like the one before, from the same state.
    pub fn repeat(&mut self, timing: Timing) {
        self.checkpoint = (1, timing);
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
        self.current = self.cache.len() - 1;
        self.cache[self.current] = LinePlan::build(uses, cycle, timing);
    }

    /// Takes up a line in the middle, from a saved state; what lies before `cycle` is over.
    pub fn resume(&mut self, cycle: usize, timing: Timing) {
        self.current = self.cache.len() - 1;
        self.checkpoint = (cycle, timing);
        let mut uses = [0; LINE_CYCLES];
        if cycle < LINE_CYCLES {
            uses[cycle] = timing.coming;
        }
        // Of a train, the part that is over is not known any more.
        self.cache[self.current] = LinePlan { train: None, ..LinePlan::build(uses, cycle, timing) };
    }
}

impl Default for Planner {
    fn default() -> Self {
        Self::new()
    }
}
