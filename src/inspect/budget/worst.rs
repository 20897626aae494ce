//! The worst case of a handler from its control flow, for comparison with measurements.

use std::collections::BTreeMap;

use crate::assembler::paths::{self, Longest, Program, Unprovable};
use crate::machine::Machine;

/// End of RAM and cartridges: the addresses of the OS and the chips do not belong to the program.
pub(super) const PROGRAM_END: u16 = 0xC000;
/// RAM vectors of the vertical blank.
pub(super) const VVBLKI: u16 = 0x0222;
pub(super) const VVBLKD: u16 = 0x0224;
/// CPU cycles in a scan line whose only DMA is refresh, and the refresh cycles. [AHRM 4.10]
const FREE_CYCLES: u64 = 105;
const REFRESH_CYCLES: u64 = 9;

/// The program in a machine's memory, with the bounds of its loops.
#[derive(Debug)]
pub struct Code {
    bytes: Vec<u8>,
    turns: BTreeMap<u16, u64>,
}

impl Code {
    /// The present contents of the machine's memory. `turns` limits the turns of loops, by the address of the
    /// branch that closes each.
    pub fn new(machine: &Machine, turns: BTreeMap<u16, u64>) -> Self {
        Code { bytes: (0..PROGRAM_END).map(|address| machine.peek(address)).collect(), turns }
    }

    /// The beginning of the program's vertical blank routine according to the RAM vectors; the deferred one
    /// if there are two.
    pub fn blank_routine(&self) -> Option<u16> {
        let routine = |vector: u16| {
            let bytes = [vector, vector + 1].map(|address| self.bytes[usize::from(address)]);
            Some(u16::from_le_bytes(bytes)).filter(|routine| *routine < PROGRAM_END)
        };
        routine(VVBLKD).or_else(|| routine(VVBLKI))
    }

    /// The longest path of the handler at `entry`. It ends with RTI, or with a jump into the OS.
    ///
    /// # Errors
    /// The reason why there is no proof.
    pub fn longest(&self, entry: u16) -> Result<Longest, Unprovable> {
        let byte = |address: u16| self.bytes.get(usize::from(address)).copied();
        paths::longest(&Program::new(byte, self.turns.clone()), entry)
    }
}

/// The maximum number of machine cycles for `cpu_cycles` if refresh is the only DMA, as in the vertical
/// blank.
pub fn elapsed_in_blank(cpu_cycles: u64) -> u64 {
    cpu_cycles + (cpu_cycles / FREE_CYCLES + 1) * REFRESH_CYCLES
}
