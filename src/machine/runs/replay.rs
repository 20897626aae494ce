//! Replays ANTIC's part of lines that come out as before. What ANTIC does in an undisturbed line depends on its state
//! after the start of the line and on the memory that it reads. If both are as they were when the line was last run,
//! the outcome is taken from there. [measured: 6.4 of 27 host instructions a machine cycle on the map screen] GTIA's
//! part is in [`shown`](super::shown).
//!
//! In most lines only the row of the picture, and what ANTIC holds of it, depends on the bytes of the playfield. If
//! nothing but those bytes has changed, the line still counts as known, and only its row is made again.
//!
//! States need to be compared only where a chain of lines begins, not as long as each line is followed by the same one
//! as before.

use crate::chips::antic::{Held, RowPlan};
use crate::machine::board::atari::{Atari, Dma, LINE};
use crate::machine::board::fonts::Text;
use crate::machine::board::kept_line::{Fetched, LastByte, Line, Marked, origin};
use crate::machine::board::kept_lines::{WAYS, followed, next_number, places_of};
use crate::machine::board::plain_row::PlainRow;
use crate::machine::board::read_cells::{Part, ReadCells};

impl Atari {
    /// Determines whether the current line, which has just been planned, is known.
    pub(crate) fn recognise_line(&mut self) -> bool {
        let number = self.antic.line();
        let expected = std::mem::take(&mut self.kept_lines.expected);
        self.kept_lines.keeps(number) && self.recognise_kept(number, expected)
    }

    #[inline(never)]
    fn recognise_kept(&mut self, number: u16, expected: u32) -> bool {
        self.kept_lines.scroll = self.antic.scroll();
        let Some(place) = places_of(number).find(|&place| self.is_line_at(place, expected)) else {
            let list = self.antic.list_read().map(|at| self.memory.bytes[usize::from(at)]);
            self.kept_lines.forget_unused(number, self.frame, origin(self.antic.places(), list));
            return false;
        };
        let Some(line) = self.kept_lines.line(place) else { return false };
        let (bounds, reads, follows) = (line.bounds, line.reads, line.id == expected);
        let held_id = self.antic.held().is_like(line.start.held()).then_some(line.held[0]);
        let kept = &mut self.kept_lines;
        (kept.known, kept.place) = (true, place);
        kept.held_id = held_id.unwrap_or_else(|| kept.number());
        kept.held.clone_from(self.antic.held());
        if !follows {
            kept.link(place);
        }
        (self.quiet, self.bounds) = (Some(bounds.is_none()), bounds);
        self.mark(reads);
        true
    }

    /// Whether the current line, which has just been planned, is the one kept at `place`. If that one has this id, it
    /// need not be compared with ANTIC's state.
    fn is_line_at(&mut self, place: usize, id: u32) -> bool {
        let gractl = self.gtia.gractl();
        let Some(line) = self.kept_lines.lines[place].as_deref_mut() else { return false };
        if line.gractl != gractl
            || !line.reads_the_same(&mut self.memory)
            || (line.row.is_none() && self.antic.held() != line.start.held())
        {
            return false;
        }
        // A kept line is repeatable, so a line that starts from the same state of ANTIC is, too, except for these two
        // conditions.
        (line.id == id && line.scrolling.is_under(self.kept_lines.scroll))
            || (!self.oracle && self.phantom_from == 0 && self.antic.is_at(&line.start))
    }

    /// Counts the current line, which has just been planned and is not known. Returns whether to keep it, because that
    /// may be of use.
    #[inline(always)]
    pub(super) fn admit_line(&mut self) -> bool {
        let number = self.antic.line();
        self.is_repeatable() && self.kept_lines.admit(number)
    }

