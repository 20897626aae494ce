//! What a line may read from memory, for whoever has to know of stores there.

use super::Antic;
use super::chip::address_in_list;
use super::train::BYTES;

/// How far the addresses that are told may lie apart, and what they are rounded down to.
const CELL: u16 = 64;
/// Lines of a mode line, and one: what is told for the first line holds for all of them.
const LINES: u16 = 17;
/// More bytes than a line without a regular playfield may read at its memory scan counter.
const IRREGULAR_BYTES: usize = 0x80;
/// The cells that those may lie in, or the bytes of any other line.
const SCANNED_CELLS: usize = (CELL as usize - 1 + IRREGULAR_BYTES).div_ceil(CELL as usize);

/// The cell that an address lies in, by its own address.
fn cell(address: u16) -> u16 {
    address & !(CELL - 1)
}

/// Addresses that a line and those behind it in its mode line may yet read: too many, never too few.
pub trait Addresses: Copy + PartialEq {
    /// Calls `see` for one in each cell of 64 bytes.
    fn each(&self, see: &mut impl FnMut(u16));

    /// Whether they are all that there are.
    fn are_all(&self) -> bool {
        false
    }
}

/// All of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reads {
    /// Those that move on with each mode line.
    pub row: RowReads,
    /// Of players and missiles.
    pub objects: ObjectReads,
    /// Of fonts.
    pub fonts: FontReads,
}

/// Addresses in the display list, and at the memory scan counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowReads {
    /// The cells of the next byte of the list and of the one behind the next two.
    list: [u16; 2],
    /// Those of the bytes that are scanned; where they are fewer, the last again, and those of the list if none is.
    // As many each time: marks move with each mode line. [measured: 0.3 of 21 host instructions a machine cycle in `chain`]
    scanned: [u16; SCANNED_CELLS],
    /// There are such bytes.
    scans: bool,
    /// Requests meet: any address.
    anywhere: bool,
}

impl RowReads {
    /// Those in the display list.
    pub fn list(&self, see: &mut impl FnMut(u16)) {
        if self.anywhere {
            (0..=0xFFFF).step_by(CELL.into()).for_each(&mut *see);
        }
        self.list.into_iter().for_each(see);
    }

    /// Those at the memory scan counter.
    pub fn scanned(&self, see: &mut impl FnMut(u16)) {
        if self.scans {
            self.scanned.into_iter().for_each(see);
        }
    }

    /// A line scans so many bytes from `scan` on, which counts within 4K.
    fn scan(&mut self, scan: u16, bytes: usize) {
        let cells = (usize::from(scan % CELL) + bytes).div_ceil(CELL.into());
        let at = |n: usize| (scan & 0xF000) | (cell(scan).wrapping_add(n as u16 * CELL) & 0x0FFF);
        (self.scanned, self.scans) = (std::array::from_fn(|n| at(n.min(cells - 1))), true);
    }
}

impl Addresses for RowReads {
    #[inline]
    fn each(&self, see: &mut impl FnMut(u16)) {
        self.list(see);
        self.scanned.into_iter().for_each(see);
    }

    fn are_all(&self) -> bool {
        self.anywhere
    }
}

/// Addresses of the objects' data.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ObjectReads {
    /// The cells of the missiles' first and last byte.
    missiles: [u16; 2],
    /// What lies between each object's and the next one's; 0 = no objects.
    distance: u16,
}

impl ObjectReads {
    /// A number that no others have.
    pub fn number(&self) -> u64 {
        let [first, last] = self.missiles.map(u64::from);
        first | last << 16 | u64::from(self.distance) << 32
    }
}

impl Addresses for ObjectReads {
    #[inline]
    fn each(&self, see: &mut impl FnMut(u16)) {
        if self.distance != 0 {
            for object in 0..5 {
                self.missiles.into_iter().for_each(|at| see(at.wrapping_add(object * self.distance)));
            }
        }
    }
}

