//! Lines that come out as before: what ANTIC and GTIA do in a line in which nobody disturbs them depends
//! on their state after its start and on the memory that ANTIC reads. Where both are as they were
//! when the line was last run, its outcome is taken from there. [measured: a third of all host
//! instructions on the map screen]
//!
//! States need not be compared as long as one line follows another as it did before; where a chain of lines
//! begins they are.

use super::atari::Atari;
use super::line::row_of;
use crate::chips::antic;
use crate::chips::gtia::{self, LINE_PIXELS};

/// The most pages that a line kept may read.
const PAGES: usize = 15;
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
    pages: [u8; PAGES],
    page_count: usize,
    /// How often those pages had changed.
    changes: u32,
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
    /// The current line, if it is to be kept.
    new: Option<Box<Line>>,
    /// The line before, if it was kept or replayed.
    before: Option<u16>,
    last_id: u32,
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
            new: None,
            before: None,
            last_id: 0,
        }
    }

    /// Somebody looks at one of the chips, or changes it, in the middle of the line.
    #[inline]
    pub fn disturb(&mut self) {
        self.known = false;
        self.new = None;
        self.before = None;
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
    /// The current line has just been started: recognises it, or begins to keep it.
    pub fn recognise_line(&mut self) {
        let number = self.antic.line();
        let watched = self.antic.watches_first() || self.antic.plan().watched != 0;
        if self.oracle || self.phantom_from != 0 || watched {
            return self.replay.disturb();
        }
        let expected =
            self.replay.before.and_then(|before| self.replay.line(before)).map_or(0, |l| l.next_id);
        if let Some(line) = self.replay.lines[usize::from(number)].as_deref()
            && line.changes == self.memory.changes(&line.pages[..line.page_count])
        {
            let follows = line.id == expected;
            let same = follows
                || (self.antic.is_at(&line.start.0) && self.gtia.moment().as_ref() == Some(&line.start.1));
            if same {
                self.replay.known = true;
                if !follows {
                    self.replay.link(number);
                }
                return;
            }
        }
        self.keep_line(number);
    }

    fn keep_line(&mut self, number: u16) {
        let pause = &mut self.replay.pauses[usize::from(number)];
        if *pause > 0 {
            *pause -= 1;
            return;
        }
        // Until it is complete: it may be one that somebody disturbs in every frame.
        *pause = PAUSE;
        let slot = &mut self.replay.lines[usize::from(number)];
        if slot.as_ref().is_some_and(|line| !line.used) {
            *slot = None;
            return;
        }
        let Some(state) = self.gtia.moment() else { return };
        let mut pages = [0; PAGES];
        pages[0] = self.antic.list_page();
        let mut page_count = 1;
        for page in self.memory.marked_pages() {
            let Some(place) = pages.get_mut(page_count) else { return };
            *place = page;
            page_count += 1;
        }
        let pages_read = &pages[..page_count];
        let changes = pages_read.iter().fold(0, |sum: u32, &page| sum.wrapping_add(self.memory.watch(page)));
        self.replay.last_id = self.replay.last_id.wrapping_add(1).max(1);
        let start = (self.antic.moment(), state);
        let line = Line {
            id: self.replay.last_id,
            next_id: 0,
            end: start.clone(),
            start,
            pages,
            page_count,
            changes,
            pixels: None,
            used: false,
        };
        self.replay.new = Some(Box::new(line));
    }

    /// Ends the current line as it ended before, and begins the next, if that is known.
    pub fn replay_line(&mut self, number: u16) -> bool {
        let Replay { known, lines, before, .. } = &mut self.replay;
        if !std::mem::take(known) {
            return false;
        }
        let Some(line) = &mut lines[usize::from(number)] else { return false };
        if self.drawing
            && let Some((_, row)) = row_of(&mut self.pictures[0], number)
        {
            let Some(pixels) = &line.pixels else {
                // It is to be kept with its pixels.
                lines[usize::from(number)] = None;
                return false;
            };
            *row = *pixels;
        }
        self.antic.go_to(&line.end.0);
        self.gtia.go_to(&line.end.1);
        line.used = true;
        *before = Some(number);
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