    /// Begins to keep the current line. What it reads has been marked.
    #[inline(never)]
    pub(super) fn begin_keeping(&mut self) {
        let (Some(plan), Some(reads)) = (self.antic.plan_id(), self.marked.map(|marked| marked.reads)) else {
            return;
        };
        let (list_read, scans) = (self.antic.list_read(), self.antic.scans());
        let Some(cells) = ReadCells::of(list_read[0], &reads, scans, &mut self.memory) else { return };
        let bounds = if self.is_quiet() { None } else { Some(self.bounds()) };
        let quiet_behind_nmi = bounds.is_none() || self.is_quiet_but_for_nmi();
        let slots = self.slots_unseen();
        let quiet_slots = slots.filter(|_| bounds.is_none());
        let last_slots = bounds.map_or(slots, |bounds| bounds.slots_before_nmi(slots?));
        let interrupt = self.antic.line_interrupt();
        let interrupted_from =
            bounds.filter(|_| interrupt.comes).and_then(|bounds| self.interrupted_from(&bounds));
        let start = self.antic.moment();
        let objects = self.antic.objects_read_at();
        let loads = objects.map(|at| at.map_or(0, |at| self.memory.bytes[usize::from(at)]));
        let line = Line {
            id: self.kept_lines.number(),
            plan,
            next_id: 0,
            next_place: 0,
            end: start.clone(),
            start,
            scrolling: self.antic.scrolling(),
            gractl: self.gtia.gractl(),
            list: list_read.map(|at| (at, self.memory.bytes[usize::from(at)])),
            objects,
            loads,
            end_outdated: false,
            bounds,
            interrupt,
            quiet_behind_nmi,
            slots: self.antic.plan().slot_at(LINE),
            interrupted_from,
            quiet_slots,
            last_slots,
            cells,
            reads: Marked { reads, id: self.kept_lines.reads_id(&reads) },
            all_changes: self.memory.all_changes,
            watched: self.antic.plan().watched != 0,
            row: None,
            said_id: self.kept_lines.number(),
            said: None,
            is_unsaid: false,
            text: None,
            fetches_no_playfield: false,
            last_byte: None,
            codes: None,
            fetched: [
                Fetched::in_cycle(self.antic.last_head_fetch(2), self.antic.last_byte()),
                Fetched::Nothing,
            ],
            held: [self.kept_lines.number(), self.kept_lines.number()],
            plain: PlainRow::default(),
            steady_until: 0,
            since: self.frame,
            used: false,
            was_useful: false,
        };
        self.kept_lines.new = Some(Box::new(line));
    }

    /// Whether the outcome of the line does not depend on anything that the CPU puts on the bus, except perhaps for the
    /// last bytes of its playfield.
    fn is_repeatable(&self) -> bool {
        let plan = self.antic.plan();
        let watched =
            self.antic.watches_first() || (plan.watched != 0 && (plan.watches_next || plan.train.is_none()));
        !self.oracle && self.phantom_from == 0 && !self.gives_missiles_instruction() && !watched
    }

    /// Ends the current line and starts the next, if both are known and followed one another before. False if not.
    ///
    /// ANTIC is not consulted: it is left behind until it is needed ([`Atari::catch_up_antic`]). The CPU stands in slot
    /// `slot` of the current line and must be beyond cycle 0 of the next: there it could still write something that the
    /// next line reads when it starts.
    #[inline]
    pub(crate) fn follow_line(&mut self, slot: i32) -> bool {
        self.kept_lines.known && self.follow_known_line(slot - self.line_slots)
    }

    /// [`Atari::follow_line`] for a known line; the CPU is `rest` slots past its end.
    #[inline(never)]
    fn follow_known_line(&mut self, rest: i32) -> bool {
        let follows = self.follow_unmarked(rest);
        if !follows && self.kept_lines.is_unmarked {
            self.mark_passed_line();
        }
        follows
    }

    /// Marks what the current line reads: it was known and about to be passed, so that had been omitted.
    #[cold]
    #[inline(never)]
    fn mark_passed_line(&mut self) {
        let kept = &mut self.kept_lines;
        kept.is_unmarked = false;
        if let Some(line) = kept.line(kept.place) {
            let reads = line.reads;
            self.mark(reads);
        }
    }

