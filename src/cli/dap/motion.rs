//! The program on its way.

use std::io;

use serde_json::json;

use super::session::{Motion, Session};
use crate::debug::debugger::{Debugger, Reason};

/// Frames between two looks whether the editor wants something.
const SLICE: u64 = 5;
/// Instructions of which one must be on another line.
const MOST_STEPS: u64 = 100_000;

/// Requests that end a run.
const ENDS: [&str; 4] = ["pause", "disconnect", "terminate", "restart"];

impl Session<'_> {
    /// Does what the editor wants, and tells it when the program stands still.
    pub fn carry_out(&mut self, motion: Motion) -> io::Result<()> {
        let Some(debugger) = self.debugger.as_mut() else { return Ok(()) };
        let reason = match motion {
            Motion::Continue => self.go_on()?,
            Motion::Reverse => debugger.reverse(),
            Motion::Out => debugger.out(),
            Motion::Over { by_line } => by_lines(debugger, by_line, Debugger::over),
            Motion::In { by_line } => by_lines(debugger, by_line, |debugger| debugger.step(1)),
            Motion::Back { by_line } => by_lines(debugger, by_line, Debugger::back_over),
        };
        self.report(&reason)
    }

    /// Runs until something happens or the editor wants something else. Other requests are answered
    /// meanwhile.
    fn go_on(&mut self) -> io::Result<Reason> {
        while let Some(debugger) = self.debugger.as_mut() {
            let reason = debugger.run(SLICE);
            if let Some(message) = self.stops.log(&reason, debugger) {
                self.event("output", json!({ "category": "console", "output": message + "\n" }))?;
            } else if reason != Reason::Limit {
                return Ok(reason);
            }
            self.waiting.extend(self.requests.try_iter());
            while let Some(request) = self.waiting.first() {
                if ENDS.iter().any(|end| request["command"] == *end) {
                    return Ok(Reason::Limit);
                }
                let request = self.waiting.remove(0);
                self.serve(&request)?;
                // It moves already.
                self.motion = None;
            }
        }
        Ok(Reason::Limit)
    }
}

/// Moves until the machine stands on another line of source, or once where there is no source.
fn by_lines(debugger: &mut Debugger, by_line: bool, mut step: impl FnMut(&mut Debugger) -> Reason) -> Reason {
    let line = |debugger: &Debugger| debugger.place().map(|place| (place.file.to_string(), place.line));
    let from = line(debugger);
    for _ in 0..MOST_STEPS {
        let reason = step(debugger);
        if reason != Reason::Step || !by_line || from.is_none() || line(debugger) != from {
            return reason;
        }
    }
    Reason::Limit
}
