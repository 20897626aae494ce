//! For how long code that runs straight on surely stays in its memory, and meets nobody's stop.
//!
//! No instruction has more bytes than cycles, so that within so many slots code comes no further than as many bytes.

use super::memory::{CELL_BITS, CELLS, Cells, KIND, RAM, ROM, cell_of, code};

/// No stretch is longer than that many cells: a run of sixteen lines.
const FURTHEST: usize = 31;
/// Of an instruction that begins in time the last bytes are fetched later, and the one behind it.
const BEHIND: i16 = 4;
/// More than any line has: who meets no stop within these runs free in a line.
const LINE_SLOTS: i16 = 128;

/// Slots, for each cell of memory, wherever in the cell code begins.
#[derive(Clone)]
pub(super) struct CodeAhead {
    /// That code stays in RAM, and in ROM.
    memory: [[i16; CELLS]; 2],
    /// The same, and that nobody stops at it.
    free: [[i16; CELLS]; 2],
    /// That nobody stops at it.
    stops: [i16; CELLS],
    /// Of which memory code is that does both for longer than any stretch; [`code::ANYWHERE`] of none.
    endless: [u8; CELLS],
}

/// What `cells` lead to, the first of them perhaps with its last byte alone.
fn slots(cells: usize) -> i16 {
    let whole = cells.min(FURTHEST).saturating_sub(1) << CELL_BITS;
    (whole as i16 - BEHIND).max(0)
}

impl CodeAhead {
    /// Nobody stops, and no memory is code.
    pub(super) fn new() -> Self {
        CodeAhead {
            memory: [[0; CELLS]; 2],
            free: [[0; CELLS]; 2],
            stops: [0; CELLS],
            endless: [code::ANYWHERE; CELLS],
        }
    }

    /// Looks at what stands in each cell, and where somebody stops.
    pub(super) fn survey(&mut self, kinds: &[u8; CELLS], stopped: &Cells) {
        let (mut ahead, mut unstopped) = ([0; 2], 0);
        for cell in (0..CELLS).rev() {
            unstopped = if stopped.holds(cell) { 0 } else { unstopped + 1 };
            self.stops[cell] = slots(unstopped);
            self.endless[cell] = code::ANYWHERE;
            for (code, kind) in [(code::IN_RAM, RAM), (code::IN_ROM, ROM)] {
                let n = usize::from(code);
                ahead[n] = if kinds[cell] & KIND == kind { ahead[n] + 1 } else { 0 };
                let free = ahead[n].min(unstopped);
                (self.memory[n][cell], self.free[n][cell]) = (slots(ahead[n]), slots(free));
                if free >= FURTHEST {
                    self.endless[cell] = code;
                }
            }
        }
    }

    /// For how many slots code at `pc` stays in memory of that kind.
    #[inline(always)]
    pub(super) fn in_memory<const CODE: u8>(&self, pc: u16) -> i32 {
        match CODE {
            code::IN_RAM | code::IN_ROM => self.memory[usize::from(CODE)][cell_of(pc)].into(),
            _ => i32::MAX,
        }
    }

    /// The same, and meets no stop.
    #[inline(always)]
    pub(super) fn free<const CODE: u8>(&self, pc: u16) -> i32 {
        match CODE {
            code::IN_RAM | code::IN_ROM => self.free[usize::from(CODE)][cell_of(pc)].into(),
            _ => i32::MAX,
        }
    }

    /// Whether that is longer than any stretch.
    #[inline(always)]
    pub(super) fn is_endless<const CODE: u8>(&self, pc: u16) -> bool {
        (CODE != code::IN_RAM && CODE != code::IN_ROM) || self.endless[cell_of(pc)] == CODE
    }

    /// Whether code at `pc` may meet a stop in a line.
    #[inline(always)]
    pub(super) fn stops_near(&self, pc: u16) -> bool {
        self.stops[cell_of(pc)] < LINE_SLOTS
    }
}
