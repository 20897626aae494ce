//! ANTIC of the model, from cycle to cycle: display list, scrolling, which cycles it takes from the CPU. [sheet: antic]

use super::modes::{self, Mode};
use super::playfield::{Playfield, Row};

/// The cycles of a line, numbered from the missiles' on. [sheet: antic 1]
pub const CYCLES: usize = 114;
/// The lines on which the display list runs. [sheet: antic 1]
pub const DISPLAYED: std::ops::Range<usize> = 8..248;

/// The registers that decide what is shown. [sheet: antic 2]
#[derive(Clone, Copy, Debug)]
pub struct Registers {
    pub dmactl: u8,
    pub chactl: u8,
    pub hscrol: u8,
    pub vscrol: u8,
    pub pmbase: u8,
    pub chbase: u8,
}

impl Registers {
    /// DMACTL bits 1 and 0: 0 is off, 1 narrow, 2 normal, 3 wide. [sheet: antic 1, 2]
    pub fn width(self) -> usize {
        usize::from(self.dmactl & 3)
    }
}

/// What becomes of a cycle.
#[derive(Clone, Copy)]
pub enum Use {
    /// It is the CPU's.
    Cpu,
    /// ANTIC reads from an address.
    Fetch(u16),
    /// ANTIC reads from an address that depends on a byte that is not known.
    FetchFromAnywhere,
    /// ANTIC refreshes memory, and nobody says what is on the bus.
    Refresh,
}

pub struct Antic {
    now: Registers,
    /// As they were when the cycle began: without what is written in it.
    before: Registers,
    /// As they were a cycle before that: what is written takes two cycles to be heeded by most DMA. [sheet: antic 3]
    earlier: Registers,
    /// Where the display list goes on.
    list: u16,
    instruction: u8,
    /// In the scan line that begins, a mode line begins.
    is_first_row: bool,
    /// The display list has been read in this scan line.
    has_read_list: bool,
    /// The low byte of an address, until its high byte comes.
    low: u8,
    /// JVB: the display list is not read again before vertical blank has passed. [sheet: antic 4]
    waits: bool,
    row: u8,
    /// The mode line is the last in which this many rows are counted.
    rows: u8,
    /// The mode line, or the one before if a new one begins, has VSCROL enabled.
    scrolls_vertically: bool,
    /// It is the first one without VSCROL after one with it, and ends with the row that VSCROL says.
    leaves_region: bool,
    mode_line_is_over: bool,
    refresh_is_due: bool,
    pub playfield: Playfield,
}

impl Antic {
    /// Before the first displayed line, with everything at rest.
    pub fn new(registers: Registers, list: u16) -> Self {
        Antic {
            now: registers,
            before: registers,
            earlier: registers,
            list,
            instruction: 0,
            is_first_row: false,
            has_read_list: false,
            low: 0,
            waits: false,
            row: 0,
            rows: 1,
            scrolls_vertically: false,
            leaves_region: false,
            mode_line_is_over: true,
            refresh_is_due: false,
            playfield: Playfield::new(),
        }
    }

    /// The registers as they have been written.
    pub fn registers(&self) -> Registers {
        self.now
    }

    /// Whether the mode line is scrolled horizontally.
    pub fn is_scrolled(&self) -> bool {
        self.mode().is_some() && self.instruction & 0x10 != 0
    }

    /// Whether the mode line is one of those in which a clock has two pixels: the code of HBLANK says so. [sheet: antic 13]
    pub fn is_hires(&self) -> bool {
        matches!(self.instruction & 15, 2 | 3 | 15)
    }

    /// Whether the next line begins with an instruction, as things stand.
    pub fn reads_list_next(&self) -> bool {
        self.now.dmactl & 0x20 != 0 && self.row == self.last_row() && !self.waits
    }

    fn mode(&self) -> Option<Mode> {
        modes::mode(self.instruction)
    }

    /// A write of the CPU in `cycle`.
    pub fn write(&mut self, cycle: usize, address: u16, value: u8) {
        match address {
            0xD400 => {
                // Where the window's edges are if its width changes beside it, the sheets leave open.
                if (value ^ self.now.dmactl) & 3 != 0 && (5..112).contains(&cycle) {
                    self.playfield.leave_open(cycle);
                }
                self.now.dmactl = value;
            }
            0xD401 => self.now.chactl = value,
            // The low 10 bits of the pointer count, the others stand. [sheet: antic 2]
            0xD403 => self.list = self.list & 0x00FF | u16::from(value) << 8,
            0xD404 => self.now.hscrol = value & 15,
            0xD405 => self.now.vscrol = value & 15,
            0xD407 => self.now.pmbase = value,
            0xD409 => self.now.chbase = value,
            _ => panic!("no program writes to ${address:04X}"),
        }
    }