    /// [`Atari::follow_known_line`], after which what the current line reads may not have been marked
    /// ([`KeptLines::is_unmarked`]).
    #[inline(always)]
    fn follow_unmarked(&mut self, rest: i32) -> bool {
        let place = self.kept_lines.place;
        if !self.is_followed(place) {
            return false;
        }
        let Some(taken_as_before) = self.finish_followed(place) else { return false };
        let Some(held_id) = self.end_followed(place, taken_as_before) else { return false };
        let number = (place / WAYS) as u16;
        if !self.show_plain(number) {
            self.end_showing(number);
        }
        self.begin_follower(place, held_id, rest)
    }

    /// Whether the line at `place`, which is the current one, will be followed by the same line as before, as things
    /// stand.
    #[inline(always)]
    fn is_followed(&mut self, place: usize) -> bool {
        let Atari { kept_lines: kept, memory, antic, gtia, .. } = self;
        followed(&mut kept.lines, place).is_some_and(|(_, line)| {
            line.gractl == gtia.gractl()
                && line.scrolling.is_under(kept.scroll)
                && line.reads_the_same(memory)
                && antic.knows_plan(line.plan)
        })
    }

    /// The line at `place`, which is the current one, is over. Returns whether its playfield came out as before, or
    /// nothing if the line is not known any more.
    #[inline(always)]
    fn finish_followed(&mut self, place: usize) -> Option<bool> {
        let Atari { kept_lines: kept, memory, tracked, .. } = self;
        let line = kept.lines[place].as_deref_mut()?;
        let (held_id, last_byte) = (kept.held_id, kept.held.last_byte);
        if line.takes_as_before(held_id, last_byte, memory) {
            return Some(true);
        }
        if line.may_take_last_byte_alone(held_id) && line.takes_last_byte_alone(last_byte, memory, tracked) {
            return Some(false);
        }
        let (shows_row, fetches_no_playfield) = (line.row.is_some(), line.fetches_no_playfield);
        if line.watched {
            self.capture_tracked(LINE);
            if !self.kept_lines.known {
                return None;
            }
        }
        Some(!shows_row || self.retake((place / WAYS) as u16, fetches_no_playfield))
    }

    /// The line at `place`, which is the current one, is over. Returns the number of what ANTIC holds then, or nothing
    /// if the line that followed before does not begin with that.
    #[inline(always)]
    fn end_followed(&mut self, place: usize, taken_as_before: bool) -> Option<u32> {
        let Atari { kept_lines: kept, frame, .. } = self;
        let (before, line) = followed(&mut kept.lines, place)?;
        let (held_id, held) = (before.held[1], before.end.held());
        let held_follows = line.begins_with(held_id, held.last_byte);
        if !held_follows && line.row.is_none() {
            return None;
        }
        if line.held[0] != held_id {
            kept.held.clone_from(held);
        }
        kept.held.last_byte = held.last_byte;
        before.used = true;
        if taken_as_before && held_follows && !before.watched {
            before.pass_in(*frame);
        }
        Some(held_id)
    }

    /// Makes the line that followed the one at `place` the current one. ANTIC begins it with what it holds, which has
    /// the number `held_id`. False if the line is not known.
    #[inline(always)]
    fn begin_follower(&mut self, place: usize, held_id: u32, rest: i32) -> bool {
        let kept = &mut self.kept_lines;
        let Some(next) = kept.lines[place].as_deref().map(|line| line.next_place) else { return false };
        let number = (next / WAYS) as u16;
        (kept.before, kept.ahead, kept.place, kept.held_id) = (Some(place), Some(number), next, held_id);
        self.begin_time_of(number);
        let Atari { kept_lines: kept, antic, marked, .. } = self;
        let Some(line) = kept.lines[next].as_deref_mut() else { return false };
        antic.recall_known_plan(line.plan);
        self.quiet = Some(line.bounds.is_none());
        if line.bounds.is_some() {
            self.bounds = line.bounds;
        }
        let missiles = line.missiles();
        if rest > line.slots + 1 {
            // The CPU stores nothing in this line, as it is about to be passed, too.
            // [measured: 0.3 of 20.8 host instructions a machine cycle in `chain`]
            kept.is_unmarked = true;
        } else if line.reads.id == 0 || marked.is_none_or(|marked| marked.id != line.reads.id) {
            // Most lines read the same as the one before.
            let reads = line.reads;
            self.mark(reads);
        }
        if let Some(missiles) = missiles {
            self.gtia.load_missiles(number, missiles);
        }
        true
    }

