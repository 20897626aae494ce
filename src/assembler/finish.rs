//! From a finished run to its result.

use std::collections::BTreeMap;

use super::diagnostic::{Diagnostic, Severity};
use super::loaded::Loaded;
use super::options::Options;
use super::output::{
    Assembly, Block, BlockKind, Expansion, LineEntry, LoopBound, Output, Reference, Region, Reserved,
    RoutineTest, Segment, Span, Symbol,
};
use super::pass::{Assembler, LeftOut, Record, Recorded};
use super::source::{Origin, Place};
use super::symbols::SymbolKind;
use super::{doubts, listing, prove, symbols, syntax};

/// Turns a finished run into its result.
pub(super) fn finish(mut assembler: Assembler, options: &Options) -> Assembly {
    if options.warn_unused {
        warn_unused(&mut assembler);
    }
    let diagnostics = assembler.said.take();
    let read = assembler.files.take_found();
    let mut assembly = Assembly { diagnostics, output: None, partial: None, read };
    let mut output = collect(&assembler);
    if !assembly.failed() {
        assembly.diagnostics.extend(doubts::bounds(&assembler));
        assembly.diagnostics.extend(doubts::tests(&assembler));
        assembly.diagnostics.extend(doubts::overlaid(&assembler));
        assembly.diagnostics.extend(prove::budgets(&assembler, &output));
    }
    in_order(&mut assembly.diagnostics, &assembler);
    if assembly.failed() {
        assembly.partial = Some(output);
        return assembly;
    }
    if options.listing {
        output.listing = listing::build(&assembler, &output.segments);
    }
    assembly.output = Some(output);
    assembly
}

/// Sorts diagnostics in reading order: those of an included file come at the place of the include. The
/// source's own `.print`s keep their order.
fn in_order(diagnostics: &mut [Diagnostic], assembler: &Assembler) {
    let files = assembler.sources.list.iter().filter(|source| source.origin == Origin::File);
    let included: BTreeMap<&str, Option<Place>> =
        files.map(|source| (source.name.as_str(), source.included)).collect();
    let said = |diagnostic: &Diagnostic| diagnostic.severity != Severity::Print;
    let mut sorted: Vec<Diagnostic> = diagnostics.iter().filter(|it| said(it)).cloned().collect();
    sorted.sort_by_cached_key(|diagnostic| {
        let mut ways = vec![(diagnostic.location.line, diagnostic.location.column)];
        let mut file = diagnostic.location.file.clone();
        while let Some(&Some((source, start, end))) = included.get(file.as_str()) {
            let at = assembler.sources.location(source, start, end);
            ways.push((at.line, at.column));
            file = at.file;
        }
        ways.reverse();
        ways
    });
    for (place, diagnostic) in diagnostics.iter_mut().filter(|it| said(it)).zip(sorted) {
        *place = diagnostic;
    }
}

/// Warns about unused labels. A label in a macro's body counts as one label for all calls. Labels beyond a
/// readable number are not listed.
fn warn_unused(assembler: &mut Assembler) {
    let mut said = std::collections::BTreeSet::new();
    for index in 0..assembler.symbols.list.len() {
        let symbol = assembler.symbols.list[index];
        if symbol.used != 0 || symbol.kind != SymbolKind::Label || symbol.pass != assembler.symbols.pass {
            continue;
        }
        let location = assembler.sources.location(symbol.source, symbol.start, symbol.end);
        let is_full = assembler.said.is_full(Severity::Warning);
        if is_full || !said.insert((location.file.clone(), location.line, location.column)) {
            continue;
        }
        let name = assembler.program.names.text(symbol.name);
        let message = format!("label `{name}` is not used");
        assembler.said.add(Diagnostic::new(Severity::Warning, message, location, None));
    }
}

fn collect(assembler: &Assembler) -> Output {
    let mut output = Output {
        segments: segments(assembler),
        run: assembler.notes.run_address,
        inits: assembler.notes.init_addresses.clone(),
        symbols: named_values(assembler),
        regions: regions(assembler),
        tests: tests(assembler),
        assertions: assembler.notes.assertions.clone(),
        case_sensitive: assembler.program.names.is_case_sensitive(),
        ..Output::default()
    };
    let loaded = Loaded::of(&output);
    output.blocks = blocks(assembler, &loaded);
    output.loops = loops(assembler, &loaded);
    collect_lines(assembler, &mut output);
    collect_reserved(assembler, &mut output);
    collect_references(assembler, &mut output);
    output
}

