//! Lines that come out as before: what ANTIC and GTIA do in a line in which nobody disturbs them depends
//! on their state after its start and on the memory that ANTIC reads. Where both are as they were
//! when the line was last run, its outcome is taken from there. [measured: 6.4 of 27 host instructions a
//! machine cycle on the map screen]
//!
//! In most lines nothing but the row of the picture, and what ANTIC holds of it, depends on the bytes of the playfield:
//! if only those have changed, the line is known all the same, and shown anew.
//!
//! States need not be compared as long as one line follows another as it did before; where a chain of lines
//! begins they are.

use crate::chips::an::Row;
use crate::machine::board::atari::{Atari, Dma, LINE};
use crate::machine::board::kept_lines::{Line, Part, ReadCells, WAYS, places_of, row_number, row_of};

impl Atari {
    /// The current line has just been planned: whether it is known.
    pub(crate) fn recognise_line(&mut self) -> bool {
        let number = self.antic.line();
        let expected = std::mem::take(&mut self.kept_lines.expected);
        if !self.kept_lines.keeps(number) {
            return false;
        }
        let Some(place) = places_of(number).find(|&place| self.is_line_at(place, expected)) else {
            self.kept_lines.forget_unused(number);
            return false;
        };
        let Some(line) = self.kept_lines.line(place) else { return false };
        let (quiet, reads, follows) = (line.quiet, line.reads, line.id == expected);
        let held_id = (self.antic.held() == line.start.0.held()).then_some(line.held[0]);
        let kept = &mut self.kept_lines;
        (kept.known, kept.place) = (true, place);
        kept.held_id = held_id.unwrap_or_else(|| kept.number());
        if held_id.is_none() {
            kept.held.clone_from(self.antic.held());
        }
        if !follows {
            kept.link(place);
        }
        self.quiet = Some(quiet);
        self.mark(reads);
        true
    }

    /// Whether the current line, which has just been planned, is the one at a place; it is if it has that id.
    fn is_line_at(&mut self, place: usize, id: u32) -> bool {
        let Some(line) = self.kept_lines.lines[place].as_deref_mut() else { return false };
        if !line.reads_the_same(&self.memory)
            || (line.row.is_none() && self.antic.held() != line.start.0.held())
        {
            return false;
        }
        // A line kept is repeatable, so one that starts from the same state of ANTIC is too but for these.
        line.id == id
            || (!self.oracle
                && self.phantom_from == 0
                && self.antic.is_at(&line.start.0)
                && self.gtia.moment().as_ref() == Some(&line.start.1))
    }

    /// The current line has just been planned, what it reads has been marked, and it is not known: begins to
    /// keep it, if that may be of use.
    pub(crate) fn begin_keeping(&mut self) {
        let number = self.antic.line();
        if !self.is_repeatable() || !self.kept_lines.admit(number) {
            return;
        }
        let (Some(state), Some(plan)) = (self.gtia.moment(), self.antic.plan_id()) else { return };
        let Some(reads) = self.marked else { return };
        let (instruction, scans) = (self.antic.list_address(), self.antic.scans());
        let Some(cells) = ReadCells::of(instruction, &reads, scans, &mut self.memory) else { return };
        let start = (self.antic.moment(), state);
        let quiet = self.is_quiet();
        let steady = quiet && !self.antic.plan().watches_next;
        let line = Line {
            id: self.kept_lines.number(),
            plan,
            next_id: 0,
            end: start.clone(),
            start,
            quiet,
            steady_slots: steady.then(|| self.antic.plan().slot_at(LINE)),
            cells,
            reads: Some(reads),
            all_changes: self.memory.all_changes,
            row: None,
            is_plain: false,
            shown: Row::empty(),
            fetched: [self.antic.has_fetched(2).then(|| self.antic.last_byte()), None],
            held: [self.kept_lines.number(), self.kept_lines.number()],
            pixels_id: self.kept_lines.number(),
            pixels: None,
            used: false,
        };
        self.kept_lines.new = Some(Box::new(line));
    }

