//! The instructions of a routine, and the control flow between them.

use std::collections::BTreeMap;

use super::given::{Program, Unprovable};
use super::legs::CALL_CYCLES;
use crate::cpu::opcodes::{Access, Mode, OPCODES, Opcode};

/// Maximum number of steps for one routine. A routine that fills 64K and has a few nested loops takes fewer;
/// nobody would wait for the result of one that takes more.
const MOST_STEPS: usize = 5_000_000;
/// Maximum number of steps for all routines of a program, many of which may share code.
const MOST_OF_ALL: usize = 10_000_000;

/// The work that a search has done so far.
#[derive(Default, Debug)]
pub(super) struct Steps {
    of_routine: usize,
    of_all: usize,
}

impl Steps {
    /// Begins another routine.
    pub(super) fn begin(&mut self) {
        self.of_routine = 0;
    }

    /// Counts steps taken at an address.
    pub(super) fn spend(&mut self, steps: usize, at: u16) -> Result<(), Unprovable> {
        self.of_routine = self.of_routine.saturating_add(steps);
        self.of_all = self.of_all.saturating_add(steps);
        let is_too_much = self.of_routine > MOST_STEPS || self.of_all > MOST_OF_ALL;
        if is_too_much { Err(Unprovable::TooMuch(at)) } else { Ok(()) }
    }
}

/// A routine from its entry to its ends, without called routines.
pub(super) struct Routine {
    pub entry: u16,
    /// The successors of each instruction, with the CPU cycles on the way.
    pub edges: BTreeMap<u16, Vec<(u16, u64)>>,
    /// Instructions that end it, with their CPU cycles.
    pub ends: BTreeMap<u16, u64>,
    /// The target of each JSR.
    pub calls: BTreeMap<u16, u16>,
}

impl Routine {
    /// Follows the control flow from `entry`.
    pub(super) fn follow(program: &Program, entry: u16) -> Result<Self, Unprovable> {
        let mut routine =
            Routine { entry, edges: BTreeMap::new(), ends: BTreeMap::new(), calls: BTreeMap::new() };
        let mut waiting = vec![entry];
        while let Some(address) = waiting.pop() {
            if routine.edges.contains_key(&address) || routine.ends.contains_key(&address) {
                continue;
            }
            routine.instruction(program, address)?;
            let next = routine.edges.get(&address).into_iter().flatten();
            waiting.extend(next.map(|&(to, _)| to));
        }
        Ok(routine)
    }

    /// Number of instructions.
    pub(super) fn len(&self) -> usize {
        self.edges.len() + self.ends.len()
    }

    fn instruction(&mut self, program: &Program, address: u16) -> Result<(), Unprovable> {
        let byte =
            |offset: u16| program.byte(address.wrapping_add(offset)).ok_or(Unprovable::RunsOutside(address));
        let opcode = &OPCODES[usize::from(byte(0)?)];
        let operand = match opcode.bytes() {
            1 => 0,
            2 => u16::from(byte(1)?),
            _ => u16::from_le_bytes([byte(1)?, byte(2)?]),
        };
        let next = address.wrapping_add(u16::from(opcode.bytes()));
        let cycles = u64::from(opcode.cycles);
        let mut edges = Vec::new();
        match opcode.access {
            Access::Return => {
                self.ends.insert(address, cycles);
                return Ok(());
            }
            Access::Break | Access::Jam => return Err(Unprovable::Stops(address)),
            Access::Jump if opcode.mode == Mode::Indirect => return Err(Unprovable::Indirect(address)),
            Access::Jump if program.byte(operand).is_none() => {
                self.ends.insert(address, cycles);
                return Ok(());
            }
            Access::Jump => edges.push((operand, cycles)),
            Access::Branch => {
                let target = program.target(address).unwrap_or(next);
                let crosses = (next ^ target) & 0xFF00 != 0;
                edges.push((next, cycles));
                edges.push((target, cycles + 1 + u64::from(crosses)));
            }
            Access::Call => {
                self.calls.insert(address, operand);
                edges.push((next, CALL_CYCLES));
            }
            _ => edges.push((next, cycles + u64::from(may_cross(opcode, operand)))),
        }
        self.edges.insert(address, edges);
        Ok(())
    }
}

/// Whether an indexed read may take one more cycle.
fn may_cross(opcode: &Opcode, operand: u16) -> bool {
    let begins_page = opcode.mode != Mode::IndirectY && operand & 0xFF == 0;
    opcode.page_penalty && !begins_page
}
