//! What the editor shows of the machine while it stands still.

use serde_json::{Value, json};

use super::wire::Answer;
use crate::debug::debugger::Debugger;
use crate::debug::timeline::Act;
use crate::debug::variables::{self, Held, Unit};
use crate::harness::debugging::command::{Register, byte};
use crate::inspect::display_list;
use crate::inspect::symbols::{Kind, Symbol, number};
use crate::machine::Chip;

/// What is shown of a machine in a scope.
type Shown = fn(&Debugger) -> Vec<Value>;

/// The scopes, in the order shown, and what stands in each; a reference is the place here plus 1.
const SCOPES: [(&str, Shown); 11] = [
    ("Registers", registers),
    ("Locals", locals),
    ("Zero page", |debugger| labels(debugger, |symbol| symbol.value < 0x100)),
    ("Variables", |debugger| labels(debugger, |symbol| symbol.value >= 0x100)),
    ("Procedures", procedures),
    ("Beam", beam),
    ("Display list", display_list),
    ("ANTIC", |debugger| chip(debugger, Chip::Antic)),
    ("GTIA", |debugger| chip(debugger, Chip::Gtia)),
    ("POKEY", |debugger| chip(debugger, Chip::Pokey)),
    ("PIA", |debugger| chip(debugger, Chip::Pia)),
];

/// The reference of the registers.
const REGISTERS: u64 = 1;
/// The references of tables, from this on, by their places among all variables.
const TABLES: u64 = 0x1000;

/// `scopes`.
pub(super) fn scopes() -> Value {
    let scope = |(n, (name, _)): (usize, &(&str, _))| {
        json!({ "name": name, "variablesReference": n + 1, "expensive": n > 1,
            "presentationHint": if n == 0 { "registers" } else { "locals" } })
    };
    SCOPES.iter().enumerate().map(scope).collect()
}

/// `variables`: of a scope, or of a table its numbers, or as many of them as are asked for.
pub(super) fn variables(debugger: &Debugger, arguments: &Value) -> Answer {
    let reference = arguments["variablesReference"].as_u64().unwrap_or(0);
    if let Some(table) = table(debugger, reference) {
        let first = arguments["start"].as_u64().unwrap_or(0);
        let count = arguments["count"].as_u64().filter(|&count| count > 0).unwrap_or(u64::MAX);
        let wanted = (0..variables::count(table)).skip(first as usize).take(count as usize);
        let numbers: Vec<Value> = wanted.map(|n| element(debugger, table, n)).collect();
        return Ok(json!({ "variables": numbers }));
    }
    let scope = (reference as usize).checked_sub(1).and_then(|n| SCOPES.get(n));
    let (_, shown) = scope.ok_or("no such scope")?;
    Ok(json!({ "variables": shown(debugger) }))
}

/// Number `n` of a table.
fn element(debugger: &Debugger, table: &Symbol, n: u32) -> Value {
    let unit = Unit::of(table);
    let at = unit.address(table.value, n);
    let held = Held::One(unit, unit.peek(debugger.machine(), at));
    let mut element = variable(&format!("[{n}]"), held.to_string(), Some(at));
    let function = match unit {
        Unit::Byte => "byte",
        Unit::Word => "word",
    };
    element["evaluateName"] = format!("{function}(&{}+{})", table.name, at.wrapping_sub(table.value)).into();
    element
}

fn locals(debugger: &Debugger) -> Vec<Value> {
    let scope = debugger.symbols().scope_at(debugger.machine().cpu().pc);
    let own = format!("{scope}.");
    labels(debugger, |symbol| !scope.is_empty() && symbol.name.starts_with(&own))
}

fn display_list(debugger: &Debugger) -> Vec<Value> {
    let entry = |entry: &display_list::Entry| {
        let mark = if entry.is_current { "> " } else { "" };
        let operand = entry.operand.map_or(String::new(), |at| format!(" ${at:04X}"));
        let value = format!("{mark}{}{operand}", entry.describe());
        variable(&format!("${:04X}", entry.address), value, Some(entry.address))
    };
    display_list::entries(debugger.machine()).iter().map(entry).collect()
}

fn chip(debugger: &Debugger, chip: Chip) -> Vec<Value> {
    let byte = |(name, value): (&str, u8)| variable(name, format!("${value:02X}"), None);
    debugger.machine().chip_registers(chip).into_iter().map(byte).collect()
}

fn variable(name: &str, value: String, address: Option<u16>) -> Value {
    let mut variable = json!({ "name": name, "value": value, "variablesReference": 0 });
    if let Some(address) = address {
        variable["memoryReference"] = format!("0x{address:04X}").into();
        variable["evaluateName"] = name.into();
    }
    variable
}

fn registers(debugger: &Debugger) -> Vec<Value> {
    let cpu = debugger.machine().cpu();
    let bytes = [("a", cpu.a), ("x", cpu.x), ("y", cpu.y), ("s", cpu.s), ("p", cpu.p)];
    let mut all = vec![variable("pc", format!("${:04X}", cpu.pc), Some(cpu.pc))];
    all.extend(bytes.map(|(name, value)| variable(name, format!("${value:02X}"), None)));
    all
}

