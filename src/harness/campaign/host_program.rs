//! A program of the host that plays the German side over pipes: one JSON line of state to it, one
//! JSON line of orders back. `docs/campaign.md` describes both lines.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde::Deserialize;

use super::CampaignError;
use super::orders::{Orders, OrdersError, parse_queue, refuse_absent, refuse_unit};
use super::player::{Player, PlayerError};
use super::state::State;

/// The line that comes back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    /// Letters by unit number.
    orders: BTreeMap<u32, String>,
}

/// A running program.
pub struct HostProgram {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<std::io::Result<String>>,
    timeout: Duration,
}

impl HostProgram {
    /// Starts it; it may take `timeout` for each reply.
    pub fn start(path: &Path, timeout: Duration) -> Result<Self, PlayerError> {
        let name = path.display().to_string();
        let refused =
            |message: String| PlayerError { player: path.display().to_string(), turn: None, message };
        // A bare name would be looked for in the system's folders.
        let path = path.canonicalize().map_err(|error| refused(format!("cannot be started: {error}")))?;
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| refused(format!("cannot be started: {error}")))?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or_else(|| refused("has no standard output".into()))?;
        Ok(HostProgram { name, child, input, lines: read_lines(output), timeout })
    }

    fn failed(&self, turn: u8, message: String) -> CampaignError {
        PlayerError { player: self.name.clone(), turn: Some(turn), message }.into()
    }

    fn send(&mut self, state: &State) -> Result<(), CampaignError> {
        let line =
            serde_json::to_string(state).map_err(|error| self.failed(state.turn, error.to_string()))?;
        let sent = match &mut self.input {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => Ok(()),
        };
        // A program that ended says so when it is asked for its reply.
        match sent {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(self.failed(state.turn, format!("does not take the state: {error}")))
            }
            _ => Ok(()),
        }
    }

    fn reply(&mut self, turn: u8) -> Result<String, CampaignError> {
        let message = match self.lines.recv_timeout(self.timeout) {
            Ok(Ok(line)) => return Ok(line),
            Ok(Err(error)) => format!("its reply cannot be read: {error}"),
            Err(RecvTimeoutError::Timeout) => {
                format!("gave no line of orders within {} seconds", self.timeout.as_secs_f64())
            }
            Err(RecvTimeoutError::Disconnected) => match self.child.wait() {
                Ok(status) => format!("ended without a line of orders ({status})"),
                Err(error) => format!("ended without a line of orders: {error}"),
            },
        };
        Err(self.failed(turn, message))
    }

    /// Checks the reply against the state it answers.
    fn orders_of(&self, line: &str, state: &State) -> Result<Orders, OrdersError> {
        let refused = |message: String| OrdersError {
            source: format!("{}: turn {}", self.name, state.turn),
            place: None,
            message,
        };
        let reply: Reply = serde_json::from_str(line).map_err(|error| {
            refused(format!(
                "its reply is no line of orders such as {{\"orders\":{{\"7\":\"NNE\"}}}}: {error}"
            ))
        })?;
        let mut orders = Orders::default();
        for (number, letters) in reply.orders {
            let queue =
                parse_queue(&letters).map_err(|(_, message)| refused(format!("unit {number}: {message}")))?;
            if let Some(message) = refuse_unit(number) {
                return Err(refused(message));
            }
            let unit = number as u8;
            if let Some(message) = refuse_absent(unit, state) {
                return Err(refused(message));
            }
            orders.set(unit, queue);
        }
        Ok(orders)
    }
}

impl Player for HostProgram {
    fn orders(&mut self, state: &State) -> Result<Orders, CampaignError> {
        self.send(state)?;
        let line = self.reply(state.turn)?;
        Ok(self.orders_of(&line, state)?)
    }

    /// Shows it the end, and gives it time to end by itself.
    fn finish(&mut self, state: &State) -> Result<(), CampaignError> {
        self.send(state)?;
        self.input = None;
        match self.lines.recv_timeout(self.timeout) {
            Err(RecvTimeoutError::Timeout) => {
                let message = "does not end though its standard input has ended";
                Err(self.failed(state.turn, message.to_string()))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for HostProgram {
    fn drop(&mut self) {
        self.input = None;
        // It may have ended long ago.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a program's output, read by a thread that ends with them.
fn read_lines(output: ChildStdout) -> Receiver<std::io::Result<String>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