/// File and line of a place.
fn locate(assembler: &Assembler, (source, start, _): Place) -> (String, u32) {
    let (file, line) = assembler.sources.file_line_at(source, start);
    (file.to_owned(), line)
}

fn blocks(assembler: &Assembler, loaded: &Loaded) -> Vec<Block> {
    let records = assembler.notes.records.iter().enumerate();
    let replaced: Vec<usize> =
        records.filter(|(_, record)| loaded.over(record).is_some()).map(|(index, _)| index).collect();
    let named = assembler.notes.ranges.iter().filter_map(|range| {
        let scope = &assembler.symbols.scopes[range.scope as usize];
        let name = scope.name?;
        let (file, line) = locate(assembler, range.place);
        Some(Block {
            name: assembler.symbols.full_name(&assembler.program.names, scope.parent, name),
            kind: if range.kind == syntax::BlockSyntax::Proc { BlockKind::Proc } else { BlockKind::Local },
            start: range.start as u16,
            end: range.end as u32,
            budget: range.budget.and_then(|cycles| u64::try_from(cycles).ok()),
            is_replaced: {
                let next = replaced.partition_point(|&index| index < range.records.start);
                replaced.get(next).is_some_and(|index| range.records.contains(index))
            },
            file,
            line,
        })
    });
    named.collect()
}

fn regions(assembler: &Assembler) -> Vec<Region> {
    let declared = assembler.layout.regions().iter().map(|region| Region {
        name: assembler.program.names.text(region.name).to_owned(),
        start: region.start as u16,
        end: region.end as u16,
        rom: region.rom,
    });
    declared.collect()
}

fn loops(assembler: &Assembler, loaded: &Loaded) -> Vec<LoopBound> {
    let is_there = |branch: Option<&Record>| branch.is_none_or(|branch| loaded.over(branch).is_none());
    let bounds = assembler.notes.bounds().filter(|&(_, branch)| is_there(branch)).map(|(bound, _)| {
        let (file, line) = locate(assembler, bound.place);
        LoopBound { address: bound.address, turns: bound.turns.max(0) as u64, file, line }
    });
    bounds.collect()
}

fn tests(assembler: &Assembler) -> Vec<RoutineTest> {
    let tests = assembler.notes.tests.iter().map(|found| {
        let test = &assembler.program.tests[found.index as usize];
        let (file, _) = locate(assembler, found.place);
        // The lines of a macro count from its beginning.
        let in_file = |line: u32| assembler.sources.file_line(found.place.0, line).1;
        let lines = test.lines.iter().map(|(line, text)| (in_file(*line), text.clone())).collect();
        let (name, stack) = (test.name.clone(), found.stack.clone());
        let scope = assembler.symbols.nameable(&assembler.program.names, found.scope);
        RoutineTest { name, file, scope, lines, stack }
    });
    tests.collect()
}

fn segments(assembler: &Assembler) -> Vec<Segment> {
    let image = &assembler.image;
    let mut segments: Vec<Segment> = Vec::new();
    for (index, chunk) in image.chunks.iter().enumerate() {
        let bytes = image.chunk_bytes(index);
        if bytes.is_empty() {
            continue;
        }
        if chunk.opens_segment || segments.is_empty() {
            let (source, start, end) = chunk.place;
            segments.push(Segment {
                load: chunk.load,
                bytes: Vec::new(),
                last: 0,
                spans: Vec::new(),
                has_header: chunk.has_header,
                before: chunk.before.clone(),
                is_vector: chunk.is_vector,
                location: assembler.sources.location(source, start, end),
            });
        }
        if let Some(segment) = segments.last_mut() {
            segment.spans.push(Span { offset: segment.bytes.len(), run: chunk.run, length: bytes.len() });
            segment.bytes.extend(bytes);
            segment.last = segment.load.wrapping_add((segment.bytes.len() - 1) as u16);
        }
    }
    if let Some(segment) = segments.last_mut() {
        segment.last = segment.last.wrapping_add(image.last_gap() as u16);
    }
    for (segment, &last) in segments.iter_mut().zip(assembler.layout.header_ends()) {
        segment.last = last;
    }
    segments
}

