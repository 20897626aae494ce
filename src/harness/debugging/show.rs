//! The debugger's output as JSON.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::debug::breakpoints::BreakpointKind;
use crate::debug::debugger::{Debugger, instruction_of};
use crate::debug::returns::ChangedRegisters;
use crate::debug::spot::Spot;
use crate::debug::timeline::Found;
use crate::debug::variables::{self, Unit};
use crate::debug::{call_stack, listing};
use crate::inspect::symbols::{Kind, Symbol};
use crate::inspect::{display_list, trace};
use crate::machine::{Chip, Event, LINE_CYCLES, Machine};

/// The machine's position, which is part of every answer.
pub fn standing(debugger: &Debugger) -> Map<String, Value> {
    let machine = debugger.machine();
    let cpu = machine.cpu();
    let numbers: [(&str, u64); 10] = [
        ("cycle", machine.cycle()),
        ("frame", machine.frame_number()),
        ("line", machine.line().into()),
        ("beam", machine.line_cycle().into()),
        ("pc", cpu.pc.into()),
        ("a", cpu.a.into()),
        ("x", cpu.x.into()),
        ("y", cpu.y.into()),
        ("s", cpu.s.into()),
        ("p", cpu.p.into()),
    ];
    let mut standing: Map<String, Value> =
        numbers.into_iter().map(|(name, value)| (name.to_string(), value.into())).collect();
    if let Some(source) = source(debugger, cpu.pc) {
        standing.insert("source".to_string(), source);
    }
    standing
}

/// The source line of an address.
fn source(debugger: &Debugger, address: u16) -> Option<Value> {
    let place = debugger.lines().at(address)?;
    Some(json!({ "file": place.file, "line": place.line }))
}

/// An address with its label, instruction and source line.
pub fn place(debugger: &Debugger, address: u16) -> Value {
    let mut place = Map::new();
    place.insert("address".to_string(), address.into());
    place.insert("label".to_string(), debugger.symbols().name_near(address).into());
    place.insert("instruction".to_string(), instruction(debugger, address).into());
    if let Some(source) = source(debugger, address) {
        place.insert("source".to_string(), source);
    }
    place.into()
}

/// Instructions from an address on, each as by [`place`] and with its bytes.
pub fn instructions(debugger: &Debugger, mut address: u16, count: u32) -> Value {
    let mut rows = Vec::new();
    for _ in 0..count {
        let listed = listing::row(debugger, address);
        let length = listed.bytes.len() as u16;
        let mut row = place(debugger, address);
        row["instruction"] = listed.text.into();
        row["bytes"] = bytes(debugger.machine(), address, length.into()).into();
        rows.push(row);
        address = address.wrapping_add(length);
    }
    rows.into()
}

/// A symbol, and the offset of an address from it.
pub fn symbol(debugger: &Debugger, symbol: &Symbol, address: u16) -> Value {
    let kind = match symbol.kind {
        Kind::Label => "label",
        Kind::Procedure => "procedure",
        Kind::Block => "block",
        Kind::Constant => "number",
    };
    let mut value = json!({ "name": symbol.name, "value": symbol.value, "kind": kind });
    let facts = [("size", symbol.size), ("offset", u32::from(address.wrapping_sub(symbol.value)))];
    for (name, fact) in facts.into_iter().filter(|&(_, fact)| fact > 0) {
        value[name] = fact.into();
    }
    if let Some(source) = source(debugger, symbol.value).filter(|_| symbol.kind != Kind::Constant) {
        value["source"] = source;
    }
    value
}

fn instruction(debugger: &Debugger, address: u16) -> String {
    listing::instruction(debugger, address).text
}

/// The access that wrote or read a byte, if known.
pub fn found(debugger: &Debugger, address: u16, found: Option<Found>) -> Value {
    let Some(Found { event, began, .. }) = found else { return Value::Null };
    let by = instruction_of(&event).unwrap_or_default();
    let mut value = json!({ "address": address, "cycle": began, "by": by });
    let (old, new) = match event {
        Event::Write { old, new, .. } => (Some(old), new),
        Event::Read { value, .. } => (None, value),
        _ => (None, 0),
    };
    value["old"] = old.into();
    value["new"] = new.into();
    let now = debugger.machine().peek(address);
    if old.is_some() && now != new && debugger.machine().has_ram(address) {
        // The program has not written it: it was loaded, or poked from outside.
        value["now"] = now.into();
    }
    value["at"] = place(debugger, by);
    value
}