    /// Whether what happens in the line depends on nothing that the CPU puts on the bus.
    fn is_repeatable(&self) -> bool {
        let watched = self.antic.watches_first() || self.antic.plan().watched != 0;
        !self.oracle && self.phantom_from == 0 && !watched
    }

    /// Ends the current line and starts the next, if both are known and followed one another before.
    ///
    /// Nobody has to look at the chips for that: they are left behind until somebody does
    /// ([`Atari::catch_up_chips`]). The CPU must be beyond cycle 0 of the next line, where it might yet write what
    /// that reads when it starts.
    pub(crate) fn follow_line(&mut self) -> bool {
        if !self.kept_lines.known {
            return false;
        }
        let number = self.kept_lines.ahead.unwrap_or(self.antic.line());
        let place = self.kept_lines.place;
        let Some(next) = self.kept_lines.next(place) else { return false };
        let Some(line) = self.kept_lines.line(next) else { return false };
        if !line.reads_the_same(&self.memory) || !self.conclude(number) {
            return false;
        }
        let kept = &mut self.kept_lines;
        let (Some(before), Some(line)) = (kept.lines[place].as_deref(), kept.lines[next].as_deref()) else {
            return false;
        };
        let holds_the_same = before.held[1] == line.held[0];
        if !(holds_the_same || line.row.is_some()) || !self.antic.recall_plan(line.plan) {
            return false;
        }
        kept.held_id = before.held[1];
        if !holds_the_same {
            kept.held.clone_from(before.end.0.held());
        }
        let (reads, quiet, number) = (line.reads, line.quiet, (next / WAYS) as u16);
        if let Some(line) = kept.line(place) {
            line.used = true;
        }
        (kept.before, kept.ahead, kept.place) = (Some(place), Some(number), next);
        self.mark(reads);
        self.begin_time_of(number);
        self.quiet = Some(quiet);
        if !quiet {
            self.catch_up_chips();
        }
        true
    }

    /// Line `number`, which is known, is over: what it holds then, and its row of the picture. False if its pixels are
    /// to be kept anew.
    fn conclude(&mut self, number: u16) -> bool {
        let held_id = self.kept_lines.held_id;
        let changes = self.memory.all_changes;
        let place = self.kept_lines.place;
        let Some(line) = self.kept_lines.line(place) else { return false };
        if line.row.is_some() && (line.held[0] != held_id || line.all_changes != changes) {
            self.take_anew(number);
        }
        self.show_kept_row(number)
    }

    /// Line `number`, which is known and over, may have taken other bytes for its playfield than before.
    fn take_anew(&mut self, number: u16) {
        let Atari { memory, gtia, kept_lines: kept, .. } = self;
        let Some(line) = kept.lines[kept.place].as_deref_mut() else { return };
        let Some(row) = line.row else { return };
        let same = [Part::Scanned, Part::Glyphs].map(|part| line.cells.is_same(part, memory));
        if line.held[0] != kept.held_id {
            line.held[0] = kept.held_id;
            line.start.0.hold(&line.held_at_start(&kept.held));
        } else if same == [true; 2] {
            line.stamp(memory);
            return;
        }
        let dma = Dma { memory: &*memory, gtia, line: number };
        let mut held = line.held_before_playfield();
        line.start.0.take(&row, &mut held, &dma);
        let mut number = || {
            kept.last_id = kept.last_id.wrapping_add(1).max(1);
            kept.last_id
        };
        let before = line.end.0.held();
        if line.is_plain && !(same[1] && row.shown(&held) == row.shown(before)) {
            line.start.0.show(&row, &held, &mut kept.row, &dma);
            if kept.row.cells() != line.shown.cells() {
                line.shown.clone_from(&kept.row);
                line.pixels_id = number();
            }
        }
        held.begin_line();
        if held != *before {
            line.end.0.hold(&held);
            line.held[1] = number();
        }
        for (part, _) in [Part::Scanned, Part::Glyphs].into_iter().zip(same).filter(|(_, same)| !same) {
            line.cells.look(part, memory);
        }
        line.stamp(memory);
    }

