//! Lines that come out as before: what ANTIC and GTIA do in a line in which nobody disturbs them depends
//! on their state after its start and on the memory that ANTIC reads. Where both are as they were
//! when the line was last run, its outcome is taken from there. [measured: 6.4 of 27 host instructions a
//! machine cycle on the map screen]
//!
//! States need not be compared as long as one line follows another as it did before; where a chain of lines
//! begins they are.

use crate::machine::board::atari::Atari;
use crate::machine::board::kept_lines::{Line, PAGES, row_of};

impl Atari {
    /// The current line has just been planned: whether it is known.
    pub fn recognise_line(&mut self) -> bool {
        let number = self.antic.line();
        let expected = std::mem::take(&mut self.kept_lines.expected);
        let Some(line) = self.kept_lines.lines[usize::from(number)].as_deref_mut() else { return false };
        if line.all_changes != self.memory.all_changes {
            if line.changes != self.memory.changes(&line.pages[..line.page_count]) {
                return false;
            }
            line.all_changes = self.memory.all_changes;
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
            self.memory.set_marks(line.marks.0);
            self.marked = line.marks.1;
            (self.kept_lines.known, self.kept_lines.quiet) = (true, line.quiet);
            if !follows {
                self.kept_lines.link(number);
            }
        }
        same
    }

    /// The current line has just been planned, its pages have been marked, and it is not known: begins to
    /// keep it, if that may be of use.
    pub fn begin_keeping(&mut self) {
        let number = self.antic.line();
        if !self.is_repeatable() || !self.kept_lines.admit(number) {
            return;
        }
        let Some(state) = self.gtia.moment() else { return };
        let marks = (self.memory.marks(), self.marked);
        let mut pages = [self.antic.list_page(); PAGES];
        let mut page_count = 1;
        for page in marks.0.pages() {
            let Some(place) = pages.get_mut(page_count) else { return };
            *place = page;
            page_count += 1;
        }
        let read = &pages[..page_count];
        let changes =
            read.iter().fold(0, |sum: u32, &page| sum.wrapping_add(self.memory.count_changes(page)));
        self.kept_lines.last_id = self.kept_lines.last_id.wrapping_add(1).max(1);
        let start = (self.antic.moment(), state);
        let line = Line {
            id: self.kept_lines.last_id,
            next_id: 0,
            end: start.clone(),
            start,
            quiet: !(self.antic.nmi_possible() || self.disturbed_next()),
            pages,
            page_count,
            marks,
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

    /// Ends the current line as it ended before, and begins the next, if that is known.
    pub fn replay_line(&mut self, number: u16) -> bool {
        self.kept_lines.quiet = false;
        if !std::mem::take(&mut self.kept_lines.known) {
            return false;
        }
        let Some(mut line) = self.kept_lines.lines[usize::from(number)].take() else { return false };
        if self.drawing
            && let Some((row, place)) = row_of(&mut self.pictures[0], number)
        {
            // Otherwise it is to be kept anew, with its pixels.
            let Some(pixels) = &line.pixels else { return false };
            if self.kept_lines.claim_row(row, line.id) {
                *place = *pixels;
            }
        }
        self.antic.go_to(&line.end.0);
        self.gtia.go_to(&line.end.1);
        line.used = true;
        (self.kept_lines.before, self.kept_lines.expected) = (Some(number), line.next_id);
        self.kept_lines.lines[usize::from(number)] = Some(line);
        true
    }

    /// Line `number` has just ended, and the next begun: keeps it if it was to be kept.
    pub fn finish_keeping(&mut self, number: u16) {
        let before = self.kept_lines.before.take();
        let Some(mut line) = self.kept_lines.new.take() else { return };
        let Some(state) = self.gtia.moment() else { return };
        line.end = (self.antic.moment(), state);
        if self.drawing {
            line.pixels = row_of(&mut self.pictures[0], number).map(|(_, row)| *row);
        }
        self.kept_lines.lines[usize::from(number)] = Some(line);
        self.kept_lines.pauses[usize::from(number)] = 0;
        self.kept_lines.before = before;
        self.kept_lines.link(number);
        self.kept_lines.before = Some(number);
    }
}
