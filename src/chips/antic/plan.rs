//! The plan of a scan line: the output of [`Timing`] for its cycles, kept for reuse.

use super::row_times::RowTimes;
use super::timing::{
    BITMAP, FONT, HEAD, HEAD_END, LINE_CYCLES, NAME, REFRESH, RUN, TAKEN, Timing, Use, VIRTUAL, is_meeting,
};
use super::train::Train;
use std::sync::Arc;

/// The uses of the cycles of a line.
#[derive(Clone, Debug)]
pub struct LinePlan {
    /// The use of each cycle.
    pub uses: [Use; LINE_CYCLES],
    /// Bit c: ANTIC has the bus in cycle c.
    pub taken: u128,
    /// Bit c: the use of cycle c handles data.
    pub active: u128,
    /// Bit c, for cycles 0 to 7: the use of cycle c handles data. An instruction fetched in cycle 1 does not count: it
    /// has been taken when the line was planned.
    pub head_active: u8,
    /// The players' cycles, and the one before, have no other uses.
    pub plain_players: bool,
    /// Bit c: the cycle is watched. ANTIC takes its bus value without driving the bus.
    pub watched: u128,
    /// Free cycles before the first watched one; none if there are none.
    pub unwatched_slots: Option<i32>,
    /// The watched cycles with the number of free ones before each, if all of them are free themselves.
    pub watched_slots: Vec<(u8, u8)>,
    /// Cycles may be watched at the beginning of the next line, in whatever mode it is.
    pub watches_next: bool,
    /// Requests of different kinds meet in a cycle.
    pub meeting: bool,
    /// The playfield's requests, if they are regular.
    pub train: Option<Train>,
    /// If the line is not disturbed, it shows a row: of the train's bytes, or of none.
    pub is_row: bool,
    /// The times of the row's bytes.
    pub row: RowTimes,
    /// In the first eight cycles there are no requests except those of the list, the objects and refresh, or one that
    /// takes data meant for these and shows them where nothing is visible.
    pub is_head_alone: bool,
    /// The machine cycle of the n-th free cycle.
    cycle_of: [u8; SLOTS],
    /// The number of free cycles before each cycle, and in total.
    slot_of: [u8; LINE_CYCLES + 1],
    /// The state at the end of the line, without registers and instruction, which [`Planner::end`] adds.
    pub end: Timing,
    /// The next line is planned alike from the same state, if it begins no mode line and neither begins nor ends the
    /// display.
    repeats: bool,
    /// The line begins a mode line, and the next one is planned alike from the same state, if it begins another one
    /// with the same instruction.
    next_mode_line_is_alike: bool,
}

/// The next power of two above the number of free cycles of a line.
const SLOTS: usize = LINE_CYCLES.next_power_of_two();

/// Bits 0 to n - 1, n being at most 114.
#[inline]
pub fn below(n: u32) -> u128 {
    // Shifts of 128 bits are expensive. [measured]
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

/// Whether ANTIC takes the bus value of a cycle with these uses without driving the bus.
pub const fn is_watched(uses: Use) -> bool {
    uses & (VIRTUAL | HEAD) == VIRTUAL
}

impl LinePlan {
    /// Plans the rest of a line. `timing` is the state at the start of cycle `from`; `uses` holds the uses before and
    /// at `from`.
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
            watched_slots: Vec::new(),
            watches_next: is_watched(timing.coming) || timing.may_request_at_once(),
            meeting: uses.iter().any(|&u| is_meeting(u)),
            train: Train::find(&uses, timing.ir),
            is_row: false,
            row: RowTimes::default(),
            is_head_alone: is_head_alone(&uses),
            cycle_of: [LINE_CYCLES as u8; SLOTS],
            slot_of: [0; LINE_CYCLES + 1],
            end: timing,
            repeats: false,
            next_mode_line_is_alike: false,
        };
        let mut free = 0;
        for (cycle, &u) in uses.iter().enumerate() {
            plan.taken |= u128::from(u & TAKEN != 0) << cycle;
            plan.watched |= u128::from(is_watched(u)) << cycle;
            plan.active |= u128::from(u & !(TAKEN | REFRESH) != 0) << cycle;
            if u & TAKEN == 0 {
                plan.cycle_of[free] = cycle as u8;
                free += 1;
            }
            plan.slot_of[cycle + 1] = free as u8;
        }
        plan.head_active = plan.active as u8 & !(u8::from(plan.uses[1] == HEAD | TAKEN) << 1);
        let row = plan.train.map(|train| RowTimes::of(train, timing.ir, timing.dmactl));
        let is_row_of = |train: Train| row.flatten().is_some() && train.lies_behind_head();
        plan.is_row = plan.train.map_or(plan.active & !below(HEAD_END) == 0, is_row_of);
        plan.row = row.flatten().unwrap_or_default();
        plan.unwatched_slots = (plan.watched != 0).then(|| plan.slot_at(plan.watched.trailing_zeros()));
        if plan.watched & plan.taken == 0 {
            let watched = (0..LINE_CYCLES as u8).filter(|&cycle| plan.watched >> cycle & 1 != 0);
            plan.watched_slots = watched.map(|cycle| (cycle, plan.slot_of[usize::from(cycle)])).collect();
        }
        plan
    }

    /// The number of free cycles before `cycle`.
    #[inline]
    pub fn slot_at(&self, cycle: u32) -> i32 {
        i32::from(self.slot_of[cycle as usize])
    }

    /// The machine cycle of a slot.
    #[inline]
    pub fn cycle_at(&self, slot: i32) -> u32 {
        u32::from(self.cycle_of[slot as usize % SLOTS])
    }
}

