//! One editor and one program: requests come in, answers and events go out.

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender};

use serde_json::{Value, json};

use super::inbox::Inbox;
use super::launch::launch;
use super::stops::Stops;
use super::variables::Shown;
use crate::cli::guest::{Guest, WindowPort};
use crate::cli::output;
use crate::cli::wire::{self, Answer};
use crate::debug::debugger::{Debugger, Reason};
use crate::titles::Sources;

/// How the editor wants the program to move once a request is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    Continue,
    Reverse,
    Over { by_line: bool },
    In { by_line: bool },
    Out,
    Back { by_line: bool },
}

/// A session with an editor.
pub(super) struct Session<'a> {
    /// Requests still to be answered.
    pub inbox: Inbox,
    /// The sending end of the inbox.
    pub messages: Sender<Value>,
    /// The window whose program this is about, and the port to attach through.
    pub window: Option<WindowPort>,
    /// Set if the machine belongs to the window.
    pub guest: Option<Guest>,
    /// The connection to the process that answers from here on.
    pub passed_on_to: Option<TcpStream>,
    output: &'a mut dyn Write,
    seq: u64,
    pub debugger: Option<Debugger>,
    pub stops: Stops,
    /// Expandable values that have been shown.
    pub shown: Shown,
    /// Breakpoints to report to the editor as changed on the new machine.
    pub changed: Vec<Value>,
    /// Messages of a launch, to be reported to the editor.
    said: String,
    pub sources: Sources,
    /// The arguments of the launch, for a restart.
    launched: Value,
    /// Whether the editor shows progress.
    pub shows_progress: bool,
    /// Number of the last progress report.
    pub progress: u64,
    pub stop_on_entry: bool,
    /// Starts when the answer has been sent.
    pub motion: Option<Motion>,
    /// Why the program has stopped, in words.
    pub why: String,
    over: bool,
}

impl<'a> Session<'a> {
    /// A new session.
    pub(super) fn new(
        requests: Receiver<Value>,
        messages: Sender<Value>,
        output: &'a mut dyn Write,
        window: Option<WindowPort>,
    ) -> Self {
        Session {
            inbox: Inbox::new(requests),
            messages,
            window,
            guest: None,
            passed_on_to: None,
            output,
            seq: 0,
            debugger: None,
            stops: Stops::default(),
            shown: Shown::default(),
            changed: Vec::new(),
            said: String::new(),
            sources: Sources::embedded(),
            launched: Value::Null,
            shows_progress: false,
            progress: 0,
            stop_on_entry: false,
            motion: None,
            why: String::new(),
            over: false,
        }
    }

    /// Answers all requests.
    pub(super) fn run(mut self) -> io::Result<()> {
        let answered = self.answer_all();
        self.leave();
        answered
    }

    fn answer_all(&mut self) -> io::Result<()> {
        while !self.over {
            let Some(request) = self.inbox.wait() else { break };
            match request {
                Value::Object(_) => {}
                // The other side has sent something that is not a request.
                Value::String(fault) => return Err(io::Error::new(io::ErrorKind::InvalidData, fault)),
                _ => break,
            }
            self.serve(&request)?;
            if let Some(stream) = self.passed_on_to.take() {
                return self.pass_on(&stream, &request);
            }
            if let Some(motion) = self.motion.take() {
                self.carry_out(motion)?;
            }
            if let (Some(guest), Some(debugger)) = (&mut self.guest, &mut self.debugger)
                && !guest.show(debugger)
            {
                // The window is closed.
                self.over = true;
                self.event("terminated", json!({}))?;
            }
        }
        Ok(())
    }

