//! The lines of a frame as they were last run, for [`runs::replay`](crate::machine::runs::replay).

use super::bounds::NO_SLOT;
use super::cells::SomeCells;
use super::fonts::Fonts;
use super::foresight::Foresight;
use super::kept_line::{Line, OBJECTS};
use super::memory::Memory;
use super::pause::Pause;
use super::run::Ends;
use crate::chips::an::Row;
use crate::chips::antic::{BLANK_LINE, FIRST_LINE, Held, Reads, Scroll};
use crate::chips::gtia::{LINE_PIXELS, Look};
use crate::machine::config::FRAME_HEIGHT;

/// How many versions of each line are kept.
pub(crate) const WAYS: usize = 2;
/// A line that changes within fewer frames is not worth keeping.
/// [measured: 4.0 of 29 host instructions a machine cycle in `waves`]
const WORTHWHILE: u64 = 6;

/// Of the lines that have been kept in vain for long, every eighth is still tried, to find out whether that has
/// changed; the others are tried when the line before them is of use.
/// [measured: 0.3 of 20.9 host instructions a machine cycle in the long run of `platform`]
const PROBES: u16 = 8;

/// The lines of a frame.
pub(crate) struct KeptLines {
    /// Indexed by number, [`WAYS`] entries each: programs alternate between two pictures.
    pub lines: Vec<Option<Box<Line>>>,
    /// For each line, how long not to keep it.
    pub pauses: Vec<Pause>,
    /// For each line, a sum of what it was and what it became at its last change, and a number of its bytes then.
    changes: Vec<(u64, u64)>,
    /// The current line is the kept one at `place`.
    pub known: bool,
    /// Place of the current line, or of the one before that is followed by it.
    pub place: usize,
    /// What the current line reads may not have been marked, as it is about to be passed.
    pub is_unmarked: bool,
    /// The number of the current line, if ANTIC has been left behind in an earlier one.
    pub ahead: Option<u16>,
    /// The CPU has written to GTIA in this line.
    pub written: bool,
    /// The collisions at the end of this line, if they are foreseen.
    pub foresight: Foresight,
    /// HSCROL and VSCROL. Valid while lines are known.
    pub scroll: Scroll,
    /// Number of what ANTIC holds at the start of the current line, if that is known, not counting the last byte
    /// fetched.
    pub held_id: u32,
    /// The last byte fetched; and all of what ANTIC holds, if `held_id` is not the number that the line had before.
    pub held: Held,
    /// The current line, if it is to be kept.
    pub new: Option<Box<Line>>,
    /// Place of the line before, if it was kept or replayed.
    pub before: Option<usize>,
    /// Id of the line that followed the one before, if that was replayed; 0 = unknown.
    pub expected: u32,
    /// The last number assigned.
    pub last_id: u32,
    /// What the line kept last may read, and the number of that.
    last_reads: Option<(Reads, u32)>,
    /// A buffer for a row.
    pub row: Row,
    /// Fonts of text that changes.
    pub fonts: Fonts,
    /// For the rows of both pictures, the number of the pixels that they show; 0 = not those of a kept line.
    pub shown: [[u32; FRAME_HEIGHT]; 2],
}

/// A cloned machine starts without kept lines: they would be most of its size.
impl Clone for KeptLines {
    fn clone(&self) -> Self {
        KeptLines::new(self.pauses.len() as u32)
    }
}

impl KeptLines {
    /// Nothing kept yet, for a frame of `lines` lines.
    pub(crate) fn new(lines: u32) -> Self {
        KeptLines {
            lines: vec![None; WAYS * lines as usize],
            pauses: vec![Pause::default(); lines as usize],
            changes: vec![(0, 0); lines as usize],
            known: false,
            place: 0,
            is_unmarked: false,
            ahead: None,
            written: false,
            foresight: Foresight::default(),
            scroll: 0,
            held_id: 0,
            held: Held::nothing(),
            new: None,
            before: None,
            expected: 0,
            last_id: 0,
            last_reads: None,
            row: Row::empty(),
            fonts: Fonts::new(),
            shown: [[0; FRAME_HEIGHT]; 2],
        }
    }

    /// To be called when a chip is accessed or changed in the middle of the line.
    #[inline]
    pub(crate) fn disturb(&mut self) {
        self.foresight.forget();
        self.known = false;
        self.new = None;
        self.before = None;
        self.expected = 0;
    }

