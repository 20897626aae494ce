//! What the editor shows of the stopped machine.

use std::cell::RefCell;

use serde_json::{Value, json};

use crate::cli::wire::Answer;
use crate::debug::debugger::Debugger;
use crate::debug::spot::Spot;
use crate::debug::timeline::Act;
use crate::debug::variables::{self, Held, Unit};
use crate::harness::debugging::command::Register;
use crate::inspect::display_list;
use crate::inspect::symbols::{Kind, Symbol};
use crate::machine::Chip;

/// Lists the contents of a scope.
type Listed = fn(&Debugger, &Shown) -> Vec<Value>;

/// The scopes in display order, with their contents; a scope's reference is its index plus 1.
const SCOPES: [(&str, Listed); 11] = [
    ("Registers", |debugger, _| registers(debugger)),
    ("Locals", locals),
    ("Zero page", |debugger, shown| labels(debugger, shown, |symbol| symbol.value < 0x100)),
    ("Variables", |debugger, shown| labels(debugger, shown, |symbol| symbol.value >= 0x100)),
    ("Procedures", |debugger, _| procedures(debugger)),
    ("Beam", |debugger, _| beam(debugger)),
    ("Display list", |debugger, _| display_list(debugger)),
    ("ANTIC", |debugger, _| chip(debugger, Chip::Antic)),
    ("GTIA", |debugger, _| chip(debugger, Chip::Gtia)),
    ("POKEY", |debugger, _| chip(debugger, Chip::Pokey)),
    ("PIA", |debugger, _| chip(debugger, Chip::Pia)),
];

/// The scopes whose contents can be set.
const SETTABLE: [&str; 4] = ["Registers", "Locals", "Zero page", "Variables"];
/// The reference of the registers.
const REGISTERS: u64 = 1;
/// References of expandable values start here.
const OPENED: u64 = 0x1000;

/// Expandable values that have been shown, by reference: the expression for each, its label, its address, and
/// whether it is one element of the label's array.
#[derive(Default)]
pub(super) struct Shown(RefCell<Vec<(String, String, u16, bool)>>);

impl Shown {
    /// The reference of a value.
    fn reference(&self, path: &str, symbol: &Symbol, place: &Spot) -> u64 {
        let shown = (path.to_string(), symbol.name.clone(), place.address, place.is_element);
        let mut all = self.0.borrow_mut();
        let known = all.iter().position(|other| *other == shown);
        let at = known.unwrap_or_else(|| {
            all.push(shown);
            all.len() - 1
        });
        OPENED + at as u64
    }

    /// The value of a reference, and the expression for it.
    fn opened<'a>(&self, debugger: &'a Debugger, reference: u64) -> Option<(String, Spot<'a>)> {
        let at = usize::try_from(reference.checked_sub(OPENED)?).ok()?;
        let (path, name, address, is_element) = self.0.borrow().get(at)?.clone();
        let place = Spot::of(debugger.symbols().symbol(&name)?, address);
        Some((path, if is_element { place.element(0) } else { place }))
    }
}

/// `scopes`.
pub(super) fn scopes() -> Value {
    let scope = |(n, (name, _)): (usize, &(&str, _))| {
        json!({ "name": name, "variablesReference": n + 1, "expensive": n > 1,
            "presentationHint": if n == 0 { "registers" } else { "locals" } })
    };
    SCOPES.iter().enumerate().map(scope).collect()
}

/// `variables`: the contents of a scope or an expandable value, or the requested part of them.
pub(super) fn variables(debugger: &Debugger, shown: &Shown, arguments: &Value) -> Answer {
    let reference = arguments["variablesReference"].as_u64().unwrap_or(0);
    if let Some((path, place)) = shown.opened(debugger, reference) {
        let first = arguments["start"].as_u64().unwrap_or(0) as usize;
        let count = arguments["count"].as_u64().filter(|&count| count > 0).unwrap_or(u64::MAX);
        let parts = parts(debugger, &place).skip(first).take(count as usize);
        let told = parts.map(|(name, part)| {
            let path = if name.starts_with('[') { format!("{path}{name}") } else { format!("{path}.{name}") };
            told(debugger, shown, &name, &path, &part)
        });
        return Ok(json!({ "variables": told.collect::<Vec<_>>() }));
    }
    let scope = (reference as usize).checked_sub(1).and_then(|n| SCOPES.get(n));
    let (_, variables) = scope.ok_or("no such scope")?;
    Ok(json!({ "variables": variables(debugger, shown) }))
}

/// The elements of a table or an array of structures, or the fields of a structure, with their names.
fn parts<'a>(debugger: &'a Debugger, place: &Spot<'a>) -> Box<dyn Iterator<Item = (String, Spot<'a>)> + 'a> {
    let (symbols, place) = (debugger.symbols(), *place);
    let fields = place.fields(symbols);
    let count = place.count(symbols);
    if !fields.is_empty() && count == 1 {
        let name = |field: &Symbol| variables::last_part(&field.name).to_string();
        return Box::new(fields.into_iter().map(move |field| (name(field), place.field(field))));
    }
    Box::new((0..count).map(move |n| (format!("[{n}]"), place.element(n))))
}

