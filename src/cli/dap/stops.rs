//! The editor's breakpoints, by kind: the protocol always sets all of a kind together.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::memory::address;
use super::sources::{line, source_of};
use super::variables;
use crate::cli::wire::Answer;
use crate::debug::breakpoints::{Access, BreakpointKind, Breakpoints};
use crate::debug::debugger::{Debugger, Reason};
use crate::debug::returns::ChangedRegisters;
use crate::debug::variables::Held;

/// The editor's breakpoints, by kind.
#[derive(Default)]
pub(super) struct Stops {
    kinds: BTreeMap<Kind, All>,
    /// The messages of log points, by the engine's numbers.
    logs: BTreeMap<u32, String>,
    last_id: u64,
}

/// A group of breakpoints that the editor sets together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Breakpoints in this file.
    Source(String),
    Function,
    Instruction,
    Data,
    Exception,
}

impl Kind {
    /// The kind that a request sets.
    fn of(command: &str, arguments: &Value) -> Self {
        match command {
            "setBreakpoints" => Kind::Source(source_of(arguments).to_string()),
            "setFunctionBreakpoints" => Kind::Function,
            "setInstructionBreakpoints" => Kind::Instruction,
            "setDataBreakpoints" => Kind::Data,
            _ => Kind::Exception,
        }
    }

    /// The protocol's word for stopping because of it.
    fn word(&self) -> &'static str {
        match self {
            Kind::Source(_) => "breakpoint",
            Kind::Function => "function breakpoint",
            Kind::Instruction => "instruction breakpoint",
            Kind::Data => "data breakpoint",
            Kind::Exception => "exception",
        }
    }
}

/// All breakpoints of a kind.
struct All {
    /// The arguments of the request that set them, for setting them again on a new machine.
    arguments: Value,
    set: Vec<Told>,
}

/// A breakpoint that the editor knows.
struct Told {
    /// The editor's number for it, which stays the same.
    id: u64,
    /// The engine's number, if it could be set.
    number: Option<u32>,
    answer: Value,
}

impl Stops {
    /// Sets the same breakpoints on another machine. Returns those whose state has changed for the editor.
    pub(super) fn begin_anew(&mut self, debugger: &mut Debugger) -> Vec<Value> {
        // A step out of what does not return lasts until the editor pauses it.
        debugger.set_patience(u64::MAX);
        self.logs.clear();
        let mut changed = Vec::new();
        for (kind, mut all) in std::mem::take(&mut self.kinds) {
            for (asked, told) in list(&kind, &all.arguments).iter().zip(&mut all.set) {
                let now = self.set_one(&kind, told.id, asked, debugger);
                if now.answer != told.answer {
                    changed.push(now.answer.clone());
                }
                *told = now;
            }
            self.kinds.insert(kind, all);
        }
        changed
    }

    /// Handles one of the requests that set breakpoints.
    pub(super) fn set(&mut self, command: &str, arguments: &Value, debugger: &mut Debugger) -> Answer {
        let kind = Kind::of(command, arguments);
        let before = self.kinds.remove(&kind).into_iter().flat_map(|all| all.set);
        for number in before.filter_map(|told| told.number) {
            debugger.breakpoints_mut().remove(number);
            self.logs.remove(&number);
        }
        let mut set = Vec::new();
        for asked in list(&kind, arguments) {
            self.last_id += 1;
            set.push(self.set_one(&kind, self.last_id, asked, debugger));
        }
        let answers: Vec<Value> = set.iter().map(|told| told.answer.clone()).collect();
        self.kinds.insert(kind, All { arguments: arguments.clone(), set });
        Ok(json!({ "breakpoints": answers }))
    }

    fn set_one(&mut self, kind: &Kind, id: u64, asked: &Value, debugger: &mut Debugger) -> Told {
        let added = what(kind, asked, debugger).and_then(|what| self.add(kind, what, asked, debugger));
        let (number, mut answer) = match added {
            Ok((number, answer)) => (Some(number), answer),
            Err(message) => (None, json!({ "verified": false, "message": message })),
        };
        answer["id"] = id.into();
        Told { id, number, answer }
    }

