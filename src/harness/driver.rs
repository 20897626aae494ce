//! A machine that is run from one place of its program to the next, by somebody who plays on the real
//! program: whole campaigns, whole games.

use std::fmt;

use crate::debug::cancel::CancelToken;
use crate::machine::{Machine, Stop, Stops};
use crate::titles::companion::Peek;

/// Bytes of the three NOPs at a door.
const DOOR_BYTES: u16 = 3;

/// A machine and how far it may run.
#[derive(Clone)]
pub struct Driver {
    machine: Machine,
    /// The stops of the last run, by their addresses: the next are often the same.
    stops: Option<(Vec<u16>, Stops)>,
    cancel: CancelToken,
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
    /// Whoever waits has enough of it ([`CancelToken`]).
    GivenUp,
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DriverError::Jam { pc } => write!(f, "the CPU is jammed at ${pc:04X}"),
            DriverError::Stuck { expected, pc, frames } => {
                write!(f, "the program did not reach `{expected}` within {frames} frames; it is at ${pc:04X}")
            }
            DriverError::GivenUp => f.write_str("nobody waited for its end"),
        }
    }
}

impl std::error::Error for DriverError {}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("machine", &self.machine).finish_non_exhaustive()
    }
}

impl Driver {
    /// The machine as it is; it draws no pictures.
    pub fn new(mut machine: Machine) -> Self {
        machine.set_drawing(false);
        Driver { machine, stops: None, cancel: CancelToken::default() }
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine, to be changed.
    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Whether runs go on is asked there from now on, at the ends of frames.
    pub fn set_cancel(&mut self, cancel: CancelToken) {
        self.cancel = cancel;
    }

    /// What was set there.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// A byte of memory.
    pub fn peek(&self, address: u16) -> u8 {
        self.machine.peek(address)
    }

    /// Looks at memory as a whole.
    pub fn look<T>(&self, look: impl FnOnce(Peek) -> T) -> T {
        look(&|address| self.machine.peek(address))
    }

    /// Puts bytes into memory.
    pub fn poke(&mut self, pokes: impl IntoIterator<Item = (u16, u8)>) {
        for (address, value) in pokes {
            self.machine.poke(address, value);
        }
    }

    /// Runs until the instruction at one of the addresses is next, at least one instruction, and for at most so many frames.
    ///
    /// # Errors
    /// [`DriverError`], which calls them `expected`.
    pub fn run_to(&mut self, expected: &'static str, stops: &[u16], frames: u64) -> Result<u16, DriverError> {
        let watched = match self.stops.take() {
            Some((addresses, watched)) if addresses == stops => watched,
            _ => watch(stops),
        };
        self.machine.set_stops(Some(watched));
        self.machine.leave_stop();
        let reached = self.run_watching(expected, frames);
        self.stops = self.machine.set_stops(None).map(|watched| (stops.to_vec(), watched));
        reached
    }

    fn run_watching(&mut self, expected: &'static str, frames: u64) -> Result<u16, DriverError> {
        let end = self.machine.frame_number().saturating_add(frames);
        while self.machine.frame_number() < end {
            if self.run_frame()? == Stop::Event {
                return Ok(self.machine.cpu().pc);
            }
        }
        Err(DriverError::Stuck { expected, pc: self.machine.cpu().pc, frames })
    }

    fn run_frame(&mut self) -> Result<Stop, DriverError> {
        match self.machine.run_frame() {
            Stop::Jam => Err(DriverError::Jam { pc: self.machine.cpu().pc }),
            Stop::Reached if self.cancel.is_cancelled_after(self.machine.frame_number()) => {
                Err(DriverError::GivenUp)
            }
            stopped => Ok(stopped),
        }
    }

    /// Runs until this frame has begun, wherever the program goes.
    ///
    /// # Errors
    /// A jam, and that nobody waits any more.
    pub fn run_to_frame(&mut self, frame: u64) -> Result<(), DriverError> {
        while self.machine.frame_number() < frame {
            self.run_frame()?;
        }
        Ok(())
    }

    /// Runs until the program stands at a door, a routine that begins with three NOPs; not at all if it does.
    ///
    /// # Errors
    /// As those of [`Driver::run_to`].
    pub fn run_to_door(
        &mut self,
        expected: &'static str,
        doors: &[u16],
        frames: u64,
    ) -> Result<u16, DriverError> {
        let cpu = self.machine.cpu();
        match doors.contains(&cpu.pc) && !cpu.interrupt_due {
            true => Ok(cpu.pc),
            false => self.run_to(expected, doors, frames),
        }
    }

    /// Lets a program that stands at a door go on behind it.
    pub fn pass(&mut self) {
        self.machine.cpu_mut().pc += DOOR_BYTES;
    }

    /// Calls a routine of a program that stands at a door, until it has returned there.
    ///
    /// # Errors
    /// As those of [`Driver::run_to`].
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
}

fn watch(addresses: &[u16]) -> Stops {
    let mut stops = Stops::default();
    addresses.iter().for_each(|&address| stops.on_execute(address..=address));
    stops
}
