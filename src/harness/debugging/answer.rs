//! What the debugger's commands answer, as JSON.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::command::{self, Command, Target, Way};
use super::show;
use crate::debug::breakpoints::BreakpointKind;
use crate::debug::debugger::{Debugger, Reason};
use crate::debug::spot::Spot;
use crate::debug::timeline::{Act, Found, GivenUp};
use crate::debug::variables::Unit;
use crate::harness::script::{Entry, Line};
use crate::machine::Machine;

/// The answer to a command.
#[derive(Debug)]
pub struct Answer {
    /// A JSON object.
    pub value: Value,
    /// The command could be carried out.
    pub is_ok: bool,
    /// It was the command to end.
    pub is_last: bool,
}

/// What a command adds to its answer, or why it could not be carried out.
type Added = Result<Map<String, Value>, String>;

/// Saves the last complete picture of a machine in a file, or says why that cannot be.
pub type SavePicture<'a> = &'a dyn Fn(&Machine, &Path) -> Result<(), String>;

/// Carries out a line; none if there is nothing in it.
pub fn answer(debugger: &mut Debugger, line: &str, save_picture: SavePicture) -> Option<Answer> {
    let (word, rest) = command::split(line)?;
    let parsed = Command::parse(word, rest, debugger);
    let is_last = parsed == Ok(Command::Quit);
    let added = parsed.and_then(|command| carry_out(debugger, command, save_picture));
    let mut value = Map::new();
    value.insert("command".to_string(), word.into());
    if !rest.is_empty() {
        value.insert("arguments".to_string(), rest.into());
    }
    value.insert("ok".to_string(), added.is_ok().into());
    let is_ok = added.is_ok();
    match added {
        Ok(added) => value.extend(added),
        Err(error) => {
            value.insert("error".to_string(), error.into());
        }
    }
    value.extend(show::standing(debugger));
    Some(Answer { value: value.into(), is_ok, is_last })
}

fn carry_out(debugger: &mut Debugger, command: Command, save_picture: SavePicture) -> Added {
    match command {
        Command::Stop(BreakpointKind::Budget, _) if !debugger.has_budgets() => {
            Err("no procedure of this program has a budget".to_string())
        }
        Command::Stop(what, condition) => {
            let mut added = Map::new();
            if let BreakpointKind::Instruction(addresses) = &what {
                added.insert("addresses".to_string(), json!(addresses));
            }
            if let BreakpointKind::Access(_, from, to) = what {
                added.extend([("from".to_string(), from.into()), ("to".to_string(), to.into())]);
            }
            let warnings = condition.as_ref().map_or_else(Vec::new, |it| debugger.warnings(it, &what));
            if !warnings.is_empty() {
                added.insert("warnings".to_string(), json!(warnings));
            }
            let cycle = debugger.machine().cycle();
            let number = debugger.breakpoints_mut().add(what, condition, cycle);
            Ok(Map::from_iter(std::iter::once(("number".to_string(), number.into())).chain(added)))
        }
        Command::Delete(number) => match debugger.breakpoints_mut().remove(number) {
            true => Ok(Map::new()),
            false => Err(format!("there is no stop {number}")),
        },
        Command::Run(frames) => stopped(debugger.run(frames)),
        Command::Reverse => stopped(debugger.reverse()),
        Command::Step(count) => stopped(debugger.step(count)),
        Command::Back(count) => stopped(debugger.back(count)),
        Command::Next => stopped(debugger.over()),
        Command::Line(Way::In) => stopped(debugger.step_line()),
        Command::Line(Way::Over) => stopped(debugger.over_line()),
        Command::Line(Way::Back) => stopped(debugger.back_line()),
        Command::Out => stopped(debugger.out()),
        Command::Goto(cycle) => stopped(debugger.go_to(cycle)),
        Command::Restart => match debugger.restart() {
            Some(reason) => stopped(reason),
            None => {
                let start = debugger.timeline().start();
                Err(format!(
                    "what was before cycle {start} is forgotten: `goto {start}` is as far back as it goes"
                ))
            }
        },
        Command::Input(line) => {
            input(debugger, &line);
            Ok(Map::new())
        }
        Command::Set(target, value) => {
            let value = value.value(debugger.machine(), 0).map_err(|error| error.to_string())?;
            set(debugger, target, value)
        }
        Command::Screenshot(path) => {
            save_picture(debugger.machine(), &path)?;
            one("file", path.display().to_string())
        }
        other => look(debugger, &other),
    }
}

