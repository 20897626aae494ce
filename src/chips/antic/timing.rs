//! When ANTIC uses the bus: the cycle-stepped engine that defines it.
//!
//! [`Timing::step`] runs in machine cycle c and decides what happens in cycle c + 1, from the registers as they stand
//! in c. A write in w takes effect from w + 1 on, so it affects the DMA of cycle w + 2 at the earliest
//! [AHRM 4.6; acid: antic_dmapattern]. The engine knows only times, never data.

use serde::{Deserialize, Serialize};

/// Machine cycles of a scan line.
pub const LINE_CYCLES: usize = 114;
/// Display list and player/missile DMA come before this cycle.
pub const HEAD_END: u32 = 8;
/// First scan line of the display.
pub const FIRST_LINE: u16 = 8;
/// The line after the display, where the vertical blank begins.
pub const BLANK_LINE: u16 = 248;
/// From here to the end of the line, and in cycle 0, playfield requests take no bus cycle.
pub(super) const PLAYFIELD_CUTOFF: usize = 106;

/// The earliest start of the playfield clock: a wide playfield, not scrolled.
const EARLIEST_START: usize = 9;

/// What happens in a machine cycle (the use of the cycle), as flags.
pub type Use = u8;
/// A character name is due: fetched on the first line of a mode line, read back from the line buffer later.
pub const NAME: Use = 1;
/// A bitmap byte is due: fetched on the first line, read back from the line buffer later.
pub const BITMAP: Use = 2;
/// A font byte is due, on every line.
pub const FONT: Use = 4;
/// The playfield request gets no bus cycle: it captures whatever is on the bus.
pub const VIRTUAL: Use = 8;
/// Memory refresh.
pub const REFRESH: Use = 16;
/// Display list or player/missile DMA; the cycle number says which.
pub const HEAD: Use = 32;
/// ANTIC has the bus: the CPU is halted.
pub const TAKEN: Use = 64;
/// Another name or bitmap byte is due in the next cycle. Set only in plans.
pub const RUN: Use = 128;

/// Whether requests of different kinds meet in a cycle, so that none of them has its own address.
pub const fn is_meeting(uses: Use) -> bool {
    let bytes = uses & (NAME | BITMAP);
    uses & VIRTUAL == 0
        && ((uses & HEAD != 0 && (bytes | uses & FONT) != 0) || (uses & FONT != 0 && bytes != 0))
}

/// Everything that determines ANTIC's bus cycles, at the start of a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// DMACTL.
    pub dmactl: u8,
    /// HSCROL.
    pub hscrol: u8,
    /// The display list instruction in force.
    pub ir: u8,
    /// First scan line of the mode line: names and bitmap bytes are fetched.
    pub first: bool,
    /// An instruction is to be fetched at cycle 1, if display list DMA is on.
    pub wants_instruction: bool,
    /// An address is to be fetched at cycles 6 and 7 if display list DMA is on.
    pub wants_address: bool,
    /// The line is one of 8 to 247.
    pub visible: bool,
    /// The next line is one of 8 to 247.
    pub next_visible: bool,
    /// The playfield clock: bit n is set n cycles after a name request. It feeds back from the
    /// stage of the mode's fetch period. [AHRM 4.7]
    pub ring: u8,
    /// The stage from which it feeds back in cycle 1, given by the previous instruction: the one fetched then takes
    /// effect later. 0 if the stage is the same. [sheet: antic 6]
    pub feedback_before: u8,
    /// A refresh request waits for a free cycle.
    pub refresh_pending: bool,
    /// What happens in the coming cycle (decided in the one before).
    pub coming: Use,
}

/// Feedback stage of the playfield clock by mode: periods 2, 4 and 8.
const FEEDBACK: [u8; 16] = [0, 0, 2, 2, 2, 2, 8, 8, 128, 128, 8, 8, 8, 2, 2, 2];

/// Cycles from one name or bitmap byte to the next in the mode of instruction `ir`, 0 if it has none.
pub fn period(ir: u8) -> usize {
    match FEEDBACK[usize::from(ir & 15)] {
        0 => 0,
        stage => stage.trailing_zeros() as usize + 1,
    }
}

impl Timing {
    /// The state without those bits of registers and instruction that have no effect in its line: lines that differ
    /// only in those share a plan.
    pub fn deciding(self) -> Timing {
        let fetches = self.visible && self.ir & 15 >= 2;
        let scrolls = fetches && self.ir & 0x10 != 0;
        Timing {
            dmactl: self.dmactl & if fetches { 0x2F } else { 0x2C },
            hscrol: if scrolls { self.hscrol & 0x0E } else { 0 },
            ir: if fetches { self.ir & 0x1F } else { 0 },
            ..self
        }
    }

