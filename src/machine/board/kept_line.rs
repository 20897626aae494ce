//! A line as it was last run, one of [`kept_lines`](super::kept_lines).

use super::bounds::Bounds;
use super::cells::SomeCells;
use super::fonts::Text;
use super::memory::Memory;
use super::plain_row::PlainRow;
use super::read_cells::{Part, ReadCells};
use super::tracked::Tracked;
use crate::chips::an::{AnLine, Row};
use crate::chips::antic::{Antic, AnticMoment, LineInterrupt, PlanId, Reads, RowPlan, Scrolling, Wiring};

/// The objects whose data are fetched: the missiles and four players.
pub(crate) const OBJECTS: usize = 5;

/// The memory that is marked because ANTIC may read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marked {
    /// The memory that ANTIC may read.
    pub reads: Reads,
    /// The number of `reads`, if it has one; otherwise 0.
    pub id: u32,
}

/// The last byte that ANTIC fetches in the first cycles of a line.
#[derive(Clone, Copy)]
pub(crate) enum Fetched {
    /// There is none.
    Nothing,
    /// One of the display list.
    List(u8),
    /// Data of an object, given by its index in [`Line::objects`].
    Object(usize),
}

impl Fetched {
    /// What is fetched in `cycle`, if that is given. `byte` is used if it is of the display list.
    pub(crate) fn in_cycle(cycle: Option<usize>, byte: u8) -> Self {
        match cycle {
            None => Fetched::Nothing,
            Some(0) => Fetched::Object(0),
            Some(cycle @ 2..=5) => Fetched::Object(cycle - 1),
            Some(_) => Fetched::List(byte),
        }
    }
}

/// The origin of the last byte fetched in a line.
#[derive(Clone, Copy)]
pub(crate) enum LastByte {
    /// Taken from the bus in this cycle, which is a slot.
    Seen { cycle: u8, slot: i32 },
    /// The playfield fetches none, so it is the one from before.
    PassedOn,
}

/// A line as it was last run.
///
/// Programs go through all lines in each frame, and those exceed a processor's nearest cache: the fields that are
/// checked for every line stand first.
#[derive(Clone)]
#[repr(C)]
pub(crate) struct Line {
    /// In frames before this one, ANTIC's part came out as before in the last frame or the one before that, and its
    /// reads have been watched since. 0 = not so.
    pub steady_until: u64,
    /// The value of [`Memory::all_changes`] when its reads were last found unchanged.
    pub all_changes: u64,
    /// Place of the line that followed.
    pub next_place: usize,
    /// Unique among all lines kept since power-on; 0 = none.
    pub id: u32,
    /// The id of the line that followed.
    pub next_id: u32,
    /// If it is quiet, and no chip reads the bus in it or the next one: its slots.
    pub quiet_slots: Option<i32>,
    /// If it is quiet, and no chip reads the bus in it or the next one, but an NMI may come in the next one: the slots
    /// in which instructions may begin that end before the NMI.
    pub last_slots: Option<i32>,
    /// The number of its slots.
    pub slots: i32,
    /// HSCROL and VSCROL.
    pub scrolling: Scrolling,
    /// GRACTL, which decides whether ANTIC's data may reach GTIA where they are not meant to.
    pub gractl: u8,
    /// At its end it takes bytes for its playfield from the bus, where others have put them.
    pub watched: bool,
    /// The objects' data have changed since its end was known, and one of them may be the last byte fetched.
    pub end_outdated: bool,
    /// It fetches no names or bitmap bytes from memory, and if it holds others its outcome differs at most by a text.
    pub fetches_no_playfield: bool,
    /// It has been of use since it was kept or last changed.
    pub used: bool,
    /// It, or one kept beside it, was of use before that.
    pub was_useful: bool,
    /// Nothing happens after its NMI.
    pub quiet_behind_nmi: bool,
    /// The cells of [`Line::said`] belong to other bytes and are out of date: see [`Line::say`].
    pub is_unsaid: bool,
    /// The cells of memory that it reads.
    pub cells: ReadCells,
    /// Numbers of what ANTIC holds at its start and its end, not counting the last byte fetched.
    pub held: [u32; 2],
    /// Number of what ANTIC says in it.
    pub said_id: u32,
    /// The data of missiles and players, if it fetches them.
    pub loads: [u8; OBJECTS],
    /// The last byte of list and objects that is fetched before the line is planned, and before its playfield.
    pub fetched: [Fetched; 2],
    /// The addresses of the data of missiles and players, if it fetches them.
    pub objects: [Option<u16>; OBJECTS],
    /// Its plan.
    pub plan: PlanId,
    /// The origin of the last byte fetched, if the line passes on what it holds and nothing else in it can change while
    /// memory stays.
    pub last_byte: Option<LastByte>,
    /// What may happen in it. None if it is quiet: it brings no NMI, and the next none in its first cycles.
    pub bounds: Option<Bounds>,
    /// If an NMI comes in it: the first slot in which the NMI's sequence may replace an instruction, provided that
    /// nothing else happens before that is over.
    pub interrupted_from: Option<i32>,
    /// What becomes of its interrupt.
    pub interrupt: LineInterrupt,
    /// The frame in which it was kept or last changed.
    pub since: u64,
    /// The addresses at which it reads the display list, and the bytes there; it depends on no other bytes in those
    /// cells.
    pub list: [(u16, u8); 4],
    /// The rows of pixels that it makes where GTIA adds nothing.
    pub plain: PlainRow,
    /// ANTIC just after the line was planned.
    pub start: AnticMoment,
    /// ANTIC when the next one began.
    pub end: AnticMoment,
    /// How it shows its playfield, if its bytes may change without affecting anything else in its outcome.
    pub row: Option<RowPlan>,
    /// What it may still read after its start.
    pub reads: Marked,
    /// What ANTIC says in it, if that is a row.
    pub said: Option<Row>,
    /// The text that it shows, if it shows one.
    pub text: Option<Text>,
    /// What ANTIC says in it as codes, if they have been needed or if it is not a row.
    pub codes: Option<Box<AnLine>>,
}

