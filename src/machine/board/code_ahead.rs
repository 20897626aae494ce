//! For how long code that runs straight on is certain to stay in its memory and to meet no watched instruction.
//!
//! No instruction has more bytes than cycles, so within a number of slots code advances by at most as many bytes.

use super::cells::{CELL_BITS, CELLS, Cells, KIND, RAM, ROM, cell_of};
use super::lengths::MOST_SLOTS;

/// The memory that instructions come from.
pub(crate) mod code {
    use crate::cpu::how;

    /// From RAM.
    pub(crate) const IN_RAM: u8 = how::IN_RAM;
    /// From read-only memory.
    pub(crate) const IN_ROM: u8 = how::IN_ROM;
    /// From RAM or from read-only memory; which one is known.
    pub(crate) const IN_MEMORY: u8 = 2;
    /// From anywhere, registers included.
    pub(crate) const ANYWHERE: u8 = 3;
    /// From anywhere, as long as no instruction nearby is watched.
    pub(crate) const UNSTOPPED: u8 = 4;
}

/// This many cells count as unlimited, even if code is at the last byte of the first one: no stretch has as many slots.
const FURTHEST: u8 = 31;
const _: () = assert!((FURTHEST as usize) << CELL_BITS > MOST_SLOTS);
/// The last bytes of an instruction that begins in time are fetched later, and so is the opcode after it.
const BEHIND: i32 = 4;
/// Cells of a page.
const PAGE_CELLS: usize = 0x100 >> CELL_BITS;
/// More slots than any line has: code that meets no watched instruction within these runs unwatched in a line.
const LINE_SLOTS: i32 = 128;

/// For each cell, how many consecutive cells from it on, itself included, have a property.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CodeAhead {
    /// They are RAM; they are ROM.
    memory: [[u8; CELLS]; 2],
    /// They are RAM, or ROM, without watched instructions.
    free: [[u8; CELLS]; 2],
    /// They have no watched instructions.
    unstopped: [u8; CELLS],
    /// For each page, the kind of its cells, if they and enough cells after them for any stretch are of that kind and
    /// have no watched instructions.
    // Indexed by page, as the high byte of an address is at hand. [measured]
    endless: [u8; CELLS / PAGE_CELLS],
}

/// The number of cells that code may reach within this many slots.
#[inline(always)]
pub(crate) const fn cells_in(slots: i32) -> i32 {
    ((slots + BEHIND - 1) >> CELL_BITS) + 2
}

/// For how many slots code is certain to stay within this many cells.
#[inline]
pub(super) fn slots_in(cells: u8) -> i32 {
    ((i32::from(cells.max(1)) - 1) << CELL_BITS) - BEHIND
}

impl CodeAhead {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        CodeAhead {
            memory: [[0; CELLS]; 2],
            free: [[0; CELLS]; 2],
            unstopped: [0; CELLS],
            endless: [code::ANYWHERE; CELLS / PAGE_CELLS],
        }
    }

    /// Sets everything from the kind of each cell and the cells with watched instructions.
    pub(super) fn survey(&mut self, kinds: &[u8; CELLS], stopped: &Cells) {
        for cell in (0..CELLS).rev() {
            self.look(cell, kinds, stopped);
        }
        self.find_endless();
    }

    /// Updates everything after a change of the cells with watched instructions; the memory map is the same.
    pub(super) fn move_stops(&mut self, kinds: &[u8; CELLS], before: &Cells, now: &Cells) {
        let mut goes_on = false;
        for cell in (0..CELLS).rev() {
            if goes_on || before.holds(cell) != now.holds(cell) {
                goes_on = self.look(cell, kinds, now);
            }
        }
        self.find_endless();
    }

    fn find_endless(&mut self) {
        for (page, endless) in self.endless.iter_mut().enumerate() {
            let cells = page * PAGE_CELLS..(page + 1) * PAGE_CELLS;
            let is_ample = |code: u8| {
                let free = &self.free[usize::from(code)][cells.clone()];
                free.iter().all(|&cells| cells == FURTHEST)
            };
            let code = [code::IN_RAM, code::IN_ROM].into_iter().find(|&code| is_ample(code));
            *endless = code.unwrap_or(code::ANYWHERE);
        }
    }

    /// Updates a cell after the one that follows it. Returns whether it has changed.
    fn look(&mut self, cell: usize, kinds: &[u8; CELLS], stopped: &Cells) -> bool {
        let next = |cells: &[u8; CELLS], holds: bool| match holds {
            true => FURTHEST.min(cells.get(cell + 1).map_or(0, |behind| *behind) + 1),
            false => 0,
        };
        let free = |ahead: &CodeAhead| ahead.free.each_ref().map(|free| free[cell]);
        let before = (self.unstopped[cell], free(self));
        self.unstopped[cell] = next(&self.unstopped, !stopped.holds(cell));
        for (code, kind) in [(code::IN_RAM, RAM), (code::IN_ROM, ROM)] {
            let n = usize::from(code);
            self.memory[n][cell] = next(&self.memory[n], kinds[cell] & KIND == kind);
            self.free[n][cell] = self.memory[n][cell].min(self.unstopped[cell]);
        }
        before != (self.unstopped[cell], free(self))
    }

    /// How many cells from that of `pc` on are memory of the kind `code`.
    #[inline(always)]
    pub(super) fn in_memory(&self, code: u8, pc: u16) -> u8 {
        self.memory[usize::from(code & code::IN_ROM)][cell_of(pc)]
    }

    /// How many cells from that of `pc` on are memory of the kind `code` without watched instructions.
    #[inline(always)]
    pub(super) fn free(&self, code: u8, pc: u16) -> u8 {
        self.free[usize::from(code & code::IN_ROM)][cell_of(pc)]
    }

    /// Whether [`CodeAhead::free`] exceeds what any stretch needs. Cheap, and usually true.
    #[inline(always)]
    pub(super) fn is_ample(&self, code: u8, pc: u16) -> bool {
        self.endless[usize::from(pc >> 8)] == code
    }

    /// Whether code at `pc` may meet a watched instruction within a line.
    #[inline(always)]
    pub(super) fn stops_near(&self, pc: u16) -> bool {
        i32::from(self.unstopped[cell_of(pc)]) < const { cells_in(LINE_SLOTS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::board::cells::IO;

    #[test]
    fn stops_that_move_leave_what_a_survey_finds() {
        let kinds = std::array::from_fn(|cell| [RAM, RAM, ROM, RAM, IO, RAM, ROM, ROM][cell / 128]);
        let mut moved = CodeAhead::new();
        let mut before = Cells::default();
        moved.survey(&kinds, &before);
        for n in 0..200_u16 {
            let mut now = Cells::default();
            (0..n % 5).for_each(|k| {
                now.add(n.wrapping_mul(7919).wrapping_add(k.wrapping_mul(n).wrapping_mul(331)))
            });
            moved.move_stops(&kinds, &before, &now);
            let mut anew = CodeAhead::new();
            anew.survey(&kinds, &now);
            assert!(moved == anew, "{n}");
            before = now;
        }
    }

    #[test]
    fn code_within_its_slots_stays_in_its_cells_wherever_in_the_first_it_begins() {
        for slots in 1..MOST_SLOTS as i32 {
            // Starts at the last byte of the first cell; the operands of the last instruction follow.
            let last = (1 << CELL_BITS) - 1 + slots + 2;
            assert!(cells_in(slots) > last >> CELL_BITS, "{slots}");
            assert!(slots_in(cells_in(slots) as u8) >= slots, "{slots}");
            assert!(slots_in(cells_in(slots) as u8 - 1) < slots, "{slots}");
        }
    }
}
