//! The lines of a frame as they were run last, for [`runs::replay`](crate::machine::runs::replay).

use super::memory::{Memory, cell_of};
use crate::chips::antic::{AnticMoment, BLANK_LINE, FIRST_LINE, Held, PlanId, Reads, RowPlan};
use crate::chips::gtia::{GtiaMoment, LINE_PIXELS};
use crate::machine::config::FRAME_HEIGHT;

/// The most cells of memory that a line kept may read.
const CELLS: usize = 48;
/// A line that was kept in vain is not kept again for so many frames: on a screen that changes all
/// the time keeping would cost more than it saves.
const PAUSE: u8 = 15;

/// Both chips at one moment.
pub(crate) type ChipsMoment = (AnticMoment, GtiaMoment);

/// What a line reads.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// Display list and objects.
    List,
    /// Names or bitmap bytes.
    Scanned,
    /// Fonts.
    Glyphs,
}

/// The cells of memory that a line reads, and how often they had changed when it did.
#[derive(Clone)]
pub(crate) struct ReadCells {
    cells: [u16; CELLS],
    /// Where the part begins behind each.
    ends: [usize; 3],
    /// In all of each part.
    changes: [u32; 3],
}

impl ReadCells {
    /// What a line of which the instruction is at `instruction` reads: names or bitmap bytes if it is the first of its
    /// mode line (`scans`); from now on changes of it count. Nothing if that is too much.
    pub(crate) fn of(instruction: u16, reads: &Reads, scans: bool, memory: &mut Memory) -> Option<Self> {
        let mut read = ReadCells { cells: [0; CELLS], ends: [0; 3], changes: [0; 3] };
        let mut count = 0;
        let Self { cells, ends, .. } = &mut read;
        let mut add = |address: u16| {
            if let Some(place) = cells.get_mut(count) {
                *place = cell_of(address) as u16;
            }
            count += 1;
            count
        };
        ends[0] = add(instruction);
        reads.list_and_objects(&mut |address| ends[0] = add(address));
        ends[1] = ends[0];
        if scans {
            reads.scanned(&mut |address| ends[1] = add(address));
        }
        ends[2] = ends[1];
        reads.glyphs(&mut |address| ends[2] = add(address));
        if count > CELLS {
            return None;
        }
        [Part::List, Part::Scanned, Part::Glyphs].into_iter().for_each(|part| read.look(part, memory));
        Some(read)
    }

    #[inline]
    fn part(&self, part: Part) -> &[u16] {
        let from = if let Part::List = part { 0 } else { self.ends[part as usize - 1] };
        self.cells.get(from..self.ends[part as usize]).unwrap_or_default()
    }

    /// Whether a part has not changed.
    #[inline]
    pub(crate) fn is_same(&self, part: Part, memory: &Memory) -> bool {
        self.changes[part as usize] == memory.changes(self.part(part))
    }

    /// Looks again at a part: what changes from now on counts.
    pub(crate) fn look(&mut self, part: Part, memory: &mut Memory) {
        let changes =
            self.part(part).iter().fold(0, |sum: u32, &cell| sum.wrapping_add(memory.count_changes(cell)));
        self.changes[part as usize] = changes;
    }
}

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
    /// The same, and nobody takes what is on the bus in the next one: its slots.
    pub steady_slots: Option<i32>,
    /// The cells of memory that it reads.
    pub cells: ReadCells,
    /// What it may yet read after its start.
    pub reads: Option<Reads>,
    /// How often any cell had changed when those were last looked at.
    pub all_changes: u64,
    /// How it shows its playfield, if the bytes of that may be others: nothing else of its outcome depends on them.
    pub row: Option<RowPlan>,
    /// Its picture is that row, and no more.
    pub is_plain: bool,
    /// The last byte of list and objects that is fetched before it is planned, and before its playfield, if any is.
    pub fetched: [Option<u8>; 2],
    /// Numbers of what ANTIC holds at its start and its end.
    pub held: [u32; 2],
    /// Number of its pixels.
    pub pixels_id: u32,
    /// The picture's row, if it was drawn and is not [`Line::is_plain`].
    pub pixels: Option<[u8; LINE_PIXELS]>,
    /// It has been of use since it was kept, or since it last came out otherwise.
    pub used: bool,
}