    /// A number that has not been assigned yet.
    pub(crate) fn number(&mut self) -> u32 {
        next_number(&mut self.last_id)
    }

    /// The number of what a line may read; the same as that of the line kept last if both read the same.
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

    /// Notes that `row` of the picture being drawn is about to show the pixels with number `id`; 0 = not those of a
    /// kept line.
    pub(crate) fn claim_row(&mut self, row: usize, id: u32) {
        self.shown[0][row] = id;
    }

    /// The picture is complete; the other one is drawn next.
    pub(crate) fn swap_pictures(&mut self) {
        self.shown.swap(0, 1);
    }

    /// Decides whether to keep line `number`: not if that has been in vain recently. Each call counts towards the pause.
    pub(crate) fn admit(&mut self, number: u16) -> bool {
        let admitted = self.may_be_kept(number);
        let pause = &mut self.pauses[usize::from(number)];
        pause.pass();
        if admitted {
            // Until it is complete: it may be a line that is disturbed in every frame.
            pause.begin_longer();
        }
        admitted
    }

    /// What [`KeptLines::admit`] will return.
    #[inline]
    fn may_be_kept(&self, number: u16) -> bool {
        let pause = self.pauses[usize::from(number)];
        let is_of_use = |line: &Option<Box<Line>>| line.as_ref().is_some_and(|line| line.used);
        pause.is_over()
            && (!pause.is_longest()
                || number.is_multiple_of(PROBES)
                || self.lines[places_of(number - 1)].iter().any(is_of_use))
    }

    /// How many lines from `first` on, at most `most`, are neither kept nor will be kept when they come.
    #[inline(always)]
    pub(crate) fn unkept(&self, first: u16, most: u16) -> u16 {
        let is_unkept = |&number: &u16| !self.keeps(number) && !self.may_be_kept(number);
        (first..first + most).take_while(is_unkept).count() as u16
    }

    /// Passes `count` lines of those; the last of them begins. The line before them is not a kept one.
    #[inline(always)]
    pub(crate) fn pass_unkept(&mut self, first: u16, count: u16) {
        (self.before, self.expected) = (None, 0);
        let passed = usize::from(first)..usize::from(first + count);
        self.pauses[passed].iter_mut().for_each(Pause::pass);
    }

    /// Whether line `number` is kept at all.
    #[inline]
    pub(crate) fn keeps(&self, number: u16) -> bool {
        self.lines[places_of(number)].iter().any(Option::is_some)
    }

    /// Line `number` has changed in `frame`, and its [`Line::origin`] is `now` another one: forgets the line, unless
    ///
    /// - it has been of use for some time since it last changed; or
    /// - it has made just this change before and may change back. Such are the lines of pictures of which one is drawn
    ///   while the other is shown, or that alternate in every frame; the latter are of use if they are not being drawn, as
    ///   their bytes tell.
    ///
    /// [measured: 5.2 of 23.4 host instructions a machine cycle where that takes three frames, 10 of 35.5 where it
    /// takes one]
    pub(crate) fn forget_unused(&mut self, number: u16, frame: u64, now: u64) {
        let places = places_of(number);
        if let [Some(line), None] | [None, Some(line)] = &self.lines[places.clone()] {
            let (before, bytes) = (line.origin(), line.bytes_number());
            let change = (before.wrapping_add(now), bytes);
            let last = std::mem::replace(&mut self.changes[usize::from(number)], change);
            let is_of_turns = line.used || (frame == line.since + 1 && last.1 == bytes);
            if last.0 == change.0 && before != now && is_of_turns {
                return;
            }
        }
        let (mut used, mut was_useful) = (false, false);
        for line in self.lines[places.clone()].iter_mut().flatten() {
            let lasted = frame.saturating_sub(std::mem::replace(&mut line.since, frame)) >= WORTHWHILE;
            let is_used = std::mem::take(&mut line.used) && lasted;
            line.was_useful |= is_used;
            used |= is_used;
            was_useful |= line.was_useful;
        }
        if used {
            return;
        }
        self.lines[places].fill(None);
        let pause = &mut self.pauses[usize::from(number)];
        if was_useful {
            *pause = Pause::default();
        } else {
            pause.begin_again();
        }
    }

