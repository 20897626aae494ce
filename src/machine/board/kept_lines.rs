//! The lines of a frame as they were run last, for [`runs::replay`](crate::machine::runs::replay).

use super::memory::Memory;
use crate::chips::antic::{AnticMoment, BLANK_LINE, FIRST_LINE, PlanId, Reads};
use crate::chips::gtia::{GtiaMoment, LINE_PIXELS};
use crate::machine::config::FRAME_HEIGHT;

/// The most cells of memory that a line kept may read.
pub(crate) const CELLS: usize = 48;
/// A line that was kept in vain is not kept again for so many frames: on a screen that changes all
/// the time keeping would cost more than it saves.
const PAUSE: u8 = 15;

/// Both chips at one moment.
pub(crate) type ChipsMoment = (AnticMoment, GtiaMoment);

/// A line as it was run last.
#[derive(Clone)]
pub(crate) struct Line {
    /// Different in all lines kept since power-on; 0 = none.
    pub id: u32,
    /// The line that followed.
    pub next_id: u32,
    /// Just after the line was planned.
    pub start: ChipsMoment,
    /// Its plan.
    pub plan: PlanId,
    /// When the next one began.
    pub end: ChipsMoment,
    /// No NMI in it, and none at once in the next one.
    pub quiet: bool,
    /// The cells of memory that it reads.
    pub cells: [u16; CELLS],
    /// How many of `cells` are in use.
    pub cell_count: usize,
    /// What it may yet read after its start.
    pub reads: Option<Reads>,
    /// How often those cells had changed, in all.
    pub changes: u32,
    /// How often any cell had when they were last looked at.
    pub all_changes: u64,
    /// The picture's row, if it was drawn.
    pub pixels: Option<[u8; LINE_PIXELS]>,
    /// It has been of use since it was kept, or since it last came out otherwise.
    pub used: bool,
}

impl Line {
    /// Whether what it reads is as it was.
    #[inline]
    pub(crate) fn reads_the_same(&mut self, memory: &Memory) -> bool {
        if self.all_changes != memory.all_changes {
            if self.changes != memory.changes(&self.cells[..self.cell_count]) {
                return false;
            }
            self.all_changes = memory.all_changes;
        }
        true
    }
}

/// The lines of a frame.
pub(crate) struct KeptLines {
    /// By number.
    pub lines: Vec<Option<Box<Line>>>,
    /// For how many frames each is not to be kept.
    pub pauses: Vec<u8>,
    /// The current line is the one kept.
    pub known: bool,
    /// The current line, if both chips have been left behind at the start of one before.
    pub ahead: Option<u16>,
    /// The current line, if it is to be kept.
    pub new: Option<Box<Line>>,
    /// The line before, if it was kept or replayed.
    pub before: Option<u16>,
    /// The line that followed it, if it was replayed; 0 = not known.
    pub expected: u32,
    /// The last one given.
    pub last_id: u32,
    /// Whose pixels the rows of both pictures show; 0 = not those of a line kept.
    pub shown: [[u32; FRAME_HEIGHT]; 2],
}

/// A copied machine keeps its lines anew: they would be most of it.
impl Clone for KeptLines {
    fn clone(&self) -> Self {
        KeptLines::new(self.lines.len() as u32)
    }
}

impl KeptLines {
    /// Nothing kept yet, of a frame of `lines` lines.
    pub(crate) fn new(lines: u32) -> Self {
        KeptLines {
            lines: vec![None; lines as usize],
            pauses: vec![0; lines as usize],
            known: false,
            ahead: None,
            new: None,
            before: None,
            expected: 0,
            last_id: 0,
            shown: [[0; FRAME_HEIGHT]; 2],
        }
    }

    /// Somebody looks at one of the chips, or changes it, in the middle of the line.
    #[inline]
    pub(crate) fn disturb(&mut self) {
        self.known = false;
        self.new = None;
        self.before = None;
        self.expected = 0;
    }

    /// Notes that `row` of the picture being drawn is about to get the pixels of line `id`, or others
    /// (0); false if it has them already.
    pub(crate) fn claim_row(&mut self, row: usize, id: u32) -> bool {
        let shown = std::mem::replace(&mut self.shown[0][row], id);
        shown != id || id == 0
    }

    /// The picture is complete: the other one is drawn next.
    pub(crate) fn swap_pictures(&mut self) {
        self.shown.swap(0, 1);
    }

    /// Decides whether to keep line `number`: not if that was in vain of late. Each call counts.
    pub(crate) fn admit(&mut self, number: u16) -> bool {
        let pause = &mut self.pauses[usize::from(number)];
        if *pause > 0 {
            *pause -= 1;
            return false;
        }
        // Until it is complete: it may be one that somebody disturbs in every frame.
        *pause = PAUSE;
        true
    }

    /// Line `number` has come out otherwise: forgets it, unless it has been of use since it last did.
    pub(crate) fn forget_unused(&mut self, number: u16) {
        let kept = &mut self.lines[usize::from(number)];
        match kept {
            Some(line) if line.used => line.used = false,
            _ => {
                *kept = None;
                self.pauses[usize::from(number)] = PAUSE;
            }
        }
    }

    fn line(&mut self, number: u16) -> Option<&mut Line> {
        self.lines[usize::from(number)].as_deref_mut()
    }

    /// Line `number` followed the one before.
    pub(crate) fn link(&mut self, number: u16) {
        let id = self.line(number).map_or(0, |line| line.id);
        if let Some(before) = self.before
            && let Some(line) = self.line(before)
        {
            line.next_id = id;
        }
    }
}

/// The row of a picture that a scan line shows: its number and its pixels.
pub(crate) fn row_of(picture: &mut [u8], line: u16) -> Option<(usize, &mut [u8; LINE_PIXELS])> {
    let row = usize::from(line.checked_sub(FIRST_LINE).filter(|_| line < BLANK_LINE)?);
    picture[row * LINE_PIXELS..].first_chunk_mut().map(|pixels| (row, pixels))
}
