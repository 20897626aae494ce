//! The blocks of an assembled program: what its source tells about every byte.

use std::collections::{BTreeMap, BTreeSet};

use super::addressed::addressed;
use super::operands::{Users, instructions, names_of_addresses, users};
use super::{Block, Kind, Source, Stack};
use crate::assembler::paths::stack::DepthSearch;
use crate::assembler::{BlockKind, LineEntry, Output, Reserved, SymbolKind};

impl Block {
    /// Segments, modules (the source files), procedures, tables, variables and regions of an assembled
    /// program, and other memory that it addresses.
    pub fn from_assembly(output: &Output) -> Vec<Block> {
        let followed = output.control_flow();
        let mut depths = DepthSearch::new(&followed);
        let procedures = procedures(output, &mut depths);
        let users = users(output, &procedures);
        let mut blocks = segments(output);
        blocks.extend(modules(output));
        blocks.extend(pieces(output, &procedures).into_iter().map(|block| {
            let is_entered = block.kind == Kind::Code && is_entry(output, block.start);
            let stack = is_entered.then(|| stack(output, &mut depths, block.start));
            Block { stack, ..block }
        }));
        let variables = variables(output, &users);
        blocks.extend(addressed(output, &users, &procedures, &variables));
        blocks.extend(variables);
        blocks.extend(procedures);
        blocks.extend(
            output
                .regions
                .iter()
                .map(|region| Block::new(&region.name, Kind::Region, region.start, region.end)),
        );
        blocks
    }
}

fn segments(output: &Output) -> Vec<Block> {
    let block = |segment: &crate::assembler::Segment| {
        let name = match segment.load {
            _ if !segment.is_vector => format!("from {}:{}", segment.location.file, segment.location.line),
            0x02E0 => "run address".to_string(),
            _ => "init address".to_string(),
        };
        let source = Source { file: segment.location.file.clone(), line: segment.location.line };
        Some(Block::sized(name, Kind::Segment, segment.load, segment.bytes.len())?.at(source))
    };
    output.segments.iter().filter_map(block).collect()
}

/// The bytes of each source file, in contiguous pieces.
fn modules(output: &Output) -> Vec<Block> {
    let mut pieces: Vec<(&LineEntry, usize)> = Vec::new();
    for line in &output.lines {
        match pieces.last_mut() {
            Some((first, size))
                if first.module == line.module
                    && usize::from(first.address) + *size == usize::from(line.address) =>
            {
                *size += line.length as usize;
            }
            _ => pieces.push((line, line.length as usize)),
        }
    }
    let block =
        |(first, size): (&LineEntry, usize)| {
            let name = output.files.get(first.module as usize)?;
            let block = Block::sized(name, Kind::Module, first.address, size)?;
            Some(block.at(Source {
                file: name.clone(),
                line: if first.file == first.module { first.line } else { 1 },
            }))
        };
    pieces.into_iter().filter_map(block).collect()
}

/// Whether the loader enters the program at an address.
fn is_entry(output: &Output, address: u16) -> bool {
    output.run == Some(address) || output.inits.contains(&address)
}

/// Procedures and named scopes. The stack is computed for those that the loader enters, and for procedures
/// that nothing calls or that have a budget, because the machine may enter them directly.
fn procedures(output: &Output, depths: &mut DepthSearch) -> Vec<Block> {
    let called = called(output);
    let mut found = Vec::new();
    for block in &output.blocks {
        let Some(size) = (block.end as usize).checked_sub(usize::from(block.start)) else { continue };
        let Some(mut entry) = Block::sized(&block.name, Kind::Procedure, block.start, size) else { continue };
        let is_entered = is_entry(output, block.start)
            || block.kind == BlockKind::Proc && (block.budget.is_some() || !called.contains(&block.start));
        if is_entered && !block.is_replaced {
            entry.stack = Some(stack(output, depths, block.start));
        }
        found.push(entry.at(Source { file: block.file.clone(), line: block.line }));
    }
    found
}

/// The deepest stack of a routine, or why there is no proof.
fn stack(output: &Output, depths: &mut DepthSearch, entry: u16) -> Stack {
    let name =
        |address: &u16| output.label_at(*address).map_or_else(|| format!("${address:04X}"), str::to_owned);
    match depths.deepest(entry) {
        Ok(depth) => Stack {
            bytes: Some(depth.bytes),
            calls: depth.calls.iter().map(name).collect(),
            leaves: depth.leaves,
            unproved: None,
        },
        Err(reason) => {
            let place = name(&reason.address());
            Stack { unproved: Some(format!("{reason} ({place})")), ..Stack::default() }
        }
    }
}

