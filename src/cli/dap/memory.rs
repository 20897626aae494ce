//! Memory and code in the protocol's form.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use super::sources::source;
use crate::cli::wire::Answer;
use crate::debug::debugger::Debugger;
use crate::debug::listing;
use crate::debug::timeline::Act;
use crate::titles::Sources;

/// Most instructions per request.
const MOST: i64 = 4096;

/// Parses an address in the protocol's form, in hex.
pub(super) fn address(text: &str) -> Result<u16, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix('$'));
    let number = digits.map_or_else(|| text.parse().ok(), |digits| u16::from_str_radix(digits, 16).ok());
    number.ok_or_else(|| format!("`{text}` is not an address: expected 0x0000 to 0xFFFF"))
}

/// Where the memory of a request begins, which may be slightly outside the address space.
fn place(arguments: &Value) -> Result<i64, String> {
    let reference = arguments["memoryReference"].as_str().ok_or("`memoryReference` is missing")?;
    let place = i64::from(address(reference)?).saturating_add(arguments["offset"].as_i64().unwrap_or(0));
    Ok(place.clamp(-0x10000, 0x20000))
}

/// `readMemory`.
pub(super) fn read(debugger: &Debugger, arguments: &Value) -> Answer {
    let begin = place(arguments)?;
    let end = begin.saturating_add(arguments["count"].as_i64().unwrap_or(0).max(0));
    let (first, last) = (begin.clamp(0, 0x10000), end.clamp(0, 0x10000));
    let bytes: Vec<u8> = (first..last).map(|at| debugger.machine().peek(at as u16)).collect();
    // Bytes after the part that was read, or all of them if nothing was.
    let unreadable = if bytes.is_empty() { end - begin } else { end - last };
    let mut answer = json!({ "address": format!("0x{first:04X}"), "data": BASE64_STANDARD.encode(&bytes) });
    if unreadable > 0 {
        answer["unreadableBytes"] = unreadable.into();
    }
    Ok(answer)
}

/// `writeMemory`.
pub(super) fn write(debugger: &mut Debugger, arguments: &Value) -> Answer {
    let first = place(arguments)?;
    let bytes = arguments["data"]
        .as_str()
        .and_then(|data| BASE64_STANDARD.decode(data).ok())
        .ok_or("`data` is not base64")?;
    let places = || (first..).zip(&bytes);
    let ram = |at: i64| u16::try_from(at).is_ok_and(|at| debugger.machine().has_ram(at));
    if let Some((at, _)) = places().find(|&(at, _)| !ram(at)) {
        return Err(format!("there is no RAM at ${at:04X}"));
    }
    places().for_each(|(at, &byte)| debugger.act(Act::Poke(at as u16, byte)));
    Ok(json!({ "bytesWritten": bytes.len() }))
}

/// `disassemble`: exactly as many instructions as requested, also before an address.
pub(super) fn disassembled(debugger: &Debugger, sources: &Sources, arguments: &Value) -> Answer {
    let begin = place(arguments)?;
    let skip = arguments["instructionOffset"].as_i64().unwrap_or(0).clamp(-MOST, MOST);
    let count = arguments["instructionCount"].as_i64().unwrap_or(0).clamp(0, MOST);
    let mut rows: Vec<Value> = Vec::new();
    let mut at = begin;
    if skip < 0 {
        let known = listing::before(debugger, begin.clamp(0, 0xFFFF) as u16, -skip as usize);
        let missing = -skip - known.len() as i64;
        rows.extend((0..missing).map(|_| nothing(0)));
        rows.extend(known.into_iter().map(|at| row(debugger, sources, at.into())));
        rows.truncate(count as usize);
    } else {
        (0..skip).for_each(|_| at += i64::from(listing::length(debugger, at as u16)));
    }
    while (rows.len() as i64) < count {
        rows.push(row(debugger, sources, at));
        at += i64::from(listing::length(debugger, at as u16));
    }
    Ok(json!({ "instructions": rows }))
}

/// A row outside the address space.
fn nothing(at: i64) -> Value {
    let address = format!("0x{:04X}", at.clamp(0, 0xFFFF));
    json!({ "address": address, "instruction": "", "presentationHint": "invalid" })
}

fn row(debugger: &Debugger, sources: &Sources, at: i64) -> Value {
    if !(0..0x10000).contains(&at) {
        return nothing(at);
    }
    let code = listing::row(debugger, at as u16);
    let bytes: Vec<String> = code.bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let mut row = json!({
        "address": format!("0x{at:04X}"), "instructionBytes": bytes.join(" "), "instruction": code.text,
    });
    if let Some(label) = debugger.symbols().name(at as u16) {
        row["symbol"] = label.into();
    }
    if let Some(place) = debugger.lines().at(at as u16) {
        row["location"] = source(place.file, sources);
        row["line"] = place.line.into();
    }
    row
}