/// Carries out a command that changes nothing.
fn look(debugger: &Debugger, command: &Command) -> Added {
    let machine = debugger.machine();
    match *command {
        Command::Writer(address) => sought("writer", debugger, address, debugger.writer(address)),
        Command::Reader(address) => sought("reader", debugger, address, debugger.reader(address)),
        Command::Print(ref expression, word) => {
            let value = expression.value(machine, 0).map_err(|error| error.to_string())?;
            let word = word.map(|at| ("word".to_string(), Unit::Word.peek(machine, at).into()));
            Ok([("value".to_string(), value.into())].into_iter().chain(word).collect())
        }
        Command::Values(unit, address, count) => one("values", show::values(machine, unit, address, count)),
        Command::Fields(ref structure, at, None) => {
            one("fields", show::fields(debugger, &Spot::of(structure, at)))
        }
        Command::Fields(ref structure, at, Some(count)) => {
            let first = Spot::of(structure, at);
            let elements = (0..count).map(|n| show::fields(debugger, &first.element(n)));
            one("values", elements.collect::<Vec<_>>())
        }
        Command::Dump(address, length) => one("bytes", show::bytes(machine, address, length)),
        Command::Disasm(address, count) => one("instructions", show::instructions(debugger, address, count)),
        Command::Label(ref symbol, address) => one("label", show::symbol(debugger, symbol, address)),
        Command::Help(ref lines) => one("commands", lines.clone()),
        Command::Regs => one("flags", show::flags(machine.cpu().p)),
        Command::Where => one("where", show::place(debugger, machine.cpu().pc)),
        Command::Stack => one("stack", show::stack(debugger)),
        Command::Dlist => one("dlist", show::display_list(machine)),
        Command::Beam => one("dma", show::dma(machine)),
        Command::Chip(chip) => one("registers", Value::Object(show::chip(machine, chip))),
        Command::Screen => one("screen", crate::inspect::screen::text(machine)),
        _ => Ok(Map::new()),
    }
}

/// What a line does, at its frame or now. What lasts for a frame lasts for a whole one.
fn input(debugger: &mut Debugger, line: &Line) {
    let machine = debugger.machine();
    let next = machine.frame_number() + u64::from(machine.line() > 0);
    let from = if line.is_timed { 0 } else { next };
    for &Entry { frame, control } in &line.entries {
        match frame {
            0 => debugger.act(Act::Control(control)),
            _ => debugger.plan(from + frame, control),
        }
    }
}

fn set(debugger: &mut Debugger, target: Target, value: i64) -> Added {
    match target {
        Target::Memory(unit, address) => {
            unit.poke(debugger, address, value)?;
        }
        Target::Register(register) => {
            let mut cpu = debugger.machine().cpu().clone();
            register.set(&mut cpu, value)?;
            debugger.act(Act::Registers(cpu));
        }
    }
    Ok(Map::new())
}

fn sought(key: &str, debugger: &Debugger, address: u16, found: Result<Option<Found>, GivenUp>) -> Added {
    one(key, show::found(debugger, address, found.map_err(|error| error.to_string())?))
}

fn one(key: &str, value: impl Into<Value>) -> Added {
    Ok(Map::from_iter([(key.to_string(), value.into())]))
}

fn stopped(reason: Reason) -> Added {
    let value = match reason {
        Reason::Breakpoint { number, what: BreakpointKind::Instruction(_), .. } => {
            json!({ "reason": "breakpoint", "number": number })
        }
        Reason::Breakpoint { number, what: BreakpointKind::Access(..), hit } => json!({
            "reason": "watch", "number": number, "address": hit.address, "old": hit.old, "new": hit.new, "by": hit.by,
        }),
        Reason::Breakpoint {
            number,
            what: what @ (BreakpointKind::Uninitialised | BreakpointKind::RomWrite),
            hit,
        } => json!({
            "reason": "catch", "number": number, "what": show::caught(&what), "address": hit.address, "old": hit.old,
            "new": hit.new, "by": hit.by,
        }),
        Reason::Breakpoint { number, what, .. } => {
            json!({ "reason": "catch", "number": number, "what": show::caught(&what) })
        }
        Reason::Budget { number, excess } => json!({
            "reason": "catch", "number": number, "what": "budget", "procedure": excess.budget.name,
            "cycles": excess.cycles, "budget": excess.budget.cycles,
        }),
        Reason::Registers { number, changed } => json!({
            "reason": "catch", "number": number, "what": "registers", "interrupt": changed.interrupt, "from": changed.from,
            "registers": show::changed(&changed),
        }),
        Reason::Step => json!({ "reason": "step" }),
        Reason::Limit => json!({ "reason": "limit" }),
        Reason::Start => json!({ "reason": "start" }),
        Reason::Jam => json!({ "reason": "jam" }),
    };
    one("stopped", value)
}
