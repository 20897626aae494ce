//! A line as it was run last, one of [`kept_lines`](super::kept_lines).

use super::bounds::Bounds;
use super::cells::SomeCells;
use super::fonts::Text;
use super::memory::Memory;
use super::plain_row::PlainRow;
use super::read_cells::{Part, ReadCells};
use super::tracked::Tracked;
use crate::chips::an::{AnLine, Row};
use crate::chips::antic::{Antic, AnticMoment, LineInterrupt, PlanId, Reads, RowPlan, Scrolling, Wiring};

/// What has data that are fetched: the missiles and four players.
pub(crate) const OBJECTS: usize = 5;

/// Memory that is marked because ANTIC may read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marked {
    /// What it may read.
    pub reads: Reads,
    /// The number of that, if it has one; else 0.
    pub id: u32,
}

/// A byte that ANTIC fetches in the first cycles of a line.
#[derive(Clone, Copy)]
pub(crate) enum Fetched {
    /// There is none.
    Nothing,
    /// One of the display list.
    List(u8),
    /// Data of an object, by its number in [`Line::objects`].
    Object(usize),
}

impl Fetched {
    /// What is fetched in a `cycle`, if that is given; `byte` if it is of the list.
    pub(crate) fn in_cycle(cycle: Option<usize>, byte: u8) -> Self {
        match cycle {
            None => Fetched::Nothing,
            Some(0) => Fetched::Object(0),
            Some(cycle @ 2..=5) => Fetched::Object(cycle - 1),
            Some(_) => Fetched::List(byte),
        }
    }
}

/// How the last byte fetched in a line comes about.
#[derive(Clone, Copy)]
pub(crate) enum LastByte {
    /// It takes it from the bus in that cycle, which is a slot.
    Seen { cycle: u8, slot: i32 },
    /// No playfield fetches one.
    PassedOn,
}

/// A line as it was run last.
///
/// Programs go through all lines in each frame, which are more than fit into a processor's nearest cache: what is asked
/// of each stands first.
#[derive(Clone)]
#[repr(C)]
pub(crate) struct Line {
    /// Before this frame and since the last but one ANTIC's part came out as before, and its reads have been watched; 0 =
    /// it did not.
    pub steady_before: u64,
    /// How often any cell of memory had changed when those that it reads were last looked at.
    pub all_changes: u64,
    /// Where the line that followed was kept.
    pub next_place: usize,
    /// Different in all lines kept since power-on; 0 = none.
    pub id: u32,
    /// That of the line that followed.
    pub next_id: u32,
    /// It is quiet, and nobody takes what is on the bus in it and the next one: its slots.
    pub quiet_slots: Option<i32>,
    /// It is quiet, and nobody takes what is on the bus in it and the next one, but an NMI may come in the next one:
    /// the slots in which instructions may begin that are over before.
    pub last_slots: Option<i32>,
    /// Its slots.
    pub slots: i32,
    /// HSCROL and VSCROL.
    pub scrolling: Scrolling,
    /// GRACTL, which says whether ANTIC's data may reach GTIA where they are not meant to.
    pub gractl: u8,
    /// It takes bytes for its playfield from the bus, where others put them, and that at its end.
    pub watched: bool,
    /// The objects' data have become others since its end was known, and one of them may be the last byte fetched.
    pub loads_anew: bool,
    /// It takes no names or bitmap bytes from memory, and what comes out otherwise if it holds others is a text or nothing.
    pub passes_on: bool,
    /// It has been of use since it was kept, or last came out otherwise.
    pub used: bool,
    /// It, or one that was kept beside it, was of use before that.
    pub served: bool,
    /// Nothing happens behind its NMI.
    pub quiet_behind_nmi: bool,
    /// The cells of [`Line::said`] are those of other bytes: see [`Line::say`].
    pub is_unsaid: bool,
    /// The cells of memory that it reads.
    pub cells: ReadCells,
    /// Numbers of what ANTIC holds at its start and its end, but for the last byte fetched.
    pub held: [u32; 2],
    /// Number of what ANTIC says in it.
    pub said_id: u32,
    /// The data of missiles and players, if it reads them.
    pub loads: [u8; OBJECTS],
    /// The last byte of list and objects that is fetched before it is planned, and before its playfield.
    pub fetched: [Fetched; 2],
    /// Where it reads the data of missiles and players, if it does.
    pub objects: [Option<u16>; OBJECTS],
    /// Its plan.
    pub plan: PlanId,
    /// How the last byte fetched comes about, if it passes on what it holds and nothing else in it may be another while memory stays.
    pub last_byte: Option<LastByte>,
    /// What may happen in it; none if it is quiet: no NMI, and none at once in the next one.
    pub bounds: Option<Bounds>,
    /// An NMI comes in it: the first slot in which its sequence may come in place of an instruction, if nothing else happens
    /// before that is over.
    pub interrupted_from: Option<i32>,
    /// What becomes of its interrupt.
    pub interrupt: LineInterrupt,
    /// The frame in which it was kept, or last came out otherwise.
    pub since: u64,
    /// Where it reads the display list, and what; its cells have no others on which it depends.
    pub list: [(u16, u8); 4],
    /// The rows that it makes where GTIA adds nothing.
    pub plain: PlainRow,
    /// ANTIC just after the line was planned.
    pub start: AnticMoment,
    /// ANTIC when the next one began.
    pub end: AnticMoment,
    /// How it shows its playfield, if the bytes of that may be others: nothing else of its outcome depends on them.
    pub row: Option<RowPlan>,
    /// What it may yet read after its start.
    pub reads: Marked,
    /// What ANTIC says in it, if that is a row.
    pub said: Option<Row>,
    /// The text that it shows, if it does.
    pub text: Option<Text>,
    /// What the line says as codes, if somebody has needed them or if it is no row.
    pub codes: Option<Box<AnLine>>,
}

