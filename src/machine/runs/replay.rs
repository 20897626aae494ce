//! Lines that come out as before: what ANTIC and GTIA do in a line in which nobody disturbs them depends
//! on their state after its start and on the memory that ANTIC reads. Where both are as they were
//! when the line was last run, its outcome is taken from there. [measured: 6.4 of 27 host instructions a
//! machine cycle on the map screen]
//!
//! States need not be compared as long as one line follows another as it did before; where a chain of lines
//! begins they are.

use crate::machine::board::atari::Atari;
use crate::machine::board::kept_lines::{CELLS, Line, row_of};
use crate::machine::board::memory::cell_of;

impl Atari {
    /// The current line has just been planned: whether it is known.
    pub(crate) fn recognise_line(&mut self) -> bool {
        let number = self.antic.line();
        let expected = std::mem::take(&mut self.kept_lines.expected);
        let Some(line) = self.kept_lines.lines[usize::from(number)].as_deref_mut() else { return false };
        if !line.reads_the_same(&self.memory) {
            self.kept_lines.forget_unused(number);
            return false;
        }
        let line = &*line;
        let follows = line.id == expected;
        // A line kept is repeatable, so one that starts from the same state of ANTIC is too but for these.
        let same = follows
            || (!self.oracle
                && self.phantom_from == 0
                && self.antic.is_at(&line.start.0)
                && self.gtia.moment().as_ref() == Some(&line.start.1));
        if same {
            self.kept_lines.known = true;
            let (quiet, reads) = (line.quiet, line.reads);
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
        let mut cells = [cell_of(self.antic.list_address()) as u16; CELLS];
        let mut cell_count = 1;
        reads.addresses(&mut |address| {
            if let Some(place) = cells.get_mut(cell_count) {
                *place = cell_of(address) as u16;
            }
            cell_count += 1;
        });
        if cell_count > CELLS {
            return;
        }
        let read = &cells[..cell_count];
        let changes =
            read.iter().fold(0, |sum: u32, &cell| sum.wrapping_add(self.memory.count_changes(cell)));
        self.kept_lines.last_id = self.kept_lines.last_id.wrapping_add(1).max(1);
        let start = (self.antic.moment(), state);
        let line = Line {
            id: self.kept_lines.last_id,
            plan,
            next_id: 0,
            end: start.clone(),
            start,
            quiet: self.is_quiet(),
            cells,
            cell_count,
            reads: Some(reads),
            changes,
            all_changes: self.memory.all_changes,
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
        let lines = &mut self.kept_lines.lines;
        let Some(id) = lines[usize::from(number)].as_ref().map(|line| line.next_id) else { return false };
        let Some(line) = lines[usize::from(next)].as_deref_mut() else { return false };
        if line.id != id || !line.reads_the_same(&self.memory) {
            return false;
        }
        let (plan, reads, quiet) = (line.plan, line.reads, line.quiet);
        if !self.show_kept_row(number) || !self.antic.recall_plan(plan) {
            return false;
        }
        if let Some(line) = self.kept_lines.lines[usize::from(number)].as_deref_mut() {
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

    /// Makes the picture show the row of line `number`, which is known, if it does not already; false if its pixels
    /// are to be kept anew.
    fn show_kept_row(&mut self, number: u16) -> bool {
        let Some(line) = self.kept_lines.lines[usize::from(number)].as_deref() else { return false };
        if !self.drawing {
            return true;
        }
        let Some((row, place)) = row_of(&mut self.pictures.drawn, number) else { return true };
        let Some(pixels) = &line.pixels else { return false };
        if std::mem::replace(&mut self.kept_lines.shown[0][row], line.id) != line.id {
            *place = *pixels;
        }
        true
    }

    /// Ends the current line as it ended before, and begins the next, if that is known.
    pub(crate) fn replay_line(&mut self, number: u16) -> bool {
        if !std::mem::take(&mut self.kept_lines.known) {
            return false;
        }
        if !self.show_kept_row(number) {
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
        if self.drawing {
            line.pixels = row_of(&mut self.pictures.drawn, number).map(|(_, row)| *row);
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