    /// Keeps line `number`; returns its place.
    pub(crate) fn keep(&mut self, number: u16, mut line: Box<Line>) -> usize {
        let places = places_of(number);
        // It may replace one that was of use.
        line.was_useful = self.lines[places.clone()].iter().flatten().any(|line| line.was_useful);
        // A line that is of use stays, and otherwise the younger one.
        let is_free = |place: &usize| self.lines[*place].as_ref().is_none_or(|line| !line.used);
        let age = |place: &usize| self.lines[*place].as_ref().map_or(0, |line| line.id);
        let free = places.clone().filter(is_free).min_by_key(age);
        let place = free.or(places.clone().min_by_key(age)).unwrap_or(places.start);
        self.lines[place] = Some(line);
        self.pauses[usize::from(number)].end();
        place
    }

    /// The line kept at a place, if there is one.
    #[inline]
    pub(crate) fn line(&mut self, place: usize) -> Option<&mut Line> {
        self.lines[place].as_deref_mut()
    }

    /// The current line, if it is known.
    #[inline(always)]
    pub(crate) fn current(&self) -> Option<&Line> {
        if self.known { self.lines[self.place].as_deref() } else { None }
    }

    /// The place of the line that followed the one at `place`, if it is kept.
    #[inline]
    pub(crate) fn next(&self, place: usize) -> Option<usize> {
        let line = self.lines[place].as_ref()?;
        let next = line.next_place;
        self.follower(line.next_id, next).map(|_| next)
    }

    /// The slots of the line at `place`, which has `slots`, and of up to `count` lines after it. The lines counted are
    /// known as long as nothing changes what they read, and nothing happens in them that the CPU could notice. Only in
    /// the last one an NMI may come: the second number is the first slot of its sequence.
    pub(crate) fn slots_behind(
        &mut self,
        place: usize,
        count: usize,
        frame: u64,
        memory: &mut Memory,
        mut slots: i32,
        ends: &mut Ends,
    ) -> (i32, i32) {
        let changed = memory.changed_of_late();
        let Some(mut next) = self.lines[place].as_ref().map(|line| (line.next_id, line.next_place)) else {
            return (slots, NO_SLOT);
        };
        for number in 1..=count {
            let Some(line) = self.follower_mut(next) else { break };
            let Some(more) = line.last_slots else { break };
            if !line.stays_the_same(frame, changed, memory) {
                break;
            }
            if line.quiet_slots.is_none() {
                let (through, behind) = (slots + line.slots, (line.next_id, line.next_place));
                return match self.slots_to_nmi(behind, frame, memory) {
                    Some((all, from)) if number < count => {
                        ends.set(number, through);
                        ends.set(number + 1, through + all);
                        (through + all, through + from)
                    }
                    _ => (slots + more, NO_SLOT),
                };
            }
            slots += more;
            ends.set(number, slots);
            next = (line.next_id, line.next_place);
        }
        (slots, NO_SLOT)
    }

    /// The line `count` lines after the one at `place`, if it is quiet and, like all before it, known as long as
    /// nothing changes what it reads.
    pub(crate) fn quiet_behind(
        &mut self,
        mut place: usize,
        count: usize,
        frame: u64,
        memory: &mut Memory,
    ) -> Option<&Line> {
        for _ in 1..count {
            place = self.lines[place].as_ref()?.next_place;
        }
        let next = self.lines[place].as_ref().map(|line| (line.next_id, line.next_place))?;
        let line = self.follower_mut(next)?;
        let is_quiet = line.quiet_slots.is_some();
        (is_quiet && line.stays_known(frame, memory)).then_some(line)
    }

    /// For a line that has followed another one, given by its id and place: its slots and the first slot of its NMI's
    /// sequence, if it is known and has one.
    fn slots_to_nmi(&mut self, next: (u32, usize), frame: u64, memory: &mut Memory) -> Option<(i32, i32)> {
        let line = self.follower_mut(next)?;
        let from = line.interrupted_from.filter(|_| !memory.noted.accesses)?;
        line.stays_the_same(frame, memory.changed_of_late(), memory).then_some((line.slots, from))
    }

    /// Passes the line at `place`, in which ANTIC's part is steady in `frame` and GTIA only shows what ANTIC says. With
    /// the given `look`, if pictures are drawn, the picture must show that already. The line that followed must be
    /// steady and quiet, and begin neither a frame nor the part after a picture. Returns its place and its slots.
    #[inline]
    pub(crate) fn pass_plain(
        &mut self,
        place: usize,
        frame: u64,
        changed: SomeCells,
        look: Option<&Look>,
        memory: &mut Memory,
    ) -> Option<(usize, i32)> {
        let line = self.lines[place].as_deref()?;
        if line.loads != [0; OBJECTS] {
            return None;
        }
        if let Some(look) = look
            && let Some(row) = row_number((place / WAYS) as u16)
            && line.plain.known(line.said_id, look) != Some(self.shown[0][row])
        {
            return None;
        }
        let next = self.next_but_for_pictures(place, frame, changed, memory)?;
        let line = self.line(place)?;
        line.used = true;
        line.pass_in(frame);
        Some(next)
    }

