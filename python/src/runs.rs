//! Runs of a machine, which Ctrl-C can interrupt.

use front800::harness::script::Script;
use front800::harness::session::{Limits, Session, StoppedBy};
use front800::machine::{Machine, Step, Stop};
use pyo3::PyResult;

use crate::error::{InputError, Raise};
use crate::interrupts::{self, Interrupts, look};

/// The name of a stop in Python.
pub fn name(stop: Stop) -> &'static str {
    match stop {
        Stop::Reached => "reached",
        Stop::Jam => "jam",
        Stop::Event => "event",
    }
}

/// Runs a number of frames.
pub fn frames(machine: &mut Machine, frames: u64) -> PyResult<&'static str> {
    for frame in 1..=frames {
        match machine.run_frame() {
            Stop::Reached if frame.is_multiple_of(interrupts::FRAMES) => look()?,
            Stop::Reached => {}
            stopped => return Ok(name(stopped)),
        }
    }
    Ok(name(Stop::Reached))
}

/// Runs a number of machine cycles.
pub fn cycles(machine: &mut Machine, cycles: u64) -> PyResult<&'static str> {
    let end = machine.cycle().saturating_add(cycles);
    loop {
        let stopped = machine.run_to_cycle(end.min(machine.cycle().saturating_add(interrupts::CYCLES)));
        if stopped != Stop::Reached || machine.cycle() >= end {
            return Ok(name(stopped));
        }
        look()?;
    }
}

/// Runs a number of instructions. Returns what the last one was.
pub fn instructions(machine: &mut Machine, instructions: u64) -> PyResult<&'static str> {
    let mut last = Step::Instruction;
    for instruction in 1..=instructions {
        last = machine.step();
        if instruction.is_multiple_of(interrupts::INSTRUCTIONS) {
            look()?;
        }
    }
    Ok(match last {
        Step::Instruction => "instruction",
        Step::Nmi => "nmi",
        Step::Irq => "irq",
        Step::Jam => "jam",
    })
}

/// Parses a script, which must not name disks.
pub fn script(text: &str) -> PyResult<Script> {
    let script = Script::parse(text).map_err(Raise::raise)?;
    match script.disks.first() {
        None => Ok(script),
        Some(disk) => Err(InputError::new_err(format!(
            "a script that is played here names no disks, and this one names `{disk}`: `insert_disk` puts one in"
        ))),
    }
}

/// Runs with the input of a script. The session gets the machine itself rather than a copy, because a copy would lose caches that make
/// it fast.
pub fn session(machine: &mut Machine, script: Script, limits: &Limits) -> PyResult<StoppedBy> {
    let copy = machine.clone();
    let mut session = Session::new(std::mem::replace(machine, copy), script);
    let mut interrupts = Interrupts(Ok(()));
    let stopped = session.run(limits, &mut interrupts);
    *machine = session.into_machine();
    interrupts.0.map(|()| stopped)
}