    /// Takes the playfield of line `number`, which is known and over. Its bytes may differ from before.
    #[inline]
    fn take_playfield(&mut self, number: u16) {
        let Atari { kept_lines: kept, memory, .. } = self;
        let Some(line) = kept.lines[kept.place].as_deref_mut().filter(|line| line.row.is_some()) else {
            return;
        };
        if !line.takes_as_before(kept.held_id, kept.held.last_byte, memory) {
            let fetches_no_playfield = line.fetches_no_playfield;
            self.retake(number, fetches_no_playfield);
        }
    }

    /// Takes the playfield of line `number`, which is known and over, and whose bytes probably differ from before.
    /// Returns whether it came out as before.
    #[inline]
    fn retake(&mut self, number: u16, fetches_no_playfield: bool) -> bool {
        let as_before =
            if fetches_no_playfield { self.retake_inherited(number) } else { self.retake_all(number) };
        as_before.unwrap_or(false)
    }

    /// [`Atari::retake`] for a line that shows the names that the first line of its mode line has fetched, or
    /// nothing.
    #[inline(never)]
    fn retake_inherited(&mut self, number: u16) -> Option<bool> {
        let Atari { memory, antic, gtia, kept_lines: kept, .. } = self;
        let line = kept.lines[kept.place].as_deref_mut()?;
        let same_glyphs = match &mut line.text {
            Some(text) => kept.fonts.are_same(text, memory),
            None => Some(true),
        };
        let Some(same_glyphs) = same_glyphs else { return self.retake_all(number) };
        line.cells.mark_looked_at(Part::Glyphs, memory);
        let row = line.row?;
        // What is the same as before may have got another number.
        let same_held = std::mem::replace(&mut line.held[0], kept.held_id) == kept.held_id
            || kept.held.is_like(line.start.held());
        let mut same_names = true;
        if !same_held {
            same_names = row.shown(&kept.held) == row.shown(line.start.held());
            line.held[1] = next_number(&mut kept.last_id);
            line.start.hold(&kept.held);
        }
        line.start.set_last_byte(line.last_byte_at_start(kept.held.last_byte));
        let dma = Dma { memory: &*memory, gtia, line: number };
        let last_byte = antic.last_byte_of(&row, line.start.held(), line.last_byte_before_playfield(), &dma);
        let same_byte = last_byte == line.end.held().last_byte;
        if !same_held {
            line.end.hold_behind(&row, line.start.held());
        }
        line.end.set_last_byte(last_byte);
        line.end_outdated = false;
        if line.text.is_some() && !(same_names && same_glyphs) {
            line.unsay(next_number(&mut kept.last_id));
        }
        if !memory.is_of_this_frame(line.all_changes) {
            line.stamp(memory);
        }
        Some(same_held && same_glyphs && same_byte)
    }