    /// The place and the slots of the line that followed the one at `place`, whose ANTIC part is steady. That line must
    /// be steady as well in `frame` with the same objects, be quiet, and begin neither a frame nor the part after a
    /// picture.
    #[inline(always)]
    fn next_but_for_pictures(
        &mut self,
        place: usize,
        frame: u64,
        changed: SomeCells,
        memory: &mut Memory,
    ) -> Option<(usize, i32)> {
        let line = self.lines[place].as_deref()?;
        let next = line.next_place;
        let follower = self.follower_within(line.next_id, next)?;
        let slots = follower.quiet_slots?;
        let is_same =
            follower.is_steady(frame, changed) && self.line(next)?.has_same_objects(changed, memory);
        is_same.then_some((next, slots))
    }

    /// [`KeptLines::next_but_for_pictures`], for lines of which GTIA's part has to be run: GRACTL must be the same,
    /// too.
    #[inline(always)]
    pub(crate) fn next_with_objects(
        &mut self,
        place: usize,
        frame: u64,
        gractl: u8,
        memory: &mut Memory,
    ) -> Option<(usize, i32)> {
        let next = self.next_but_for_pictures(place, frame, memory.changed_of_late(), memory)?;
        self.line(next.0).is_some_and(|line| line.gractl == gractl).then_some(next)
    }

    /// The line at `next`, if it has this id and the scroll registers are the same.
    #[inline]
    fn follower(&self, id: u32, next: usize) -> Option<&Line> {
        self.lines[next].as_deref().filter(|line| line.id == id && line.scrolling.is_under(self.scroll))
    }

    /// The line at `next`, for changing it, if it has this id and the scroll registers are the same.
    #[inline(always)]
    fn follower_mut(&mut self, (id, next): (u32, usize)) -> Option<&mut Line> {
        let scroll = self.scroll;
        self.lines[next].as_deref_mut().filter(|line| line.id == id && line.scrolling.is_under(scroll))
    }

    /// The line at `next`, if it has this id and begins neither a frame nor the part after a picture.
    #[inline]
    fn follower_within(&self, id: u32, next: usize) -> Option<&Line> {
        let begins_another = next < WAYS || next / WAYS == usize::from(BLANK_LINE);
        self.follower(id, next).filter(|_| !begins_another)
    }

    /// Links the line at `place` to the one that it followed.
    pub(crate) fn link(&mut self, place: usize) {
        let id = self.line(place).map_or(0, |line| line.id);
        if let Some(before) = self.before
            && let Some(line) = self.line(before)
        {
            (line.next_id, line.next_place) = (id, place);
        }
    }
}

/// The number after the `last` one; never 0.
pub(crate) fn next_number(last: &mut u32) -> u32 {
    *last = last.wrapping_add(1).max(1);
    *last
}

/// The line at `place` and the one that followed it, if that is kept.
#[inline(always)]
pub(crate) fn followed(lines: &mut [Option<Box<Line>>], place: usize) -> Option<(&mut Line, &mut Line)> {
    let next = lines[place].as_ref()?.next_place;
    let Ok([Some(line), Some(next)]) = lines.get_disjoint_mut([place, next]) else { return None };
    (next.id == line.next_id).then_some((line, next))
}

/// The places at which a line may be kept.
pub(crate) fn places_of(number: u16) -> std::ops::Range<usize> {
    let first = WAYS * usize::from(number);
    first..first + WAYS
}

/// The row of a picture that a scan line shows.
pub(crate) fn row_number(line: u16) -> Option<usize> {
    line.checked_sub(FIRST_LINE).filter(|_| line < BLANK_LINE).map(usize::from)
}

/// The row of a picture that a scan line shows: its number and its pixels.
#[inline]
pub(crate) fn row_of(picture: &mut [u8], line: u16) -> Option<(usize, &mut [u8; LINE_PIXELS])> {
    let row = row_number(line)?;
    picture[row * LINE_PIXELS..].first_chunk_mut().map(|pixels| (row, pixels))
}