    /// Adds a breakpoint to the engine. Returns its number, and the answer for the editor.
    fn add(
        &mut self,
        kind: &Kind,
        what: BreakpointKind,
        asked: &Value,
        debugger: &mut Debugger,
    ) -> Result<(u32, Value), String> {
        let first = what.instruction();
        let place = first.unwrap_or(debugger.machine().cpu().pc);
        let text = condition(asked);
        let condition = text.map(|text| debugger.expression_at(&text, place)).transpose();
        let condition = condition.map_err(|error| error.to_string())?;
        let warnings = condition.as_ref().map_or_else(Vec::new, |it| debugger.warnings(it, &what));
        let cycle = debugger.machine().cycle();
        let number = debugger.breakpoints_mut().add(what, condition, cycle);
        if let Some(message) = asked["logMessage"].as_str() {
            self.logs.insert(number, message.to_string());
        }
        let mut answer = json!({ "verified": true });
        if !warnings.is_empty() {
            answer["message"] = warnings.join("; ").into();
        }
        if let Some(address) = first {
            answer["instructionReference"] = format!("0x{address:04X}").into();
            // The instructions of a macro call are at the lines of the macro.
            let near = match kind {
                Kind::Source(path) => {
                    line(asked, "line").and_then(|line| debugger.lines().addresses_near(path, line).ok())
                }
                _ => None,
            };
            let line = match near {
                Some((line, _)) => Some(line),
                None => debugger.lines().at(address).map(|place| place.line),
            };
            if let Some(line) = line {
                answer["line"] = line.into();
            }
        }
        Ok((number, answer))
    }

    /// The kind of an engine breakpoint, and the editor's number for it.
    fn told(&self, number: u32) -> Option<(&Kind, u64)> {
        let mut all = self.kinds.iter().flat_map(|(kind, all)| all.set.iter().map(move |told| (kind, told)));
        all.find(|(_, told)| told.number == Some(number)).map(|(kind, told)| (kind, told.id))
    }

    /// The editor's number of the breakpoint at which the program has stopped.
    pub(super) fn id(&self, reason: &Reason) -> Option<u64> {
        match *reason {
            Reason::Breakpoint { number, .. }
            | Reason::Budget { number, .. }
            | Reason::Registers { number, .. } => Some(self.told(number)?.1),
            _ => None,
        }
    }

    /// The breakpoints without log points, which print nothing while running backwards.
    pub(super) fn stops_alone(&self, debugger: &Debugger) -> Breakpoints {
        let mut stops = debugger.breakpoints().clone();
        self.logs.keys().for_each(|&number| {
            stops.remove(number);
        });
        stops
    }

    /// The message to print instead of stopping.
    pub(super) fn log(&self, reason: &Reason, debugger: &Debugger) -> Option<String> {
        let Reason::Breakpoint { number, .. } = reason else { return None };
        Some(interpolated(self.logs.get(number)?, debugger))
    }

    /// The protocol's word for why the program has stopped, and a description.
    pub(super) fn describe(&self, reason: &Reason) -> (&'static str, Option<String>) {
        let (number, text) = match reason {
            Reason::Step => return ("step", None),
            Reason::Limit => return ("pause", None),
            Reason::Start => return ("entry", Some("Beginning of the recorded history".to_string())),
            Reason::Jam => return ("exception", Some("The CPU is jammed".to_string())),
            Reason::Budget { excess, .. } => {
                let (name, budget) = (&excess.budget.name, excess.budget.cycles);
                let text = format!("{name} took {} cycles, {budget} are allowed", excess.cycles);
                return ("exception", Some(text));
            }
            Reason::Registers { changed, .. } => return ("exception", Some(handed_back(changed))),
            Reason::Breakpoint { number, what, hit } => match what {
                BreakpointKind::Access(Access::Read, ..) => {
                    (number, Some(format!("${:04X} was read: ${:02X}", hit.address, hit.new)))
                }
                BreakpointKind::Access(..) => {
                    let text = format!("${:04X}: ${:02X} became ${:02X}", hit.address, hit.old, hit.new);
                    (number, Some(text))
                }
                BreakpointKind::Brk => (number, Some("BRK".to_string())),
                BreakpointKind::Jam => (number, Some("The CPU is about to jam".to_string())),
                BreakpointKind::Uninitialised => {
                    let text = format!("${:04X} was read before anything was written to it", hit.address);
                    (number, Some(text))
                }
                BreakpointKind::RomWrite => {
                    let text = format!(
                        "${:02X} was written to ${:04X}, where there is no RAM",
                        hit.new, hit.address
                    );
                    (number, Some(text))
                }
                BreakpointKind::Stack => (number, Some("The stack has wrapped around".to_string())),
                _ => (number, None),
            },
        };
        (self.told(*number).map_or("breakpoint", |(kind, _)| kind.word()), text)
    }
}