/// Addresses that JSR and JMP lead to.
fn called(output: &Output) -> BTreeSet<u16> {
    let mut found = BTreeSet::new();
    instructions(output, &mut |_, _, opcode, operand| {
        if matches!(opcode, 0x20 | 0x4C) {
            found.insert(operand);
        }
    });
    found
}

/// Code and data outside of procedures, from label to label.
fn pieces(output: &Output, procedures: &[Block]) -> Vec<Block> {
    let mut labels: BTreeMap<u16, &crate::assembler::Symbol> = BTreeMap::new();
    for symbol in output.symbols.iter().filter(|symbol| is_place(symbol)) {
        // A label at an end comes before one that begins there.
        labels.insert(symbol.value as u16, symbol);
    }
    let mut inside = vec![false; 0x1_0000];
    for block in procedures {
        inside[usize::from(block.start)..=usize::from(block.end)].fill(true);
    }
    let mut found: Vec<Block> = Vec::new();
    for line in output.lines.iter().filter(|line| !inside[usize::from(line.address)]) {
        let kind = if line.code { Kind::Code } else { Kind::Table };
        let Some(end) = u16::try_from(u32::from(line.address) + line.length.max(1) - 1).ok() else {
            continue;
        };
        let label = labels.get(&line.address);
        match found.last_mut() {
            Some(last)
                if label.is_none() && last.kind == kind && last.end.checked_add(1) == Some(line.address) =>
            {
                *last = Block { end, size: last.size + line.length, ..last.clone() };
            }
            _ => {
                let name = label.map_or_else(|| format!("${:04X}", line.address), |label| label.name.clone());
                let file = output.files.get(line.file as usize).cloned().unwrap_or_default();
                found.push(Block::new(name, kind, line.address, end).at(Source { file, line: line.line }));
            }
        }
    }
    found
}

/// Whether a symbol names an address of the program that is not in an unnamed block.
fn is_place(symbol: &crate::assembler::Symbol) -> bool {
    let is_kind = matches!(symbol.kind, SymbolKind::Label | SymbolKind::Array | SymbolKind::Field);
    is_kind && !symbol.is_unnamed && !symbol.name.contains(['?', '@']) && (0..=0xFFFF).contains(&symbol.value)
}

/// Memory without bytes in the file, and zero page bytes that instructions use by the names of constants.
fn variables(output: &Output, users: &Users) -> Vec<Block> {
    // Of several labels at an address the last one names the bytes; a structure precedes its first field.
    let mut names: BTreeMap<u16, &str> = BTreeMap::new();
    for is_field in [true, false] {
        let places = output.symbols.iter().filter(|symbol| is_place(symbol));
        let places = places.filter(|symbol| (symbol.kind == SymbolKind::Field) == is_field);
        names.extend(places.map(|symbol| (symbol.value as u16, symbol.name.as_str())));
    }
    let mut found: Vec<Block> = Vec::new();
    for Reserved { start, length, file, line } in &output.reserved {
        let name = names.get(start).map_or_else(|| format!("${start:04X}"), |&name| name.to_owned());
        if let Some(block) = Block::sized(name, Kind::Variable, *start, *length as usize) {
            found.push(block.at(Source { file: file.clone(), line: *line }));
        }
    }
    let direct = names_of_addresses(output);
    let taken: BTreeSet<u16> = found.iter().flat_map(|block| block.start..=block.end).collect();
    for symbol in output.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Equate && symbol.used) {
        let Ok(at) = u8::try_from(symbol.value) else { continue };
        let is_known = taken.contains(&at.into()) || found.iter().any(|block| block.start == u16::from(at));
        if direct.contains(&symbol.name) && !is_known {
            let source = Source { file: symbol.file.clone(), line: symbol.line };
            // Pointers have two bytes, the second without its own name.
            let next = at.checked_add(1).filter(|next| {
                users.get(&u16::from(*next)) == users.get(&u16::from(at))
                    && !output.symbols.iter().any(|other| other.value == i64::from(*next) && other.used)
            });
            found.push(
                Block::new(&symbol.name, Kind::Variable, at.into(), next.unwrap_or(at).into()).at(source),
            );
        }
    }
    for block in found.iter_mut().filter(|block| block.start < 0x100) {
        let of_block = (block.start..=block.end.min(0xFF)).filter_map(|at| users.get(&at));
        let all: BTreeSet<&String> = of_block.flatten().collect();
        block.users = all.into_iter().cloned().collect();
    }
    found
}
