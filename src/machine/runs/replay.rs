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
    /// The current line has just been started: whether it is known.
    pub fn recognise_line(&mut self) -> bool {
        let number = self.antic.line();
        let expected = std::mem::take(&mut self.replay.expected);
        let Some(line) = self.replay.lines[usize::from(number)].as_deref_mut() else { return false };
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
            (self.replay.known, self.replay.quiet) = (true, line.quiet);
            if !follows {
                self.replay.link(number);
            }
        }
        same
    }

    /// The current line has just been started, its pages have been marked, and it is not known: begins to
    /// keep it, if that may be of use.
    pub fn keep_line(&mut self) {
        let number = self.antic.line();
        if !self.is_repeatable() || !self.replay.wants(number) {
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
        let changes = read.iter().fold(0, |sum: u32, &page| sum.wrapping_add(self.memory.watch(page)));
        self.replay.last_id = self.replay.last_id.wrapping_add(1).max(1);
        let start = (self.antic.moment(), state);
        let line = Line {
            id: self.replay.last_id,
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
        self.replay.new = Some(Box::new(line));
    }

    /// Whether what happens in the line depends on nothing that the CPU puts on the bus.
    fn is_repeatable(&self) -> bool {
        let watched = self.antic.watches_first() || self.antic.plan().watched != 0;
        !self.oracle && self.phantom_from == 0 && !watched
    }

    /// Ends the current line as it ended before, and begins the next, if that is known.
    pub fn replay_line(&mut self, number: u16) -> bool {
        self.replay.quiet = false;
        if !std::mem::take(&mut self.replay.known) {
            return false;
        }
        let Some(mut line) = self.replay.lines[usize::from(number)].take() else { return false };
        if self.drawing
            && let Some((row, place)) = row_of(&mut self.pictures[0], number)
        {
            // Otherwise it is to be kept anew, with its pixels.
            let Some(pixels) = &line.pixels else { return false };
            if self.replay.draw_row(row, line.id) {
                *place = *pixels;
            }
        }
        self.antic.go_to(&line.end.0);
        self.gtia.go_to(&line.end.1);
        line.used = true;
        (self.replay.before, self.replay.expected) = (Some(number), line.next_id);
        self.replay.lines[usize::from(number)] = Some(line);
        true
    }

    /// Line `number` has just ended, and the next begun: keeps it if it was to be kept.
    pub fn complete_line(&mut self, number: u16) {
        let before = self.replay.before.take();
        let Some(mut line) = self.replay.new.take() else { return };
        let Some(state) = self.gtia.moment() else { return };
        line.end = (self.antic.moment(), state);
        if self.drawing {
            line.pixels = row_of(&mut self.pictures[0], number).map(|(_, row)| *row);
        }
        self.replay.lines[usize::from(number)] = Some(line);
        self.replay.pauses[usize::from(number)] = 0;
        self.replay.before = before;
        self.replay.link(number);
        self.replay.before = Some(number);
    }
}