    #[inline(never)]
    fn retake_all(&mut self, number: u16) -> Option<bool> {
        let Atari { memory, antic, gtia, kept_lines: kept, .. } = self;
        let line = kept.lines[kept.place].as_deref_mut()?;
        let row = line.row?;
        let same_names = line.cells.is_same(Part::Scanned, memory);
        let kept_glyphs = line.text.as_mut().and_then(|text| kept.fonts.are_same(text, memory));
        if kept_glyphs.is_some() {
            line.cells.mark_looked_at(Part::Glyphs, memory);
        }
        let same_glyphs = kept_glyphs.unwrap_or_else(|| line.cells.is_same(Part::Glyphs, memory));
        if same_names
            && same_glyphs
            && !line.watched
            && !line.end_outdated
            && line.begins_with(kept.held_id, kept.held.last_byte)
        {
            line.stamp(memory);
            return Some(true);
        }
        let before = (line.said_id, line.held[1], line.end.held().last_byte);
        let begins_so = line.held[0] == kept.held_id;
        if !begins_so {
            line.held[0] = kept.held_id;
            line.start.hold(&kept.held);
        }
        line.start.set_last_byte(line.last_byte_at_start(kept.held.last_byte));
        let dma = Dma { memory: &*memory, gtia, line: number };
        let last_byte = line.last_byte_before_playfield();
        let mut shows_same = same_glyphs && !row.shows_captured();
        if begins_so && same_names && !(line.watched && antic.captures_others(&row, line.end.held())) {
            line.end.set_last_byte(antic.last_byte_of(&row, line.end.held(), last_byte, &dma));
        } else {
            let mut held = Held { last_byte, ..line.start.held().clone() };
            antic.take(&row, &mut held, &dma);
            held.begin_line();
            let end = line.end.held();
            if !held.is_like(end) {
                shows_same &= row.shown(&held) == row.shown(end);
                line.held[1] = next_number(&mut kept.last_id);
            }
            line.end.hold(&held);
        }
        if row.shows_captured()
            && let Some(said) = &mut line.said
        {
            antic.show(&row, line.end.held(), &mut kept.row, &dma);
            shows_same = kept.row.cells() == said.cells();
        }
        if !shows_same {
            line.unsay(next_number(&mut kept.last_id));
            if row.shows_captured()
                && let Some(said) = &mut line.said
            {
                // The rest of `said` stays as it is.
                (said.cells, line.is_unsaid) = (kept.row.cells, false);
            }
        }
        if !same_names {
            line.cells.look(Part::Scanned, memory);
        }
        if !same_glyphs && kept_glyphs.is_none() {
            line.cells.look(Part::Glyphs, memory);
        }
        line.end_outdated = false;
        line.stamp(memory);
        Some(before == (line.said_id, line.held[1], line.end.held().last_byte))
    }

    /// Ends the current line as it ended before, and begins the next. False if the current line is not known.
    pub(crate) fn replay_line(&mut self, number: u16) -> bool {
        if !self.kept_lines.known {
            return false;
        }
        self.take_playfield(number);
        self.end_showing(number);
        let kept = &mut self.kept_lines;
        kept.known = false;
        let Some(line) = kept.lines[kept.place].as_deref_mut() else { return false };
        self.antic.go_to(&line.end);
        line.used = true;
        (kept.before, kept.expected) = (Some(kept.place), line.next_id);
        true
    }

    /// Ends the current line, which is to be kept and whose first cycles have been carried out.
    pub(crate) fn end_new_line(&mut self) {
        let number = self.antic.line();
        let Atari { memory, antic, gtia, kept_lines: kept, .. } = self;
        let Some(line) = kept.new.as_deref_mut() else { return };
        let row = antic.row_plan();
        line.row = row.filter(|row| row.is_empty());
        line.fetched[1] = Fetched::in_cycle(antic.last_head_fetch(8), antic.last_byte());
        let dma = &mut Dma { memory, gtia, line: number };
        if let Some(ended) = antic.end_line_as_row(dma) {
            let said = antic.say_ended(&ended, dma);
            line.text = row.and_then(|row| Text::of(&row, said));
            (line.row, line.said) = (row, Some(said.clone()));
        } else {
            antic.end_line(dma);
            line.codes = Some(Box::new(antic.an_line().clone()));
        }
        let fetches_no_playfield = |row: RowPlan| row.is_empty() || (line.text.is_some() && !row.scans());
        line.fetches_no_playfield = line.row.is_some_and(fetches_no_playfield);
        let last_byte = match (antic.plan().watched_slots.last(), &line.text) {
            (Some(&(cycle, slot)), Some(_)) => Some(LastByte::Seen { cycle, slot: slot.into() }),
            (None, None) if !line.watched => Some(LastByte::PassedOn),
            _ => None,
        };
        line.last_byte = last_byte.filter(|_| line.fetches_no_playfield);
        antic.begin_line();
    }

