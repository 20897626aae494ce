//! Measures how long interrupt handlers take in the running machine.
//!
//! The meter uses only [`Machine::step`] and memory peeks, so it does not affect the program. A handler's own
//! cycles exclude other interrupts that came in between, its elapsed cycles include them; machine cycles
//! include DMA, CPU cycles do not. Interrupts before the program's first instruction belong to the system and
//! are not counted.

pub mod chart;
mod chart_svg;
pub mod compare;
pub mod report;
mod run;
pub mod worst;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::inspect::symbols::Symbols;
use crate::machine::{LINE_CYCLES, Machine, Step, Stops};
use report::{Handler, Report};
use run::{Run, Who};
use worst::{PROGRAM_END, VVBLKD, VVBLKI};

/// NMI status: bit 7 display list, bit 6 vertical blank.
const NMIST: u16 = 0xD40F;
/// RAM vector of the display list interrupt.
const VDSLST: u16 = 0x0200;
/// Jumps of the system to which vertical blank routines hand over: deferred ones when they are done,
/// immediate ones for the system's part. Programs also jump directly to the targets of these jumps.
const XITVBV: u16 = 0xE462;
const SYSVBV: u16 = 0xE45F;
/// The first line of the display. Work that is not done by then is visible.
const DISPLAY_LINE: u32 = 8;
const RTI: u8 = 0x40;
const STACK: u16 = 0x0100;
/// Maximum nesting of interrupts; beyond this the outermost one is given up.
const DEEPEST: usize = 16;

/// Clock readings at one moment.
#[derive(Clone, Copy, Default)]
struct Clocks {
    cycle: u64,
    cpu: u64,
}

impl Clocks {
    fn now(machine: &Machine) -> Self {
        Clocks { cycle: machine.cycle(), cpu: machine.cpu_cycles() }
    }

    fn since(self, earlier: Clocks) -> Self {
        Clocks { cycle: self.cycle - earlier.cycle, cpu: self.cpu - earlier.cpu }
    }

    fn and(self, other: Clocks) -> Self {
        Clocks { cycle: self.cycle + other.cycle, cpu: self.cpu + other.cpu }
    }
}

/// An interrupt that has not returned yet.
#[derive(Clone)]
struct Open {
    who: Option<Who>,
    /// Whether it is a request, whose handler is the first code of the program to run.
    is_request: bool,
    /// Measuring begins at this program counter.
    from: Option<u16>,
    /// Whether measuring ends when the routine hands over to the system, as well as when it returns.
    hands_over: bool,
    /// Stack pointer before the interrupt sequence.
    stack: u8,
    /// Begin of the interrupt sequence.
    entered: Clocks,
    /// Begin of the measurement, and the position in the frame.
    since: Option<(Clocks, u64)>,
    /// Time taken by nested interrupts since then.
    inner: Clocks,
    /// When another non-maskable interrupt occurred before it was done.
    interrupted_at: Option<u64>,
}

/// Whether the program is running, or the system is still starting it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begun {
    Not,
    /// The system has called it and continues at this address if it returns: it may have been only an INIT
    /// routine.
    Called(u16),
    Yes,
}

/// Measures every vertical blank interrupt, display list interrupt and interrupt request of a run.
#[derive(Clone)]
pub struct Meter {
    vbi_start: Option<u16>,
    /// Where vertical blank routines hand over to the system.
    system: [u16; 4],
    open: Vec<Open>,
    before: Clocks,
    before_stack: u8,
    /// Machine cycles since line 0 of the frame.
    before_in_frame: u64,
    /// Whether the next instruction is RTI.
    returning: bool,
    runs: BTreeMap<Who, Vec<Run>>,
    /// The display list handler whose deadline is the next interrupt.
    waiting: Option<Who>,
    begun: Begun,
    wants_others: bool,
    first_frame: Option<u64>,
    /// Frames of other runs that were added.
    frames_added: u64,
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs: usize = self.runs.values().map(Vec::len).sum();
        f.debug_struct("Meter")
            .field("vbi_start", &self.vbi_start)
            .field("runs", &runs)
            .finish_non_exhaustive()
    }
}

impl Meter {
    /// A meter for the program on `machine` with a deferred vertical blank routine at `vbi_start`; without
    /// that address, the whole interrupt is measured. In a machine that has run before, the program counts as
    /// started.
    pub fn new(machine: &Machine, vbi_start: Option<u16>) -> Self {
        let target = |jump: u16| u16::from_le_bytes([machine.peek(jump + 1), machine.peek(jump + 2)]);
        let runs_already = machine.frame_number() > 0 && !machine.awaits_program();
        Meter {
            vbi_start,
            system: [XITVBV, SYSVBV, target(XITVBV), target(SYSVBV)],
            open: Vec::new(),
            before: Clocks { cycle: 0, cpu: 0 },
            before_stack: 0,
            before_in_frame: 0,
            returning: false,
            runs: BTreeMap::new(),
            waiting: None,
            begun: if runs_already { Begun::Yes } else { Begun::Not },
            wants_others: false,
            first_frame: None,
            frames_added: 0,
        }
    }