impl Line {
    /// Whether what it reads is as it was, except, perhaps, the objects' data and the bytes of a playfield that may be
    /// others. The data become what they are now.
    #[inline]
    pub(crate) fn reads_the_same(&mut self, memory: &mut Memory) -> bool {
        // Mostly nothing of it has changed.
        self.reads_surely_the_same(memory) || self.still_reads_the_same(memory)
    }

    /// Whether nothing that it reads has changed: quick, and mostly right if it says no.
    #[inline]
    pub(crate) fn reads_surely_the_same(&mut self, memory: &Memory) -> bool {
        let same = self.all_changes == memory.all_changes
            || !memory.may_have_changed(self.cells.all(), self.all_changes);
        if same {
            self.all_changes = memory.all_changes;
        }
        same
    }

    /// Whether the bytes of its playfield are surely those that it had before, if it begins with what has that number, and that
    /// byte: quick, and mostly right if it says no.
    #[inline]
    pub(crate) fn takes_as_before(&mut self, held: u32, byte: u8, memory: &Memory) -> bool {
        !self.watched
            && (self.row.is_none() || (self.begins_with(held, byte) && self.reads_surely_the_same(memory)))
    }

    /// Whether it may come out as before but for the last byte fetched, if it begins with what has that number.
    #[inline(always)]
    pub(crate) fn may_take_last_byte_alone(&self, held: u32) -> bool {
        self.last_byte.is_some() && self.held[0] == held
    }

