//! How long interrupt handlers take, measured on the running machine.
//!
//! The meter sees nothing but [`Machine::step`] and what can be peeked, so measuring changes
//! nothing. A handler's own cycles leave out interrupts that came in between, what elapsed has them;
//! machine cycles have DMA in them, those of the CPU have not. What ran
//! before the program's first instruction is the system's affair, and left out.

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

/// Status of the non-maskable interrupts: bit 7 display list, bit 6 vertical blank.
const NMIST: u16 = 0xD40F;
/// RAM vector of the display list interrupt.
const VDSLST: u16 = 0x0200;
/// Jumps of the system: where a deferred vertical blank routine goes when it is done, and where an immediate one hands over.
/// Programs jump to where these lead, too.
const XITVBV: u16 = 0xE462;
const SYSVBV: u16 = 0xE45F;
/// The first line of the display: what is not ready then is seen.
const DISPLAY_LINE: u32 = 8;
const RTI: u8 = 0x40;
const STACK: u16 = 0x0100;
/// Interrupts within interrupts that are still followed; beyond that the outermost is given up.
const DEEPEST: usize = 16;

/// Time at one moment.
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
    /// A request: whoever of the program comes first serves it.
    is_request: bool,
    /// Measuring begins when the program counter gets here.
    from: Option<u16>,
    /// Measuring ends when the routine hands over to the system, or with the return.
    hands_over: bool,
    /// Stack pointer before the interrupt sequence.
    stack: u8,
    /// The interrupt sequence's beginning.
    entered: Clocks,
    /// When measuring began, and the position in the frame.
    since: Option<(Clocks, u64)>,
    /// What inner interrupts took since.
    inner: Clocks,
    /// When another non-maskable interrupt came before it was done.
    interrupted_at: Option<u64>,
}

/// Whether the program is at work, or the system still on its way to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begun {
    Not,
    /// The system has called it and goes on here, if it returns: that may have been no more than an INIT routine.
    Called(u16),
    Yes,
}

/// Measures every vertical blank interrupt, display list interrupt and interrupt request of a run.
#[derive(Clone)]
pub struct Meter {
    vbi_start: Option<u16>,
    /// Where a vertical blank routine hands over to the system.
    system: [u16; 4],
    open: Vec<Open>,
    before: Clocks,
    before_stack: u8,
    /// Machine cycles since line 0 of the frame.
    before_in_frame: u64,
    /// Whether the instruction about to run is RTI.
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
    /// A meter for a program on that `machine`, whose deferred vertical blank routine begins at `vbi_start`; the
    /// whole interrupt is measured where that is not known. The program of a machine that has been running is at work.
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

    /// Before which steps it has to be called, beside the first one of a run and those that [`Meter::wants_next`]
    /// asks for: no other tells it anything. [`Meter::wants_others`] says when they have changed.
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

    /// Whether [`Meter::stops`] are others than they were before the step that has just been shown.
    pub fn wants_others(&self) -> bool {
        self.wants_others
    }

    /// Whether it has to be called for the next step, whatever that is: the system is on its way to a handler.
    pub fn wants_next(&self) -> bool {
        self.open.last().is_some_and(|open| match open.who {
            Some(Who::DisplayList(_)) => open.from.is_some(),
            Some(_) => false,
            None => open.is_request,
        })
    }

    /// To be called before every [`Machine::step`], or before those that [`Meter::stops`] tells of.
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

    /// Takes note of an instruction or an interrupt that has just been carried out.
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

    /// What was measured. `symbols` name the handlers.
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

    /// The interrupt at work, the innermost if there are several. An inner `None` is one that is not
    /// measured (the RESET key, a request as long as the system is at work).
    pub(crate) fn at_work(&self) -> Option<Option<Who>> {
        self.open.last().map(|open| open.who)
    }

    /// The longest elapsed time of a vertical blank routine that began at machine cycle `begin`
    /// or later.
    pub(crate) fn blank_since(&self, begin: u64) -> Option<u64> {
        let runs = self.runs.get(&Who::VerticalBlank)?.iter().rev();
        runs.take_while(|run| run.begin >= begin).map(|run| run.elapsed).max()
    }

    /// When that of the vertical blank routines began which took longest among those begun within `cycles`; the first of
    /// several.
    pub(crate) fn longest_blank(&self, cycles: Range<u64>) -> Option<u64> {
        let runs = self.runs.get(&Who::VerticalBlank)?.iter().filter(|run| cycles.contains(&run.begin));
        runs.rev().max_by_key(|run| run.elapsed).map(|run| run.begin)
    }

    /// Notes whether the program is at work with the instruction at `pc`. What the system's vertical blank did before is forgotten; it
    /// is the system's again if the program has returned without a routine of its own for that.
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

    /// An RTI has run: the interrupt that began at this height of the stack has returned, and
    /// inner ones with it that left in another way.
    fn leave(&mut self, machine: &Machine) {
        let stack = machine.cpu().s;
        let Some(index) = self.open.iter().rposition(|open| open.stack == stack) else { return };
        self.finish(index, machine);
        let spent = Clocks::now(machine).since(self.open[index].entered);
        self.open.truncate(index);
        // Those around that one get it with its own time.
        if let Some(outer) = self.open.last_mut().filter(|outer| outer.since.is_some()) {
            outer.inner = outer.inner.and(spent);
        }
    }

    /// Ends the measurement of an open interrupt, if there is one.
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
