//! A machine that is run from one place of its program to the next, by somebody who plays on the real
//! program: whole campaigns, whole games.

use std::cell::RefCell;
use std::fmt;

use crate::machine::{LINE_CYCLES, Machine, Step, Stop};
use crate::titles::companion::Peek;

/// Machine cycles between two looks whether a door has been reached, at first.
const FIRST_LOOK_CYCLES: u64 = 300;
/// `JMP` with an absolute address.
const JMP: u8 = 0x4C;
/// Bytes of the three NOPs at a door.
const DOOR_BYTES: u16 = 3;

/// A machine and how far it may run.
#[derive(Clone)]
pub struct Driver {
    machine: Machine,
}

/// Why a program does not get where it should.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DriverError {
    /// The program jammed the CPU.
    Jam {
        /// Program counter.
        pc: u16,
    },
    /// It runs, but not to where it was expected.
    Stuck {
        /// The label at which it was expected.
        expected: &'static str,
        /// Program counter.
        pc: u16,
        /// Frames waited.
        frames: u64,
    },
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DriverError::Jam { pc } => write!(f, "the CPU is jammed at ${pc:04X}"),
            DriverError::Stuck { expected, pc, frames } => {
                write!(f, "the program did not reach `{expected}` within {frames} frames; it is at ${pc:04X}")
            }
        }
    }
}

impl std::error::Error for DriverError {}

impl Driver {
    /// The machine as it is; it draws no pictures.
    pub fn new(mut machine: Machine) -> Self {
        machine.set_drawing(false);
        Driver { machine }
    }

    /// The machine.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// A byte of memory.
    pub fn peek(&mut self, address: u16) -> u8 {
        self.machine.peek(address)
    }

    /// Runs for so many machine cycles, or until the CPU is jammed.
    pub fn run_cycles(&mut self, cycles: u64) -> Stop {
        self.machine.run_to_cycle(self.machine.cycle() + cycles)
    }

    /// Looks at memory as a whole.
    pub fn look<T>(&mut self, look: impl FnOnce(Peek) -> T) -> T {
        let machine = RefCell::new(&mut self.machine);
        look(&|address| machine.borrow_mut().peek(address))
    }

    /// Puts bytes into memory.
    pub fn poke(&mut self, pokes: impl IntoIterator<Item = (u16, u8)>) {
        for (address, value) in pokes {
            self.machine.poke(address, value);
        }
    }

    /// Runs until the instruction at one of the addresses is next, at least one instruction. The
    /// program is watched instruction by instruction.
    pub fn run_to(&mut self, expected: &'static str, stops: &[u16], frames: u64) -> Result<u16, DriverError> {
        let end = self.machine.frame_number().saturating_add(frames);
        while self.machine.frame_number() < end {
            let step = self.machine.step();
            if let Some(pc) = self.stands_at(stops) {
                return Ok(pc);
            }
            if step == Step::Jam {
                return Err(DriverError::Jam { pc: self.machine.cpu().pc });
            }
        }
        Err(self.stuck(expected, frames))
    }

    /// Shuts a door, a routine that begins with three NOPs: the program stays there for good,
    /// its interrupts are served.
    pub fn shut(&mut self, door: u16) {
        let [low, high] = door.to_le_bytes();
        self.poke((door..).zip([JMP, low, high]));
    }

    /// Runs, as fast as the machine does, until the program stands at a door that is shut. It stands there
    /// for a while then, an eighth of the way at most.
    pub fn run_to_door(
        &mut self,
        expected: &'static str,
        doors: &[u16],
        frames: u64,
    ) -> Result<u16, DriverError> {
        let start = self.machine.cycle();
        // Looks a whole frame apart would all find the program in its vertical blank routine, or none.
        let longest_look = u64::from(self.machine.video().lines() * LINE_CYCLES) * 3 / 4;
        let end = self.machine.frame_number().saturating_add(frames);
        while self.machine.frame_number() < end {
            if let Some(door) = self.stands_at(doors) {
                return Ok(door);
            }
            let passed = self.machine.cycle() - start;
            let look = (passed / 8).clamp(FIRST_LOOK_CYCLES, longest_look);
            if self.run_cycles(look) == Stop::Jam {
                return Err(DriverError::Jam { pc: self.machine.cpu().pc });
            }
        }
        Err(self.stuck(expected, frames))
    }

    /// Lets a program that stands at a shut door go on behind it.
    pub fn pass(&mut self) {
        self.machine.cpu_mut().pc += DOOR_BYTES;
    }

    /// Calls a routine of a program that stands at a shut door, until it has returned there.
    pub fn call(&mut self, name: &'static str, routine: u16, frames: u64) -> Result<(), DriverError> {
        let door = self.machine.cpu().pc;
        let stack = self.machine.cpu().s;
        // RTS goes on behind the address on the stack.
        for byte in (door - 1).to_be_bytes() {
            let top = 0x0100 | u16::from(self.machine.cpu().s);
            self.machine.poke(top, byte);
            let cpu = self.machine.cpu_mut();
            cpu.s = cpu.s.wrapping_sub(1);
        }
        self.machine.cpu_mut().pc = routine;
        self.run_to_door(name, &[door], frames)?;
        debug_assert_eq!(self.machine.cpu().s, stack, "{name} leaves the stack as it was");
        Ok(())
    }

    /// Which of the addresses the next instruction is at.
    fn stands_at(&self, stops: &[u16]) -> Option<u16> {
        let cpu = self.machine.cpu();
        (stops.contains(&cpu.pc) && !cpu.interrupt_due).then_some(cpu.pc)
    }

    fn stuck(&self, expected: &'static str, frames: u64) -> DriverError {
        DriverError::Stuck { expected, pc: self.machine.cpu().pc, frames }
    }
}