/// Which registers an interrupt handler returns changed.
fn handed_back(changed: &ChangedRegisters) -> String {
    let register =
        |(name, old, new): &(&str, u8, u8)| format!("{} ${old:02X} as ${new:02X}", name.to_uppercase());
    let registers: Vec<String> = changed.registers.iter().map(register).collect();
    format!("The handler of the {} hands back {}", changed.interrupt, registers.join(", "))
}

/// The breakpoints of a request.
fn list<'a>(kind: &Kind, arguments: &'a Value) -> &'a [Value] {
    let list = if *kind == Kind::Exception { &arguments["filters"] } else { &arguments["breakpoints"] };
    list.as_array().map_or(&[], Vec::as_slice)
}

fn what(kind: &Kind, asked: &Value, debugger: &Debugger) -> Result<BreakpointKind, String> {
    let text = |key: &str| asked[key].as_str().ok_or_else(|| format!("`{key}` is missing"));
    Ok(match kind {
        Kind::Function => {
            let address = debugger.address(text("name")?).map_err(|error| error.to_string())?;
            BreakpointKind::Instruction(vec![address])
        }
        Kind::Instruction => {
            let (reference, offset) = (text("instructionReference")?, asked["offset"].as_i64().unwrap_or(0));
            let at = u16::try_from(i64::from(address(reference)?).saturating_add(offset));
            let outside =
                |_| format!("no address is at offset {offset} from {reference}: expected 0x0000 to 0xFFFF");
            BreakpointKind::Instruction(vec![at.map_err(outside)?])
        }
        Kind::Data => {
            let id = text("dataId")?;
            let (first, length) = id.split_once(':').unwrap_or((id, "1"));
            let first = address(first)?;
            let length: u16 = length.parse().map_err(|_| format!("`{id}` does not name any data"))?;
            let access = match asked["accessType"].as_str() {
                Some("read") => Access::Read,
                Some("readWrite") => return Err("expected read or write, not both".to_string()),
                _ => Access::Write,
            };
            BreakpointKind::Access(access, first, first.saturating_add(length.saturating_sub(1)))
        }
        Kind::Exception => {
            let filter = asked.as_str().unwrap_or_default();
            BreakpointKind::named(filter).ok_or_else(|| format!("there is no filter `{filter}`"))?
        }
        Kind::Source(path) => {
            let line = line(asked, "line").ok_or("`line` is missing")?;
            BreakpointKind::Instruction(debugger.lines().addresses_near(path, line)?.1)
        }
    })
}

/// Condition and hit condition combined. A hit condition is the number of hits from which on it applies, or
/// begins with an operator.
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

/// The value of an expression; of a word, the word; of a table or structure, its display form.
fn value_of(text: &str, debugger: &Debugger) -> Result<String, String> {
    if text.trim().is_empty() {
        // Empty braces are not an expression.
        return Ok(format!("{{{text}}}"));
    }
    let place = debugger.spot(text).ok().filter(|place| place.bytes() > 1);
    let place = place.filter(|_| variables::in_full(debugger, text).is_none());
    let held = place.map(|place| place.held(debugger.symbols(), debugger.machine()));
    match held {
        Some(Held::One(_, number)) => return Ok(number.to_string()),
        Some(held) => return Ok(held.to_string()),
        None => {}
    }
    let expression = debugger.expression(text).map_err(|error| error.to_string())?;
    Ok(expression.value(debugger.machine(), 0).map_err(|error| error.to_string())?.to_string())
}

/// A message with the values of the expressions in its braces.
fn interpolated(message: &str, debugger: &Debugger) -> String {
    let mut text = String::new();
    let mut rest = message;
    while let Some((before, (inside, after))) =
        rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
    {
        text += before;
        text += &value_of(inside, debugger).unwrap_or_else(|error| format!("{{{inside}: {error}}}"));
        rest = after;
    }
    text + rest
}
