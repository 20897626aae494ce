//! The editor's breakpoints, by kind: it always sends all of a kind.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::memory::address;
use super::reply::Answer;
use crate::debug::breakpoints::{Access, Breakpoints, What};
use crate::debug::debugger::{Debugger, Reason};

/// What the numbers of the engine's breakpoints belong to.
#[derive(Default)]
pub(super) struct Stops {
    /// By kind; source breakpoints by their file.
    numbers: BTreeMap<String, Vec<u32>>,
    /// What is said in place of stopping.
    logs: BTreeMap<u32, String>,
    /// What was asked for, to be asked again of a new machine.
    asked: BTreeMap<String, (String, Value)>,
}

const FUNCTION: &str = "function breakpoint";
const INSTRUCTION: &str = "instruction breakpoint";
const DATA: &str = "data breakpoint";
const EXCEPTION: &str = "exception";

impl Stops {
    /// Sets the same in another machine.
    pub(super) fn begin_anew(&mut self, debugger: &mut Debugger) {
        self.numbers.clear();
        self.logs.clear();
        for (command, arguments) in std::mem::take(&mut self.asked).into_values() {
            // What could not be set could not be set before.
            let _ = self.set(&command, &arguments, debugger);
        }
    }

    /// Carries out one of the requests that set breakpoints.
    pub(super) fn set(&mut self, command: &str, arguments: &Value, debugger: &mut Debugger) -> Answer {
        let kind = match command {
            "setBreakpoints" => source_of(arguments).to_string(),
            "setFunctionBreakpoints" => FUNCTION.to_string(),
            "setInstructionBreakpoints" => INSTRUCTION.to_string(),
            "setDataBreakpoints" => DATA.to_string(),
            _ => EXCEPTION.to_string(),
        };
        for number in self.numbers.remove(&kind).unwrap_or_default() {
            debugger.breakpoints_mut().remove(number);
            self.logs.remove(&number);
        }
        self.asked.insert(kind.clone(), (command.to_string(), arguments.clone()));
        let list = if kind == EXCEPTION { &arguments["filters"] } else { &arguments["breakpoints"] };
        let mut answers = Vec::new();
        for asked in list.as_array().into_iter().flatten() {
            let what = what(&kind, asked, debugger);
            answers.push(match what.and_then(|what| self.add(&kind, what, asked, debugger)) {
                Ok(answer) => answer,
                Err(message) => json!({ "verified": false, "message": message }),
            });
        }
        Ok(json!({ "breakpoints": answers }))
    }

    fn add(&mut self, kind: &str, what: What, asked: &Value, debugger: &mut Debugger) -> Answer {
        let first = if let What::Instruction(addresses) = &what { addresses.first().copied() } else { None };
        let place = first.unwrap_or(debugger.machine().cpu().pc);
        let text = condition(asked);
        let condition = text.map(|text| debugger.expression_at(&text, place)).transpose();
        let condition = condition.map_err(|error| error.to_string())?;
        let number = debugger.breakpoints_mut().add(what, condition);
        self.numbers.entry(kind.to_string()).or_default().push(number);
        if let Some(message) = asked["logMessage"].as_str() {
            self.logs.insert(number, message.to_string());
        }
        let mut answer = json!({ "id": number, "verified": true });
        if let Some(address) = first {
            answer["instructionReference"] = format!("0x{address:04X}").into();
            // Of a call of a macro the instructions stand elsewhere.
            let near = asked["line"].as_u64().map(|line| debugger.lines().addresses_near(kind, line as u32));
            let line = match near {
                Some(Ok((line, _))) => Some(line),
                _ => debugger.lines().at(address).map(|place| place.line),
            };
            if let Some(line) = line {
                answer["line"] = line.into();
            }
        }
        Ok(answer)
    }

    /// The breakpoints without those that only say something: for the way back, on which nothing is said.
    pub(super) fn stops_alone(&self, debugger: &Debugger) -> Breakpoints {
        let mut stops = debugger.breakpoints().clone();
        self.logs.keys().for_each(|&number| {
            stops.remove(number);
        });
        stops
    }

    /// What is to be said in place of stopping.
    pub(super) fn log(&self, reason: &Reason, debugger: &Debugger) -> Option<String> {
        let Reason::Breakpoint { number, .. } = reason else { return None };
        Some(interpolated(self.logs.get(number)?, debugger))
    }