    /// Line `number` has just ended and the next begun: stores it if it was to be kept.
    pub(crate) fn finish_keeping(&mut self, number: u16) {
        let before = self.kept_lines.before.take();
        let Some(mut line) = self.kept_lines.new.take() else { return };
        line.end = self.antic.moment();
        let place = self.kept_lines.keep(number, line);
        self.kept_lines.place = place;
        self.run_gtia(number);
        self.kept_lines.before = before;
        self.kept_lines.link(place);
        self.kept_lines.before = Some(place);
    }
}

#[cfg(test)]
mod tests {
    use super::{WAYS, places_of};
    use crate::machine::{Config, Machine};

    /// A text screen that does not change while the program loops.
    fn still_screen() -> Machine {
        let mut os = [0xEA; 0x2800];
        let code = [0x78, 0xA9, 0x00, 0x8D, 0x02, 0xD4, 0xA9, 0x20, 0x8D, 0x03, 0xD4, 0xA9, 0x22];
        let show_and_wait = [0x8D, 0x00, 0xD4, 0x4C, 0x10, 0xE0];
        os[0x800..0x80D].copy_from_slice(&code);
        os[0x80D..0x813].copy_from_slice(&show_and_wait);
        os[0x27FC..0x27FE].copy_from_slice(&[0x00, 0xE0]);
        let mut machine = Machine::new(&Config::new(os.into()));
        let list = [0x70, 0x70, 0x70, 0x42, 0x00, 0x40].into_iter().chain([2; 23]).chain([0x41, 0x00, 0x20]);
        (0x2000..).zip(list).for_each(|(address, byte)| machine.poke(address, byte));
        machine
    }

    /// How many lines of the next frame are newly kept, because they were not known.
    fn lines_kept_anew(machine: &mut Machine) -> usize {
        let ids = |machine: &Machine| {
            machine.atari.kept_lines.lines.iter().flatten().map(|line| line.id).collect::<Vec<_>>()
        };
        let before = ids(machine);
        machine.run_frame();
        ids(machine).iter().filter(|id| !before.contains(id)).count()
    }

    #[test]
    fn the_lines_of_two_screens_that_take_turns_are_all_known() {
        let mut machine = still_screen();
        let list: Vec<u8> = (0x2000..0x2020).map(|address| machine.peek(address)).collect();
        (0x2100..).zip(list).for_each(|(address, byte)| machine.poke(address, byte));
        // Each list ends with a jump to the other, which shows different bytes.
        let turned = [(0x201F, 0x21), (0x211F, 0x20), (0x2105, 0x44)];
        turned.into_iter().for_each(|(address, page)| machine.poke(address, page));
        (0..40).for_each(|_| _ = machine.run_frame());
        let kept = |numbers: std::ops::Range<u16>| {
            numbers
                .flat_map(places_of)
                .filter(|&place| machine.atari.kept_lines.lines[place].is_some())
                .count()
        };
        assert_eq!(kept(40..200), 160 * WAYS);
    }

    #[test]
    fn a_copied_machine_knows_all_lines_of_a_still_screen_after_one_frame() {
        let mut machine = still_screen();
        (0..40).for_each(|_| _ = machine.run_frame());
        assert_eq!(lines_kept_anew(&mut machine), 0, "it stands still");
        let mut copy = machine.clone();
        assert!(lines_kept_anew(&mut copy) > 250, "nothing is copied of what is kept");
        assert!(lines_kept_anew(&mut copy) <= 1);
        assert_eq!(lines_kept_anew(&mut copy), 0);
    }
}