/// A variable, with a reference if it can be expanded.
fn told(debugger: &Debugger, shown: &Shown, name: &str, path: &str, place: &Spot) -> Value {
    let held = place.held(debugger.symbols(), debugger.machine());
    let mut told = variable(name, held.to_string(), Some(place.address));
    told["evaluateName"] = in_full(debugger, path).unwrap_or_else(|| path.to_string()).into();
    let (kind, count) = match &held {
        Held::One(..) => return told,
        Held::Structures(1, fields) => ("namedVariables", fields.len()),
        Held::Table(_, count, _) | Held::Structures(count, _) => ("indexedVariables", *count as usize),
    };
    if let Some(symbol) = place.symbol {
        told["variablesReference"] = shown.reference(path, symbol, place).into();
        told[kind] = count.into();
    }
    told
}

fn locals(debugger: &Debugger, shown: &Shown) -> Vec<Value> {
    let scope = &debugger.symbols().scope_at(debugger.machine().cpu().pc);
    let own = format!("{scope}.");
    labels(debugger, shown, |symbol| !scope.is_empty() && symbol.name.starts_with(&own))
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

/// Whether the program has lines of C.
fn is_of_c(debugger: &Debugger) -> bool {
    debugger.lines().files().any(|file| file.to_ascii_lowercase().ends_with(".c"))
}

/// Whether a label in a C program is of no interest: compiler-generated for a string, as `L003B`, or only a
/// name, as the compiler's library has a hundred of them.
fn is_of_compiler(symbol: &Symbol) -> bool {
    let number = symbol.name.strip_prefix('L').filter(|digits| digits.len() == 4);
    symbol.size == 0 || number.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// The variables that are `wanted`; fields are listed within their structures.
fn labels(debugger: &Debugger, shown: &Shown, wanted: impl Fn(&Symbol) -> bool) -> Vec<Value> {
    let (symbols, is_of_c) = (debugger.symbols(), is_of_c(debugger));
    let is_shown = |symbol: &&Symbol| {
        wanted(symbol) && symbols.structure_of(symbol).is_none() && !(is_of_c && is_of_compiler(symbol))
    };
    let told = |symbol: &Symbol| {
        let place = Spot::of(symbol, symbol.value);
        told(debugger, shown, &symbol.name, &symbol.name, &place)
    };
    variables::all(debugger).filter(is_shown).map(told).collect()
}

/// The variable of this name, if it is larger than a byte.
pub(super) fn named(debugger: &Debugger, shown: &Shown, name: &str) -> Option<Value> {
    let place = debugger.spot(name).ok()?;
    let symbol = place.symbol.filter(|symbol| symbol.kind == Kind::Label)?;
    let is_long = place.bytes() > 1 && !debugger.lines().is_code(symbol.value);
    is_long.then(|| told(debugger, shown, name, name, &place))
}

/// The unambiguous expression for a label or an element of it that a register or a time of the same name
/// hides.
pub(super) fn in_full(debugger: &Debugger, name: &str) -> Option<String> {
    let place = debugger.spot(name).ok()?;
    let full = match (place.symbol?.kind, place.unit()) {
        (Kind::Constant, _) => format!("&{name}"),
        (_, Unit::Byte) => format!("byte(&{name})"),
        (_, Unit::Word) => format!("word(&{name})"),
    };
    let read = |text: &str| debugger.expression(text).ok();
    let meant = [format!("&{name}"), format!("byte(&{name})")];
    let is_hidden = meant.iter().all(|meant| read(meant).is_some_and(|it| Some(it) != read(name)));
    is_hidden.then_some(full)
}

/// Whether a word of the source is a register and not a label: in assembly, one of the three that
/// instructions name.
pub(super) fn is_operand(debugger: &Debugger, word: &str) -> bool {
    matches!(Register::named(word), Some(Register::A | Register::X | Register::Y)) && !is_of_c(debugger)
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

/// `setVariable`: sets a register, a variable by its label, or an element of a table; the scope decides
/// between them. The program counter can be set to a label.
pub(super) fn set(
    debugger: &mut Debugger,
    shown: &Shown,
    name: &str,
    value: &str,
    scope: Option<u64>,
) -> Answer {
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
    let listed = scope.and_then(|scope| SCOPES.get((scope as usize).checked_sub(1)?));
    if let Some((title, _)) = listed.filter(|(title, _)| !SETTABLE.contains(title)) {
        return Err(format!("`{name}` cannot be set: \"{title}\" is only to be looked at"));
    }
    let place = spot(debugger, shown, name, scope)?;
    place.check_settable(name, debugger.symbols())?;
    let (unit, address) = (place.unit(), place.address);
    let number = unit.poke(debugger, address, number)?;
    Ok(json!({ "value": Held::One(unit, number).to_string() }))
}

/// What a name means: a part of an expandable value, a variable in a scope, or a name at the program's
/// current location.
pub(super) fn spot<'a>(
    debugger: &'a Debugger,
    shown: &Shown,
    name: &str,
    reference: Option<u64>,
) -> Result<Spot<'a>, String> {
    if let Some((path, opened)) = reference.and_then(|reference| shown.opened(debugger, reference)) {
        let own = |name: &str| name.trim_matches(['[', ']']).to_string();
        let part = parts(debugger, &opened).find(|(other, _)| own(other) == own(name));
        let last = parts(debugger, &opened).last().map_or(String::new(), |(name, _)| name);
        return part.map(|(_, place)| place).ok_or_else(|| match last.starts_with('[') {
            true => format!("`{path}` has no {name}: expected [0] to {last}"),
            false => format!("`{path}` has no field `{name}`"),
        });
    }
    // In a scope, names are given in full.
    let listed = reference.and_then(|_| debugger.symbols().symbol(name));
    match listed {
        Some(symbol) => Ok(Spot::of(symbol, symbol.value)),
        None => debugger.spot(name).map_err(|error| error.to_string()),
    }
}