    /// The protocol's word for why the program stands still, and more in words.
    pub(super) fn describe(&self, reason: &Reason) -> (&'static str, Option<String>) {
        let (number, text) = match reason {
            Reason::Step => return ("step", None),
            Reason::Limit => return ("pause", None),
            Reason::Start => return ("entry", Some("Nothing is known of what was before".to_string())),
            Reason::Jam => return ("exception", Some("The CPU is jammed".to_string())),
            Reason::Budget { excess, .. } => {
                let (name, budget) = (&excess.budget.name, excess.budget.cycles);
                let text = format!("{name} took {} cycles, {budget} are allowed", excess.cycles);
                return ("exception", Some(text));
            }
            Reason::Breakpoint { number, what, hit } => match what {
                What::Access(Access::Read, ..) => {
                    (number, Some(format!("${:04X} was read: ${:02X}", hit.address, hit.new)))
                }
                What::Access(..) => {
                    let text = format!("${:04X}: ${:02X} became ${:02X}", hit.address, hit.old, hit.new);
                    (number, Some(text))
                }
                What::Brk => (number, Some("BRK".to_string())),
                What::Jam => (number, Some("The CPU is about to jam".to_string())),
                What::Stack => (number, Some("The stack has wrapped around".to_string())),
                _ => (number, None),
            },
        };
        let kind =
            self.numbers.iter().find(|(_, numbers)| numbers.contains(number)).map(|(kind, _)| kind.as_str());
        let word = match kind {
            Some(FUNCTION) => FUNCTION,
            Some(INSTRUCTION) => INSTRUCTION,
            Some(DATA) => DATA,
            Some(EXCEPTION) => EXCEPTION,
            _ => "breakpoint",
        };
        (word, text)
    }
}

fn source_of(arguments: &Value) -> &str {
    let source = &arguments["source"];
    source["path"].as_str().or(source["name"].as_str()).unwrap_or_default()
}

fn what(kind: &str, asked: &Value, debugger: &Debugger) -> Result<What, String> {
    let text = |key: &str| asked[key].as_str().ok_or_else(|| format!("`{key}` is missing"));
    Ok(match kind {
        FUNCTION => {
            let address = debugger.address(text("name")?).map_err(|error| error.to_string())?;
            What::Instruction(vec![address])
        }
        INSTRUCTION => {
            let offset = asked["offset"].as_i64().unwrap_or(0);
            What::Instruction(vec![address(text("instructionReference")?)?.wrapping_add(offset as u16)])
        }
        DATA => {
            let id = text("dataId")?;
            let (first, length) = id.split_once(':').unwrap_or((id, "1"));
            let first = address(first)?;
            let length: u16 = length.parse().map_err(|_| format!("`{id}` is no data"))?;
            let access = match asked["accessType"].as_str() {
                Some("read") => Access::Read,
                Some("readWrite") => return Err("expected read or write, not both".to_string()),
                _ => Access::Write,
            };
            What::Access(access, first, first.saturating_add(length.saturating_sub(1)))
        }
        EXCEPTION => match asked.as_str().unwrap_or_default() {
            "brk" => What::Brk,
            "jam" => What::Jam,
            "stack" => What::Stack,
            "budget" => What::Budget,
            other => return Err(format!("there is no filter `{other}`")),
        },
        path => {
            let line = asked["line"].as_u64().ok_or("`line` is missing")? as u32;
            What::Instruction(debugger.lines().addresses_near(path, line)?.1)
        }
    })
}

/// Condition and hit condition as one. A hit condition is a number of hits from which on it counts, or begins with
/// an operator.
fn condition(asked: &Value) -> Option<String> {
    let given = |key: &str| asked[key].as_str().map(str::trim).filter(|text| !text.is_empty());
    let hits = given("hitCondition").map(|text| match text.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("hits >= {text}"),
        false => format!("hits {text}"),
    });
    match (given("condition"), hits) {
        (Some(condition), Some(hits)) => Some(format!("({condition}) && {hits}")),
        (condition, hits) => condition.map(str::to_string).or(hits),
    }
}

/// A message with the values of the expressions in its braces.
fn interpolated(message: &str, debugger: &Debugger) -> String {
    let mut text = String::new();
    let mut rest = message;
    while let Some((before, (inside, after))) =
        rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
    {
        text += before;
        let value = debugger.expression(inside).ok().and_then(|it| it.value(debugger.machine(), 0).ok());
        text += &value.map_or_else(|| format!("{{{inside}}}"), |value| value.to_string());
        rest = after;
    }
    text + rest
}