fn named_values(assembler: &Assembler) -> Vec<Symbol> {
    let sizes = assembler.notes.sizes.iter().map(|&(symbol, size, element)| (symbol, (size, element)));
    let sizes: BTreeMap<u32, (i64, i64)> = sizes.collect();
    let in_memory = |bytes: i64| bytes.clamp(0, 0x1_0000) as u32;
    let current = |(_, symbol): &(u32, &symbols::SymbolEntry)| {
        symbol.pass == assembler.symbols.pass && symbol.kind != SymbolKind::Predefined
    };
    let entries = (0..).zip(&assembler.symbols.list).filter(current);
    entries
        .map(|(n, symbol)| {
            let declared = sizes.get(&n).copied();
            let declared = declared.map(|(size, element)| (in_memory(size), in_memory(element)));
            let (file, line) = assembler.sources.file_line_at(symbol.source, symbol.start);
            Symbol {
                name: assembler.symbols.full_name(&assembler.program.names, symbol.scope, symbol.name),
                value: symbol.value,
                kind: symbol.kind,
                size: symbol.size.max(declared.map_or(0, |(size, _)| size)),
                element: declared.map_or(symbol.element, |(_, element)| element),
                used: symbol.used != 0,
                bank: symbol.bank,
                is_unnamed: assembler.symbols.is_in_unnamed(symbol.scope),
                file: file.to_owned(),
                line,
            }
        })
        .collect()
}

/// Collects definitions and uses of symbols. Symbols that the last pass did not define are left out.
fn collect_references(assembler: &Assembler, output: &mut Output) {
    let mut numbers = Vec::with_capacity(assembler.symbols.list.len());
    let mut next = 0;
    for symbol in &assembler.symbols.list {
        let is_given = symbol.pass == assembler.symbols.pass && symbol.kind != SymbolKind::Predefined;
        numbers.push(is_given.then_some(next));
        next += u32::from(is_given);
    }
    let mut files = std::collections::BTreeMap::new();
    for &(symbol, (source, start, _), defines) in &assembler.notes.references {
        let Some(symbol) = numbers.get(symbol as usize).copied().flatten() else { continue };
        let (file, line, column) = assembler.sources.file_line_column(source, start);
        let file = *files.entry(file).or_insert_with(|| {
            output.files.iter().position(|known| known == file).unwrap_or_else(|| {
                output.files.push(file.to_owned());
                output.files.len() - 1
            }) as u32
        });
        output.references.push(Reference { symbol, file, line, column, defines });
    }
}

/// Collects the line table. Bytes of a macro belong to the file that calls it.
fn collect_lines(assembler: &Assembler, output: &mut Output) {
    // File indices by name, and by source; the body of a macro has the file that contains it.
    let mut numbers = BTreeMap::new();
    let mut of_source: Vec<Option<u32>> = vec![None; assembler.sources.list.len()];
    let mut number = |source: u32| {
        *of_source[source as usize].get_or_insert_with(|| {
            let file = assembler.sources.file_line(source, 1).0;
            *numbers.entry(file).or_insert_with(|| {
                output.files.push(file.to_owned());
                output.files.len() as u32 - 1
            })
        })
    };
    let is_file = |source: &u32| assembler.sources.list[*source as usize].origin == Origin::File;
    let mut entered: Vec<u32> = Vec::new();
    // Statements that expand to others and have no code yet.
    let mut expanded: Vec<Option<(u32, u32)>> = Vec::new();
    for record in &assembler.notes.records {
        match record.what {
            Recorded::Enter => {
                let caller = entered.last().filter(|_| !is_file(&record.source));
                expanded.push(caller.map(|&caller| (caller, record.line)));
                entered.push(record.source);
            }
            Recorded::Leave => {
                entered.pop();
                expanded.pop();
            }
            Recorded::Bytes { here, length, code, words, .. } => {
                let (_, line) = assembler.sources.file_line(record.source, record.line);
                let file = number(record.source);
                if code && length > 0 {
                    for (source, line) in expanded.iter_mut().filter_map(Option::take) {
                        let (_, line) = assembler.sources.file_line(source, line);
                        output.expansions.push(Expansion { address: here, file: number(source), line });
                    }
                }
                let caller = entered.iter().rfind(|source| is_file(source)).copied().unwrap_or(record.source);
                let module = number(caller);
                let text = (record.start, record.end);
                output.lines.push(LineEntry { address: here, length, file, line, module, text, code, words });
            }
            Recorded::Address(_) | Recorded::Value(_) => {}
        }
    }
}

fn collect_reserved(assembler: &Assembler, output: &mut Output) {
    for &LeftOut { start, length, place: (source, at, _), .. } in &assembler.notes.reserved {
        let range = start.clamp(0, 0x1_0000)..start.saturating_add(length).clamp(0, 0x1_0000);
        if range.is_empty() {
            continue;
        }
        let (file, line) = assembler.sources.file_line_at(source, at);
        let length = (range.end - range.start) as u32;
        output.reserved.push(Reserved { start: range.start as u16, length, file: file.to_owned(), line });
    }
}
