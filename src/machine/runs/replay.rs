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
use crate::chips::antic::Held;
use crate::machine::board::atari::{Atari, Dma, LINE};
use crate::machine::board::kept_lines::{Line, Part, ReadCells, row_number, row_of};

impl Atari {
    /// The current line has just been planned: whether it is known.
    pub(crate) fn recognise_line(&mut self) -> bool {
        let number = self.antic.line();
        let expected = std::mem::take(&mut self.kept_lines.expected);
        let Some(line) = self.kept_lines.line(number) else { return false };
        if !line.reads_the_same(&self.memory) {
            self.kept_lines.forget_unused(number);
            return false;
        }
        let line = &*line;
        let follows = line.id == expected;
        let holds_the_same = self.antic.held() == line.start.0.held();
        // A line kept is repeatable, so one that starts from the same state of ANTIC is too but for these.
        let same = (holds_the_same || line.row.is_some())
            && (follows
                || (!self.oracle
                    && self.phantom_from == 0
                    && self.antic.is_at(&line.start.0)
                    && self.gtia.moment().as_ref() == Some(&line.start.1)));
        if same {
            let (quiet, reads, held_id) = (line.quiet, line.reads, line.held[0]);
            self.kept_lines.known = true;
            self.kept_lines.held_id = held_id;
            if !holds_the_same {
                self.kept_lines.held_id = self.kept_lines.number();
                self.kept_lines.held.clone_from(self.antic.held());
            }
            self.quiet = Some(quiet);
            self.mark(reads);
            if !follows {
                self.kept_lines.link(number);
            }
        } else {
            self.kept_lines.forget_unused(number);
        }
        same
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
        let next = if u32::from(number) + 1 == self.video.lines() { 0 } else { number + 1 };
        let Some(id) = self.kept_lines.line(number).map(|line| line.next_id) else { return false };
        let Some(line) = self.kept_lines.line(next) else { return false };
        if line.id != id || !line.reads_the_same(&self.memory) || !self.conclude(number) {
            return false;
        }
        let kept = &mut self.kept_lines;
        let (Some(before), Some(line)) =
            (kept.lines[usize::from(number)].as_deref(), kept.lines[usize::from(next)].as_deref())
        else {
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
        let (reads, quiet) = (line.reads, line.quiet);
        if let Some(line) = kept.line(number) {
            line.used = true;
        }
        self.mark(reads);
        self.kept_lines.before = Some(number);
        self.kept_lines.ahead = Some(next);
        self.begin_time_of(next);
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
        let Some(line) = self.kept_lines.line(number) else { return false };
        if line.row.is_some() && (line.held[0] != held_id || line.all_changes != changes) {
            self.take_anew(number);
        }
        self.show_kept_row(number)
    }

    /// Line `number`, which is known and over, may have taken other bytes for its playfield than before.
    fn take_anew(&mut self, number: u16) {
        let Atari { memory, gtia, kept_lines: kept, .. } = self;
        let Some(line) = kept.lines[usize::from(number)].as_deref_mut() else { return };
        let Some(row) = line.row else { return };
        let same = [Part::Scanned, Part::Glyphs].map(|part| line.cells.is_same(part, memory));
        if line.held[0] != kept.held_id {
            line.held[0] = kept.held_id;
            line.start.0.hold(&line.held_at_start(&kept.held));
        } else if same == [true; 2] {
            line.stamp(memory);
            return;
        }
        let before = line.start.0.held();
        let before = Held { last_byte: line.fetched[1].unwrap_or(before.last_byte), ..before.clone() };
        let held = line.start.0.take(&row, &before, &Dma { memory: &*memory, gtia, line: number });
        let shows_the_same = same[1] && row.shown(&held) == row.shown(line.end.0.held());
        if held != *line.end.0.held() {
            line.end.0.hold(&held);
            kept.last_id = kept.last_id.wrapping_add(1).max(1);
            line.held[1] = kept.last_id;
        }
        if !shows_the_same {
            kept.last_id = kept.last_id.wrapping_add(1).max(1);
            (line.pixels, line.pixels_id) = (None, kept.last_id);
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
        let Some(line) = self.kept_lines.lines[usize::from(number)].as_deref() else { return false };
        match row_number(number) {
            Some(row) if self.drawing => self.kept_lines.shown[0][row] == line.pixels_id || self.draw_kept_row(number),
            _ => true,
        }
    }

    fn draw_kept_row(&mut self, number: u16) -> bool {
        let Atari { memory, gtia, kept_lines: kept, pictures, .. } = self;
        let Some(line) = kept.lines[usize::from(number)].as_deref() else { return false };
        let Some((row, place)) = row_of(&mut pictures.drawn, number) else { return true };
        match (&line.pixels, &line.row) {
            (Some(pixels), _) => *place = *pixels,
            (None, Some(shown)) if line.is_plain => {
                let mut playfield = Row::empty();
                let dma = Dma { memory: &*memory, gtia, line: number };
                line.end.0.show(shown, &mut playfield, &dma);
                gtia.paint_row(&line.start.1, &playfield, place);
            }
            _ => return false,
        }
        kept.claim_row(row, line.pixels_id);
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
        let Some(mut line) = self.kept_lines.lines[usize::from(number)].take() else { return false };
        self.antic.go_to(&line.end.0);
        self.gtia.go_to(&line.end.1);
        line.used = true;
        (self.kept_lines.before, self.kept_lines.expected) = (Some(number), line.next_id);
        self.kept_lines.lines[usize::from(number)] = Some(line);
        true
    }

    /// Line `number` has just ended, and the next begun: keeps it if it was to be kept.
    pub(crate) fn finish_keeping(&mut self, number: u16) {
        let before = self.kept_lines.before.take();
        let Some(mut line) = self.kept_lines.new.take() else { return };
        let Some(state) = self.gtia.moment() else { return };
        line.end = (self.antic.moment(), state);
        if self.drawing && let Some((row, pixels)) = row_of(&mut self.pictures.drawn, number) {
            self.kept_lines.claim_row(row, line.pixels_id);
            line.pixels = (line.row.is_none() || !line.is_plain).then_some(*pixels);
        }
        self.kept_lines.lines[usize::from(number)] = Some(line);
        self.kept_lines.pauses[usize::from(number)] = 0;
        self.kept_lines.before = before;
        self.kept_lines.link(number);
        self.kept_lines.before = Some(number);
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
    fn lines_kept_anew(machine: &mut Machine) -> u32 {
        let before = machine.atari.kept_lines.last_id;
        machine.run_frame();
        machine.atari.kept_lines.last_id - before
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