    /// The whole state, and the use of cycle 0 of the line, in one number.
    pub fn key(&self, first_use: Use) -> u64 {
        let Timing { dmactl, hscrol, ir, first, wants_instruction, wants_address, .. } = *self;
        let Timing { visible, next_visible, ring, refresh_pending, coming, .. } = *self;
        let flags = [first, wants_instruction, wants_address, visible, next_visible, refresh_pending];
        let flags = flags.into_iter().fold(0, |all, flag| all << 1 | u8::from(flag));
        u64::from_le_bytes([dmactl, hscrol, ir, ring, coming, first_use, flags, self.feedback_before])
    }

    /// Puts the instruction `ir` in force, in cycle 1.
    #[inline]
    pub fn begin(&mut self, ir: u8) {
        let before = std::mem::replace(&mut self.ir, ir);
        // Usually the playfield clock has stopped.
        if self.ring != 0 {
            let [before, now] = [before, ir].map(|ir| FEEDBACK[usize::from(ir & 15)]);
            self.feedback_before = if before != now { before } else { 0 };
        }
    }

    /// The use of cycle 0 of the next line, and the state at the start of its cycle 1; `self` is the state at the end
    /// of a line. The next line begins no mode line, and neither begins nor ends the display.
    pub fn next_row(mut self) -> (Use, Timing) {
        let first_use = self.coming;
        (self.first, self.wants_instruction, self.wants_address) = (false, false, false);
        self.step(0);
        (first_use, self)
    }

    /// [`Timing::next_row`] for a next line that begins a mode line, with an instruction followed by an address or not.
    pub fn next_mode_line(mut self, has_address: bool) -> (Use, Timing) {
        let first_use = self.coming;
        (self.first, self.wants_instruction, self.wants_address) = (true, true, false);
        self.step(0);
        (first_use, Timing { wants_address: has_address, ..self })
    }

    /// Whether, at the end of a line, the playfield clock may make requests in the first cycles of the next line that
    /// get no bus cycle. The next line may be of another mode.
    pub fn may_request_at_once(&self) -> bool {
        // A request comes from the third stage or before, or is fed back: in cycle 0 by the mode of this line, later by
        // that of the next, from the fourth stage or, in the slowest modes, from the last. The latter makes requests
        // from cycle 3 on, which get the bus unless the playfield is off.
        let own = FEEDBACK[usize::from(self.ir & 15)];
        self.ring & (7 | own | own.wrapping_sub(1)) != 0 || (self.ring != 0 && self.dmactl & 3 == 0)
    }

    /// Runs cycle `cycle` and returns the use of the next one, which is also kept in `coming`.
    pub fn step(&mut self, cycle: usize) -> Use {
        let next = if cycle == LINE_CYCLES - 1 { 0 } else { cycle + 1 };
        let mut uses = self.head(next) | self.playfield(cycle, next);
        let requested = (25..=57).contains(&next) && (next - 25).is_multiple_of(4);
        if requested || self.refresh_pending {
            self.refresh_pending = uses & TAKEN != 0;
            if !self.refresh_pending {
                uses |= REFRESH | TAKEN;
            }
        }
        self.coming = uses;
        uses
    }

    /// Player/missile and display list DMA, cycles 0 to 7.
    fn head(&self, next: usize) -> Use {
        let on = match next {
            0 => self.next_visible && self.dmactl & 0x0C != 0,
            1 => self.visible && self.wants_instruction && self.dmactl & 0x20 != 0,
            2..=5 => self.visible && self.dmactl & 0x08 != 0,
            6 | 7 => self.visible && self.wants_address && self.dmactl & 0x20 != 0,
            _ => false,
        };
        if on { HEAD | TAKEN } else { 0 }
    }

    fn playfield(&mut self, cycle: usize, next: usize) -> Use {
        let mode = usize::from(self.ir & 15);
        let feedback = match std::mem::take(&mut self.feedback_before) {
            0 => FEEDBACK[mode],
            before => before,
        };
        let idle = self.ring == 0 && cycle < EARLIEST_START;
        if !self.visible || mode < 2 || idle {
            self.ring = 0;
            return 0;
        }
        let scrolled = self.ir & 0x10 != 0;
        let shift = if scrolled { usize::from(self.hscrol >> 1) } else { 0 };
        let width = match usize::from(self.dmactl & 3) {
            w @ (1 | 2) if scrolled => w + 1,
            w => w,
        };
        let start = width != 0 && cycle == 33 - 8 * width + shift;
        let stop = cycle == 105 + shift || (width != 0 && cycle == 81 + 8 * width + shift);
        let back = self.ring & feedback != 0;
        self.ring = self.ring << 1 | u8::from(start || (back && !stop));

        let mut uses = 0;
        if mode >= 8 {
            uses |= if self.ring & 4 != 0 { BITMAP } else { 0 };
        } else {
            uses |= if self.ring & 1 != 0 { NAME } else { 0 };
            uses |= if self.ring & 8 != 0 { FONT } else { 0 };
        }
        let fetches = uses & FONT != 0 || (uses != 0 && self.first);
        if fetches {
            let real = next < PLAYFIELD_CUTOFF && next != 0 && self.dmactl & 3 != 0;
            uses |= if real { TAKEN } else { VIRTUAL };
        }
        uses
    }
}
