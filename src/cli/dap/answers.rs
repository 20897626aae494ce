//! Requests about a stopped program.

use serde_json::{Value, json};

use super::session::{Motion, Session};
use super::sources::{built_in, line, reference, source, source_of};
use super::variables::Shown;
use super::{memory, variables};
use crate::cli::debug::answer;
use crate::cli::wire::Answer;
use crate::debug::debugger::Debugger;
use crate::debug::timeline::Act;
use crate::harness::debugging::command::{self, Register};
use crate::harness::debugging::complete;
use crate::host::palette::Palette;
use crate::inspect::budget::report::Interrupt;
use crate::titles::Sources;

impl Session<'_> {
    /// Answers a request that needs a program.
    pub(super) fn answer_about_program(&mut self, command: &str, arguments: &Value) -> Answer {
        let Some(debugger) = self.debugger.as_mut() else { return Err("there is no program".to_string()) };
        let by_line = arguments["granularity"] != "instruction";
        let motion = match command {
            "continue" => Some(Motion::Continue),
            "reverseContinue" => Some(Motion::Reverse),
            "next" => Some(Motion::Over { by_line }),
            "stepIn" => Some(Motion::In { by_line }),
            "stepOut" => Some(Motion::Out),
            "stepBack" => Some(Motion::Back { by_line }),
            _ => None,
        };
        if motion.is_some() {
            self.motion = motion;
            return Ok(json!({ "allThreadsContinued": true }));
        }
        let text = |key: &str| arguments[key].as_str().ok_or_else(|| format!("`{key}` is missing"));
        match command {
            "setBreakpoints"
            | "setFunctionBreakpoints"
            | "setInstructionBreakpoints"
            | "setDataBreakpoints"
            | "setExceptionBreakpoints" => self.stops.set(command, arguments, debugger),
            "dataBreakpointInfo" => data_info(debugger, &self.shown, text("name")?, arguments),
            "breakpointLocations" => locations(debugger, arguments),
            "stackTrace" => Ok(stack_trace(debugger, &self.sources, arguments)),
            "scopes" => Ok(json!({ "scopes": variables::scopes() })),
            "variables" => variables::variables(debugger, &self.shown, arguments),
            "setVariable" => {
                let scope = arguments["variablesReference"].as_u64();
                variables::set(debugger, &self.shown, text("name")?, text("value")?, scope)
            }
            "setExpression" => {
                variables::set(debugger, &self.shown, text("expression")?, text("value")?, None)
            }
            "evaluate" => evaluate(debugger, &self.shown, text("expression")?, &arguments["context"]),
            "completions" => Ok(completions(debugger, text("text")?, &arguments["column"])),
            "exceptionInfo" => Ok(json!({ "exceptionId": self.why, "breakMode": "always" })),
            "gotoTargets" => goto_targets(debugger, arguments),
            "goto" => {
                let mut cpu = debugger.machine().cpu().clone();
                cpu.pc = arguments["targetId"]
                    .as_u64()
                    .and_then(|id| id.try_into().ok())
                    .ok_or("no such target")?;
                debugger.act(Act::Registers(cpu));
                Ok(json!({}))
            }
            "disassemble" => memory::disassembled(debugger, &self.sources, arguments),
            "readMemory" => memory::read(debugger, arguments),
            "writeMemory" => memory::write(debugger, arguments),
            "loadedSources" => {
                let sources: Vec<Value> =
                    debugger.lines().files().map(|file| source(file, &self.sources)).collect();
                Ok(json!({ "sources": sources }))
            }
            "source" => source_text(debugger, arguments, &self.sources),
            other => Err(format!("this adapter does not support the request `{other}`")),
        }
    }
}

fn source_text(debugger: &Debugger, arguments: &Value, sources: &Sources) -> Answer {
    let wanted = arguments["sourceReference"].as_u64().or(arguments["source"]["sourceReference"].as_u64());
    let file = debugger.lines().files().find(|file| Some(u64::from(reference(file))) == wanted);
    let bytes = file.and_then(|file| built_in(file, sources)).ok_or("no such source")?;
    Ok(json!({ "content": String::from_utf8_lossy(&bytes) }))
}

fn stack_trace(debugger: &Debugger, sources: &Sources, arguments: &Value) -> Value {
    let here = debugger.machine().cpu().pc;
    let callers = debugger.calls().into_iter().map(|call| (call.from, call.interrupt));
    let frame = |(id, (address, interrupt)): (usize, (u16, Option<Interrupt>))| {
        let name =
            debugger.symbols().nearest(address).map_or(format!("${address:04X}"), |it| it.name.clone());
        let name = interrupt.map_or(name.clone(), |interrupt| format!("{name} (interrupted: {interrupt})"));
        let mut frame = json!({
            "id": id, "name": name, "line": 0, "column": 0,
            "instructionPointerReference": format!("0x{address:04X}"),
        });
        if let Some(place) = debugger.lines().at(address) {
            frame["source"] = source(place.file, sources);
            frame["line"] = place.line.into();
        }
        frame
    };
    let mut frames: Vec<Value> =
        std::iter::once((here, None)).chain(callers).enumerate().map(frame).collect();
    let total = frames.len();
    let asked = |key: &str| arguments[key].as_u64().map_or(0, |n| n as usize);
    frames.drain(..asked("startFrame").min(total));
    if asked("levels") > 0 {
        frames.truncate(asked("levels"));
    }
    json!({ "totalFrames": total, "stackFrames": frames })
}