/// Whether nothing in the first eight cycles depends on requests other than those of the list and the objects. If the
/// line before is scrolled as far as possible, its last glyph comes in the missiles' cycle; it takes their byte and is
/// over before anything is visible. [measured: 0.4 of 20.7 host instructions a machine cycle in `platform`]
fn is_head_alone(uses: &[Use; LINE_CYCLES]) -> bool {
    let is_head = |uses: Use| uses & !(HEAD | TAKEN | REFRESH) == 0;
    (is_head(uses[0]) || uses[0] == FONT | VIRTUAL | HEAD | TAKEN)
        && uses[1..HEAD_END as usize].iter().all(|&uses| is_head(uses))
}

/// Marks the names and bitmap bytes that are directly followed by another one; `next` is the use of cycle 0 of the next
/// line.
fn mark_runs(uses: &mut [Use; LINE_CYCLES], mut next: Use) {
    for uses in uses.iter_mut().rev() {
        let follows = *uses & next & (NAME | BITMAP) != 0;
        *uses = *uses & !RUN | if follows { RUN } else { 0 };
        next = *uses;
    }
}

/// Identifies a cached plan while it stays in the cache.
#[derive(Clone, Copy, Debug)]
pub struct PlanId {
    place: usize,
    key: u64,
}

/// A cached plan, and what it was made from.
#[derive(Clone, Debug)]
struct Kept {
    /// Everything that it depends on.
    key: u64,
    /// Unique among all cached plans.
    serial: u32,
    /// The state that it was made from.
    state: Timing,
    plan: Arc<LinePlan>,
}

/// Keys of lines in which a register was changed are at least this; others are smaller.
const CHANGED: u64 = 1 << 63;

/// The key of a plan made from another one by a change of registers before `cycle`.
fn changed_key(before: u32, cycle: usize, dmactl: u8, hscrol: u8) -> u64 {
    let [a, b, c, d] = before.to_le_bytes();
    CHANGED | u64::from_le_bytes([a, b, c, d, dmactl, hscrol, cycle as u8, 0])
}

/// The cache of plans, and the line in force. Whole lines have all their inputs as their key; lines in which a register
/// was changed have the previous plan and the change.
#[derive(Clone, Debug)]
pub struct Planner {
    /// Sets of [`WAYS`] entries.
    cache: Vec<Option<Kept>>,
    /// The last serial number assigned.
    last_serial: u32,
    /// The line in force; accessed many times a line. [measured]
    current: Arc<LinePlan>,
    /// Its place in the cache, or [`NOWHERE`].
    place: usize,
    /// The way that the next new line replaces.
    next_way: usize,
    /// The cycle from which the line in force was last planned, and the state there.
    checkpoint: (usize, Timing),
    caching: bool,
}

/// The first entry of the set of a key. Only the upper bits of the product depend on the whole key.
fn set_of(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SETS.ilog2())) as usize * WAYS
}

