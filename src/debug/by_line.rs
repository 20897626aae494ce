//! Stepping by source lines.

use super::call_stack::{Call, STACK};
use super::debugger::{Debugger, Passes, Reason, UNASKED};

/// Steps within which another line must be reached.
const MOST_STEPS: u64 = 100_000;

/// Where no source is known, these step by one instruction, as [`Debugger::step`] and its relatives do. They return
/// [`Reason::Limit`] if the line is not left within 100,000 steps.
impl Debugger {
    /// Steps to another line, into called routines that have source.
    pub fn step_line(&mut self) -> Reason {
        self.by_lines(|debugger| {
            let reason = debugger.step(1);
            if reason == Reason::Step && debugger.is_lost() { debugger.out() } else { reason }
        })
    }

    /// Steps to another line, over the routines that this one calls.
    pub fn over_line(&mut self) -> Reason {
        self.over_line_passing(&mut |_, _| false)
    }

    /// Like [`Debugger::over_line`], but continues past breakpoints for which `passes` returns true.
    pub fn over_line_passing(&mut self, passes: &mut Passes) -> Reason {
        self.by_lines(|debugger| {
            let reason = debugger.over_passing(passes);
            if reason == Reason::Step && debugger.is_lost() { debugger.out_passing(passes) } else { reason }
        })
    }

    /// Steps back to where a line began: this one from within it, or else the one before. Routines called in between
    /// are stepped over.
    pub fn back_line(&mut self) -> Reason {
        let reason = self.back_over();
        let entered = self.line();
        if reason != Reason::Step || entered.is_none() {
            return reason;
        }
        for n in 1..=MOST_STEPS {
            let first = self.machine().cycle();
            let reason = self.back_over();
            if !matches!(reason, Reason::Step | Reason::Start) {
                return reason;
            }
            if self.line() != entered {
                return self.go_to(first);
            }
            if reason == Reason::Start {
                return Reason::Step;
            }
            if n % UNASKED == 0 && !self.is_awaited() {
                break;
            }
        }
        Reason::Limit
    }

    /// The line of the next instruction.
    fn line(&self) -> Option<(String, u32)> {
        self.place().map(|place| (place.file.to_string(), place.line))
    }

    /// Repeats `step` until the machine is on another line; once where there is no source.
    fn by_lines(&mut self, mut step: impl FnMut(&mut Debugger) -> Reason) -> Reason {
        let from = self.line();
        for n in 1..=MOST_STEPS {
            let reason = step(self);
            if reason != Reason::Step || from.is_none() || self.line() != from {
                return reason;
            }
            if n % UNASKED == 0 && !self.is_awaited() {
                break;
            }
        }
        Reason::Limit
    }

    /// Whether execution has gone from code with source into a routine without (such as a C compiler's library), by a
    /// call or by a jump in place of a return.
    fn is_lost(&self) -> bool {
        let stack = self.machine().cpu().s;
        let is_last = |call: &Call| call.interrupt.is_none() && call.at == STACK + u16::from(stack) + 1;
        let from_source = |call: &Call| is_last(call) && self.lines().at(call.from).is_some();
        self.place().is_none() && self.calls().first().is_some_and(from_source)
    }
}
