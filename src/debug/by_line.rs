//! From one line of the source to another.

use super::call_stack::{Call, STACK};
use super::debugger::{Debugger, Passes, Reason, UNASKED};

/// Instructions of which one must be on another line.
const MOST_STEPS: u64 = 100_000;

/// Where there is no source these go by one instruction, as [`Debugger::step`] and the others do. Of a line's instructions that
/// lead to nothing else for 100,000 steps they say [`Reason::Limit`].
impl Debugger {
    /// Goes on to another line, that of a routine that is called, too, if there is source of it.
    pub fn step_line(&mut self) -> Reason {
        self.by_lines(|debugger| {
            let reason = debugger.step(1);
            if reason == Reason::Step && debugger.is_lost() { debugger.out() } else { reason }
        })
    }

    /// Goes on to another line, behind whatever this one calls.
    pub fn over_line(&mut self) -> Reason {
        self.over_line_passing(&mut |_, _| false)
    }

    /// Like [`Debugger::over_line`], and goes on at breakpoints that somebody passes.
    pub fn over_line_passing(&mut self, passes: &mut Passes) -> Reason {
        self.by_lines(|debugger| {
            let reason = debugger.over_passing(passes);
            if reason == Reason::Step && debugger.is_lost() { debugger.out_passing(passes) } else { reason }
        })
    }

    /// Goes back to another line, to before what this one has called.
    pub fn back_line(&mut self) -> Reason {
        self.by_lines(Debugger::back_over)
    }

    /// Moves until the machine stands on another line, or once where there is no source.
    fn by_lines(&mut self, mut step: impl FnMut(&mut Debugger) -> Reason) -> Reason {
        let line = |debugger: &Debugger| debugger.place().map(|place| (place.file.to_string(), place.line));
        let from = line(self);
        for n in 1..=MOST_STEPS {
            let reason = step(self);
            if reason != Reason::Step || from.is_none() || line(self) != from {
                return reason;
            }
            if n % UNASKED == 0 && !self.is_awaited() {
                break;
            }
        }
        Reason::Limit
    }

    /// Whether it has come from the source into a routine of which there is none, such as one of a C compiler's library, by a
    /// call or in place of a return.
    fn is_lost(&self) -> bool {
        let stack = self.machine().cpu().s;
        let is_last = |call: &Call| call.interrupt.is_none() && call.at == STACK + u16::from(stack) + 1;
        let from_source = |call: &Call| is_last(call) && self.lines().at(call.from).is_some();
        self.place().is_none() && self.calls().first().is_some_and(from_source)
    }
}
