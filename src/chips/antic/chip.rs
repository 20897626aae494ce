//! The state of ANTIC.

use super::display;
use super::mode_line::ModeLine;
use super::timing::{BLANK_LINE, FIRST_LINE, HEAD, TAKEN, Timing};
use super::wiring::Wiring;
use serde::{Deserialize, Serialize};

/// NMIST and NMIEN: display list interrupt.
pub const NMI_DLI: u8 = 0x80;
/// NMIST and NMIEN: vertical blank interrupt.
pub const NMI_VBI: u8 = 0x40;
/// NMIST: the RESET key.
pub const NMI_RESET: u8 = 0x20;

/// The cycle in which it is decided whether the mode line ends with this line.
pub(super) const ROW_DECISION: u32 = 109;

/// How many of the events at fixed cycles of a line are over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Serialize, Deserialize)]
pub(crate) enum Stage {
    Begun,
    Planned,
    InterruptDecided,
    StatusSet,
    PinDecided,
    RowDecided,
}

/// The actual state: everything that the future depends on except the plan of the line in force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Chip {
    pub dmactl: u8,
    pub chactl: u8,
    pub hscrol: u8,
    pub vscrol: u8,
    pub pmbase: u8,
    /// CHBASE as seen by font fetches before `chbase_from`, and from there on.
    pub chbase: [u8; 2],
    pub chbase_from: u8,
    pub nmien: u8,
    pub nmist: u8,
    pub dlist: u16,
    pub lines: u16,
    pub line: u16,
    pub stage: Stage,
    pub mode: ModeLine,
    /// The state at the start of cycle 1, before the instruction is known; later the one in `planner` is valid.
    pub head: Timing,
    /// The uses of cycles before this one have been carried out.
    pub done: u8,
    /// The pin in cycles 8 and 9: bits 0 and 1; set = NMI low.
    pub nmi_low: u8,
    pub interrupt_line: bool,
    pub reset_key: bool,
    pub data: display::Data,
}

impl Chip {
    /// The addresses of the list, the playfield, its fonts and the objects, as one number.
    pub(super) fn places(&self) -> u64 {
        let [list, scan] = [self.dlist, self.data.scan].map(u64::from);
        list | scan << 16 | u64::from(u16::from_le_bytes([self.pmbase, self.chbase[0]])) << 32
    }
}

/// Whether a line belongs to the display.
pub(super) fn is_visible(line: u16) -> bool {
    (FIRST_LINE..BLANK_LINE).contains(&line)
}

/// Whether an instruction is of mode 2, 3 or F.
pub(super) fn is_hires(ir: u8) -> bool {
    matches!(ir & 15, 2 | 3 | 15)
}

/// The address `bytes` bytes after another one in the display list, which counts within 1K. [AHRM 4.3]
pub(super) fn address_in_list(dlist: u16, bytes: u16) -> u16 {
    (dlist & 0xFC00) | (dlist.wrapping_add(bytes) & 0x03FF)
}

/// The next address.
pub(super) fn next_in_list(dlist: u16) -> u16 {
    address_in_list(dlist, 1)
}

impl Chip {
    /// The state after power-on; frames have `lines` lines.
    pub(crate) fn new(lines: u16) -> Self {
        Chip {
            dmactl: 0,
            chactl: 0,
            hscrol: 0,
            vscrol: 0,
            pmbase: 0,
            chbase: [0; 2],
            chbase_from: 0,
            nmien: 0,
            nmist: 0x5F,
            dlist: 0,
            lines,
            line: 0,
            stage: Stage::Begun,
            mode: ModeLine::default(),
            head: Timing::default(),
            done: 0,
            nmi_low: 0,
            interrupt_line: false,
            reset_key: false,
            data: display::Data::empty(),
        }
    }

    /// Begins a mode line with the same instruction as the one before.
    #[inline(never)]
    pub(super) fn begin_alike(&mut self, wiring: &mut impl Wiring) {
        self.start_row(wiring);
    }

    /// Cycle 1: fetches the instruction, if one is due, and begins the mode line.
    #[inline(always)]
    pub(crate) fn start_row(&mut self, wiring: &mut impl Wiring) {
        let fetch = self.head.coming & HEAD != 0;
        if fetch {
            // Usually it is the only request in that cycle.
            let alone = self.head.coming == HEAD | TAKEN;
            self.mode.ir = wiring.fetch(if alone { self.dlist } else { self.address(1, self.head.coming) });
            self.data.held.last_byte = self.mode.ir;
            self.step_dlist();
        }
        if self.head.visible && self.mode.first {
            self.mode.start(self.vscrol);
        }
        if fetch && self.mode.ir & 0x4F == 0x41 {
            self.mode.waiting = true;
        }
        self.head.wants_address = match self.mode.ir & 15 {
            0 => false,
            1 => self.head.visible && (fetch || (!self.mode.first && !self.mode.waiting)),
            _ => fetch && self.mode.ir & 0x40 != 0,
        };
        self.head.begin(self.mode.ir);
    }

    /// Advances the display list.
    pub(crate) fn step_dlist(&mut self) {
        self.dlist = next_in_list(self.dlist);
    }
}
