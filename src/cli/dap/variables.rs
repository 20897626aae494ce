//! What the editor shows of the machine while it stands still.

use serde_json::{Value, json};

use super::wire::Answer;
use crate::debug::debugger::Debugger;
use crate::debug::timeline::Act;
use crate::debug::variables::{self, Held, Unit};
use crate::harness::debugging::command::Register;
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
/// The references of what can be opened, from this on, by their places among all variables.
const TABLES: u64 = 0x1000;
/// Of an element of an array of structures, this times its number from 1 on is added.
const ELEMENTS: u64 = 0x1_0000;

/// `scopes`.
pub(super) fn scopes() -> Value {
    let scope = |(n, (name, _)): (usize, &(&str, _))| {
        json!({ "name": name, "variablesReference": n + 1, "expensive": n > 1,
            "presentationHint": if n == 0 { "registers" } else { "locals" } })
    };
    SCOPES.iter().enumerate().map(scope).collect()
}

/// `variables`: of a scope, or of what can be opened the parts, or as many of them as are asked for.
pub(super) fn variables(debugger: &Debugger, arguments: &Value) -> Answer {
    let reference = arguments["variablesReference"].as_u64().unwrap_or(0);
    if let Some(opened) = opened(debugger, reference) {
        let first = arguments["start"].as_u64().unwrap_or(0);
        let count = arguments["count"].as_u64().filter(|&count| count > 0).unwrap_or(u64::MAX);
        let parts = parts(debugger, &opened);
        return Ok(
            json!({ "variables": parts.skip(first as usize).take(count as usize).collect::<Vec<_>>() }),
        );
    }
    let scope = (reference as usize).checked_sub(1).and_then(|n| SCOPES.get(n));
    let (_, shown) = scope.ok_or("no such scope")?;
    Ok(json!({ "variables": shown(debugger) }))
}

/// A variable with parts.
struct Opened<'a> {
    symbol: &'a Symbol,
    /// Its place among all.
    place: u64,
    /// Which structure of an array of them, if it is one of those.
    element: Option<u32>,
    /// Of structures.
    fields: Vec<&'a Symbol>,
}

impl Opened<'_> {
    /// How far the opened element lies behind the first.
    fn offset(&self) -> u16 {
        (self.element.unwrap_or(0) as u16).wrapping_mul(self.symbol.element as u16)
    }

    /// How many elements there are.
    fn count(&self) -> u32 {
        match self.fields[..] {
            [] => variables::count(self.symbol),
            _ => self.symbol.size / self.symbol.element,
        }
    }

    /// Whether its parts are fields.
    fn has_fields(&self) -> bool {
        !self.fields.is_empty() && (self.element.is_some() || self.count() <= 1)
    }
}

/// What a reference leads to, if that has parts.
fn opened(debugger: &Debugger, reference: u64) -> Option<Opened<'_>> {
    let place = (reference % ELEMENTS).checked_sub(TABLES)?;
    let symbol = variables::all(debugger).nth(place as usize)?;
    let element = (reference / ELEMENTS).checked_sub(1).and_then(|n| u32::try_from(n).ok());
    Some(Opened { symbol, place, element, fields: debugger.symbols().fields(symbol) })
}

/// The numbers of a table, the structures of an array, or the fields of a structure.
fn parts<'a>(debugger: &'a Debugger, opened: &'a Opened) -> Box<dyn Iterator<Item = Value> + 'a> {
    if opened.has_fields() {
        return Box::new(opened.fields.iter().map(|field| field_of(debugger, opened, field)));
    }
    let element = if opened.fields.is_empty() { number_of } else { structure_of };
    Box::new((0..opened.count()).map(move |n| element(debugger, opened, n)))
}

/// Number `n` of a table.
fn number_of(debugger: &Debugger, table: &Opened, n: u32) -> Value {
    let unit = Unit::of(table.symbol);
    let at = unit.address(table.symbol.value, n);
    let held = Held::One(unit, unit.peek(debugger.machine(), at));
    let mut element = variable(&format!("[{n}]"), held.to_string(), Some(at));
    element["evaluateName"] = number_at(table.symbol, unit, at).into();
    element
}

/// An expression for a number that stands at or behind a label.
fn number_at(symbol: &Symbol, unit: Unit, at: u16) -> String {
    let function = match unit {
        Unit::Byte => "byte",
        Unit::Word => "word",
    };
    format!("{function}(&{}+{})", symbol.name, at.wrapping_sub(symbol.value))
}