/// With 64 sets, five plans in one set kept evicting one another, and with them all lines planned from them. [measured:
/// 35 to 30 host instructions a machine cycle where interrupts change DMACTL between lines of two modes]
const SETS: usize = 256;
const WAYS: usize = 4;
const NOWHERE: usize = usize::MAX;

impl Planner {
    /// An empty cache.
    pub fn new() -> Self {
        let empty = LinePlan::build([0; LINE_CYCLES], LINE_CYCLES, Timing::default());
        Planner {
            cache: vec![None; SETS * WAYS],
            last_serial: 0,
            current: Arc::new(empty),
            place: NOWHERE,
            next_way: 0,
            checkpoint: (0, Timing::default()),
            caching: true,
        }
    }

    /// Sets whether plans of whole lines are kept for reuse.
    pub fn set_caching(&mut self, on: bool) {
        self.caching = on;
    }

    /// The state from which the next line is planned like the one in force, if it begins no mode line and neither
    /// begins nor ends the display. None if it is not planned alike.
    #[inline]
    pub fn repeated(&self) -> Option<Timing> {
        (self.caching && self.plan().repeats).then_some(self.checkpoint.1)
    }

    /// Whether the line in force begins a mode line, and the next one is planned alike if it begins another one with
    /// the same instruction.
    #[inline]
    pub fn next_mode_line_is_alike(&self) -> bool {
        self.caching && self.plan().next_mode_line_is_alike
    }

    /// The state at the end of the line in force.
    #[inline]
    pub fn end(&self) -> Timing {
        let Timing { dmactl, hscrol, ir, .. } = self.checkpoint.1;
        Timing { dmactl, hscrol, ir, ..self.plan().end }
    }

    /// A copy that has only the line in force and does not cache.
    pub fn bare(&self) -> Self {
        Planner {
            cache: Vec::new(),
            last_serial: 0,
            current: Arc::clone(&self.current),
            place: NOWHERE,
            next_way: 0,
            checkpoint: self.checkpoint,
            caching: false,
        }
    }

    /// The line in force.
    #[inline]
    pub fn plan(&self) -> &LinePlan {
        &self.current
    }

    /// Starts the line with the use `first` in cycle 0 and the state `timing` at the start of cycle 1.
    #[inline]
    pub fn begin(&mut self, first: Use, timing: Timing) {
        // Most lines of a bitmap are planned like the one before.
        let is_same = self.checkpoint == (1, timing)
            && self.place != NOWHERE
            && self.caching
            && self.plan().uses[0] & !RUN == first;
        if !is_same {
            self.begin_anew(first, timing);
        }
    }

    /// [`Planner::begin`] without a comparison with the plan in force.
    #[inline(never)]
    pub fn begin_anew(&mut self, first: Use, timing: Timing) {
        self.checkpoint = (1, timing);
        let timing = timing.deciding();
        let key = timing.key(first);
        let is_in_force = self.caching && self.kept().is_some_and(|current| current.key == key);
        if !is_in_force && !self.find(key) {
            self.plan_anew(key, first, timing);
        }
    }

    #[cold]
    #[inline(never)]
    fn plan_anew(&mut self, key: u64, first: Use, timing: Timing) {
        let mut uses = [0; LINE_CYCLES];
        (uses[0], uses[1]) = (first, timing.coming);
        let plan = LinePlan::build(uses, 1, timing);
        let repeats = plan.end.next_row() == (first, timing);
        let next_mode_line_is_alike = plan.end.next_mode_line(timing.wants_address) == (first, timing);
        self.keep(key, timing, LinePlan { repeats, next_mode_line_is_alike, ..plan });
    }

    /// The cache entry of the plan in force, if it is cached.
    #[inline]
    fn kept(&self) -> Option<&Kept> {
        self.cache.get(self.place)?.as_ref()
    }

    /// Puts the plan with this key in force, if it is cached.
    fn find(&mut self, key: u64) -> bool {
        let set = set_of(key);
        let Some(known) = self.cache.get(set..set + WAYS).filter(|_| self.caching) else { return false };
        for (place, known) in (set..).zip(known) {
            if let Some(known) = known.as_ref().filter(|known| known.key == key) {
                (self.current, self.place) = (Arc::clone(&known.plan), place);
                return true;
            }
        }
        false
    }

