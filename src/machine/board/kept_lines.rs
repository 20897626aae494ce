//! The lines of a frame as they were run last, for [`runs::replay`](crate::machine::runs::replay).

use super::bounds::Bounds;
use super::cells::SomeCells;
use super::kept_pictures::{KeptPicture, OBJECTS, PlainRow, Shown};
use super::memory::Memory;
use super::read_cells::{Part, ReadCells};
use crate::chips::an::{AnLine, Row};
use crate::chips::antic::{AnticMoment, BLANK_LINE, FIRST_LINE, Held, PlanId, Reads, RowPlan};
use crate::chips::gtia::{LINE_PIXELS, PlayfieldColours};
use crate::machine::config::FRAME_HEIGHT;

/// What was kept in vain is not kept again for some frames, the more the oftener that happens: on a screen that changes
/// all the time keeping would cost more than it saves.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pause {
    left: u8,
    length: u8,
}

impl Pause {
    /// Whether it is over; each call counts.
    pub(crate) fn is_over(&mut self) -> bool {
        let over = self.left == 0;
        self.left = self.left.saturating_sub(1);
        over
    }

    /// Begins another one, about twice as long as the last.
    pub(crate) fn begin_longer(&mut self) {
        self.length = (2 * self.length + 1).min(LONGEST_PAUSE);
        self.left = self.length;
    }
}

/// A second.
const LONGEST_PAUSE: u8 = 63;
/// How often each line is kept.
pub(crate) const WAYS: usize = 2;

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

/// A line as it was run last.
#[derive(Clone)]
pub(crate) struct Line {
    /// Different in all lines kept since power-on; 0 = none.
    pub id: u32,
    /// The line that followed, and where it was kept.
    pub next_id: u32,
    pub next_place: usize,
    /// ANTIC just after the line was planned.
    pub start: AnticMoment,
    /// Its plan.
    pub plan: PlanId,
    /// ANTIC when the next one began.
    pub end: AnticMoment,
    /// GRACTL, which says whether ANTIC's data may reach GTIA where they are not meant to.
    pub gractl: u8,
    /// Where it reads the data of missiles and players, if it does.
    pub objects: [Option<u16>; OBJECTS],
    /// Those data.
    pub loads: [u8; OBJECTS],
    /// They have become others since the end of the line was known, and one of them may be the last byte fetched.
    pub loads_anew: bool,
    /// What may happen in it; none if it is quiet: no NMI, and none at once in the next one.
    pub bounds: Option<Bounds>,
    /// It is quiet, and nobody takes what is on the bus in it and the next one: its slots.
    pub quiet_slots: Option<i32>,
    /// The same, but that an NMI may come in the next one: the slots in which instructions may begin that are over before.
    pub last_slots: Option<i32>,
    /// The cells of memory that it reads.
    pub cells: ReadCells,
    /// What it may yet read after its start.
    pub reads: Marked,
    /// How often any cell had changed when those were last looked at.
    pub all_changes: u64,
    /// It takes bytes for its playfield from the bus, where others put them, and that at its end.
    pub watched: bool,
    /// How it shows its playfield, if the bytes of that may be others: nothing else of its outcome depends on them.
    pub row: Option<RowPlan>,
    /// Number of what ANTIC says in it.
    pub said_id: u32,
    /// That, if it is a row.
    pub said: Option<Row>,
    /// The same as codes, if somebody has needed them or if it is no row.
    pub codes: Option<Box<AnLine>>,
    /// The last byte of list and objects that is fetched before it is planned, and before its playfield.
    pub fetched: [Fetched; 2],
    /// Numbers of what ANTIC holds at its start and its end, but for the last byte fetched.
    pub held: [u32; 2],
    /// The rows that it makes where GTIA adds nothing.
    pub plain: PlainRow,
    /// GTIA's part.
    pub picture: Option<KeptPicture>,
    /// When that is not to be kept.
    pub picture_pause: Pause,
    /// Before this frame and since the last but one ANTIC's part came out as before, and its reads have been watched; 0 =
    /// it did not.
    pub steady_before: u64,
    /// It has been of use since it was kept, or since it last came out otherwise.
    pub used: bool,
    /// It was of use before that.
    pub served: bool,
}

