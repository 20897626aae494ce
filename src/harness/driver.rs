//! Runs a machine from one place of its program to the next, for campaigns and games that are played on the real
//! program.

use std::fmt;

use crate::debug::cancel::CancelToken;
use crate::machine::{Machine, Stop, Stops};
use crate::titles::companion::Peek;

/// Bytes of the three NOPs that mark a door.
const DOOR_BYTES: u16 = 3;
/// Where the CPU waits while somebody thinks: page 6 belongs to nobody.
const WAITING: u16 = 0x0600;
/// `JMP WAITING`
const WAIT_LOOP: [u8; 3] = [0x4C, 0x00, 0x06];

/// A machine, run to given places within limits.
#[derive(Clone)]
pub struct Driver {
    machine: Machine,
    /// The stops of the last run with their addresses; reused, because the next run often has the same.
    stops: Option<(Vec<u16>, Stops)>,
    cancel: CancelToken,
}

/// Why a program does not reach the expected place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DriverError {
    /// The program jammed the CPU.
    Jam {
        /// The program counter.
        pc: u16,
    },
    /// The program did not get to the expected place in time.
    Stuck {
        /// The label of the expected place.
        expected: &'static str,
        /// The program counter.
        pc: u16,
        /// The frames that it was given.
        frames: u64,
    },
    /// The run was cancelled ([`CancelToken`]).
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
    /// The machine in its present state, with drawing switched off.
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

    /// Sets the token that cancels runs; it is checked at the ends of frames.
    pub fn set_cancel(&mut self, cancel: CancelToken) {
        self.cancel = cancel;
    }

    /// The token that was set there.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// A byte of memory.
    pub fn peek(&self, address: u16) -> u8 {
        self.machine.peek(address)
    }

    /// Reads memory through a function.
    pub fn look<T>(&self, look: impl FnOnce(Peek) -> T) -> T {
        look(&|address| self.machine.peek(address))
    }

    /// Writes bytes into memory.
    pub fn poke(&mut self, pokes: impl IntoIterator<Item = (u16, u8)>) {
        for (address, value) in pokes {
            self.machine.poke(address, value);
        }
    }

    /// Runs until the instruction at one of the addresses is next, for at most so many frames. Executes at least one
    /// instruction.
    ///
    /// # Errors
    /// [`DriverError`], with `expected` as the name of the place.
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

    /// Runs until this frame has begun.
    ///
    /// # Errors
    /// A jam, and cancellation.
    pub fn run_to_frame(&mut self, frame: u64) -> Result<(), DriverError> {
        while self.machine.frame_number() < frame {
            self.run_frame()?;
        }
        Ok(())
    }

    /// Runs until the program is at a door, a routine that begins with three NOPs; returns at once if it is there.
    ///
    /// # Errors
    /// As those of [`Driver::run_to`].
    pub fn run_to_door(
        &mut self,
        expected: &'static str,
        doors: &[u16],
        frames: u64,
    ) -> Result<u16, DriverError> {
        match self.stands_at(doors) {
            true => Ok(self.machine.cpu().pc),
            false => self.run_to(expected, doors, frames),
        }
    }

    /// Whether the program stands at one of these doors.
    pub(super) fn stands_at(&self, doors: &[u16]) -> bool {
        let cpu = self.machine.cpu();
        doors.contains(&cpu.pc) && !cpu.interrupt_due
    }

    /// Passes machine cycles before the instruction that is next, and at most so many frames until an interrupt that has
    /// come meanwhile returns.
    ///
    /// # Errors
    /// As those of [`Driver::run_to`].
    pub(super) fn wait(&mut self, cycles: u64, frames: u64) -> Result<(), DriverError> {
        let pc = self.machine.cpu().pc;
        let page_6 = [0, 1, 2].map(|n| self.machine.peek(WAITING + n));
        self.poke((WAITING..).zip(WAIT_LOOP));
        self.machine.cpu_mut().pc = WAITING;
        self.machine.run_to_cycle(self.machine.cycle() + cycles);
        self.run_to("the end of an interrupt", &[WAITING], frames)?;
        self.poke((WAITING..).zip(page_6));
        self.machine.cpu_mut().pc = pc;
        Ok(())
    }

    /// Lets a program that stands at a door go on behind it.
    pub fn pass(&mut self) {
        self.machine.cpu_mut().pc += DOOR_BYTES;
    }

    /// Calls a routine while the program is at a door, and runs until it has returned there.
    ///
    /// # Errors
    /// As those of [`Driver::run_to`].
    pub fn call(&mut self, name: &'static str, routine: u16, frames: u64) -> Result<(), DriverError> {
        let door = self.machine.cpu().pc;
        let stack = self.machine.cpu().s;
        // RTS continues after the address on the stack.
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