/// The whole variable, unless the request limits its size.
fn data_info(debugger: &Debugger, shown: &Shown, name: &str, arguments: &Value) -> Answer {
    let place = match variables::spot(debugger, shown, name, arguments["variablesReference"].as_u64()) {
        Ok(place) => place,
        Err(error) => return Ok(json!({ "dataId": null, "description": error })),
    };
    let (address, all) = (place.address, u64::from(place.bytes()));
    let bytes = arguments["bytes"].as_u64().unwrap_or(all).clamp(1, 0x10000);
    let many = if bytes > 1 { format!(", {bytes} bytes") } else { String::new() };
    Ok(json!({ "dataId": format!("0x{address:04X}:{bytes}"),
        "description": format!("{name} (${address:04X}{many})"), "accessTypes": ["read", "write"] }))
}

fn locations(debugger: &Debugger, arguments: &Value) -> Answer {
    let path = source_of(arguments);
    let first = line(arguments, "line").unwrap_or(1);
    let last = line(arguments, "endLine").unwrap_or(first).min(first.saturating_add(10_000));
    let has_code = |line: &u32| debugger.lines().addresses(path, *line).is_ok();
    let lines: Vec<Value> = (first..=last).filter(has_code).map(|line| json!({ "line": line })).collect();
    Ok(json!({ "breakpoints": lines }))
}

fn goto_targets(debugger: &Debugger, arguments: &Value) -> Answer {
    let line = line(arguments, "line").unwrap_or(0);
    let (line, addresses) = debugger.lines().addresses_near(source_of(arguments), line)?;
    let target = |address: &u16| {
        json!({ "id": address, "label": format!("${address:04X}"), "line": line,
            "instructionPointerReference": format!("0x{address:04X}") })
    };
    Ok(json!({ "targets": addresses.iter().map(target).collect::<Vec<_>>() }))
}

/// Evaluates a variable larger than a byte, an expression or, at the prompt, a command of `front800 debug`
/// that does not move the machine. In hovers and watches, a label is shown with its address. A hovered word
/// comes from the source, so labels take precedence over times and registers.
fn evaluate(debugger: &mut Debugger, shown: &Shown, text: &str, context: &Value) -> Answer {
    let hovers = context == "hover";
    let hidden = variables::in_full(debugger, text);
    let is_label = hidden.is_none() || hovers && !variables::is_operand(debugger, text);
    if is_label && let Some(mut variable) = variables::named(debugger, shown, text) {
        let value = variable["value"].take();
        let at = debugger.address(text).map_err(|error| error.to_string())?;
        variable["result"] = match (hovers, value.as_str()) {
            (true, Some(value)) => format!("{text} at ${at:04X}: {value}").into(),
            _ => value,
        };
        return Ok(variable);
    }
    let named = if is_label { hidden.as_deref() } else { None };
    match debugger.expression(named.unwrap_or(text)) {
        Ok(expression) => {
            let value = expression.value(debugger.machine(), 0).map_err(|error| error.to_string())?;
            let hex = if value < 0 { String::new() } else { format!(" (${value:02X})") };
            let mut answer = json!({ "result": format!("{value}{hex}"), "variablesReference": 0 });
            if (named.is_some() || Register::named(text).is_none())
                && is_label
                && let Ok(address) = debugger.address(text)
            {
                answer["memoryReference"] = format!("0x{address:04X}").into();
                // A number of the source is no place.
                if hovers && expression.reads_memory() {
                    answer["result"] = format!("{text} at ${address:04X}: {value}{hex}").into();
                }
            }
            Ok(answer)
        }
        Err(error) => {
            let lines = if context == "repl" { commanded(debugger, text)? } else { None };
            let lines = lines.ok_or_else(|| error.to_string())?;
            Ok(json!({ "result": lines, "variablesReference": 0 }))
        }
    }
}

/// The answer to a command of `front800 debug`, if the text is one. Commands that move the machine or change
/// breakpoints are rejected, because the editor has to know of these.
fn commanded(debugger: &mut Debugger, text: &str) -> Result<Option<String>, String> {
    let Some((word, rest)) = command::split(text) else { return Ok(None) };
    let [word, about] = [word, rest].map(str::to_ascii_lowercase);
    let about = Some(&about).filter(|_| word == "help");
    if let Some(name) = [Some(&word), about].into_iter().flatten().find(|name| command::moves_on(name)) {
        return Err(format!("`{name}` is not available here: use the editor's own buttons and breakpoints"));
    }
    let palette = Palette::of(debugger.machine().video());
    let Some(mut answered) = command::looks(&word).then(|| answer(debugger, &palette, text)).flatten() else {
        return Ok(None);
    };
    // `help` lists all commands; only those accepted here are kept.
    if let Some(commands) = answered.value.get_mut("commands").and_then(Value::as_array_mut) {
        commands.retain(|line| {
            line.as_str().and_then(command::split).is_some_and(|(name, _)| command::looks(name))
        });
    }
    serde_json::to_string_pretty(&answered.value).map(Some).map_err(|error| error.to_string())
}

/// Completions of the word before the cursor (a column from 1 on).
fn completions(debugger: &Debugger, text: &str, column: &Value) -> Value {
    let count = column.as_u64().map_or(usize::MAX, |column| column.saturating_sub(1) as usize);
    let before: String = text.chars().take(count).collect();
    let (word, proposals) = complete::proposals(debugger, &before, command::looks);
    let start = before.chars().count() - word.chars().count();
    let proposal = |name: String| json!({ "label": name, "start": start, "length": word.chars().count() });
    json!({ "targets": proposals.into_iter().map(proposal).collect::<Vec<_>>() })
}
