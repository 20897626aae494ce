//! The debugger proper: a machine with its past, breakpoints, and the commands that move it.

use std::fmt;

use super::breakpoints::{self, BreakpointKind, Breakpoints};
use super::budgets::{Budget, Budgets};
use super::call_stack::{self, CALL_BYTES, Call};
use super::cancel::CancelToken;
use super::expression::{Expression, ExpressionError};
use super::plans::Plans;
pub use super::reason::Reason;
use super::returns::Returns;
use super::timeline::{Act, Found, GivenUp, Reversed, Timeline};
use crate::cpu::opcodes::{Mnemonic, OPCODES};
use crate::inspect::source_lines::{Place, SourceLines};
use crate::inspect::symbols::{AddressError, Symbols};
use crate::machine::control::Control;
use crate::machine::{Event, Machine, StateError, Stop, Stops};

/// Frames after which a call that does not return is given up, unless the caller says otherwise.
const PATIENCE: u64 = 3600;

/// Called with each breakpoint met on the way; if it returns true, execution continues.
pub type Passes<'a> = dyn FnMut(&Debugger, &Reason) -> bool + 'a;

/// Up to `FEW_BACK` instructions are gone back one by one; more in batches of at most `MOST_BACK`, between which
/// cancellation is checked. [measured: 100,000 at once take 10 ms, one by one 7 s]
const FEW_BACK: u64 = 16;
const MOST_BACK: u64 = 20_000;
/// Instructions executed between two checks for cancellation.
pub(super) const UNASKED: u64 = 500;

/// What is known about the program in the machine.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The names of addresses.
    pub symbols: Symbols,
    /// Which source line each instruction comes from.
    pub lines: SourceLines,
    /// Procedures with budgets.
    pub budgets: Vec<Budget>,
}

/// A machine under a debugger.
pub struct Debugger {
    timeline: Timeline,
    /// The machine cycle at which its past began (older parts may have been forgotten).
    began: u64,
    symbols: Symbols,
    lines: SourceLines,
    budgets: Budgets,
    returns: Returns,
    breakpoints: Breakpoints,
    plans: Plans,
    cancel: CancelToken,
    /// Frames after which a call that does not return is given up.
    patience: u64,
}

impl fmt::Debug for Debugger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Debugger")
            .field("machine", self.machine())
            .field("breakpoints", &self.breakpoints)
            .finish_non_exhaustive()
    }
}

impl Debugger {
    /// A debugger on this machine, whose past begins now.
    pub fn new(machine: Machine, known: Known) -> Self {
        Debugger::of_timeline(Timeline::new(machine, Timeline::USUAL_BYTES), known)
    }

    /// A debugger on a machine whose past is known.
    pub fn of_timeline(timeline: Timeline, known: Known) -> Self {
        let plans = Plans::new(timeline.machine().frame_number());
        Debugger {
            began: timeline.start(),
            timeline,
            symbols: known.symbols,
            lines: known.lines,
            budgets: Budgets::new(known.budgets),
            returns: Returns::default(),
            breakpoints: Breakpoints::default(),
            plans,
            cancel: CancelToken::default(),
            patience: PATIENCE,
        }
    }

    /// Sets after how many frames steps over and out give up a call that does not return, with [`Reason::Limit`];
    /// 3600 unless this is called.
    pub fn set_patience(&mut self, frames: u64) {
        self.patience = frames;
    }

    /// Replaces what is known about the program.
    pub fn know(&mut self, known: Known) {
        self.symbols = known.symbols;
        self.lines = known.lines;
        self.budgets = Budgets::new(known.budgets);
    }

    /// Sets the token that long operations check for cancellation, and returns the previous one. A cancelled
    /// operation returns [`Reason::Limit`] with the machine where it is by then; a cancelled search of the past
    /// leaves it where it was before.
    pub fn set_cancel(&mut self, cancel: CancelToken) -> CancelToken {
        std::mem::replace(&mut self.cancel, cancel)
    }

    /// Whether the current operation should continue.
    pub(super) fn is_awaited(&self) -> bool {
        !self.cancel.is_cancelled()
    }

