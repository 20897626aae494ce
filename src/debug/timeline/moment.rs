//! A machine that moves through time.

use std::collections::VecDeque;

use crate::cpu::Cpu;
use crate::machine::control::Control;
use crate::machine::{Machine, Step, Stop};

/// A distance in machine cycles, longer than any instruction, so that it certainly contains an instruction boundary.
/// Large enough that repeated single steps back rarely need another search.
pub(super) const NEAR: u64 = 4000;

/// Something done to a machine from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Act {
    /// Input by a person.
    Control(Control),
    /// A byte of RAM was changed.
    Poke(u16, u8),
    /// The CPU's registers were changed.
    Registers(Cpu),
}

impl Act {
    /// Applies it.
    pub(super) fn apply(&self, machine: &mut Machine) {
        match self {
            Act::Control(control) => _ = control.apply(machine),
            Act::Poke(address, value) => machine.poke(*address, *value),
            Act::Registers(cpu) => *machine.cpu_mut() = cpu.clone(),
        }
    }
}

/// All acts with their cycles, in chronological order and numbered from 0. The oldest may have been dropped.
#[derive(Default)]
pub(super) struct Acts {
    forgotten: usize,
    kept: VecDeque<(u64, Act)>,
}

impl Acts {
    /// An act that has not been dropped.
    fn get(&self, n: usize) -> Option<&(u64, Act)> {
        self.kept.get(n.checked_sub(self.forgotten)?)
    }

    /// How many there have been, dropped ones included.
    pub(super) fn count(&self) -> usize {
        self.forgotten + self.kept.len()
    }

    /// Adds an act.
    pub(super) fn push(&mut self, cycle: u64, act: Act) {
        self.kept.push_back((cycle, act));
    }

    /// Keeps only the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.kept.truncate(count.saturating_sub(self.forgotten));
    }

    /// Drops the acts before this one; it is no longer possible to go back to before it.
    pub(super) fn forget_before(&mut self, n: usize) {
        let old = n.saturating_sub(self.forgotten).min(self.kept.len());
        self.kept.drain(..old);
        self.forgotten += old;
    }
}

/// A machine, and how many acts have been applied to it.
#[derive(Clone)]
pub(super) struct Moment {
    /// The machine.
    pub machine: Machine,
    /// The number of acts that have been applied.
    pub acts: usize,
}

impl Moment {
    pub(super) fn cycle(&self) -> u64 {
        self.machine.cycle()
    }

    /// Applies the acts that are due.
    pub(super) fn catch_up(&mut self, acts: &Acts) {
        let now = self.cycle();
        while let Some((_, act)) = acts.get(self.acts).filter(|(cycle, _)| *cycle <= now) {
            act.apply(&mut self.machine);
            self.acts += 1;
        }
    }

    /// Runs to the first instruction boundary at or after a cycle, or to the first event.
    pub(super) fn run_to(&mut self, acts: &Acts, cycle: u64) -> Stop {
        loop {
            self.catch_up(acts);
            if self.cycle() >= cycle {
                return Stop::Reached;
            }
            let next = acts.get(self.acts).map_or(cycle, |(due, _)| cycle.min(*due));
            let stop = self.machine.run_to_cycle(next);
            if stop == Stop::Event || self.cycle() >= cycle {
                self.catch_up(acts);
                return stop;
            }
        }
    }

    /// Runs one instruction or interrupt sequence.
    pub(super) fn step(&mut self, acts: &Acts) -> Step {
        let step = self.machine.step();
        self.catch_up(acts);
        step
    }

    /// The last instruction boundary before `end`, which is a boundary later than this moment.
    pub(super) fn last_boundary(mut self, acts: &Acts, end: u64) -> u64 {
        self.run_to(acts, end.saturating_sub(NEAR));
        let mut before = self.cycle();
        while self.cycle() < end {
            before = self.cycle();
            self.step(acts);
        }
        before
    }
}