/// Addresses of glyphs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FontReads {
    /// The pages at which fonts begin: now, and of late.
    pages: [u8; 2],
    /// How many bytes they have; 0 = no fonts.
    bytes: u16,
}

impl Addresses for FontReads {
    #[inline]
    fn each(&self, see: &mut impl FnMut(u16)) {
        let [font, other] = self.pages;
        for font in [font, other].into_iter().take(if font == other { 1 } else { 2 }) {
            (0..self.bytes).step_by(CELL.into()).for_each(|n| see((u16::from(font) << 8).wrapping_add(n)));
        }
    }
}

/// So many mode lines of one line each are foreseen at most.
// What is marked for them a program that draws there meets more often, the more they are. [measured]
pub const MOST_LINES: u16 = 8;

/// Addresses that some mode lines of one line each read, which follow the current one and are planned as it is, and that one
/// may yet read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LineReads {
    /// How many there are.
    pub count: u16,
    /// The line that was the current one when they were foreseen.
    pub(super) line: u16,
    /// Where it scans its bytes, and each of those behind it.
    pub(super) scans: [u16; MOST_LINES as usize + 1],
    /// Where the next byte of the list is.
    pub(super) list: u16,
    /// The bytes of an instruction with its address.
    pub(super) step: u16,
}

impl LineReads {
    /// How many of them are behind `line`, if that is the one in which they were foreseen or one of them; else none.
    #[inline]
    pub fn behind(&self, line: u16) -> u16 {
        let passed = line.wrapping_sub(self.line);
        self.count.saturating_sub(passed)
    }

    /// So many of them at most.
    pub fn first(self, most: u16) -> Self {
        LineReads { count: self.count.min(most), ..self }
    }
}

impl Addresses for LineReads {
    fn each(&self, see: &mut impl FnMut(u16)) {
        if self.count == 0 {
            return;
        }
        for scan in &self.scans[..=usize::from(self.count)] {
            see(*scan);
            see(scan & 0xF000 | scan.wrapping_add(BYTES as u16 - 1) & 0x0FFF);
        }
        // With the instruction behind the last of them, and the address of the current one: less than a cell.
        see(self.list);
        see(address_in_list(self.list, (self.count + 1) * self.step));
    }
}

impl Antic {
    /// What the current line, which has been planned, and those behind it in its mode line may yet read; `peek` reads
    /// memory.
    pub fn reads(&self, peek: impl Fn(u16) -> u8) -> Reads {
        let chip = &self.chip;
        let plan = self.planner.plan();
        let mode = chip.mode.ir & 15;
        let list = [cell(chip.dlist), cell(chip.dlist.wrapping_add(2))];
        let mut row = RowReads {
            list,
            scanned: [list[0]; SCANNED_CELLS],
            scans: false,
            anywhere: plan.meeting || self.is_address_half_read(),
        };
        let mut objects = ObjectReads::default();
        // Behind the picture none are fetched: there programs move them. [measured: 0.3 of 21 host instructions a machine cycle in
        // the long run of `platform`]
        if chip.dmactl & 0x0C != 0 && (chip.head.visible || chip.head.next_visible) {
            let first = chip.object_address(chip.object_missiles());
            objects = ObjectReads {
                missiles: [cell(first), cell(first.wrapping_add(LINES))],
                distance: chip.object_missiles() / 3,
            };
        }
        let mut fonts = FontReads::default();
        if chip.head.visible && mode >= 2 && self.may_fetch_playfield() {
            let scan = self.scan_ahead(peek);
            row.scan(scan, if plan.train.is_some() { BYTES } else { IRREGULAR_BYTES });
            if mode < 8 {
                let (mask, bytes) = if mode < 6 { (0xFC, 0x400) } else { (0xFE, 0x200) };
                fonts = FontReads { pages: chip.chbase.map(|base| base & mask), bytes };
            }
        }
        Reads { row, objects, fonts }
    }
}
