//! The display list as ANTIC reads it.

use crate::machine::{Chip, Machine, last_row_of};

/// ANTIC executes at most as many instructions per frame as the picture has lines.
const MOST: usize = 240;
/// Bits of an instruction.
const INTERRUPT: u8 = 0x80;
const LOAD: u8 = 0x40;
const VERTICAL: u8 = 0x20;
const HORIZONTAL: u8 = 0x10;
/// Lines during which ANTIC reads the list.
const PICTURE: u32 = 240;
/// The bit of DMACTL that enables display list DMA.
const LIST: u8 = 0x20;

/// An instruction of the display list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its address.
    pub address: u16,
    /// The instruction.
    pub code: u8,
    /// The address in its operand, if it has one: of screen memory, or a jump target.
    pub operand: Option<u16>,
    /// Whether ANTIC is displaying it now.
    pub is_current: bool,
}

impl Entry {
    /// The mode: 2 to 15; 0 is blank lines and 1 a jump.
    pub fn mode(&self) -> u8 {
        self.code & 0x0F
    }

    /// The screen memory address that it loads (LMS), if any.
    pub fn memory(&self) -> Option<u16> {
        self.operand.filter(|_| self.mode() > 1)
    }

    /// Whether it enables horizontal scrolling.
    pub fn is_scrolled(&self) -> bool {
        self.mode() > 1 && self.code & HORIZONTAL != 0
    }

    /// Describes it: 1 to 8 blank lines, a jump, or a mode from 2 to 15 with its options.
    pub fn describe(&self) -> String {
        let mut text = match (self.mode(), self.code & LOAD) {
            (0, _) => format!("blank {}", (self.code >> 4 & 7) + 1),
            (1, 0) => "jump".to_string(),
            (1, _) => "jump and wait".to_string(),
            (mode, _) => format!("mode {mode:X}"),
        };
        if self.mode() > 1 {
            let bits = [(LOAD, " LMS"), (VERTICAL, " VSCROL"), (HORIZONTAL, " HSCROL")];
            bits.into_iter().filter(|(bit, _)| self.code & bit != 0).for_each(|(_, name)| text += name);
        }
        if self.code & INTERRUPT != 0 {
            text += " DLI";
        }
        text
    }

    fn read(machine: &Machine, address: u16) -> Entry {
        let code = machine.peek(address);
        let has_operand = code & 0x0F == 1 || (code & 0x0F > 1 && code & LOAD != 0);
        let low = next(address);
        let operand = u16::from_le_bytes([machine.peek(low), machine.peek(next(low))]);
        Entry { address, code, operand: has_operand.then_some(operand), is_current: false }
    }

    /// Whether it crosses the end of a 1K block, where ANTIC wraps to the block's beginning: either it ends
    /// there, or its operand comes after it.
    pub fn wraps(&self) -> bool {
        let jumps = self.mode() == 1;
        let last = if self.operand.is_none() { self.address } else { self.address.wrapping_add(2) };
        let end = if jumps { last } else { last.wrapping_add(1) };
        (self.address ^ end) & 0xFC00 != 0
    }

    /// Address of the next entry.
    fn following(&self) -> u16 {
        match self.operand {
            Some(target) if self.mode() == 1 => target,
            Some(_) => next(next(next(self.address))),
            None => next(self.address),
        }
    }

    fn ends(&self) -> bool {
        self.mode() == 1 && self.code & LOAD != 0
    }
}

/// The list counter wraps within 1K. [AHRM 4.3]
fn next(address: u16) -> u16 {
    address & 0xFC00 | address.wrapping_add(1) & 0x03FF
}

/// A probable error in the list, while ANTIC reads one.
pub fn doubt(machine: &Machine) -> Option<String> {
    let dmactl = machine.chip_registers(Chip::Antic).into_iter().find(|(name, _)| *name == "DMACTL");
    dmactl.filter(|(_, value)| value & LIST != 0)?;
    let mut lines = 0;
    let is_shown = |entry: &Entry| {
        let begins = lines < PICTURE;
        lines += u32::from(last_row_of(entry.code)) + 1;
        begins
    };
    let wrapping = entries(machine).into_iter().take_while(is_shown).find(Entry::wraps)?;
    let (first, behind) = (wrapping.address & 0xFC00, (wrapping.address & 0xFC00).wrapping_add(0x400));
    Some(format!(
        "the display list crosses a 1K boundary: after the instruction at ${:04X} ANTIC continues at ${first:04X}, not at \
         ${behind:04X}; begin the list at a multiple of 1K, or cross the boundary with a jump (1 and an address)",
        wrapping.address
    ))
}

/// The list from its beginning, which is the target of the jump at its end.
pub fn entries(machine: &Machine) -> Vec<Entry> {
    let (ahead, _) = machine.display_counters();
    let rest = read_from(machine, ahead);
    let begin = rest.last().filter(|last| last.ends()).and_then(|last| last.operand).unwrap_or(ahead);
    let mut entries = read_from(machine, begin);
    // ANTIC has read the current entry and points after it.
    if let Some(current) = entries.iter_mut().find(|entry| entry.following() == ahead) {
        current.is_current = true;
    }
    entries
}

/// The list from an address up to the jump that waits for vertical blank.
pub fn read_from(machine: &Machine, mut address: u16) -> Vec<Entry> {
    let mut entries = Vec::new();
    while entries.len() < MOST && !entries.last().is_some_and(Entry::ends) {
        let entry = Entry::read(machine, address);
        address = entry.following();
        entries.push(entry);
    }
    entries
}