impl Line {
    /// Whether what it reads is unchanged, except perhaps for the objects' data, which are updated, and bytes of a
    /// playfield that may change.
    #[inline]
    pub(crate) fn reads_the_same(&mut self, memory: &mut Memory) -> bool {
        // Usually nothing of it has changed.
        self.reads_surely_the_same(memory) || self.still_reads_the_same(memory)
    }

    /// Whether nothing that it reads has changed. Quick; a negative answer is usually right, but may be wrong.
    #[inline]
    pub(crate) fn reads_surely_the_same(&mut self, memory: &Memory) -> bool {
        let same = self.all_changes == memory.all_changes
            || !memory.may_have_changed(self.cells.all(), self.all_changes);
        if same {
            self.all_changes = memory.all_changes;
        }
        same
    }

    /// Whether the bytes of its playfield are certain to be as before, if it begins with what has the number `held` and
    /// with that last `byte`. Quick; a negative answer is usually right, but may be wrong.
    #[inline]
    pub(crate) fn takes_as_before(&mut self, held: u32, byte: u8, memory: &Memory) -> bool {
        !self.watched
            && (self.row.is_none() || (self.begins_with(held, byte) && self.reads_surely_the_same(memory)))
    }

    /// Whether its outcome may be as before except for the last byte fetched, if it begins with what has the number
    /// `held`.
    #[inline(always)]
    pub(crate) fn may_take_last_byte_alone(&self, held: u32) -> bool {
        self.last_byte.is_some() && self.held[0] == held
    }

    /// Whether that is so, given the last byte fetched when it began; updates the last byte at its end.
    /// [measured: 0.9 of 14.6 host instructions a machine cycle in `still`]
    #[inline(never)]
    pub(crate) fn takes_last_byte_alone(&mut self, byte: u8, memory: &Memory, tracked: &Tracked) -> bool {
        // Cycles that were run the exact way are not tracked.
        let is_seen = match self.last_byte {
            Some(LastByte::Seen { cycle, .. }) => u32::from(cycle) >= tracked.done,
            _ => true,
        };
        if !is_seen || !self.reads_surely_the_same(memory) {
            return false;
        }
        self.start.set_last_byte(self.last_byte_at_start(byte));
        self.end.set_last_byte(match self.last_byte {
            Some(LastByte::Seen { slot, .. }) => tracked.get(slot),
            _ => self.last_byte_before_playfield(),
        });
        true
    }