    /// Makes the picture show the row of line `number`, which is known, if it does not already; false if its pixels
    /// are to be kept anew.
    #[inline]
    fn show_kept_row(&mut self, number: u16) -> bool {
        let Some(line) = self.kept_lines.lines[self.kept_lines.place].as_deref() else { return false };
        match row_number(number) {
            Some(row) if self.drawing => {
                self.kept_lines.shown[0][row] == line.pixels_id || self.draw_kept_row(number)
            }
            _ => true,
        }
    }

    fn draw_kept_row(&mut self, number: u16) -> bool {
        let Atari { gtia, kept_lines: kept, pictures, .. } = self;
        let Some(line) = kept.lines[kept.place].as_deref() else { return false };
        let Some((row, place)) = row_of(&mut pictures.drawn, number) else { return true };
        match &line.pixels {
            Some(pixels) => *place = *pixels,
            None if line.is_plain => gtia.paint_row(&line.start.1, &line.shown, place),
            None => return false,
        }
        let id = line.pixels_id;
        kept.claim_row(row, id);
        true
    }

    /// Ends the current line as it ended before, and begins the next, if that is known.
    pub(crate) fn replay_line(&mut self, number: u16) -> bool {
        if !std::mem::take(&mut self.kept_lines.known) {
            return false;
        }
        if !self.conclude(number) {
            return false;
        }
        let kept = &mut self.kept_lines;
        let Some(line) = kept.lines[kept.place].as_deref_mut() else { return false };
        self.antic.go_to(&line.end.0);
        self.gtia.go_to(&line.end.1);
        line.used = true;
        (kept.before, kept.expected) = (Some(kept.place), line.next_id);
        true
    }

    /// Line `number` has just ended, and the next begun: keeps it if it was to be kept.
    pub(crate) fn finish_keeping(&mut self, number: u16) {
        let before = self.kept_lines.before.take();
        let Some(mut line) = self.kept_lines.new.take() else { return };
        let Some(state) = self.gtia.moment() else { return };
        line.end = (self.antic.moment(), state);
        if self.drawing
            && let Some((row, pixels)) = row_of(&mut self.pictures.drawn, number)
        {
            self.kept_lines.claim_row(row, line.pixels_id);
            line.pixels = (!line.is_plain).then_some(*pixels);
        }
        let place = self.kept_lines.keep(number, line);
        self.kept_lines.before = before;
        self.kept_lines.link(place);
        self.kept_lines.before = Some(place);
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::{Config, Machine};

    /// A text screen that stands still before a loop.
    fn still_screen() -> Machine {
        let mut os = vec![0xEA; 0x2800];
        let code = [0x78, 0xA9, 0x00, 0x8D, 0x02, 0xD4, 0xA9, 0x20, 0x8D, 0x03, 0xD4, 0xA9, 0x22];
        let show_and_wait = [0x8D, 0x00, 0xD4, 0x4C, 0x10, 0xE0];
        os[0x800..0x80D].copy_from_slice(&code);
        os[0x80D..0x813].copy_from_slice(&show_and_wait);
        os[0x27FC..0x27FE].copy_from_slice(&[0x00, 0xE0]);
        let mut machine = Machine::new(&Config::new(os));
        let list = [0x70, 0x70, 0x70, 0x42, 0x00, 0x40].into_iter().chain([2; 23]).chain([0x41, 0x00, 0x20]);
        (0x2000..).zip(list).for_each(|(address, byte)| machine.poke(address, byte));
        machine
    }

    /// Lines begun to be kept in a frame: those that were not known.
    fn lines_kept_anew(machine: &mut Machine) -> usize {
        let ids = |machine: &Machine| {
            machine.atari.kept_lines.lines.iter().flatten().map(|line| line.id).collect::<Vec<_>>()
        };
        let before = ids(machine);
        machine.run_frame();
        ids(machine).iter().filter(|id| !before.contains(id)).count()
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
