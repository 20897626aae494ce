//! Lines that come out as before: what ANTIC and GTIA do in a line in which nobody disturbs them depends
//! on their state after its start and on the memory that ANTIC reads. Where both are as they were
//! when the line was last run, its outcome is taken from there. [measured: 6.4 of 27 host instructions a
//! machine cycle on the map screen]
//!
//! States need not be compared as long as one line follows another as it did before; where a chain of lines
//! begins they are.

use super::line::row_of;
use crate::chips::antic::{self, Reads};
use crate::chips::gtia::{self, LINE_PIXELS};
use crate::machine::FRAME_HEIGHT;
use crate::machine::board::atari::Atari;
use crate::machine::board::memory::PageSet;

/// The most pages that a line kept may read.
const PAGES: usize = 24;
/// A line that was kept in vain is not kept again for so many frames: on a screen that changes all
/// the time keeping would cost more than it saves.
const PAUSE: u8 = 15;

/// Both chips at one moment.
type Moment = (antic::Moment, gtia::Moment);

/// A line as it was run last.
#[derive(Clone)]
struct Line {
    /// Different in all lines kept since power-on; 0 = none.
    id: u32,
    /// The line that followed.
    next_id: u32,
    /// Just after the line was started.
    start: Moment,
    /// When the next one began.
    end: Moment,
    /// No NMI in it, and none at once in the next one.
    quiet: bool,
    /// The pages that it reads.
    pages: [u8; PAGES],
    page_count: usize,
    /// Those of them that it may yet read after its start, as [`Atari::mark_pages`] says.
    marks: (PageSet, Option<Reads>),
    /// How often those pages had changed, in all.
    changes: u32,
    /// How often any page had when they were last looked at.
    all_changes: u64,
    /// The picture's row, if it was drawn.
    pixels: Option<[u8; LINE_PIXELS]>,
    used: bool,
}

/// The lines of a frame.
pub struct Replay {
    lines: Vec<Option<Box<Line>>>,
    pauses: Vec<u8>,
    /// The current line is the one kept.
    known: bool,
    /// It is, and a quiet one.
    quiet: bool,
    /// The current line, if it is to be kept.
    new: Option<Box<Line>>,
    /// The line before, if it was kept or replayed.
    before: Option<u16>,
    /// The line that followed it, if it was replayed; 0 = not known.
    expected: u32,
    last_id: u32,
    /// Whose pixels the rows of both pictures show; 0 = not those of a line kept.
    shown: [[u32; FRAME_HEIGHT]; 2],
}

/// A copied machine keeps its lines anew: they would be most of it.
impl Clone for Replay {
    fn clone(&self) -> Self {
        Replay::new(self.lines.len() as u32)
    }
}

impl Replay {
    /// Nothing kept yet, of a frame of `lines` lines.
    pub fn new(lines: u32) -> Self {
        Replay {
            lines: vec![None; lines as usize],
            pauses: vec![0; lines as usize],
            known: false,
            quiet: false,
            new: None,
            before: None,
            expected: 0,
            last_id: 0,
            shown: [[0; FRAME_HEIGHT]; 2],
        }
    }

    /// Somebody looks at one of the chips, or changes it, in the middle of the line.
    #[inline]
    pub fn disturb(&mut self) {
        self.known = false;
        self.quiet = false;
        self.new = None;
        self.before = None;
        self.expected = 0;
    }

    /// Whether neither in the current line nor at once in the next there is an NMI or a phantom load,
    /// unless somebody disturbs the line.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// The picture being drawn gets the pixels of line `id` in `row`, or others (0); false if it has them.
    pub fn draw_row(&mut self, row: usize, id: u32) -> bool {
        let shown = std::mem::replace(&mut self.shown[0][row], id);
        shown != id || id == 0
    }

    /// The picture is complete: the other one is drawn next.
    pub fn swap_pictures(&mut self) {
        self.shown.swap(0, 1);
    }

    /// Whether it may be of use to keep line `number`.
    fn wants(&mut self, number: u16) -> bool {
        let pause = &mut self.pauses[usize::from(number)];
        if *pause > 0 {
            *pause -= 1;
            return false;
        }
        // Until it is complete: it may be one that somebody disturbs in every frame.
        *pause = PAUSE;
        let kept = &mut self.lines[usize::from(number)];
        let in_vain = kept.as_ref().is_some_and(|line| !line.used);
        if in_vain {
            *kept = None;
        }
        !in_vain
    }

    fn line(&mut self, number: u16) -> Option<&mut Line> {
        self.lines[usize::from(number)].as_deref_mut()
    }

    /// Line `number` followed the one before.
    fn link(&mut self, number: u16) {
        let id = self.line(number).map_or(0, |line| line.id);
        if let Some(before) = self.before
            && let Some(line) = self.line(before)
        {
            line.next_id = id;
        }
    }
}

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