/// Structure `n` of an array, to be opened.
fn structure_of(debugger: &Debugger, array: &Opened, n: u32) -> Value {
    let at = array.symbol.value.wrapping_add((n as u16).wrapping_mul(array.symbol.element as u16));
    let held = Held::at(debugger.symbols(), array.symbol, at, debugger.machine()).first();
    let mut element = variable(&format!("[{n}]"), held.to_string(), Some(at));
    element["evaluateName"] =
        format!("&{}+{}", array.symbol.name, at.wrapping_sub(array.symbol.value)).into();
    element["variablesReference"] = (TABLES + array.place + ELEMENTS * (u64::from(n) + 1)).into();
    element["namedVariables"] = array.fields.len().into();
    element
}

/// A field of the structure that is opened.
fn field_of(debugger: &Debugger, structure: &Opened, field: &Symbol) -> Value {
    let at = field.value.wrapping_add(structure.offset());
    let held = Held::at(debugger.symbols(), field, at, debugger.machine());
    let place = variables::all(debugger).position(|other| other == field).filter(|_| at == field.value);
    let mut shown = match (&held, place) {
        (Held::Table(..), Some(place)) => label(debugger, place, field),
        _ => variable(&field.name, held.to_string(), Some(at)),
    };
    shown["name"] = variables::last_part(&field.name).into();
    if at != field.value {
        shown["evaluateName"] = number_at(field, Unit::of(field), at).into();
    }
    shown
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

/// The variables that are `wanted`; fields stand in their structures.
fn labels(debugger: &Debugger, wanted: impl Fn(&Symbol) -> bool) -> Vec<Value> {
    let symbols = debugger.symbols();
    let is_shown = |symbol: &Symbol| wanted(symbol) && symbols.structure_of(symbol).is_none();
    let all = variables::all(debugger).enumerate().filter(|(_, symbol)| is_shown(symbol));
    all.map(|(n, symbol)| label(debugger, n, symbol)).collect()
}

/// Variable number `n`: what it holds, a table or structure to be opened.
fn label(debugger: &Debugger, n: usize, symbol: &Symbol) -> Value {
    let held = Held::by(debugger.symbols(), symbol, debugger.machine());
    let mut label = variable(&symbol.name, held.to_string(), Some(symbol.value));
    let (kind, count) = match &held {
        Held::One(..) => return label,
        Held::Structures(1, fields) => ("namedVariables", fields.len()),
        Held::Table(_, count, _) | Held::Structures(count, _) => ("indexedVariables", *count as usize),
    };
    label["variablesReference"] = (TABLES + n as u64).into();
    label[kind] = count.into();
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
    let number = unit.poke(debugger, address, number)?;
    Ok(json!({ "value": Held::One(unit, number).to_string() }))
}

/// What a name stands for: a part of what the scope is, or the first number at an address.
fn target(debugger: &Debugger, name: &str, scope: Option<u64>) -> Result<(Unit, u16), String> {
    let Some(opened) = scope.and_then(|scope| opened(debugger, scope)) else {
        let symbol = long(debugger, name).map(|(_, symbol)| symbol);
        let unit = symbol.map_or(Unit::Byte, Unit::of);
        if symbol.is_some_and(|symbol| !debugger.symbols().fields(symbol).is_empty()) {
            return Err(format!("`{name}` is a structure: set one of its fields"));
        }
        return Ok((unit, debugger.address(name).map_err(|error| error.to_string())?));
    };
    let whole = &opened.symbol.name;
    if opened.has_fields() {
        let field = opened.fields.iter().find(|field| variables::last_part(&field.name) == name);
        let field = field.ok_or_else(|| format!("`{whole}` has no field `{name}`"))?;
        return Ok((Unit::of(field), field.value.wrapping_add(opened.offset())));
    }
    if !opened.fields.is_empty() {
        return Err(format!("{name} of `{whole}` is a structure: set one of its fields"));
    }
    let (unit, count) = (Unit::of(opened.symbol), opened.count());
    let number = number(name.trim_matches(['[', ']'])).filter(|&number| number < count);
    let number = number.ok_or_else(|| format!("`{whole}` has no {name}: expected [0] to [{}]", count - 1))?;
    Ok((unit, unit.address(opened.symbol.value, number)))
}
