//! Memory that instructions address or point to, but that the source does not reserve: `sta $0600`.

use std::collections::BTreeMap;

use super::operands::{Users, names_of_addresses, pointed_at};
use super::{Block, HARDWARE, Kind, Source};
use crate::assembler::{Output, Symbol, SymbolKind};

/// That memory and its users. Consecutive bytes without names of their own and with the same users form one
/// block. How far indexing reaches is unknown.
pub(super) fn addressed(
    output: &Output,
    users: &Users,
    procedures: &[Block],
    variables: &[Block],
) -> Vec<Block> {
    let is_known = known(output, variables);
    let mut users = users.clone();
    let pointed = pointed_at(output, procedures);
    let names = names(output, &pointed);
    for (address, of_pointer) in pointed.into_iter().filter(|(address, _)| names.contains_key(address)) {
        users.entry(address).or_default().extend(of_pointer);
    }
    let mut found: Vec<Block> = Vec::new();
    for (&at, of_byte) in users.iter().filter(|(at, _)| !is_known[usize::from(**at)]) {
        let users: Vec<String> = of_byte.iter().cloned().collect();
        let name = names.get(&at);
        match found.last_mut() {
            Some(last) if name.is_none() && last.end.checked_add(1) == Some(at) && last.users == users => {
                (last.end, last.size) = (at, last.size + 1);
            }
            _ => {
                let text = name.map_or_else(|| format!("${at:04X}"), |symbol| symbol.name.clone());
                let place = |symbol: &&Symbol| Source { file: symbol.file.clone(), line: symbol.line };
                let source = name.map(place);
                found.push(Block { source, users, ..Block::new(text, Kind::Addressed, at, at) });
            }
        }
    }
    found
}

/// Bytes whose owner is known.
fn known(output: &Output, variables: &[Block]) -> Vec<bool> {
    let mut known = vec![false; 0x1_0000];
    let mut mark = |start: u16, length: usize| {
        let start = usize::from(start);
        known[start..(start + length).min(0x1_0000)].fill(true);
    };
    HARDWARE.iter().for_each(|&(_, start, end)| mark(start, usize::from(end - start) + 1));
    variables.iter().for_each(|block| mark(block.start, block.size as usize));
    output.segments.iter().for_each(|segment| mark(segment.load, segment.bytes.len()));
    // The run address may differ.
    output.lines.iter().for_each(|line| mark(line.address, line.length as usize));
    known
}

/// Names of constants that instructions use as addresses or pointers. Zero page values are left out, since
/// such a number is too often of another kind.
fn names<'a>(output: &'a Output, pointed: &Users) -> BTreeMap<u16, &'a Symbol> {
    let used = names_of_addresses(output);
    let numbers = output.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Equate);
    let placed = numbers.filter_map(|symbol| Some((u16::try_from(symbol.value).ok()?, symbol)));
    let is_pointed_at = |address: &u16| *address > 0xFF && pointed.contains_key(address);
    placed.filter(|(address, symbol)| used.contains(&symbol.name) || is_pointed_at(address)).collect()
}