impl Line {
    /// Whether what it reads is as it was, except, perhaps, the bytes of a playfield that may be others.
    #[inline]
    pub(crate) fn reads_the_same(&mut self, memory: &Memory) -> bool {
        if self.all_changes == memory.all_changes {
            return true;
        }
        if !self.cells.is_same(Part::List, memory) {
            return false;
        }
        if self.row.is_none() {
            if !self.has_same_playfield(memory) {
                return false;
            }
            self.all_changes = memory.all_changes;
        }
        true
    }

    /// All that it reads has just been looked at but, perhaps, the display list and the objects.
    pub(crate) fn stamp(&mut self, memory: &Memory) {
        if self.cells.is_same(Part::List, memory) {
            self.all_changes = memory.all_changes;
        }
    }

    /// What ANTIC holds once the line has been planned, if it held `held` when it began.
    pub(crate) fn held_at_start(&self, held: &Held) -> Held {
        Held { last_byte: self.fetched[0].unwrap_or(held.last_byte), ..held.clone() }
    }

    /// Whether names or bitmap bytes, and glyphs, are as they were.
    #[inline]
    fn has_same_playfield(&self, memory: &Memory) -> bool {
        self.cells.is_same(Part::Scanned, memory) && self.cells.is_same(Part::Glyphs, memory)
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
    /// Number of what ANTIC holds at the start of the current line, if that is known.
    pub held_id: u32,
    /// And that itself, if the number is not the one that the line had before.
    pub held: Held,
    /// The current line, if it is to be kept.
    pub new: Option<Box<Line>>,
    /// The line before, if it was kept or replayed.
    pub before: Option<u16>,
    /// The line that followed it, if it was replayed; 0 = not known.
    pub expected: u32,
    /// The last number given.
    pub last_id: u32,
    /// The pixels of which number the rows of both pictures show; 0 = not those of a line kept.
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
            held_id: 0,
            held: Held::nothing(),
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

    /// A number that has not been given yet.
    pub(crate) fn number(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1).max(1);
        self.last_id
    }

    /// Notes that `row` of the picture being drawn is about to get the pixels of that number, or others (0).
    pub(crate) fn claim_row(&mut self, row: usize, id: u32) {
        self.shown[0][row] = id;
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

    /// A line by its number, if it is kept.
    #[inline]
    pub(crate) fn line(&mut self, number: u16) -> Option<&mut Line> {
        self.lines[usize::from(number)].as_deref_mut()
    }

    /// The slots of up to `count` lines behind line `number` that are known, as long as nobody changes what they read,
    /// and in which nothing happens that the CPU could notice.
    pub(crate) fn slots_behind(&mut self, number: u16, count: u64, memory: &Memory) -> i32 {
        let mut slots = 0;
        let mut before = usize::from(number);
        for _ in 0..count {
            let number = if before + 1 == self.lines.len() { 0 } else { before + 1 };
            let Some(id) = self.lines[before].as_deref().map(|line| line.next_id) else { break };
            let Some(line) = self.lines[number].as_deref_mut() else { break };
            let Some(more) = line.steady_slots else { break };
            if line.id != id || !line.reads_the_same(memory) {
                break;
            }
            slots += more;
            before = number;
        }
        slots
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

/// The row of a picture that a scan line shows.
pub(crate) fn row_number(line: u16) -> Option<usize> {
    line.checked_sub(FIRST_LINE).filter(|_| line < BLANK_LINE).map(usize::from)
}

/// The row of a picture that a scan line shows: its number and its pixels.
pub(crate) fn row_of(picture: &mut [u8], line: u16) -> Option<(usize, &mut [u8; LINE_PIXELS])> {
    let row = row_number(line)?;
    picture[row * LINE_PIXELS..].first_chunk_mut().map(|pixels| (row, pixels))
}
