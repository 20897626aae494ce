//! One editor and one program: requests come in, answers and events go out.

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::Receiver;

use serde_json::{Value, json};

use super::reply::Answer;
use super::stops::Stops;
use super::wire;
use crate::cli::debug::debugger;
use crate::cli::options::MachineOptions;
use crate::cli::target::TargetOptions;
use crate::debug::debugger::{Debugger, Reason};
use crate::harness::script::Script;
use crate::titles::Sources;

/// What the editor wants the program to do once a request is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Continue,
    Reverse,
    Over { by_line: bool },
    In { by_line: bool },
    Out,
    Back { by_line: bool },
}

/// An editor at work.
pub struct Session<'a> {
    pub requests: Receiver<Value>,
    output: &'a mut dyn Write,
    seq: u64,
    /// Requests that came while the program ran, and are still to be answered.
    pub waiting: Vec<Value>,
    pub debugger: Option<Debugger>,
    pub stops: Stops,
    pub sources: Sources,
    /// How it was launched, to do it again.
    launched: Value,
    stop_on_entry: bool,
    /// To be begun when the answer is out.
    pub motion: Option<Motion>,
    /// Why it stands still, in words.
    pub why: String,
    over: bool,
}

impl<'a> Session<'a> {
    /// Nothing has been asked yet.
    pub fn new(requests: Receiver<Value>, output: &'a mut dyn Write) -> Self {
        Session {
            requests,
            output,
            seq: 0,
            waiting: Vec::new(),
            debugger: None,
            stops: Stops::default(),
            sources: Sources::embedded(),
            launched: Value::Null,
            stop_on_entry: false,
            motion: None,
            why: String::new(),
            over: false,
        }
    }

    /// Answers all requests.
    pub fn run(mut self) -> io::Result<()> {
        while !self.over {
            let next = if self.waiting.is_empty() { None } else { Some(self.waiting.remove(0)) };
            let Some(request) = next.or_else(|| self.requests.recv().ok()) else { break };
            self.serve(&request)?;
            if let Some(motion) = self.motion.take() {
                self.carry_out(motion)?;
            }
        }
        Ok(())
    }

    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.seq += 1;
        message["seq"] = self.seq.into();
        wire::write(self.output, &message)
    }

    /// Tells the editor that something has happened.
    pub fn event(&mut self, event: &str, body: Value) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": event, "body": body }))
    }

    /// Answers a request.
    pub fn serve(&mut self, request: &Value) -> io::Result<()> {
        let command = request["command"].as_str().unwrap_or_default().to_string();
        let answer = self.answer(&command, &request["arguments"]);
        let mut response = json!({ "type": "response", "request_seq": request["seq"], "command": command });
        response["success"] = answer.is_ok().into();
        match answer {
            Ok(body) => response["body"] = body,
            Err(message) => response["message"] = message.into(),
        }
        let succeeded = response["success"] == true;
        self.send(response)?;
        match command.as_str() {
            "launch" if succeeded => self.event("initialized", json!({})),
            "configurationDone" | "restart" if succeeded => match self.stop_on_entry {
                true => self.stopped("entry", None),
                false => {
                    self.motion = Some(Motion::Continue);
                    Ok(())
                }
            },
            "disconnect" | "terminate" => {
                self.over = command == "disconnect";
                self.event("terminated", json!({}))
            }
            _ => Ok(()),
        }
    }

    fn answer(&mut self, command: &str, arguments: &Value) -> Answer {
        match command {
            "initialize" => Ok(capabilities()),
            "launch" => self.launch(arguments.clone()),
            "attach" => Err("a running window cannot be attached to: expected launch".to_string()),
            "restart" => self.launch(self.launched.clone()),
            "disconnect" | "terminate" | "cancel" | "configurationDone" | "pause" => Ok(json!({})),
            "threads" => Ok(json!({ "threads": [{ "id": 1, "name": "6502" }] })),
            _ if self.debugger.is_none() => Err("there is no program yet: expected launch".to_string()),
            _ => self.answer_about_program(command, arguments),
        }
    }

    /// Switches a machine on with the program in it.
    fn launch(&mut self, arguments: Value) -> Answer {
        let name = arguments["program"].as_str().ok_or("launch: `program` is missing: a file or a title")?;
        let script = match arguments["input"].as_str() {
            None => Script::default(),
            Some(path) => {
                crate::cli::run::read_script(Path::new(path)).map_err(|error| format!("{error:#}"))?
            }
        };
        let words = arguments["options"].as_array().map_or(&[][..], Vec::as_slice);
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        let options = MachineOptions::read(&words)?;
        let target = TargetOptions::of(name).open(&options).map_err(|error| match format!("{error:#}") {
            // An assembler's messages have been shown already.
            message if message.is_empty() => format!("{name} has errors: they stand on standard error"),
            message => message,
        })?;
        let (machine, _) = target.switch_on().map_err(|error| format!("{error:#}"))?;
        self.sources = options.sources();
        let mut debugger = debugger(&target.program, machine, &script);
        self.stop_on_entry = arguments["stopOnEntry"] == true;
        self.stops.begin_anew(&mut debugger);
        self.debugger = Some(debugger);
        self.launched = arguments;
        Ok(json!({}))
    }

    /// Says that the program stands still.
    pub fn stopped(&mut self, reason: &str, text: Option<String>) -> io::Result<()> {
        self.why = text.clone().unwrap_or_else(|| reason.to_string());
        let mut body = json!({ "reason": reason, "threadId": 1, "allThreadsStopped": true });
        if let Some(text) = text {
            body["text"] = text.into();
        }
        self.event("stopped", body)
    }

    /// Says why the program stands still.
    pub fn report(&mut self, reason: &Reason) -> io::Result<()> {
        let (reason, text) = self.stops.describe(reason);
        self.stopped(reason, text)
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
        "supportsGotoTargetsRequest",
        "supportsCompletionsRequest",
        "supportsRestartRequest",
        "supportsExceptionInfoRequest",
        "supportsDataBreakpoints",
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
        filter("jam", "Jam of the CPU"),
        filter("stack", "Stack wraps around"),
        filter("budget", "Budget of a procedure broken"),
    ]);
    capabilities
}