impl Line {
    /// Whether what it reads is as it was, except, perhaps, the objects' data and the bytes of a playfield that may be
    /// others. The data become what they are now.
    #[inline]
    pub(crate) fn reads_the_same(&mut self, memory: &mut Memory) -> bool {
        // Mostly nothing of it has changed.
        if self.all_changes == memory.all_changes
            || !memory.may_have_changed(self.cells.all(), self.all_changes)
        {
            self.all_changes = memory.all_changes;
            return true;
        }
        self.still_reads_the_same(memory)
    }

    #[inline(never)]
    fn still_reads_the_same(&mut self, memory: &mut Memory) -> bool {
        if !self.cells.is_same(Part::List, memory)
            || !(self.cells.is_same(Part::Objects, memory) || self.read_objects(memory))
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

    /// The missiles' byte, if it fetches one.
    pub(crate) fn missiles(&self) -> Option<u8> {
        self.objects[0].map(|_| self.loads[0])
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

    /// What ANTIC says in it, as codes.
    #[inline]
    pub(crate) fn codes(&mut self) -> &AnLine {
        let Line { codes, said, .. } = self;
        codes.get_or_insert_with(|| Box::new(said.as_ref().map_or(AnLine::blank(), Row::spread)))
    }

    /// Whether all is as it was when this line, which is over, was last followed by the `next`: GTIA, of which `shown`
    /// tells, does in it what is kept and begins the next as that is kept, and the `row` of the picture that it shows,
    /// if it shows one, has the pixels of that number already.
    #[inline]
    pub(crate) fn is_shown_as_before(&mut self, next: &Line, shown: &Shown, row: Option<u32>) -> bool {
        let (Some(kept), Some(follower)) = (&mut self.picture, &next.picture) else { return false };
        let as_before = shown.as_kept
            && !shown.written
            && kept.writes.is_none()
            && (kept.said_id, kept.loads) == (self.said_id, self.loads)
            && row.is_none_or(|id| id == kept.pixels_id)
            && (kept.next_id, follower.loads) == (follower.id, next.loads);
        kept.used |= as_before;
        as_before
    }

    /// ANTIC's part of it has come out as before in `frame`.
    #[inline]
    pub(crate) fn pass_in(&mut self, frame: u64) {
        self.steady_before = frame + 2;
    }

    /// Whether ANTIC's part of it comes out as before again in `frame`, or if it has done so there already in the next,
    /// as long as it begins so and memory has `changed` no more than that of late: in the frame before or in this one it
    /// did.
    #[inline]
    pub(crate) fn is_steady(&self, frame: u64, changed: SomeCells) -> bool {
        frame < self.steady_before && !changed.meets(self.cells.all())
    }

    /// The same for one of which the objects' data are looked at.
    #[inline]
    pub(crate) fn is_steady_but_for_objects(&self, frame: u64, changed: SomeCells) -> bool {
        frame < self.steady_before && !changed.meets(self.cells.all_but_objects())
    }

    /// Whether the objects' data are as they were last, if memory has `changed` so of late. Their next change counts.
    #[inline]
    fn has_same_objects(&mut self, changed: SomeCells, memory: &mut Memory) -> bool {
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
    fn has_same_playfield(&mut self, memory: &Memory) -> bool {
        self.cells.is_same(Part::Scanned, memory) && self.cells.is_same(Part::Glyphs, memory)
    }
}

/// The lines of a frame.
pub(crate) struct KeptLines {
    /// By number, [`WAYS`] each: programs show two pictures in turns.
    pub lines: Vec<Option<Box<Line>>>,
    /// When each is not to be kept.
    pub pauses: Vec<Pause>,
    /// The current line is the one kept at `place`.
    pub known: bool,
    /// Which of those it is, or the one before that is followed by it.
    pub place: usize,
    /// The current line, if ANTIC has been left behind in one before.
    pub ahead: Option<u16>,
    /// What is known of GTIA.
    pub shown_by_gtia: Shown,
    /// Number of what ANTIC holds at the start of the current line, if that is known, but for the last byte fetched.
    pub held_id: u32,
    /// That byte, and all of it if the number is not the one that the line had before.
    pub held: Held,
    /// The current line, if it is to be kept.
    pub new: Option<Box<Line>>,
    /// Place of the line before, if it was kept or replayed.
    pub before: Option<usize>,
    /// The line that followed it, if it was replayed; 0 = not known.
    pub expected: u32,
    /// The last number given.
    pub last_id: u32,
    /// What the line kept last may read, and its number.
    last_reads: Option<(Reads, u32)>,
    /// Room for a row.
    pub row: Row,
    /// The pixels of which number the rows of both pictures show; 0 = not those of a line kept.
    pub shown: [[u32; FRAME_HEIGHT]; 2],
    /// Since the start of this frame all pictures have been drawn, or none.
    pub drawn_since: u64,
}

/// A copied machine keeps its lines anew: they would be most of it.
impl Clone for KeptLines {
    fn clone(&self) -> Self {
        KeptLines::new(self.pauses.len() as u32)
    }
}

impl KeptLines {
    /// Nothing kept yet, of a frame of `lines` lines.
    pub(crate) fn new(lines: u32) -> Self {
        KeptLines {
            lines: vec![None; WAYS * lines as usize],
            pauses: vec![Pause::default(); lines as usize],
            known: false,
            place: 0,
            ahead: None,
            shown_by_gtia: Shown::default(),
            held_id: 0,
            held: Held::nothing(),
            new: None,
            before: None,
            expected: 0,
            last_id: 0,
            last_reads: None,
            row: Row::empty(),
            shown: [[0; FRAME_HEIGHT]; 2],
            drawn_since: 0,
        }
    }

    /// Somebody looks at one of the chips, or changes it, in the middle of the line.
    #[inline]
    pub(crate) fn disturb(&mut self) {
        self.known = false;
        self.new = None;
        self.before = None;
        self.shown_by_gtia.before = None;
        self.expected = 0;
    }

    /// A number that has not been given yet.
    pub(crate) fn number(&mut self) -> u32 {
        next_number(&mut self.last_id)
    }

    /// The number of what a line may read: the same as that of the line kept last if they read the same.
    pub(crate) fn reads_id(&mut self, reads: &Reads) -> u32 {
        match self.last_reads {
            Some((last, id)) if last == *reads => id,
            _ => {
                let id = self.number();
                self.last_reads = Some((*reads, id));
                id
            }
        }
    }

    /// Notes that `row` of the picture being drawn is about to get the pixels of that number, or others (0).
    pub(crate) fn claim_row(&mut self, row: usize, id: u32) {
        self.shown[0][row] = id;
    }

    /// The picture is complete: the other one is drawn next.
    pub(crate) fn swap_pictures(&mut self) {
        self.shown.swap(0, 1);
    }

    /// Decides whether to keep line `number`: not if that was in vain of late. Each call counts.
    pub(crate) fn admit(&mut self, number: u16) -> bool {
        let pause = &mut self.pauses[usize::from(number)];
        let admitted = pause.is_over();
        if admitted {
            // Until it is complete: it may be one that somebody disturbs in every frame.
            pause.begin_longer();
        }
        admitted
    }

    /// Whether line `number` is kept at all.
    #[inline]
    pub(crate) fn keeps(&self, number: u16) -> bool {
        self.lines[places_of(number)].iter().any(Option::is_some)
    }

    /// Line `number` has come out otherwise: forgets it, unless it has been of use since it last did.
    pub(crate) fn forget_unused(&mut self, number: u16) {
        let places = places_of(number);
        let (mut used, mut served) = (false, false);
        for line in self.lines[places.clone()].iter_mut().flatten() {
            line.served |= line.used;
            used |= std::mem::take(&mut line.used);
            served |= line.served;
        }
        if used {
            return;
        }
        self.lines[places].fill(None);
        let pause = &mut self.pauses[usize::from(number)];
        if served {
            *pause = Pause::default();
        } else {
            pause.left = pause.length;
        }
    }

    /// Keeps line `number`: its place.
    pub(crate) fn keep(&mut self, number: u16, line: Box<Line>) -> usize {
        let places = places_of(number);
        // One that is of use stays, or else the younger one.
        let is_free = |place: &usize| self.lines[*place].as_ref().is_none_or(|line| !line.used);
        let age = |place: &usize| self.lines[*place].as_ref().map_or(0, |line| line.id);
        let free = places.clone().filter(is_free).min_by_key(age);
        let place = free.or(places.clone().min_by_key(age)).unwrap_or(places.start);
        self.lines[place] = Some(line);
        self.pauses[usize::from(number)].left = 0;
        place
    }

    /// The line kept at a place, if there is one.
    #[inline]
    pub(crate) fn line(&mut self, place: usize) -> Option<&mut Line> {
        self.lines[place].as_deref_mut()
    }

    /// [`followed`].
    #[inline]
    pub(crate) fn followed(&mut self, place: usize) -> Option<(&mut Line, &mut Line)> {
        followed(&mut self.lines, place)
    }

    /// The place of the line that followed the one at `place`, if it is kept.
    #[inline]
    pub(crate) fn next(&self, place: usize) -> Option<usize> {
        let line = self.lines[place].as_ref()?;
        let next = line.next_place;
        self.lines[next].as_ref().is_some_and(|kept| kept.id == line.next_id).then_some(next)
    }

    /// The slots of up to `count` lines behind the one at `place` that are known, as long as nobody changes what they
    /// read, and in which nothing happens that the CPU could notice.
    pub(crate) fn slots_behind(
        &mut self,
        mut place: usize,
        count: u64,
        frame: u64,
        memory: &mut Memory,
    ) -> i32 {
        let mut slots = 0;
        let changed = memory.changed_of_late();
        for _ in 0..count {
            let Some(next) = self.next(place) else { break };
            let Some(line) = self.line(next) else { break };
            let Some(more) = line.last_slots else { break };
            let is_last = line.quiet_slots.is_none();
            // What has changed is not watched any more: a store into it would not be noticed in time.
            let is_same = (line.is_steady_but_for_objects(frame, changed)
                && line.has_same_objects(changed, memory))
                || (line.reads_the_same(memory) && line.has_same_playfield(memory));
            if !is_same {
                break;
            }
            slots += more;
            if is_last {
                break;
            }
            place = next;
        }
        slots
    }

    /// Passes the line at `place`, in which ANTIC's part is steady in `frame`, if GTIA's is, too, and the one that followed it
    /// does, is steady and quiet and begins neither a frame nor what comes behind a picture: that one, and its slots.
    #[inline]
    pub(crate) fn pass_steady(
        &mut self,
        place: usize,
        frame: u64,
        changed: SomeCells,
    ) -> Option<(usize, i32)> {
        let line = self.lines[place].as_deref()?;
        let picture = line.picture.as_ref()?;
        if !picture.steady.holds(frame, self.drawn_since) {
            return None;
        }
        let next = line.next_place;
        let follower = self.follower(line.next_id, next)?;
        if picture.next_id != follower.picture.as_ref()?.id || !follower.is_steady(frame, changed) {
            return None;
        }
        let slots = follower.quiet_slots?;
        let drawn_since = self.drawn_since;
        let line = self.lines[place].as_deref_mut()?;
        line.used = true;
        line.pass_in(frame);
        let picture = line.picture.as_mut()?;
        picture.used = true;
        picture.steady.pass(frame, drawn_since);
        Some((next, slots))
    }

    /// The same of a line of which ANTIC's part is steady and in which GTIA does nothing but show what ANTIC says, in
    /// `colours` if anybody wants it, as the picture does already.
    #[inline]
    pub(crate) fn pass_plain(
        &mut self,
        place: usize,
        frame: u64,
        changed: SomeCells,
        colours: Option<&PlayfieldColours>,
        memory: &mut Memory,
    ) -> Option<(usize, i32)> {
        let line = self.lines[place].as_deref()?;
        if line.loads != [0; OBJECTS] {
            return None;
        }
        if let Some(colours) = colours
            && let Some(row) = row_number((place / WAYS) as u16)
            && line.plain.known(line.said_id, colours) != Some(self.shown[0][row])
        {
            return None;
        }
        let next = line.next_place;
        let follower = self.follower(line.next_id, next)?;
        let slots = follower.quiet_slots?;
        if !follower.is_steady_but_for_objects(frame, changed)
            || !self.line(next)?.has_same_objects(changed, memory)
        {
            return None;
        }
        let line = self.line(place)?;
        line.used = true;
        line.pass_in(frame);
        Some((next, slots))
    }

    /// The line at `next`, if that is the one with that id and begins neither a frame nor what comes behind a picture.
    #[inline]
    fn follower(&self, id: u32, next: usize) -> Option<&Line> {
        let begins_another = next < WAYS || next / WAYS == usize::from(BLANK_LINE);
        self.lines[next].as_deref().filter(|line| !begins_another && line.id == id)
    }

    /// The line at `place` followed the one before.
    pub(crate) fn link(&mut self, place: usize) {
        let id = self.line(place).map_or(0, |line| line.id);
        if let Some(before) = self.before
            && let Some(line) = self.line(before)
        {
            (line.next_id, line.next_place) = (id, place);
        }
    }

    /// GTIA's part of the line at a place, if it is kept.
    #[inline]
    pub(crate) fn picture(&mut self, place: usize) -> Option<&mut KeptPicture> {
        self.lines[place].as_deref_mut()?.picture.as_mut()
    }

    /// GTIA's part of the line at `place` followed the one before.
    pub(crate) fn link_picture(&mut self, place: usize) {
        let id = self.picture(place).map_or(0, |picture| picture.id);
        if let Some(before) = self.shown_by_gtia.before
            && let Some(picture) = self.picture(before)
        {
            picture.next_id = id;
        }
    }
}

/// The number behind the `last` one; never 0.
pub(crate) fn next_number(last: &mut u32) -> u32 {
    *last = last.wrapping_add(1).max(1);
    *last
}

/// The line at `place` and the one that followed it, if that is kept.
#[inline]
pub(crate) fn followed(lines: &mut [Option<Box<Line>>], place: usize) -> Option<(&mut Line, &mut Line)> {
    let next = lines[place].as_ref()?.next_place;
    let Ok([Some(line), Some(next)]) = lines.get_disjoint_mut([place, next]) else { return None };
    (next.id == line.next_id).then_some((line, next))
}

/// Where a line may be kept.
pub(crate) fn places_of(number: u16) -> std::ops::Range<usize> {
    let first = WAYS * usize::from(number);
    first..first + WAYS
}

/// The row of a picture that a scan line shows.
pub(crate) fn row_number(line: u16) -> Option<usize> {
    line.checked_sub(FIRST_LINE).filter(|_| line < BLANK_LINE).map(usize::from)
}

/// The row of a picture that a scan line shows: its number and its pixels.
pub(crate) fn row_of(picture: &mut [u8], line: u16) -> Option<(usize, &mut [u8; LINE_PIXELS])> {
    let row = row_number(line)?;
    picture[row * LINE_PIXELS..].first_chunk_mut().map(|pixels| (row, pixels))
}