    /// The steps for which it has to be called, besides the first one of a run and those requested by
    /// [`Meter::wants_next`]. [`Meter::wants_others`] tells when they have changed.
    pub fn stops(&self) -> Stops {
        let mut stops = Stops::default();
        stops.on_interrupt_due();
        stops.on_opcodes(|code| code == RTI);
        self.vbi_start.into_iter().chain(self.system).for_each(|pc| stops.on_execute(pc..=pc));
        match self.begun {
            Begun::Not => stops.on_execute(0..=PROGRAM_END - 1),
            Begun::Called(back) => stops.on_execute(back..=back),
            Begun::Yes => {}
        }
        stops
    }

    /// Whether [`Meter::stops`] has changed with the last step.
    pub fn wants_others(&self) -> bool {
        self.wants_others
    }

    /// Whether it has to be called for the next step in any case, because the system is about to enter a
    /// handler.
    pub fn wants_next(&self) -> bool {
        self.open.last().is_some_and(|open| match open.who {
            Some(Who::DisplayList(_)) => open.from.is_some(),
            Some(_) => false,
            None => open.is_request,
        })
    }

    /// Call before every [`Machine::step`], or before those given by [`Meter::stops`].
    pub fn before_step(&mut self, machine: &Machine) {
        self.first_frame.get_or_insert(machine.frame_number());
        self.before = Clocks::now(machine);
        self.before_stack = machine.cpu().s;
        self.before_in_frame = in_frame(machine);
        let pc = machine.cpu().pc;
        self.look_for_program(machine, pc);
        let Some(top) = self.open.last_mut() else { return };
        if top.since.is_some() && top.hands_over && self.system.contains(&pc) {
            self.finish(self.open.len() - 1, machine);
        } else if top.from == Some(pc) {
            top.from = None;
            top.since = Some((self.before, self.before_in_frame));
        } else if top.is_request && top.who.is_none() && pc < PROGRAM_END {
            top.who = Some(Who::Request(pc));
            top.since = Some((self.before, self.before_in_frame));
        }
        self.returning = machine.peek(pc) == RTI;
    }

    /// Call after the step, with its result.
    pub fn after_step(&mut self, machine: &Machine, step: Step) {
        match step {
            Step::Nmi => self.nmi(machine),
            Step::Irq => {
                self.enter(None, None, false);
                if let Some(top) = self.open.last_mut() {
                    top.is_request = true;
                }
            }
            Step::Instruction => {
                if !self.open.is_empty() && self.returning {
                    self.leave(machine);
                }
            }
            Step::Jam => {}
        }
    }

    /// The results. Handlers are named by `symbols`.
    pub fn report(&self, machine: &Machine, symbols: &Symbols) -> Report {
        let handlers = self
            .runs
            .iter()
            .filter_map(|(&who, runs)| Handler::new(who, runs, machine.video(), symbols))
            .collect();
        Report { frames: self.frames(machine), handlers }
    }

    /// Adds what another meter has measured in a run of the same program, at whose end `machine` is: the report is of both runs.
    pub fn add(&mut self, other: &Meter, machine: &Machine) {
        self.frames_added += other.frames(machine);
        for (&who, runs) in &other.runs {
            self.runs.entry(who).or_default().extend(runs);
        }
    }

    fn frames(&self, machine: &Machine) -> u64 {
        let last = machine.frame_number();
        last - self.first_frame.unwrap_or(last) + self.frames_added
    }

    /// The current interrupt, the innermost if there are several. An inner `None` is one that is not measured
    /// (the RESET key, or a request before the program starts).
    pub(crate) fn at_work(&self) -> Option<Option<Who>> {
        self.open.last().map(|open| open.who)
    }

    /// The longest elapsed time of a vertical blank routine that began at or after machine cycle `begin`.
    pub(crate) fn blank_since(&self, begin: u64) -> Option<u64> {
        let runs = self.runs.get(&Who::VerticalBlank)?.iter().rev();
        runs.take_while(|run| run.begin >= begin).map(|run| run.elapsed).max()
    }

    /// The begin of the longest vertical blank routine among those begun within `cycles`; the first of
    /// several.
    pub(crate) fn longest_blank(&self, cycles: Range<u64>) -> Option<u64> {
        let runs = self.runs.get(&Who::VerticalBlank)?.iter().filter(|run| cycles.contains(&run.begin));
        runs.rev().max_by_key(|run| run.elapsed).map(|run| run.begin)
    }

