//! Running the program.

use std::io;

use serde_json::{Value, json};

use super::session::{Motion, Session};
use crate::debug::cancel::CancelToken;
use crate::debug::debugger::{Debugger, Reason};

/// Frames between two checks for requests.
const SLICE: u64 = 5;

impl Session<'_> {
    /// Runs the program as requested, and reports when it has stopped.
    pub(super) fn carry_out(&mut self, motion: Motion) -> io::Result<()> {
        let Some(debugger) = self.debugger.as_mut() else { return Ok(()) };
        let inbox = self.inbox.clone();
        let usual = debugger.set_cancel(CancelToken::new(move || inbox.ends_run()));
        let moved = self.go(motion);
        if let Some(debugger) = &mut self.debugger {
            debugger.set_cancel(usual);
        }
        let reason = moved?;
        // An editor that ends the session does not want to know where the program stopped.
        if self.inbox.ends_session() { Ok(()) } else { self.report(&reason) }
    }

    fn go(&mut self, motion: Motion) -> io::Result<Reason> {
        let Some(debugger) = self.debugger.as_mut() else { return Ok(Reason::Limit) };
        Ok(match motion {
            Motion::Continue => self.go_on()?,
            Motion::Reverse => self.reverse()?,
            Motion::Out | Motion::Over { .. } => {
                let (stops, mut said) = (&self.stops, Vec::new());
                let mut passes = |debugger: &Debugger, reason: &Reason| {
                    let message = stops.log(reason, debugger);
                    said.extend(message.clone());
                    message.is_some()
                };
                let reason = match motion {
                    Motion::Over { by_line: true } => debugger.over_line_passing(&mut passes),
                    Motion::Over { by_line: false } => debugger.over_passing(&mut passes),
                    _ => debugger.out_passing(&mut passes),
                };
                for message in said {
                    self.say(&message)?;
                }
                reason
            }
            Motion::In { by_line: true } => debugger.step_line(),
            Motion::In { by_line: false } => debugger.step(1),
            Motion::Back { by_line: true } => debugger.back_line(),
            Motion::Back { by_line: false } => debugger.back_over(),
        })
    }

    /// Prints the message of a log point.
    fn say(&mut self, message: &str) -> io::Result<()> {
        self.event("output", json!({ "category": "console", "output": format!("{message}\n") }))
    }

    /// Goes back to the last stop, which may take long: the editor sees the progress and may cancel it.
    fn reverse(&mut self) -> io::Result<Reason> {
        let Some(mut debugger) = self.debugger.take() else { return Ok(Reason::Limit) };
        self.progress += 1;
        let id = self.progress.to_string();
        let (mut percent, mut told) = (None, Ok(()));
        let stops = self.stops.stops_alone(&debugger);
        let all = std::mem::replace(debugger.breakpoints_mut(), stops);
        let reason = debugger.reverse_while(|done| {
            let now = Some((100.0 * done) as u64);
            if self.shows_progress && percent != now {
                let event = if percent.is_none() { "progressStart" } else { "progressUpdate" };
                let title = "Goes back";
                told = self.event(
                    event,
                    json!({ "progressId": id, "title": title, "percentage": now,
                    "cancellable": true }),
                );
            }
            percent = now;
            let calls_off = |request: &Value| request["arguments"]["progressId"] == id;
            told.is_ok() && !self.inbox.ends_run() && !self.inbox.has(calls_off)
        });
        *debugger.breakpoints_mut() = all;
        self.debugger = Some(debugger);
        told?;
        if self.shows_progress && percent.is_some() {
            self.event("progressEnd", json!({ "progressId": id }))?;
        }
        Ok(reason)
    }

    /// Runs until something happens or the editor wants something else. Other requests are answered
    /// meanwhile.
    fn go_on(&mut self) -> io::Result<Reason> {
        while let Some(debugger) = self.debugger.as_mut() {
            let reason = debugger.run(if self.guest.is_some() { 1 } else { SLICE });
            if let Some(guest) = &mut self.guest
                && !guest.frame(debugger)
            {
                return Ok(Reason::Limit);
            }
            if let Some(message) = self.stops.log(&reason, debugger) {
                self.say(&message)?;
            } else if reason != Reason::Limit {
                return Ok(reason);
            }
            while let Some(request) = self.inbox.take_meanwhile() {
                self.serve(&request)?;
                // It is running already.
                self.motion = None;
            }
            if self.inbox.ends_run() {
                return Ok(Reason::Limit);
            }
        }
        Ok(Reason::Limit)
    }
}
