//! What a line may read from memory, for noticing stores there.

use super::Antic;
use super::chip::address_in_list;
use super::timing::HEAD;
use super::train::BYTES;

/// Addresses are reported once for each cell of this many bytes, rounded down.
const CELL: u16 = 64;
/// Lines of a mode line, plus one: what is reported for the first line holds for all of them.
const LINES: u16 = 17;
/// An upper bound on what a line without a regular playfield reads at its memory scan counter.
const IRREGULAR_BYTES: usize = 0x80;
/// The most cells that those bytes, or the bytes of any other line, may lie in.
const SCANNED_CELLS: usize = (CELL as usize - 1 + IRREGULAR_BYTES).div_ceil(CELL as usize);

/// The address of the cell that an address lies in.
fn cell(address: u16) -> u16 {
    address & !(CELL - 1)
}

/// Addresses that a line and the later ones in its mode line may still read: never too few.
pub trait Addresses: Copy + PartialEq {
    /// Calls `see` with one address in each cell of 64 bytes.
    fn each(&self, see: &mut impl FnMut(u16));

    /// Whether this is all of memory.
    fn are_all(&self) -> bool {
        false
    }
}

/// All addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reads {
    /// Addresses that advance with each mode line.
    pub row: RowReads,
    /// Addresses of players and missiles.
    pub objects: ObjectReads,
    /// Addresses of fonts.
    pub fonts: FontReads,
}

/// Addresses in the display list, and at the memory scan counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowReads {
    /// The cells of the next byte of the list, and of the third byte.
    list: [u16; 2],
    /// The cells of the bytes scanned. If there are fewer, the last one is repeated; if nothing is scanned, they are
    /// cells of the list.
    // A constant number: marks move with each mode line.
    // [measured: 0.3 of 21 host instructions a machine cycle in `chain`]
    scanned: [u16; SCANNED_CELLS],
    /// Whether anything is scanned.
    scans: bool,
    /// Requests meet, so any address may be read.
    anywhere: bool,
}

impl RowReads {
    /// Addresses in the display list.
    pub fn list(&self, see: &mut impl FnMut(u16)) {
        if self.anywhere {
            (0..=0xFFFF).step_by(CELL.into()).for_each(&mut *see);
        }
        self.list.into_iter().for_each(see);
    }

    /// Addresses at the memory scan counter.
    pub fn scanned(&self, see: &mut impl FnMut(u16)) {
        if self.scans {
            self.scanned.into_iter().for_each(see);
        }
    }

    /// Adds `bytes` bytes scanned from `scan` on, which counts within 4K.
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
    /// The distance between the data of one object and the next; 0 = no objects.
    distance: u16,
}

impl ObjectReads {
    /// A number that identifies these addresses.
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
    /// The pages at which fonts begin: the present one and the previous one.
    pages: [u8; 2],
    /// The size in bytes; 0 = no fonts.
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

/// The most mode lines of one line each that are foreseen.
// The more there are, the more often a drawing program stores into what is marked for them. [measured]
pub const MOST_LINES: u16 = 8;

/// Addresses that several foreseen mode lines of one line each read, and those that the current line may still read.
/// The foreseen lines follow the current one and are planned like it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LineReads {
    /// The number of foreseen lines.
    pub count: u16,
    /// The current line when they were foreseen.
    pub(super) line: u16,
    /// The scan address of that line, and of each foreseen line after it.
    pub(super) scans: [u16; MOST_LINES as usize + 1],
    /// The address of the list's next byte.
    pub(super) list: u16,
    /// The length of an instruction with its address.
    pub(super) step: u16,
}

impl LineReads {
    /// How many of the foreseen lines come after `line`; none if that is neither one of them nor the one before them.
    #[inline]
    pub fn behind(&self, line: u16) -> u16 {
        let passed = line.wrapping_sub(self.line);
        self.count.saturating_sub(passed)
    }

    /// At most `most` of these lines.
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
        // Including the instruction after the last of them and the address of the current one: less than a cell.
        see(self.list);
        see(address_in_list(self.list, (self.count + 1) * self.step));
    }
}

impl Antic {
    /// What the current planned line and the later ones in its mode line may still read; `peek` reads memory.
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
        // After the picture no objects are fetched: that is where programs move them.
        // [measured: 0.3 of 21 host instructions a machine cycle in the long run of `platform`]
        // This line may fetch objects although DMACTL has turned that off since, too late for their cycles.
        let fetches = chip.dmactl & 0x0C != 0 || chip.data.first_use & HEAD != 0 || self.loads_players();
        if fetches && (chip.head.visible || chip.head.next_visible) {
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