    pub(super) fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.seq += 1;
        message["seq"] = self.seq.into();
        wire::write(self.output, &message)
    }

    /// Sends an event.
    pub(super) fn event(&mut self, event: &str, body: Value) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": event, "body": body }))
    }

    /// Answers a request.
    pub(super) fn serve(&mut self, request: &Value) -> io::Result<()> {
        let command = request["command"].as_str().unwrap_or_default().to_string();
        let answer = match self.is_called_off(request) {
            true => Err("cancelled".to_string()),
            false => self.answer(&command, &request["arguments"]),
        };
        match self.passed_on_to {
            // The other process answers it.
            Some(_) => Ok(()),
            None => self.respond(request, answer),
        }
    }

    /// Whether the editor has cancelled a request.
    fn is_called_off(&self, request: &Value) -> bool {
        let calls_off =
            |other: &Value| other["command"] == "cancel" && other["arguments"]["requestId"] == request["seq"];
        self.inbox.has(calls_off)
    }

    fn respond(&mut self, request: &Value, answer: Answer) -> io::Result<()> {
        let said = std::mem::take(&mut self.said);
        if !said.is_empty() {
            self.event("output", json!({ "category": "stderr", "output": said }))?;
        }
        let command = request["command"].as_str().unwrap_or_default().to_string();
        let mut response = json!({ "type": "response", "request_seq": request["seq"], "command": command });
        response["success"] = answer.is_ok().into();
        match answer {
            Ok(body) => response["body"] = body,
            Err(message) => response["message"] = message.into(),
        }
        let succeeded = response["success"] == true;
        self.send(response)?;
        for breakpoint in std::mem::take(&mut self.changed) {
            self.event("breakpoint", json!({ "reason": "changed", "breakpoint": breakpoint }))?;
        }
        match command.as_str() {
            "launch" if succeeded => self.event("initialized", json!({})),
            "attach" if succeeded => {
                // An attached session cannot be restarted, only attached again.
                let able = json!({ "supportsRestartRequest": false });
                self.event("capabilities", json!({ "capabilities": able }))?;
                self.event("initialized", json!({}))
            }
            "configurationDone" | "restart" if succeeded => match self.stop_on_entry {
                true => self.stopped("entry", None, None),
                false => {
                    self.motion = Some(Motion::Continue);
                    // Without the event the editor would still show the program where it was stopped before.
                    match command == "restart" {
                        true => {
                            self.event("continued", json!({ "threadId": 1, "allThreadsContinued": true }))
                        }
                        false => Ok(()),
                    }
                }
            },
            "goto" if succeeded => self.stopped("goto", None, None),
            "disconnect" | "terminate" => {
                self.over = command == "disconnect";
                self.event("terminated", json!({}))
            }
            _ => Ok(()),
        }
    }

    fn answer(&mut self, command: &str, arguments: &Value) -> Answer {
        match command {
            "initialize" => {
                self.shows_progress = arguments["supportsProgressReporting"] == true;
                Ok(capabilities())
            }
            "launch" => self.launch(arguments.clone()),
            "attach" => self.attach(arguments),
            "restart" => {
                let newest = &arguments["arguments"];
                self.launch(if newest.is_object() { newest.clone() } else { self.launched.clone() })
            }
            "disconnect" | "terminate" => {
                self.leave();
                Ok(json!({}))
            }
            "cancel" | "configurationDone" | "pause" => Ok(json!({})),
            "threads" => Ok(json!({ "threads": [{ "id": 1, "name": "6502" }] })),
            _ if self.debugger.is_none() => {
                Err("there is no program yet: expected launch or attach".to_string())
            }
            _ => self.answer_about_program(command, arguments),
        }
    }

    /// Switches on a machine with the program in it.
    fn launch(&mut self, arguments: Value) -> Answer {
        if self.window.is_some() {
            return Err("this program belongs to a window: expected attach".to_string());
        }
        let (launched, said) = output::overheard(|| launch(&arguments));
        self.said = said;
        if let Err(error) = &launched {
            self.said += &format!("{error}\n");
        }
        let (mut debugger, sources) = launched?;
        self.sources = sources;
        self.stop_on_entry = arguments["stopOnEntry"] == true;
        self.changed = self.stops.begin_anew(&mut debugger);
        self.debugger = Some(debugger);
        self.launched = arguments;
        Ok(json!({}))
    }

    /// Reports that the program has stopped.
    pub(super) fn stopped(&mut self, reason: &str, text: Option<String>, id: Option<u64>) -> io::Result<()> {
        self.why = text.clone().unwrap_or_else(|| reason.to_string());
        let mut body = json!({ "reason": reason, "threadId": 1, "allThreadsStopped": true });
        if let Some(text) = text {
            body["text"] = text.into();
        }
        if let Some(id) = id {
            body["hitBreakpointIds"] = json!([id]);
        }
        self.event("stopped", body)
    }

    /// Reports why the program has stopped.
    pub(super) fn report(&mut self, reason: &Reason) -> io::Result<()> {
        let id = self.stops.id(reason);
        let (reason, text) = self.stops.describe(reason);
        self.stopped(reason, text, id)
    }
}

fn capabilities() -> Value {
    let able = [
        "supportsConfigurationDoneRequest",
        "supportsFunctionBreakpoints",
        "supportsConditionalBreakpoints",
        "supportsHitConditionalBreakpoints",
        "supportsLogPoints",
        "supportsEvaluateForHovers",
        "supportsStepBack",
        "supportsSetVariable",
        "supportsSetExpression",
        "supportsGotoTargetsRequest",
        "supportsCompletionsRequest",
        "supportsRestartRequest",
        "supportsExceptionInfoRequest",
        "supportsDataBreakpoints",
        "supportsDataBreakpointBytes",
        "supportsReadMemoryRequest",
        "supportsWriteMemoryRequest",
        "supportsDisassembleRequest",
        "supportsSteppingGranularity",
        "supportsInstructionBreakpoints",
        "supportsBreakpointLocationsRequest",
        "supportsLoadedSourcesRequest",
        "supportsTerminateRequest",
        "supportsCancelRequest",
    ];
    let mut capabilities: Value =
        able.into_iter().map(|name| (name.to_string(), Value::Bool(true))).collect();
    let filter =
        |filter: &str, label: &str| json!({ "filter": filter, "label": label, "default": filter == "jam" });
    capabilities["exceptionBreakpointFilters"] = json!([
        filter("brk", "BRK"),
        filter("jam", "CPU jam"),
        filter("stack", "Stack wraparound"),
        filter("uninit", "Read of uninitialized memory"),
        filter("romwrite", "Write to ROM or to an unmapped address"),
        filter("budget", "Procedure exceeds its cycle budget"),
        filter("registers", "Interrupt handler changes registers"),
    ]);
    capabilities
}