    #[inline(never)]
    fn still_reads_the_same(&mut self, memory: &mut Memory) -> bool {
        if !(self.cells.is_same(Part::List, memory) || self.has_same_list(memory))
            // Comparing the data is faster than checking all their cells for changes.
            // [measured: 0.1 of 19.7 in `platform`]
            || !(self.cells.is_surely_same(Part::Objects, memory) || self.read_objects(memory))
        {
            return false;
        }
        if self.row.is_none() {
            if !self.has_same_playfield(memory) {
                return false;
            }
            self.all_changes = memory.all_changes;
        }
        true
    }

    /// Whether the bytes of the display list that matter to it are unchanged. When a program that scrolls writes
    /// addresses into the list, its other lines stay known. If so, further changes count from now on.
    /// [measured: 0.6 of 20.7 in `platform`]
    fn has_same_list(&mut self, memory: &mut Memory) -> bool {
        let same = self.list.iter().all(|&(at, byte)| memory.bytes[usize::from(at)] == byte);
        if same {
            self.cells.look(Part::List, memory);
        }
        same
    }

    /// Updates the objects' data; false if that may change the rest of the line.
    fn read_objects(&mut self, memory: &mut Memory) -> bool {
        let loads = self.objects.map(|at| at.map_or(0, |at| memory.bytes[usize::from(at)]));
        if loads != self.loads {
            let held = self.fetched.iter().any(|fetched| matches!(fetched, Fetched::Object(_)));
            if held && self.row.is_none() {
                return false;
            }
            self.loads = loads;
            self.end_outdated |= held;
            self.start.set_last_byte(self.last_byte_at_start(self.start.held().last_byte));
        }
        self.cells.look(Part::Objects, memory);
        true
    }

    /// A number that identifies its origin: the addresses that it reads, and the list.
    pub(crate) fn origin(&self) -> u64 {
        origin(self.start.places(), self.list.map(|(_, byte)| byte))
    }