/// The variables that are `wanted`.
fn labels(debugger: &Debugger, wanted: impl Fn(&Symbol) -> bool) -> Vec<Value> {
    let all = variables::all(debugger).enumerate().filter(|(_, symbol)| wanted(symbol));
    all.map(|(n, symbol)| label(debugger, n, symbol)).collect()
}

/// Variable number `n`: what it holds, a table to be opened.
fn label(debugger: &Debugger, n: usize, symbol: &Symbol) -> Value {
    let held = Held::by(symbol, debugger.machine());
    let mut label = variable(&symbol.name, held.to_string(), Some(symbol.value));
    if let Held::Table(_, count, _) = held {
        label["variablesReference"] = (TABLES + n as u64).into();
        label["indexedVariables"] = count.into();
    }
    label
}

/// What a name under the mouse or among the watched ones holds, if it is a variable of more than a byte.
pub(super) fn named(debugger: &Debugger, name: &str) -> Option<Value> {
    long(debugger, name).map(|(n, symbol)| label(debugger, n, symbol))
}

/// A variable of more than a byte, with its place among all.
fn long<'a>(debugger: &'a Debugger, name: &str) -> Option<(usize, &'a Symbol)> {
    let scope = debugger.symbols().scope_at(debugger.machine().cpu().pc);
    let wanted = debugger.symbols().symbol_within(scope, name).filter(|symbol| symbol.size > 1)?;
    variables::all(debugger).enumerate().find(|(_, symbol)| *symbol == wanted)
}

fn table(debugger: &Debugger, reference: u64) -> Option<&Symbol> {
    variables::all(debugger).nth(reference.checked_sub(TABLES)? as usize)
}

fn procedures(debugger: &Debugger) -> Vec<Value> {
    let procedures = debugger.symbols().iter().filter(|symbol| symbol.kind == Kind::Procedure);
    procedures
        .map(|symbol| variable(&symbol.name, format!("${:04X}", symbol.value), Some(symbol.value)))
        .collect()
}

fn beam(debugger: &Debugger) -> Vec<Value> {
    let machine = debugger.machine();
    let owner = match machine.claimed_cycles() >> machine.line_cycle() & 1 {
        1 => "ANTIC",
        _ => "6502",
    };
    let numbers = [
        ("cycle", machine.cycle()),
        ("frame", machine.frame_number()),
        ("line", machine.line().into()),
        ("beam", machine.line_cycle().into()),
    ];
    let mut all: Vec<Value> =
        numbers.into_iter().map(|(name, value)| variable(name, value.to_string(), None)).collect();
    all.push(variable("bus", owner.to_string(), None));
    all
}

/// `setVariable`: a register, or a variable by its label, or a number of a table; which of them the scope says, if there is one. The
/// program counter goes to a label.
pub(super) fn set(debugger: &mut Debugger, name: &str, value: &str, scope: Option<u64>) -> Answer {
    let may_be_register = scope.is_none_or(|scope| scope == REGISTERS);
    let register = Register::named(name).filter(|_| may_be_register);
    let address = debugger.address(value).ok().filter(|_| register == Some(Register::Pc));
    let value = &address.map_or(value.to_string(), |address| address.to_string());
    let expression = debugger.expression(value).map_err(|error| error.to_string())?;
    let number = expression.value(debugger.machine(), 0).map_err(|error| error.to_string())?;
    if let Some(register) = register {
        let mut cpu = debugger.machine().cpu().clone();
        register.set(&mut cpu, number)?;
        debugger.act(Act::Registers(cpu));
        return Ok(json!({ "value": format!("${number:02X}") }));
    }
    let (unit, address) = target(debugger, name, scope)?;
    if !debugger.machine().has_ram(address) {
        return Err(format!("there is no RAM at ${address:04X}"));
    }
    let number = match unit {
        Unit::Byte => byte(number)?.into(),
        Unit::Word => {
            u16::try_from(number).map_err(|_| format!("{number} does not fit a word: expected 0 to 65535"))?
        }
    };
    for (n, byte) in (0..unit.bytes()).zip(number.to_le_bytes()) {
        debugger.act(Act::Poke(address.wrapping_add(n), byte));
    }
    Ok(json!({ "value": Held::One(unit, number).to_string() }))
}

/// What a name stands for: a number of the table that the scope is, or the first one at an address.
fn target(debugger: &Debugger, name: &str, scope: Option<u64>) -> Result<(Unit, u16), String> {
    let Some(table) = scope.and_then(|scope| table(debugger, scope)) else {
        let unit = long(debugger, name).map_or(Unit::Byte, |(_, symbol)| Unit::of(symbol));
        return Ok((unit, debugger.address(name).map_err(|error| error.to_string())?));
    };
    let (unit, count) = (Unit::of(table), variables::count(table));
    let number = number(name.trim_matches(['[', ']'])).filter(|&number| number < count);
    let number =
        number.ok_or_else(|| format!("`{}` has no {name}: expected [0] to [{}]", table.name, count - 1))?;
    Ok((unit, unit.address(table.value, number)))
}