    /// Determines whether the program is running at `pc`. Vertical blanks of the system before that are
    /// forgotten. The system takes over again if the program returns without having installed a routine of
    /// its own.
    fn look_for_program(&mut self, machine: &Machine, pc: u16) {
        let cpu = machine.cpu();
        let begun = match self.begun {
            _ if cpu.interrupt_due || cpu.reset_due => self.begun,
            Begun::Not if pc < PROGRAM_END => {
                self.runs.remove(&Who::VerticalBlank);
                let [low, high] = [1, 2].map(|n| machine.peek(STACK | u16::from(cpu.s.wrapping_add(n))));
                let back = u16::from_le_bytes([low, high]).wrapping_add(1);
                if back < PROGRAM_END { Begun::Yes } else { Begun::Called(back) }
            }
            Begun::Called(back) if pc == back => {
                let own = [VVBLKI, VVBLKD].map(|vector| machine.peek(vector + 1) < (PROGRAM_END >> 8) as u8);
                if own.contains(&true) { Begun::Yes } else { Begun::Not }
            }
            begun => begun,
        };
        self.wants_others = begun != self.begun;
        self.begun = begun;
    }

    fn nmi(&mut self, machine: &Machine) {
        let begin = self.before.cycle;
        for open in &mut self.open {
            open.interrupted_at.get_or_insert(begin);
        }
        if let Some(run) = self.waiting.take().and_then(|who| self.runs.get_mut(&who)?.last_mut()) {
            run.deadline = Some(begin);
        }
        let status = machine.peek(NMIST);
        if status & 0x80 != 0 {
            let handler = u16::from_le_bytes([machine.peek(VDSLST), machine.peek(VDSLST + 1)]);
            self.enter(Some(Who::DisplayList(handler)), Some(handler), false);
        } else if status & 0x20 != 0 {
            // The RESET key: its handler does not return.
            self.enter(None, None, false);
        } else {
            self.enter(Some(Who::VerticalBlank), self.vbi_start, self.vbi_start.is_some());
            if self.vbi_start.is_none()
                && let Some(top) = self.open.last_mut()
            {
                top.since = Some((self.before, self.before_in_frame));
            }
        }
    }

    fn enter(&mut self, who: Option<Who>, from: Option<u16>, hands_over: bool) {
        if self.open.len() == DEEPEST {
            self.open.remove(0);
        }
        self.open.push(Open {
            who,
            is_request: false,
            from,
            hands_over,
            stack: self.before_stack,
            entered: self.before,
            since: None,
            inner: Clocks::default(),
            interrupted_at: None,
        });
    }

    /// Handles an RTI: the interrupt that began at this stack level has returned, as have nested ones that
    /// were left in another way.
    fn leave(&mut self, machine: &Machine) {
        let stack = machine.cpu().s;
        let Some(index) = self.open.iter().rposition(|open| open.stack == stack) else { return };
        self.finish(index, machine);
        let spent = Clocks::now(machine).since(self.open[index].entered);
        self.open.truncate(index);
        // Enclosing interrupts get its time in addition to its own nested ones.
        if let Some(outer) = self.open.last_mut().filter(|outer| outer.since.is_some()) {
            outer.inner = outer.inner.and(spent);
        }
    }

    /// Ends the measurement of an open interrupt, if it is measured.
    fn finish(&mut self, index: usize, machine: &Machine) {
        let open = &mut self.open[index];
        let (Some(who), Some((since, begin_in_frame))) = (open.who, open.since.take()) else { return };
        let elapsed = Clocks::now(machine).since(since);
        let own = elapsed.since(open.inner);
        let mut run = Run {
            cpu: own.cpu,
            own: own.cycle,
            elapsed: elapsed.cycle,
            begin: since.cycle,
            begin_in_frame,
            deadline: open.interrupted_at,
        };
        match who {
            Who::VerticalBlank => {
                let frame = u64::from(machine.video().lines() * LINE_CYCLES);
                let display = u64::from(DISPLAY_LINE * LINE_CYCLES);
                run.deadline = Some(run.begin - begin_in_frame + frame + display);
            }
            // The next one waits.
            Who::Request(_) => run.deadline = None,
            Who::DisplayList(_) => self.waiting = run.deadline.is_none().then_some(who),
        }
        self.runs.entry(who).or_default().push(run);
    }
}

/// Machine cycles since line 0 of the frame.
fn in_frame(machine: &Machine) -> u64 {
    u64::from(machine.line() * LINE_CYCLES + machine.line_cycle())
}