    /// Whether it does, if that byte was `byte` when it began.
    /// [measured: 0.9 of 14.6 host instructions a machine cycle in `still`]
    #[inline(never)]
    pub(crate) fn takes_last_byte_alone(&mut self, byte: u8, memory: &Memory, tracked: &Tracked) -> bool {
        // Of cycles that were run the exact way nothing is tracked.
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
            // Their data are sooner compared than all of their cells asked for changes. [measured: 0.1 of 19.7 in `platform`]
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

    /// Whether no byte of the display list that matters to it is another: where a program writes its addresses, as one that scrolls
    /// does, its other lines stay. Their next change counts. [measured: 0.6 of 20.7 in `platform`]
    fn has_same_list(&mut self, memory: &mut Memory) -> bool {
        let same = self.list.iter().all(|&(at, byte)| memory.bytes[usize::from(at)] == byte);
        if same {
            self.cells.look(Part::List, memory);
        }
        same
    }

    /// Takes the objects' data as they are now; false if others may make another line of it.
    fn read_objects(&mut self, memory: &mut Memory) -> bool {
        let loads = self.objects.map(|at| at.map_or(0, |at| memory.bytes[usize::from(at)]));
        if loads != self.loads {
            let held = self.fetched.iter().any(|fetched| matches!(fetched, Fetched::Object(_)));
            if held && self.row.is_none() {
                return false;
            }
            self.loads = loads;
            self.loads_anew |= held;
            self.start.set_last_byte(self.last_byte_at_start(self.start.held().last_byte));
        }
        self.cells.look(Part::Objects, memory);
        true
    }

    /// A number that tells of what it is made: the places in memory, and the list.
    pub(crate) fn origin(&self) -> u64 {
        origin(self.start.places(), self.list.map(|(_, byte)| byte))
    }

    /// A number that tells of the bytes of its playfield.
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

    /// The players' bytes, if it fetches them; nothing if it does so for some alone.
    #[inline]
    pub(crate) fn players(&self) -> Option<Option<[u8; OBJECTS - 1]>> {
        let ([_, places @ ..], [_, players @ ..]) = (&self.objects, &self.loads);
        match places.iter().filter(|at| at.is_some()).count() {
            0 => Some(None),
            count if count == places.len() => Some(Some(*players)),
            _ => None,
        }
    }

    /// All that it reads has just been looked at but, perhaps, the display list and the objects.
    pub(crate) fn stamp(&mut self, memory: &Memory) {
        if self.cells.is_same(Part::List, memory) && self.cells.is_same(Part::Objects, memory) {
            self.all_changes = memory.all_changes;
        }
    }

    /// The last byte fetched once the line has been planned, if it was `before` when it began.
    #[inline]
    pub(crate) fn last_byte_at_start(&self, before: u8) -> u8 {
        self.fetched_byte(0).unwrap_or(before)
    }

    /// Whether it is kept as it begins if ANTIC holds what has that number, and has fetched that byte last.
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

    /// The last byte fetched before it takes those of its playfield.
    #[inline]
    pub(crate) fn last_byte_before_playfield(&self) -> u8 {
        self.fetched_byte(1).unwrap_or(self.start.held().last_byte)
    }

    /// What ANTIC says in it has become something else, which gets that number, if it says a row.
    #[inline]
    pub(crate) fn unsay(&mut self, id: u32) {
        if self.said.is_some() {
            (self.said_id, self.is_unsaid, self.codes) = (id, true, None);
        }
    }

    /// Makes the row what ANTIC says now: it has just taken the bytes of the line, or would take the same.
    #[inline]
    pub(crate) fn say(&mut self, antic: &Antic, wiring: &impl Wiring) {
        if self.is_unsaid
            && let (Some(row), Some(said)) = (&self.row, &mut self.said)
        {
            self.is_unsaid = false;
            antic.show(row, self.end.held(), said, wiring);
        }
    }

    /// What ANTIC says in it, as codes, if the row is that.
    #[inline]
    pub(crate) fn codes(&mut self) -> &AnLine {
        let Line { codes, said, .. } = self;
        codes.get_or_insert_with(|| Box::new(said.as_ref().map_or(AnLine::blank(), Row::spread)))
    }

    /// ANTIC's part of it has come out as before in `frame`.
    #[inline]
    pub(crate) fn pass_in(&mut self, frame: u64) {
        self.steady_before = frame + 2;
    }

    /// Whether ANTIC's part of it comes out as before again in `frame`, or if it has done so there already in the next, but for the
    /// objects' data, which are looked at themselves: as long as it begins so and memory has `changed` no more than that of late, in the
    /// frame before or in this one it did.
    #[inline]
    pub(crate) fn is_steady(&self, frame: u64, changed: SomeCells) -> bool {
        frame < self.steady_before && !changed.meets(self.cells.all_but_objects())
    }

    /// Whether all that it reads is as it was, and the next change of it is noticed in time, if memory has `changed` so of late.
    #[inline(always)]
    pub(crate) fn stays_the_same(&mut self, frame: u64, changed: SomeCells, memory: &mut Memory) -> bool {
        // What has changed is not watched any more.
        (self.is_steady(frame, changed) && self.has_same_objects(changed, memory))
            || (self.reads_the_same(memory) && self.has_same_playfield(memory))
    }

    /// Whether all that it reads is as it was, or nothing but bytes of a playfield has changed that may be others;
    /// the next change of it is noticed in time. [measured: 1.5 of 37.3 host instructions a machine cycle where
    /// samples are drawn as they are played]
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

    /// Whether the objects' data are as they were last, if memory has `changed` so of late. Their next change counts.
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

    /// Whether names or bitmap bytes, and glyphs, are as they were.
    #[inline]
    pub(crate) fn has_same_playfield(&mut self, memory: &Memory) -> bool {
        self.cells.is_same(Part::Scanned, memory) && self.cells.is_same(Part::Glyphs, memory)
    }
}

/// A number that tells lines apart by where they read, and by the bytes of the list.
pub(crate) fn origin(places: u64, list: [u8; 4]) -> u64 {
    // Multiplied by an odd number without a pattern, each bit counts in those above it.
    (places ^ u64::from(u32::from_le_bytes(list)).rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
