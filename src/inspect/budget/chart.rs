//! Who has the bus in every machine cycle of one frame: ANTIC, an interrupt handler, or the
//! main program.

use super::Meter;
use super::run::Who;
use crate::machine::{BLANK_LINE, LINE_CYCLES, Machine, Step};

const CYCLES: usize = LINE_CYCLES as usize;

/// The owner of a machine cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    Antic,
    MainProgram,
    /// The CPU waits for WSYNC.
    Waiting,
    VerticalBlank,
    /// The handler at this address, of a display list interrupt or interrupt request.
    Handler(u16),
    OtherInterrupt,
}

/// A frame from the beginning of its vertical blank to the last line of the display.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The frame's number since power-on.
    pub(super) frame: u64,
    /// By line, from the vertical blank on, and cycle.
    pub(super) owners: Vec<[Owner; CYCLES]>,
}

impl Chart {
    fn new(machine: &Machine) -> Self {
        let lines = machine.video().lines() as usize;
        Chart { frame: machine.frame_number(), owners: vec![[Owner::MainProgram; CYCLES]; lines] }
    }

    /// The scan line of a row of the chart.
    pub(super) fn line(&self, row: usize) -> usize {
        (row + BLANK_LINE as usize) % self.owners.len()
    }

    fn row(&self, line: u32) -> usize {
        let lines = self.owners.len();
        (line as usize + lines - BLANK_LINE as usize) % lines
    }
}

/// A meter that also draws charts, and keeps that of the longest vertical blank routine.
#[derive(Debug)]
pub struct Recorder {
    meter: Meter,
    current: Option<Chart>,
    /// Begin of the current chart, in machine cycles.
    since: u64,
    /// The current line and its owners so far.
    line: [Owner; CYCLES],
    line_number: u32,
    claimed: u128,
    /// State before the next instruction: position, time, CPU time, owner.
    before: (u32, u64, u64, Owner),
    best: Option<(u64, Chart)>,
}

impl Recorder {
    /// A recorder for a run that starts with the machine's present state and the meter's present results.
    pub fn new(machine: &Machine, meter: Meter) -> Self {
        Recorder {
            meter,
            current: None,
            since: 0,
            line: [Owner::MainProgram; CYCLES],
            line_number: machine.line(),
            claimed: 0,
            before: (0, 0, 0, Owner::MainProgram),
            best: None,
        }
    }

    /// Call before every [`Machine::step`], starting with the first one of a run.
    pub fn before_step(&mut self, machine: &Machine) {
        self.meter.before_step(machine);
        let owner = owner(&self.meter);
        self.before = (machine.line_cycle(), machine.cycle(), machine.cpu_cycles(), owner);
        if machine.line() == self.line_number && machine.line_cycle() >= 2 {
            self.claimed = machine.claimed_cycles();
        }
    }

    /// Call after it.
    pub fn after_step(&mut self, machine: &Machine, step: Step) {
        self.meter.after_step(machine, step);
        let (cycle, time, cpu, mut whose) = self.before;
        if cycle < 2 && machine.line() == self.line_number {
            self.claimed = machine.claimed_cycles();
        }
        if step != Step::Instruction {
            whose = owner(&self.meter);
        }
        let mut own = machine.cpu_cycles() - cpu;
        let waits = self.waits(machine, cycle, time, own);
        let mut position = cycle as usize;
        let mut waited = 0;
        for passed in 0..machine.cycle() - time {
            if self.claimed >> position & 1 == 0 {
                // RDY stalls the instruction after the one that wrote WSYNC in its first read.
                let waiting = waited < waits && passed > 0;
                waited += u64::from(waiting);
                own = own.saturating_sub(u64::from(!waiting));
                self.line[position] = if waiting { Owner::Waiting } else { whose };
            }
            position += 1;
            if position == CYCLES {
                self.end_line(machine);
                position = 0;
            }
        }
    }

    /// The number of free cycles since `time` that the CPU did not use.
    fn waits(&self, machine: &Machine, cycle: u32, time: u64, own: u64) -> u64 {
        let passed = (machine.cycle() - time) as u32;
        let here = passed.min(LINE_CYCLES - cycle);
        let bits = |count: u32| (1_u128 << count) - 1;
        let mut taken = (self.claimed >> cycle & bits(here)).count_ones();
        if passed > here {
            taken += (machine.claimed_cycles() & bits((passed - here).min(LINE_CYCLES))).count_ones();
        }
        u64::from(passed - taken).saturating_sub(own)
    }

    /// The chart of the longest vertical blank routine, if a whole frame was seen.
    pub fn chart(&self) -> Option<&Chart> {
        self.best.as_ref().map(|(_, chart)| chart)
    }

    fn end_line(&mut self, machine: &Machine) {
        let line = self.line_number;
        if let Some(chart) = &mut self.current {
            for (cycle, owner) in self.line.iter_mut().enumerate() {
                if self.claimed >> cycle & 1 != 0 {
                    *owner = Owner::Antic;
                }
            }
            let row = chart.row(line);
            chart.owners[row] = self.line;
        }
        self.line = [Owner::MainProgram; CYCLES];
        self.line_number = (line + 1) % machine.video().lines();
        self.claimed = machine.claimed_cycles();
        if self.line_number == BLANK_LINE {
            self.end_chart(machine);
        }
    }

    fn end_chart(&mut self, machine: &Machine) {
        if let Some(chart) = self.current.take() {
            let elapsed = self.meter.blank_since(self.since).unwrap_or(0);
            if self.best.as_ref().is_none_or(|(longest, _)| elapsed > *longest) {
                self.best = Some((elapsed, chart));
            }
        }
        self.current = Some(Chart::new(machine));
        self.since = machine.cycle().saturating_sub(u64::from(LINE_CYCLES));
    }
}

fn owner(meter: &Meter) -> Owner {
    match meter.at_work() {
        None => Owner::MainProgram,
        Some(None) => Owner::OtherInterrupt,
        Some(Some(Who::VerticalBlank)) => Owner::VerticalBlank,
        Some(Some(Who::DisplayList(address) | Who::Request(address))) => Owner::Handler(address),
    }
}