    /// A number that identifies the bytes of its playfield.
    pub(crate) fn bytes_number(&self) -> u64 {
        let (words, _) = self.end.held().buffer.as_chunks();
        words.iter().fold(0, |number, word| {
            (number ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        })
    }

    /// The missiles' byte, if it fetches one.
    pub(crate) fn missiles(&self) -> Option<u8> {
        self.objects[0].map(|_| self.loads[0])
    }

    /// The players' bytes, if it fetches them. The outer `None`: it fetches those of some players only.
    #[inline]
    pub(crate) fn players(&self) -> Option<Option<[u8; OBJECTS - 1]>> {
        let ([_, places @ ..], [_, players @ ..]) = (&self.objects, &self.loads);
        match places.iter().filter(|at| at.is_some()).count() {
            0 => Some(None),
            count if count == places.len() => Some(Some(*players)),
            _ => None,
        }
    }

    /// All that it reads has just been checked, except perhaps the display list and the objects.
    pub(crate) fn stamp(&mut self, memory: &Memory) {
        if self.cells.is_same(Part::List, memory) && self.cells.is_same(Part::Objects, memory) {
            self.all_changes = memory.all_changes;
        }
    }

    /// The last byte fetched once the line has been planned, if it was `before` at the beginning.
    #[inline]
    pub(crate) fn last_byte_at_start(&self, before: u8) -> u8 {
        self.fetched_byte(0).unwrap_or(before)
    }

    /// Whether it begins as it was kept, if ANTIC holds what has the number `held` and `byte` was fetched last.
    #[inline]
    pub(crate) fn begins_with(&self, held: u32, byte: u8) -> bool {
        let fetches = !matches!(self.fetched[0], Fetched::Nothing);
        self.held[0] == held && (fetches || self.start.held().last_byte == byte)
    }

    #[inline]
    fn fetched_byte(&self, n: usize) -> Option<u8> {
        match self.fetched[n] {
            Fetched::Nothing => None,
            Fetched::List(byte) => Some(byte),
            Fetched::Object(object) => Some(self.loads[object]),
        }
    }

    /// The last byte fetched before those of its playfield.
    #[inline]
    pub(crate) fn last_byte_before_playfield(&self) -> u8 {
        self.fetched_byte(1).unwrap_or(self.start.held().last_byte)
    }

    /// What ANTIC says in it has changed, and gets the number `id`; applies if it says a row.
    #[inline]
    pub(crate) fn unsay(&mut self, id: u32) {
        if self.said.is_some() {
            (self.said_id, self.is_unsaid, self.codes) = (id, true, None);
        }
    }

    /// Brings `said` up to date: ANTIC has just taken the bytes of the line, or would take the same.
    #[inline]
    pub(crate) fn say(&mut self, antic: &Antic, wiring: &impl Wiring) {
        if self.is_unsaid
            && let (Some(row), Some(said)) = (&self.row, &mut self.said)
        {
            self.is_unsaid = false;
            antic.show(row, self.end.held(), said, wiring);
        }
    }

    /// What ANTIC says in it, as codes. `said` must be up to date.
    #[inline]
    pub(crate) fn codes(&mut self) -> &AnLine {
        let Line { codes, said, .. } = self;
        codes.get_or_insert_with(|| Box::new(said.as_ref().map_or(AnLine::blank(), Row::spread)))
    }

    /// Notes that ANTIC's part of it has come out as before in `frame`.
    #[inline]
    pub(crate) fn pass_in(&mut self, frame: u64) {
        self.steady_until = frame + 2;
    }

    /// Whether ANTIC's part of it comes out as before again in `frame`, or in the next one if it has done so in `frame`
    /// already. The objects' data are not considered. The line must begin as before; `changed` are the cells that have
    /// changed in this frame or the one before.
    #[inline]
    pub(crate) fn is_steady(&self, frame: u64, changed: SomeCells) -> bool {
        frame < self.steady_until && !changed.meets(self.cells.all_but_objects())
    }

    /// Whether all that it reads is unchanged, and the next change will be noticed in time. `changed` are the cells
    /// that have changed recently.
    #[inline(always)]
    pub(crate) fn stays_the_same(&mut self, frame: u64, changed: SomeCells, memory: &mut Memory) -> bool {
        // Cells that have changed are not watched any more.
        (self.is_steady(frame, changed) && self.has_same_objects(changed, memory))
            || (self.reads_the_same(memory) && self.has_same_playfield(memory))
    }

    /// Whether all that it reads is unchanged except perhaps for bytes of a playfield that may change, and the next
    /// change will be noticed in time. [measured: 1.5 of 37.3 host instructions a machine cycle where samples are drawn
    /// as they are played]
    #[inline(never)]
    pub(crate) fn stays_known(&mut self, frame: u64, memory: &mut Memory) -> bool {
        if self.stays_the_same(frame, memory.changed_of_late(), memory) {
            return true;
        }
        let may_take_others = self.row.is_some() && self.reads_the_same(memory);
        if may_take_others {
            self.cells.watch(Part::Scanned, memory);
            self.cells.watch(Part::Glyphs, memory);
        }
        may_take_others
    }

    /// Whether the objects' data are unchanged. `changed` are the cells that have changed recently. If so, further
    /// changes count from now on.
    #[inline(always)]
    pub(crate) fn has_same_objects(&mut self, changed: SomeCells, memory: &mut Memory) -> bool {
        if !changed.meets(self.cells.objects()) || self.cells.is_fresh(Part::Objects, memory) {
            return true;
        }
        let places = self.objects.iter().zip(self.loads);
        let same = |(at, load): (&Option<u16>, u8)| at.is_none_or(|at| memory.bytes[usize::from(at)] == load);
        let same = places.into_iter().all(same);
        if same {
            self.cells.look(Part::Objects, memory);
        }
        same
    }

    /// Whether names or bitmap bytes, and glyphs, are unchanged.
    #[inline]
    pub(crate) fn has_same_playfield(&mut self, memory: &Memory) -> bool {
        self.cells.is_same(Part::Scanned, memory) && self.cells.is_same(Part::Glyphs, memory)
    }
}

/// A number that identifies lines by the addresses that they read and the bytes of the list.
pub(crate) fn origin(places: u64, list: [u8; 4]) -> u64 {
    // As the factor is odd and has no pattern, each bit affects the ones above it.
    (places ^ u64::from(u32::from_le_bytes(list)).rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