    /// Begins `cycle` of `line`: what becomes of it.
    pub fn begin_cycle(&mut self, line: usize, cycle: usize) -> Use {
        (self.earlier, self.before) = (self.before, self.now);
        let mut taken = Use::Cpu;
        if cycle == 0 {
            self.has_read_list = false;
            self.is_first_row = self.mode_line_is_over && !self.waits;
            self.playfield.begin_line();
        }
        if DISPLAYED.contains(&line) {
            taken = match cycle {
                0..8 => self.head(line, cycle),
                _ => self.playfield.fetch(cycle, self.row()),
            };
        }
        // A refresh gives way to the playfield; one alone can be pending. [sheet: antic 6]
        self.refresh_is_due |= (25..58).contains(&cycle) && (cycle - 25).is_multiple_of(4);
        if self.refresh_is_due && matches!(taken, Use::Cpu) {
            self.refresh_is_due = false;
            taken = Use::Refresh;
        }
        taken
    }

    /// What ANTIC fetches at the beginning of a line. [sheet: antic 3, 7]
    fn head(&self, line: usize, cycle: usize) -> Use {
        let dmactl = self.earlier.dmactl;
        // Addresses follow the instructions that load the memory scan counter, and those that jump. [sheet: antic 4]
        let loads_scan = self.instruction & 0x40 != 0 && self.mode().is_some();
        let jumps = self.instruction & 15 == 1;
        let is_taken = match cycle {
            0 => dmactl & 0x0C != 0,
            1 => dmactl & 0x20 != 0 && self.is_first_row,
            2..6 => dmactl & 0x08 != 0,
            _ => self.has_read_list && (loads_scan || jumps),
        };
        match cycle {
            _ if !is_taken => Use::Cpu,
            0 => Use::Fetch(self.object_address(line, 0)),
            2..6 => Use::Fetch(self.object_address(line, cycle - 1)),
            _ => Use::Fetch(self.list),
        }
    }

    /// The address of the missiles' byte of a line, or that of player `object` counted from 1. [sheet: antic 7]
    fn object_address(&self, line: usize, object: usize) -> u16 {
        let pmbase = usize::from(self.before.pmbase);
        let address = if self.before.dmactl & 0x10 != 0 {
            ((pmbase & 0xF8) << 8) + 0x300 + 0x100 * object + line
        } else {
            ((pmbase & 0xFC) << 8) + 0x180 + 0x80 * object + line / 2
        };
        address as u16
    }

    /// Ends `cycle` of `line`, in which `bus` was on the bus, and after a write of the CPU.
    pub fn end_cycle(&mut self, line: usize, cycle: usize, taken: Use, bus: Option<u8>) {
        if !DISPLAYED.contains(&line) {
            return;
        }
        match (cycle, taken) {
            (1, _) => self.begin_mode_line(taken, bus),
            (6, Use::Fetch(_)) => self.low = self.list_byte(bus),
            (7, Use::Fetch(_)) => {
                let high = self.list_byte(bus);
                self.take_address(u16::from_le_bytes([self.low, high]));
            }
            (8.., _) => self.playfield.take(cycle, self.row(), bus),
            _ => {}
        }
        if cycle >= 8
            && let Some(mode) = self.mode()
        {
            self.playfield.start_or_stop(cycle, mode, self.now, self.is_scrolled());
        }
        if cycle == 108 && !self.waits {
            self.end_row();
        }
    }

    /// A byte of the display list has come. The pointer stays within its 1K. [sheet: antic 4]
    fn list_byte(&mut self, bus: Option<u8>) -> u8 {
        self.list = self.list & 0xFC00 | (self.list + 1) & 0x03FF;
        bus.expect("the display list is in memory that is known")
    }

    fn take_address(&mut self, address: u16) {
        if self.mode().is_some() {
            self.playfield.scan = address;
        } else {
            self.list = address;
            self.waits = self.instruction & 0x40 != 0;
        }
    }

    /// A mode line may begin. Without display list DMA it is that of the instruction before. [sheet: antic 4]
    fn begin_mode_line(&mut self, taken: Use, bus: Option<u8>) {
        if !self.is_first_row {
            return;
        }
        if let Use::Fetch(_) = taken {
            self.instruction = self.list_byte(bus);
            self.has_read_list = true;
        }
        self.rows = match self.mode() {
            Some(mode) => mode.rows,
            None if self.instruction & 15 == 0 => (self.instruction >> 4 & 7) + 1,
            None => 1,
        };
        // A region of VSCROL begins with the row that it says, and ends with that row. [sheet: antic 12]
        let scrolled_before = self.scrolls_vertically;
        self.scrolls_vertically = self.mode().is_some() && self.instruction & 0x20 != 0;
        let enters = self.scrolls_vertically && !scrolled_before;
        self.leaves_region = scrolled_before && !self.scrolls_vertically;
        self.row = if enters { self.before.vscrol } else { 0 };
        self.mode_line_is_over = false;
    }

    /// The row that ends the mode line. [sheet: antic 12]
    fn last_row(&self) -> u8 {
        if self.leaves_region { self.now.vscrol } else { self.rows - 1 }
    }

    /// Counts the rows, up to the last one or, if that is missed, through 15. [sheet: antic 3, 12]
    fn end_row(&mut self) {
        self.mode_line_is_over = self.row == self.last_row();
        if !self.mode_line_is_over {
            self.row = (self.row + 1) & 15;
        }
    }

    /// What the playfield has to know of the row.
    fn row(&self) -> Row {
        Row {
            mode: self.mode(),
            number: self.row,
            is_first: self.is_first_row,
            chbase: self.earlier.chbase,
            chactl: self.earlier.chactl,
        }
    }
}