/// Bytes in hex.
pub fn bytes(machine: &Machine, address: u16, length: u32) -> String {
    let mut text = String::new();
    for n in 0..length {
        // Writing to a String cannot fail.
        let _ = write!(text, "{:02x}", machine.peek(address.wrapping_add(n as u16)));
    }
    text
}

/// Bytes or words as numbers.
pub fn values(machine: &Machine, unit: Unit, address: u16, count: u32) -> Value {
    (0..count).map(|n| unit.peek(machine, unit.address(address, n))).collect()
}

/// The fields of a structure by name; each is a number, a structure, or an array.
pub fn fields(debugger: &Debugger, structure: &Spot) -> Value {
    let (machine, symbols) = (debugger.machine(), debugger.symbols());
    let value = |field: &Spot| match (field.fields(symbols).is_empty(), field.count(symbols)) {
        (true, 1) => field.unit().peek(machine, field.address).into(),
        (true, count) => values(machine, field.unit(), field.address, count),
        (false, 1) => fields(debugger, field),
        (false, count) => (0..count).map(|n| fields(debugger, &field.element(n))).collect(),
    };
    let named = structure.fields(symbols).into_iter();
    named
        .map(|field| (variables::last_part(&field.name).to_string(), value(&structure.field(field))))
        .collect()
}

/// The flags as letters.
pub fn flags(p: u8) -> String {
    trace::flags(p)
}

/// The bytes on the stack, and the calls found in them.
pub fn stack(debugger: &Debugger) -> Value {
    let machine = debugger.machine();
    let bytes: String = call_stack::bytes(machine).iter().map(|byte| format!("{byte:02x}")).collect();
    let call = |call: &call_stack::Call| {
        let mut shown = json!({ "at": call.at, "from": place(debugger, call.from), "to": call.to,
            "label": debugger.symbols().name_near(call.to) });
        if let Some(interrupt) = call.interrupt {
            shown["interrupt"] = json!(interrupt);
        }
        shown
    };
    let calls: Vec<Value> = debugger.calls().iter().map(call).collect();
    json!({ "bytes": bytes, "calls": calls })
}

/// The display list, with a description of each entry.
pub fn display_list(machine: &Machine) -> Value {
    let entry = |entry: &display_list::Entry| {
        json!({ "address": entry.address, "code": entry.code, "what": entry.describe(),
            "operand": entry.operand, "current": entry.is_current, "wraps": entry.wraps() })
    };
    display_list::entries(machine).iter().map(entry).collect()
}

/// Who has the bus now, and the cycles of this line in which ANTIC has it.
pub fn dma(machine: &Machine) -> Value {
    let claimed = machine.claimed_cycles();
    let is_taken = |cycle: u32| claimed >> cycle & 1 == 1;
    let cycles: Vec<u32> = (0..LINE_CYCLES).filter(|&cycle| is_taken(cycle)).collect();
    let owner = if is_taken(machine.line_cycle()) { "antic" } else { "cpu" };
    json!({ "owner": owner, "antic": cycles })
}

/// The registers of a chip by name.
pub fn chip(machine: &Machine, chip: Chip) -> Map<String, Value> {
    machine.chip_registers(chip).into_iter().map(|(name, value)| (name.to_string(), value.into())).collect()
}

/// The registers changed by a handler, by name.
pub fn changed(changed: &ChangedRegisters) -> Map<String, Value> {
    let of = |&(name, old, new): &(&str, u8, u8)| (name.to_string(), json!({ "old": old, "new": new }));
    changed.registers.iter().map(of).collect()
}

/// The argument of `catch` for a kind of event.
pub fn caught(kind: &BreakpointKind) -> &'static str {
    match kind {
        BreakpointKind::Beam(..) => "beam",
        kind => kind.name().unwrap_or_default(),
    }
}