    /// The machine, read-only.
    pub fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// The machine, to change what is not part of its state: drawing, sound.
    pub fn machine_mut(&mut self) -> &mut Machine {
        self.timeline.machine_mut()
    }

    /// Loads a saved state of this machine. The past begins there, and planned input is dropped.
    ///
    /// # Errors
    /// Those of [`Machine::load`]; nothing is changed then.
    pub fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        self.timeline.machine_mut().load(state)?;
        self.timeline.begin_anew();
        self.began = self.timeline.start();
        self.forget_open();
        // Hits belong to the old past, and the machine's clock is another one.
        self.breakpoints.forget_after(0);
        self.plans = Plans::new(self.machine().frame_number());
        Ok(())
    }

    /// Takes the machine and its past out of the debugger.
    pub fn into_timeline(self) -> Timeline {
        self.timeline
    }

    /// The past.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The names of addresses.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Which source line each instruction comes from.
    pub fn lines(&self) -> &SourceLines {
        &self.lines
    }

    /// The place in the source of the next instruction.
    pub fn place(&self) -> Option<Place<'_>> {
        self.lines.at(self.machine().cpu().pc)
    }

    /// The calls and interrupts that have not returned, innermost first.
    pub fn calls(&self) -> Vec<Call> {
        call_stack::calls(self.machine(), &self.timeline.served())
    }

    /// The breakpoints.
    pub fn breakpoints(&self) -> &Breakpoints {
        &self.breakpoints
    }

    /// The breakpoints, to be changed.
    pub fn breakpoints_mut(&mut self) -> &mut Breakpoints {
        &mut self.breakpoints
    }

    /// Parses an expression; labels are looked up in the scope of the code about to be executed.
    ///
    /// # Errors
    /// As those of [`Expression::parse`].
    pub fn expression(&self, text: &str) -> Result<Expression, ExpressionError> {
        self.expression_at(text, self.machine().cpu().pc)
    }

    /// Parses an expression; labels are looked up in the scope of the code at an address.
    ///
    /// # Errors
    /// The same.
    pub fn expression_at(&self, text: &str, address: u16) -> Result<Expression, ExpressionError> {
        Expression::parse_within(text, &self.symbols, &self.symbols.scope_at(address))
    }

    /// Warnings about the condition of a breakpoint: names that look like labels of the program and are not.
    pub fn warnings(&self, condition: &Expression, what: &BreakpointKind) -> Vec<String> {
        let here = self.machine().cpu().pc;
        condition.warnings(&self.symbols, &self.symbols.scope_at(what.instruction().unwrap_or(here)))
    }

    /// Parses the address of a place: see [`Debugger::spot`].
    ///
    /// # Errors
    /// The same.
    pub fn address(&self, text: &str) -> Result<u16, AddressError> {
        self.spot(text).map(|spot| spot.address)
    }

    /// Applies an act to the machine now.
    pub fn act(&mut self, act: Act) {
        self.timeline.act(act);
        self.forget_future();
    }

    /// Plans input for the beginning of a frame, or applies it at once if that frame has begun. The known future is
    /// dropped, because it would differ.
    pub fn plan(&mut self, frame: u64, control: Control) {
        if frame <= self.machine().frame_number() {
            return self.act(Act::Control(control));
        }
        if self.machine().cycle() < self.timeline.end() {
            self.forget_future();
        }
        self.plans.add(frame, control, self.machine().cycle());
    }

    /// The input planned for frames to come, in order.
    pub fn planned(&self) -> impl Iterator<Item = (u64, Control)> {
        self.plans.after(self.machine().frame_number())
    }

    /// Drops input that was planned after the present moment, for use after going back.
    pub fn forget_later_plans(&mut self) {
        self.plans.forget_since(self.timeline.machine().cycle());
    }

    /// Applies the input planned for frames that have begun and not applied yet.
    fn do_plans(&mut self) {
        let frame = self.machine().frame_number();
        if self.machine().cycle() < self.timeline.end() || self.plans.are_done(frame) {
            return;
        }
        for control in self.plans.take_due(frame) {
            self.timeline.act(Act::Control(control));
        }
        // It is impossible to go back beyond the beginning of the past.
        self.plans.forget_before(self.first_frame());
    }

    /// A frame at or before the one in which the past begins.
    fn first_frame(&self) -> u64 {
        let machine = self.machine();
        let known = (machine.cycle() - self.timeline.start()).div_ceil(self.timeline.frame_cycles());
        machine.frame_number().saturating_sub(known)
    }

    /// Runs until a breakpoint is met, for at most so many frames.
    pub fn run(&mut self, frames: u64) -> Reason {
        // A machine without breakpoints runs faster unobserved.
        let stops = (!self.breakpoints.is_empty()).then(|| self.stops());
        self.run_until(stops, frames, |_| false, &mut |_, _| false)
    }

    /// The budget of the procedure that contains the program counter, judging by the last label before it; if that
    /// has none, of an enclosing one.
    pub fn budget_here(&self) -> Option<&Budget> {
        let symbol = self.symbols.nearest(self.machine().cpu().pc)?;
        if let Some(begun) = self.budgets.beginning_at(symbol.value) {
            return Some(begun);
        }
        let mut name = symbol.name.as_str();
        loop {
            match (self.budgets.named(name), name.rfind('.')) {
                (None, Some(end)) => name = &name[..end],
                (found, _) => return found,
            }
        }
    }

    /// Whether the program has procedures with budgets.
    pub fn has_budgets(&self) -> bool {
        !self.budgets.is_empty()
    }

    fn stops(&self) -> Stops {
        let mut stops = self.breakpoints.stops(self.machine());
        if self.breakpoints.waits_for(&BreakpointKind::Budget) {
            self.budgets.watch(&mut stops);
        }
        if self.breakpoints.waits_for(&BreakpointKind::Registers) {
            Returns::watch(&mut stops);
        }
        stops
    }

    /// Call when time is turned back: it is no longer known which procedures and handlers are open.
    fn forget_open(&mut self) {
        self.budgets.forget();
        self.returns.forget();
    }

    /// Runs with `stops` until a breakpoint is met for which `passes` is false, or until `done` is true at a stop.
    fn run_until(
        &mut self,
        stops: Option<Stops>,
        frames: u64,
        done: impl Fn(&Machine) -> bool,
        passes: &mut Passes,
    ) -> Reason {
        let end = self.machine().frame_number().saturating_add(frames);
        if !self.breakpoints.waits_for(&BreakpointKind::Registers) {
            self.returns.forget();
        }
        self.do_plans();
        self.timeline.machine_mut().set_stops(stops);
        self.timeline.machine_mut().leave_stop();
        let reason = loop {
            match self.timeline.run_to_cycle(self.machine().frame_end()) {
                Stop::Jam => break Reason::Jam,
                Stop::Event => {
                    if let Some(reason) = self.meet()
                        && !passes(self, &reason)
                    {
                        break reason;
                    }
                    if done(self.machine()) {
                        break Reason::Step;
                    }
                }
                Stop::Reached if !self.is_awaited() => break Reason::Limit,
                Stop::Reached => {}
            }
            self.do_plans();
            if self.machine().frame_number() >= end {
                break Reason::Limit;
            }
        };
        self.timeline.machine_mut().set_stops(None);
        reason
    }

    /// The breakpoint that is met by the events at which the machine has stopped, if one is.
    fn meet(&mut self) -> Option<Reason> {
        let machine = self.timeline.machine();
        let events = machine.events();
        let excess = self.budgets.note(machine, events);
        let follows = self.breakpoints.waits_for(&BreakpointKind::Registers);
        let changed = if follows { self.returns.note(machine, events) } else { None };
        if let Some((number, what, hit)) = self.breakpoints.meet(machine, events) {
            return Some(Reason::Breakpoint { number, what, hit });
        }
        if let Some(excess) = excess
            && let Some(number) = self.breakpoints.count_noticed(&BreakpointKind::Budget, machine)
        {
            return Some(Reason::Budget { number, excess });
        }
        let changed = changed?;
        let number = self.breakpoints.count_noticed(&BreakpointKind::Registers, machine)?;
        Some(Reason::Registers { number, changed })
    }

    /// Goes back to the last breakpoint. Breakpoints on budgets and changed registers are not noticed.
    pub fn reverse(&mut self) -> Reason {
        if self.breakpoints.is_empty() {
            // There is nothing to look for on the way.
            return match self.go_to(self.timeline.start()) {
                Reason::Step => Reason::Start,
                other => other,
            };
        }
        let cancel = self.cancel.clone();
        self.reverse_while(|_| !cancel.is_cancelled())
    }

    /// Like [`Debugger::reverse`], with progress: `goes_on` gets the fraction of the past that has been searched,
    /// from 0 to 1. If it returns false, the machine stays where it is.
    pub fn reverse_while(&mut self, goes_on: impl FnMut(f64) -> bool) -> Reason {
        self.forget_open();
        let stops = self.breakpoints.stops(self.machine());
        let mut met = None;
        let mut breakpoints = self.breakpoints.clone();
        let meets = |machine: &Machine, events: &[Event]| {
            let here = breakpoints.meet(machine, events);
            let counts = here.is_some();
            met = here.or(met.take());
            counts
        };
        match (self.timeline.reverse_continue(&stops, meets, goes_on), met) {
            (Reversed::To(_), Some((number, what, hit))) => Reason::Breakpoint { number, what, hit },
            (Reversed::GivenUp, _) => Reason::Limit,
            _ => Reason::Start,
        }
    }

    /// Executes this many instructions or interrupt sequences.
    pub fn step(&mut self, count: u64) -> Reason {
        for n in 1..=count {
            self.do_plans();
            self.step_once();
            if self.machine().cpu().jammed {
                return Reason::Jam;
            }
            if n % UNASKED == 0 && !self.is_awaited() {
                return Reason::Limit;
            }
        }
        self.do_plans();
        Reason::Step
    }

    fn step_once(&mut self) {
        let follows = self.breakpoints.waits_for(&BreakpointKind::Registers);
        if follows {
            self.returns.before_step(self.timeline.machine());
        }
        let step = self.timeline.step();
        if follows {
            self.returns.after_step(self.timeline.machine(), step);
        }
    }

    /// Goes back by this many instructions or interrupt sequences.
    pub fn back(&mut self, count: u64) -> Reason {
        self.forget_open();
        let mut left = count;
        while left > 0 {
            if left < count && !self.is_awaited() {
                return Reason::Limit;
            }
            // Going back one by one keeps a copy of the machine from one step to the next.
            let gone = if left > FEW_BACK { self.timeline.steps_back(left.min(MOST_BACK)) } else { 0 };
            left -= gone;
            if gone == 0 {
                match self.back_once() {
                    Reason::Step => left -= 1,
                    reason => return reason,
                }
            }
        }
        Reason::Step
    }

    /// A jam counts as one instruction, however long it has lasted.
    fn back_once(&mut self) -> Reason {
        if self.machine().cpu().jammed {
            let mut stops = Stops::default();
            stops.on_opcodes(breakpoints::jams);
            return self.back_to(&stops, |_| true);
        }
        match self.timeline.step_back() {
            true => Reason::Step,
            false => Reason::Start,
        }
    }

    /// Goes back to the last of `stops` at which `wanted` is true.
    pub(super) fn back_to(&mut self, stops: &Stops, wanted: impl Fn(&Machine) -> bool) -> Reason {
        let cancel = self.cancel.clone();
        match self.timeline.reverse_continue(stops, |machine, _| wanted(machine), |_| !cancel.is_cancelled())
        {
            Reversed::To(_) => Reason::Step,
            Reversed::ToStart => Reason::Start,
            Reversed::GivenUp => Reason::Limit,
        }
    }

    /// Executes one instruction; if it is a call, until that returns. Interrupts in between are passed over.
    pub fn over(&mut self) -> Reason {
        self.over_passing(&mut |_, _| false)
    }

    /// Like [`Debugger::over`], but continues past breakpoints for which `passes` returns true.
    pub fn over_passing(&mut self, passes: &mut Passes) -> Reason {
        let cpu = self.machine().cpu();
        let (pc, stack, due) = (cpu.pc, cpu.s, cpu.interrupt_due);
        if due {
            // An interrupt has begun; the instruction that it came before is still to be executed.
            let reason = self.step(1);
            let reason = if reason == Reason::Step { self.run_to(pc, stack, passes) } else { reason };
            return if reason == Reason::Step { self.over_passing(passes) } else { reason };
        }
        match OPCODES[usize::from(self.machine().peek(pc))].mnemonic {
            Mnemonic::JSR => self.run_to(pc.wrapping_add(CALL_BYTES), stack, passes),
            _ => self.step(1),
        }
    }

    /// Runs to an instruction with the stack as high as `stack`.
    fn run_to(&mut self, pc: u16, stack: u8, passes: &mut Passes) -> Reason {
        let mut stops = self.stops();
        stops.on_execute(pc..=pc);
        let is_there = |machine: &Machine| machine.cpu().pc == pc && machine.cpu().s >= stack;
        self.run_until(Some(stops), self.patience, is_there, passes)
    }

    /// Runs until the current routine or interrupt handler has returned.
    pub fn out(&mut self) -> Reason {
        self.out_passing(&mut |_, _| false)
    }

    /// Like [`Debugger::out`], but continues past breakpoints for which `passes` returns true.
    pub fn out_passing(&mut self, passes: &mut Passes) -> Reason {
        let returns = |code: u8| matches!(OPCODES[usize::from(code)].mnemonic, Mnemonic::RTS | Mnemonic::RTI);
        let stack = self.machine().cpu().s;
        loop {
            let mut stops = self.stops();
            stops.on_opcodes(returns);
            let at_return =
                |machine: &Machine| returns(machine.peek(machine.cpu().pc)) && machine.cpu().s >= stack;
            // The program may be at the return already.
            if !at_return(self.machine()) {
                let reason = self.run_until(Some(stops), self.patience, at_return, passes);
                if reason != Reason::Step {
                    return reason;
                }
            }
            let reason = self.step(1);
            if reason != Reason::Step || self.machine().cpu().s > stack {
                return reason;
            }
        }
    }

    /// Goes to the first instruction at or after a machine cycle, forward or back, at most to the beginning of the
    /// known past.
    pub fn go_to(&mut self, cycle: u64) -> Reason {
        self.forget_open();
        while self.machine().cycle() < cycle && !self.machine().cpu().jammed {
            self.timeline.go_to(cycle.min(self.machine().frame_end()));
            self.do_plans();
            if !self.is_awaited() {
                return Reason::Limit;
            }
        }
        if self.machine().cycle() > cycle {
            self.timeline.go_to(cycle);
        }
        match self.machine().cpu().jammed {
            _ if cycle < self.timeline.start() => Reason::Start,
            true => Reason::Jam,
            false => Reason::Step,
        }
    }

    /// Goes to where the past began and drops what was done since; planned input stays planned. None if the beginning
    /// has been forgotten.
    pub fn restart(&mut self) -> Option<Reason> {
        (self.timeline.start() == self.began).then(|| {
            let reason = self.go_to(self.began);
            self.forget_future();
            reason
        })
    }

    /// Drops the future: what the machine did after the present moment. Input planned for then stays planned.
    pub fn forget_future(&mut self) {
        self.timeline.forget_future();
        self.breakpoints.forget_after(self.timeline.machine().cycle());
        self.plans.go_on_from(self.timeline.machine().frame_number());
    }

    /// The access that last wrote a byte; see [`Timeline::last_writer`].
    ///
    /// # Errors
    /// [`GivenUp`] if the search was cancelled: see [`Debugger::set_cancel`].
    pub fn writer(&self, address: u16) -> Result<Option<Found>, GivenUp> {
        self.timeline.last_writer_while(address, &|| !self.cancel.is_cancelled())
    }

    /// The access that last read a byte.
    ///
    /// # Errors
    /// The same.
    pub fn reader(&self, address: u16) -> Result<Option<Found>, GivenUp> {
        self.timeline.last_reader_while(address, &|| !self.cancel.is_cancelled())
    }
}

/// The instruction that caused an event.
pub fn instruction_of(event: &Event) -> Option<u16> {
    match *event {
        Event::Read { by, .. } | Event::Write { by, .. } | Event::Uninitialised { by, .. } => Some(by),
        Event::Execute(pc) => Some(pc),
        _ => None,
    }
}
