//! Blocks: includes, repeats, procedures, scopes, structures.

use super::macros::Expanded;
use super::state::blocks::OpenBlock;
use super::state::calls::{Excess, FrameKind, MAX_NESTING};
use super::state::macros::MAX_EXPANDED;
use super::state::notes::{BlockRange, FoundBound};
use super::state::structures::Structure;
use super::{Assembler, Flow};
use crate::assembler::diagnostic::Severity;
use crate::assembler::directives::BLOCKS;
use crate::assembler::fix::Fix;
use crate::assembler::names::Name;
use crate::assembler::source::Place;
use crate::assembler::symbols::SymbolKind;
use crate::assembler::syntax::{BlockSyntax, ExprId, Statement};

/// Maximum size of a structure in bytes.
const MAX_STRUCTURE: i64 = 0x1_0000;
/// Maximum source bytes for the turns of one repeat before substitution, which makes them longer.
const MAX_REPEATED: usize = MAX_EXPANDED / 2;

impl Assembler<'_> {
    /// Enters a unit called from the current place. A unit that calls itself too often is left up to its
    /// outermost call and not entered again from there, so that other errors can be found.
    pub(super) fn nested(&mut self, unit: u32, what: FrameKind, name: u32) -> Flow {
        if let Some(excess) = self.calls.go_round(what, name) {
            self.say_endless(what, name, excess);
            return Flow::Next;
        }
        if let Some(excess) = self.calls.excess() {
            return self.leave_circle(what, excess);
        }
        let (place, scope, blocks) = (self.place, self.scope, self.blocks.depth());
        self.calls.enter(what, name, place);
        let flow = self.enter(unit);
        self.calls.leave();
        self.place = place;
        if flow != Flow::Circle || !self.calls.are_out_of(what, name) {
            return flow;
        }
        self.blocks.close_behind(blocks);
        self.scope = scope;
        Flow::Next
    }

    /// Too many calls: either something calls itself, or the assembly is given up.
    fn leave_circle(&mut self, what: FrameKind, excess: Excess) -> Flow {
        if self.find_circle(excess) {
            return Flow::Circle;
        }
        let message = match what {
            FrameKind::Macro => "macros are nested too deeply",
            FrameKind::Include => "files are nested too deeply",
            FrameKind::Repeat => "repeats are nested too deeply",
        };
        self.give_up(message.to_owned());
        Flow::End
    }

    /// Whether there are too many calls because something calls itself, which is reported.
    pub(super) fn find_circle(&mut self, excess: Excess) -> bool {
        let Some((what, name)) = self.calls.find_endless(excess) else { return false };
        self.say_endless(what, name, excess);
        // The next pass reports it at its place.
        self.symbols.changed.get_or_insert(u32::MAX);
        true
    }

    fn say_endless(&mut self, what: FrameKind, name: u32, excess: Excess) {
        let (message, help) = match (what, excess) {
            (FrameKind::Include, _) => {
                let name = &self.sources.list[name as usize].name;
                let help = "remove this line, and move what both files need into a third one".to_owned();
                (format!("`{name}` includes itself"), help)
            }
            (_, Excess::Deep) => {
                let name = self.macro_name(name);
                let help = format!(
                    "put an `.if` around the call to end the recursion; calls may be nested {MAX_NESTING} deep"
                );
                (format!("macro `{name}` calls itself without end"), help)
            }
            (_, Excess::Many) => {
                let help = "two calls of itself double with every level: use fewer levels, or \
                            repeat with `.rept`";
                (format!("macro `{}` calls itself too often", self.macro_name(name)), help.to_owned())
            }
        };
        self.error(self.place, message, Some(help));
    }

    fn macro_name(&self, index: u32) -> &str {
        self.program.names.text(self.program.macros[index as usize].name)
    }

    /// Where a file named in the current source may be: in the source's folder, then in the main file's
    /// folder, then as named, then in the include folders.
    pub(super) fn candidates(&self, path: u32) -> Vec<String> {
        let path = String::from_utf8_lossy(&self.program.strings[path as usize]).replace('\\', "/");
        let (file, _) = self.sources.file_line(self.source, 1);
        let beside = |file: &str| file.rsplit_once('/').map(|(folder, _)| join(folder, &path));
        let main = self.sources.list.first().and_then(|main| beside(&main.name));
        let folders = self.options.include.iter().map(|folder| join(folder, &path));
        beside(file).into_iter().chain(main).chain([path.clone()]).chain(folders).collect()
    }

    /// Reads the first of these files that exists, with `ending` appended to its name.
    pub(super) fn read_beside(&mut self, path: u32, ending: &str) -> Option<(String, Vec<u8>)> {
        let candidates = self.candidates(path);
        candidates
            .into_iter()
            .map(|path| path + ending)
            .find_map(|path| self.files.read(&path).map(|bytes| (path, bytes)))
    }

    /// Reports that none of the files could be read, once per name.
    pub(super) fn cannot_read(&mut self, path: u32, place: Place) {
        let name = String::from_utf8_lossy(&self.program.strings[path as usize]).into_owned();
        if !self.said.misses(&name) {
            return;
        }
        let refusal = self.candidates(path).iter().find_map(|path| self.files.refusal(path));
        let help = refusal.unwrap_or_else(|| {
            "it was searched for in the folders of this file and of the main file, and in the include folders".to_owned()
        });
        self.error(place, format!("cannot read `{name}`"), Some(help));
    }

    pub(super) fn include(&mut self, path: u32) -> Flow {
        let Some(unit) = self.included(path) else { return Flow::Next };
        // `end` in an included file ends only that file.
        match self.nested(unit, FrameKind::Include, unit) {
            Flow::End if !self.stopped => Flow::Next,
            flow => flow,
        }
    }

    /// The unit of the file that a name means in the current source; none if it cannot be read, which is
    /// reported.
    fn included(&mut self, path: u32) -> Option<u32> {
        if let Some(unit) = self.files.included(self.source, &self.program.strings[path as usize]) {
            return Some(unit);
        }
        let found = self.read_beside(path, "").or_else(|| self.read_beside(path, ".asm"));
        let Some((name, text)) = found else {
            self.said.lacks_source = true;
            self.cannot_read(path, self.place);
            return None;
        };
        let unit = self.files.unit(&name).unwrap_or_else(|| {
            let unit = self.add_file(&name, text);
            self.sources.list[unit as usize].included = Some(self.place);
            unit
        });
        self.files.keep_included(self.source, &self.program.strings[path as usize], unit);
        Some(unit)
    }

    /// `.rept`: repeats the statements from `first` on, or a body that is parsed for every turn.
    pub(super) fn repeat_block(
        &mut self,
        unit: u32,
        first: usize,
        statement: Statement,
        count: ExprId,
        body: u32,
        end: u32,
    ) -> Flow {
        if self.turns.depth() >= MAX_NESTING {
            return self.leave_circle(FrameKind::Repeat, Excess::Deep);
        }
        self.label(&statement);
        let mut count = self.count_of_turns(count);
        if body != u32::MAX && self.refuse_much_source(count, body) {
            count = 0;
        }
        self.turns.begin();
        let mut flow = Flow::Next;
        for turn in 0..count {
            self.turns.count(turn);
            if !self.count_statement() {
                break;
            }
            flow = if body == u32::MAX {
                self.walk(unit, first, end as usize)
            } else {
                self.place = (unit, statement.start, statement.end);
                self.source = unit;
                self.repeat_turn(body)
            };
            if flow != Flow::Next {
                break;
            }
        }
        self.turns.end();
        flow
    }

    /// Rejects a repeat whose turns need more source than allowed, because each turn has its own values. The
    /// code after it is still checked.
    fn refuse_much_source(&mut self, count: i64, index: u32) -> bool {
        let syntax = &self.program.repeats[index as usize];
        let length = i64::from(syntax.body.end - syntax.body.start);
        let mut values = syntax.values.iter().map(|&value| self.expr_place(value));
        let counts = values.any(|(source, start, end)| {
            let text = &self.sources.list[source as usize].text;
            text.get(start as usize..end as usize).is_some_and(|text| text.contains(&b'#'))
        });
        if !counts || count.saturating_mul(length) <= MAX_REPEATED as i64 {
            return false;
        }
        let limit = MAX_REPEATED >> 20;
        let message = format!("{count} turns of this repeat expand to more than {limit} MiB of source");
        let help =
            "without values after the count all turns share one source, and `#` is the number of the turn"
                .to_owned();
        self.error(self.place, message, Some(help));
        true
    }

    fn repeat_turn(&mut self, index: u32) -> Flow {
        let values = self.program.repeats[index as usize].values.clone();
        let values: Vec<i64> = values.into_iter().map(|value| self.value(value).unwrap_or(0)).collect();
        let mut key = [&b"r"[..], &index.to_le_bytes()].concat();
        key.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        let unit = match self.macros.expansion(&key) {
            Some(unit) => unit,
            None => {
                let arguments: Vec<Vec<u8>> =
                    values.iter().map(|value| value.to_string().into_bytes()).collect();
                let unit = match self.expand(Expanded::Repeat(index), &arguments) {
                    Ok(unit) => unit,
                    Err(flow) => return flow,
                };
                self.macros.keep_expansion(key, unit);
                unit
            }
        };
        self.nested(unit, FrameKind::Repeat, 0)
    }

    pub(super) fn begin_block(
        &mut self,
        kind: BlockSyntax,
        name: Option<Name>,
        value: ExprId,
        procedure: u32,
    ) {
        // If a repeat leaves a block open in each turn, names would be searched for in all of them.
        if self.blocks.are_too_many() {
            self.give_up(
                "blocks are nested too deeply: one is opened again and again, and not closed".to_owned(),
            );
            return;
        }
        let given = value.given().map(|value| self.value(value).unwrap_or(0));
        let mut block = OpenBlock::new(kind, self.scope, self.scope, self.image.here, self.place);
        block.name = name;
        block.behind = self.notes.records.len();
        self.set_beginning(&mut block, given);
        self.name_block(&mut block);
        if kind != BlockSyntax::Pages {
            block.scope = self.symbols.open(block.outer, name, kind);
            self.scope = block.scope;
        }
        if procedure != u32::MAX {
            self.begin_procedure(&block, procedure);
        } else if let Some(symbol) = block.symbol {
            self.procedures.declare_plain(symbol);
        }
        self.blocks.open(block);
    }

    /// Sets the address of a block, or other meaning of the value after its name.
    fn set_beginning(&mut self, block: &mut OpenBlock, given: Option<i64>) {
        match (block.kind, given) {
            (BlockSyntax::Pages, _) => block.pages = given.unwrap_or(1),
            (BlockSyntax::Struct | BlockSyntax::Enum, _) => {
                self.image.here = given.unwrap_or(0);
                block.start = self.image.here;
            }
            (_, Some(address)) => {
                block.displacement = Some(self.image.load - block.start);
                self.image.relocate(address);
                block.start = address;
            }
            (_, None) => {}
        }
    }

    /// Defines the name of a block. A `.local` may be reopened to add to it.
    fn name_block(&mut self, block: &mut OpenBlock) {
        let (Some(symbol_kind), Some(name)) = (symbol_kind(block.kind), block.name) else { return };
        let known = self.symbols.local(block.outer, name).map(|at| self.symbols.list[at as usize]);
        let is_again = known.is_some_and(|known| {
            known.pass == self.pass && known.kind == SymbolKind::Local && block.kind == BlockSyntax::Local
        });
        if is_again {
            self.neighbours.forget_loaded();
            let text = self.program.names.text(name).to_owned();
            let message = format!("`{text}` is opened again: its name means the last part");
            self.diagnose(Severity::Note, self.place, message, None);
        } else {
            self.define_block(block.outer, name, symbol_kind, block);
        }
        block.symbol = self.symbols.local(block.outer, name);
        if let Some(symbol) = block.symbol.filter(|&symbol| is_again || self.symbols.is_reopened(symbol)) {
            self.symbols.note_reopened(symbol, block.start);
        }
    }

    fn define_block(&mut self, outer: u32, name: Name, kind: SymbolKind, block: &OpenBlock) {
        let value = match (kind, self.symbols.local(outer, name)) {
            // The size is known only at the end; until then it is that of the previous pass.
            (SymbolKind::Struct | SymbolKind::Enum, Some(known)) => self.symbols.list[known as usize].value,
            (SymbolKind::Local, Some(known)) if self.symbols.is_reopened(known) => {
                self.symbols.list[known as usize].value
            }
            (SymbolKind::Struct | SymbolKind::Enum, None) => 0,
            _ => block.start,
        };
        self.define(outer, name, Some(value), kind);
    }

    /// `.end`: closes the innermost block or comparison. If `is_told`, the line's mistake has been reported.
    pub(super) fn finish_any(&mut self, is_told: bool) {
        match self.blocks.innermost() {
            _ if self.comparisons.is_innermost(self.blocks.depth()) => self.end_test(),
            Some(block) => self.finish_block(block.kind, None),
            None if is_told => {}
            None => {
                let help = "`end` without a dot ends the program".to_owned();
                self.error(self.place, "`.end` closes no block".to_owned(), Some(help));
            }
        }
    }

    /// Closes a block; the directive may name it.
    pub(super) fn finish_block(&mut self, kind: BlockSyntax, said: Option<Name>) {
        self.close_within(kind);
        let Some(mut block) = self.blocks.close(kind) else {
            self.refuse_end(kind);
            return;
        };
        self.warn_of_other_name(&block, said);
        self.place_variables(&block.variables);
        self.scope = block.outer;
        let end = self.end_of(&mut block);
        match kind {
            BlockSyntax::Struct | BlockSyntax::Enum => {
                self.image.here = block.counter;
                return;
            }
            BlockSyntax::Pages => self.check_pages(&block, end),
            _ => {}
        }
        self.go_back(&block);
        if matches!(kind, BlockSyntax::Proc | BlockSyntax::Local) && block.name.is_some() {
            let OpenBlock { scope, start, budget, place, behind, .. } = block;
            let records = behind..self.notes.records.len();
            // A diagnostic about a budget may come after the calls have ended.
            let stack = if budget.is_some() { self.stack() } else { Vec::new() };
            self.notes.ranges.push(BlockRange { kind, scope, start, end, records, budget, place, stack });
        }
    }

    /// Reports blocks of other kinds that are still open within the block that ends here.
    fn close_within(&mut self, kind: BlockSyntax) {
        if self.blocks.around(kind).is_none() {
            return;
        }
        while let Some(inner) = self.blocks.innermost().filter(|block| block.kind != kind).cloned() {
            let here = self.place;
            self.refuse_endless(&inner, Some(here));
            self.place = inner.place;
            self.finish_block(inner.kind, inner.name);
            self.place = here;
            self.blocks.expect_late_end(inner.kind);
        }
    }

    /// Reports a block that is not closed, or not before the enclosing block ends at a place.
    pub(super) fn refuse_endless(&mut self, block: &OpenBlock, outer_end: Option<Place>) {
        let closer = block.kind.closer();
        let name = block.name.map(|name| format!(" `{}`", self.program.names.text(name)));
        let message = format!("the block{} has no end", name.unwrap_or_default());
        let Some((source, start, end)) = outer_end else {
            let fix = Fix::Close(closer.to_owned());
            return self.error_to_fix(
                block.place,
                message,
                Some(format!("close it with `{closer}`")),
                Some(fix),
            );
        };
        let at = self.sources.location(source, start, end);
        let help = format!("close it with `{closer}` before the block around it ends");
        if let Some(said) = self.add_diagnostic(Severity::Error, block.place, message, Some(help)) {
            said.related.push(("the block around it ends here".to_owned(), at));
        }
    }

    /// Reports the end of a block that is not open, unless that block was closed together with an enclosing
    /// one. The innermost block takes it as its own end.
    fn refuse_end(&mut self, kind: BlockSyntax) {
        if self.blocks.take_late_end(kind) {
            return;
        }
        let (message, help) = match self.blocks.innermost() {
            Some(block) => {
                let name = block.name.map(|name| format!(" `{}`", self.program.names.text(name)));
                let help = format!(
                    "the innermost is{}: close it with `{}`",
                    name.unwrap_or_default(),
                    block.kind.closer()
                );
                ("another block must be closed before this one", Some(help))
            }
            None => {
                let closer = kind.closer();
                let opener = BLOCKS.iter().find(|(_, close)| *close == closer).map(|(open, _)| open);
                (
                    "no such block is open",
                    opener.map(|opener| format!("`{closer}` ends a block that `{opener}` begins")),
                )
            }
        };
        self.error(self.place, message.to_owned(), help);
        if let Some(kind) = self.blocks.innermost().map(|block| block.kind) {
            self.finish_block(kind, None);
            self.blocks.expect_late_end(kind);
        }
    }

    fn warn_of_other_name(&mut self, block: &OpenBlock, said: Option<Name>) {
        let Some(said) = said.filter(|_| said != block.name) else { return };
        let text = |name: Name| format!("`{}`", self.program.names.text(name));
        let closed = block.name.map_or_else(|| "a block without a name".to_owned(), text);
        let message = format!("this closes {closed}, not {}", text(said));
        self.diagnose(Severity::Warning, self.place, message, None);
    }

    /// The address after a block that ends here, from which its name gets its size.
    fn end_of(&mut self, block: &mut OpenBlock) -> i64 {
        let is_structure = block.kind == BlockSyntax::Struct;
        let mut end = self.image.here;
        if is_structure && !(0..=MAX_STRUCTURE).contains(&end) {
            let message = format!("a structure has at most {MAX_STRUCTURE} bytes, not {end}");
            self.error(block.place, message, None);
            end = 0;
            block.fields.clear();
        }
        let Some(symbol) = block.symbol else { return end };
        let size = match block.kind {
            BlockSyntax::Enum => bytes_for(block.largest),
            _ => (end - block.start).clamp(0, 0xFFFF_FFFF) as u32,
        };
        self.symbols.set_block_size(symbol, is_structure.then_some(end), size);
        if is_structure {
            let fields = std::mem::take(&mut block.fields);
            self.structures.remember(symbol, Structure { fields, size: end });
        }
        end
    }

    /// After a block assembled for another address, the enclosing block continues. [measured]
    fn go_back(&mut self, block: &OpenBlock) {
        let Some(before) = block.displacement else { return };
        let within = block.counter + before - block.start;
        // The address set by an `org` within the block is kept.
        let is_kept = self.image.load - self.image.here == within;
        self.image.relocate(self.image.load - if is_kept { before } else { 0 });
    }

    fn check_pages(&mut self, block: &OpenBlock, end: i64) {
        let pages = (end - 1).div_euclid(256) - block.start.div_euclid(256) + 1;
        if end > block.start && pages > block.pages {
            let allowed = block.pages;
            let message = format!("the block spans {pages} pages; {allowed} allowed");
            let severity = if self.options.strict { Severity::Error } else { Severity::Warning };
            self.diagnose(severity, block.place, message, None);
        }
    }

    /// `.budget N`: sets the budget of the enclosing procedure.
    pub(super) fn budget(&mut self, cycles: ExprId) {
        let value = self.value(cycles);
        if value.is_some_and(|value| value < 0) {
            self.error_at(cycles, "a budget is a number of cycles, 0 or more".to_owned(), None);
        }
        match self.blocks.around_mut(BlockSyntax::Proc) {
            Some(block) if block.budget.is_some() => {
                self.error(self.place, "this procedure has a budget already".to_owned(), None);
            }
            Some(block) => block.budget = value,
            None => self.error(self.place, "a budget must be inside a procedure".to_owned(), None),
        }
    }

    /// `.loop N`: bounds the loop of the branch that follows.
    pub(super) fn bound_loop(&mut self, bound: ExprId) {
        let value = self.value(bound);
        if value.is_some_and(|value| value < 1) {
            let help = "it says how often the loop's body runs".to_owned();
            self.error_at(bound, "a loop is bounded by a number of turns, 1 or more".to_owned(), Some(help));
        }
        if let Some(turns) = value {
            let (address, behind) = (self.image.here as u16, self.notes.records.len());
            self.notes.loops.push(FoundBound {
                address,
                turns,
                place: self.place,
                behind,
                stack: self.stack(),
            });
        }
    }
}

/// The kind of symbol that a block's name defines, if any.
fn symbol_kind(kind: BlockSyntax) -> Option<SymbolKind> {
    match kind {
        BlockSyntax::Proc => Some(SymbolKind::Proc),
        BlockSyntax::Local => Some(SymbolKind::Local),
        BlockSyntax::Struct => Some(SymbolKind::Struct),
        BlockSyntax::Enum => Some(SymbolKind::Enum),
        BlockSyntax::Pages | BlockSyntax::Macro => None,
    }
}

/// The number of bytes needed for a value.
fn bytes_for(value: i64) -> u32 {
    match value {
        ..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFF_FFFF => 3,
        _ => 4,
    }
}

/// A path within a folder, without `./` and with `..` resolved.
fn join(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| *part != ".").collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