    /// Puts a plan in force and caches it.
    fn keep(&mut self, key: u64, state: Timing, plan: LinePlan) {
        self.set_current(plan);
        if self.cache.is_empty() {
            return;
        }
        self.last_serial = self.last_serial.wrapping_add(1);
        if self.last_serial == 0 {
            // Serial numbers start again.
            self.cache.fill(None);
        }
        let set = set_of(key);
        let empty = self.cache[set..set + WAYS].iter().position(Option::is_none);
        self.place = set + empty.unwrap_or(self.next_way);
        self.next_way = (self.next_way + 1) % WAYS;
        let (serial, plan) = (self.last_serial, Arc::clone(&self.current));
        self.cache[self.place] = Some(Kept { key, serial, state, plan });
    }

    /// Puts a plan in force that is not cached.
    fn set_current(&mut self, plan: LinePlan) {
        (self.current, self.place) = (Arc::new(plan), NOWHERE);
    }

    /// Identifies the plan in force for [`Planner::recall`]; none if the line was disturbed.
    pub fn id(&self) -> Option<PlanId> {
        let key = self.kept()?.key;
        (key < CHANGED).then_some(PlanId { place: self.place, key })
    }

    /// Whether a plan is still in the cache.
    #[inline]
    pub fn knows(&self, id: PlanId) -> bool {
        self.known(id).is_some()
    }

    /// A plan, if it is still in the cache.
    #[inline]
    pub fn known(&self, id: PlanId) -> Option<&LinePlan> {
        self.shared(id).map(AsRef::as_ref)
    }

    #[inline]
    fn shared(&self, id: PlanId) -> Option<&Arc<LinePlan>> {
        let kept = self.cache.get(id.place)?.as_ref()?;
        (kept.key == id.key).then_some(&kept.plan)
    }

    /// Puts a plan in force, if it is still in the cache. The state that it was made from has to be supplied with
    /// [`Planner::repeat`].
    #[inline(always)]
    pub fn recall(&mut self, id: PlanId) -> bool {
        let Some(plan) = self.shared(id) else { return false };
        // Usually it is in force already.
        if self.place != id.place {
            (self.current, self.place) = (Arc::clone(plan), id.place);
            // The old state belonged to another plan.
            self.checkpoint.0 = 0;
        }
        true
    }

    /// Puts a plan in force that is known to be in the cache. [measured: 0.05 of 14.5 in `still`]
    #[inline(always)]
    pub fn recall_known(&mut self, id: PlanId) {
        if self.place != id.place {
            self.recall(id);
        }
    }

    /// Starts a line that is planned like the one before, from the same state.
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

    /// Plans the line again from the start of `cycle` on, with other registers. Returns whether another plan is in
    /// force then.
    pub fn replan(&mut self, cycle: usize, dmactl: u8, hscrol: u8) -> bool {
        let before = self.checkpoint.1;
        let after = Timing { dmactl, hscrol, ..before };
        let deciding = after.deciding();
        if deciding == before.deciding() {
            self.checkpoint.1 = after;
            return false;
        }
        let key =
            self.kept().map(|before| changed_key(before.serial, cycle, deciding.dmactl, deciding.hscrol));
        if key.is_some_and(|key| self.find(key))
            && let Some(&Kept { state, .. }) = self.kept()
        {
            self.checkpoint = (cycle, Timing { dmactl, hscrol, ir: after.ir, ..state });
            return true;
        }
        let timing = Timing { dmactl, hscrol, ..self.timing_at(cycle) };
        self.checkpoint = (cycle, timing);
        let mut uses = self.plan().uses;
        if cycle < LINE_CYCLES {
            uses[cycle] = timing.coming;
        }
        let plan = LinePlan::build(uses, cycle, timing);
        match key {
            Some(key) => self.keep(key, timing, plan),
            None => self.set_current(plan),
        }
        true
    }

    /// Resumes a line in the middle, from a saved state; what lies before `cycle` is over.
    pub fn resume(&mut self, cycle: usize, timing: Timing) {
        self.checkpoint = (cycle, timing);
        let mut uses = [0; LINE_CYCLES];
        if cycle < LINE_CYCLES {
            uses[cycle] = timing.coming;
        }
        // The past part of a train is not known.
        self.set_current(LinePlan { train: None, ..LinePlan::build(uses, cycle, timing) });
    }
}

impl Default for Planner {
    fn default() -> Self {
        Self::new()
    }
}
