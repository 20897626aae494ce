//! A pass walks the statements of the program, defines symbols and outputs bytes. Passes are repeated until
//! two of them agree on every symbol.

mod arguments;
mod array;
mod aside;
mod block;
mod data;
mod define;
mod evaluate;
mod halves;
mod instruction;
mod layout;
mod macros;
mod members;
mod missing_values;
mod object;
mod procedure;
mod relocate;
mod report;
mod segment;
mod shorthand;
mod sparta;
mod state;
mod store;
mod structured;
mod unknown;
mod values;
mod variables;

use super::diagnostic::{Diagnostic, Location, Severity};
use super::names::Name;
use super::output::Assertion;
use super::parse;
use super::source::{Origin, Place};
use super::syntax::{BlockSyntax, ExprId, Kind, Label, Statement};
pub(super) use state::Assembler;
use state::layout::MAX_BYTES;
use state::notes::FoundTest;
pub(super) use state::notes::{LeftOut, Record, Recorded};
pub(super) use state::said::MAX_DIAGNOSTICS;

/// The pass whose bytes are used if the passes never agree. [measured]
const LAST_PASS: u32 = 21;
/// Number of statements after which a pass is considered endless.
const MAX_STATEMENTS: u64 = 4_000_000;
/// Number of segments after which a pass is considered endless: no address space has room for so many.
const MAX_CHUNKS: usize = 0x1_0000;
/// Number of scopes, including those of macro calls, after which a program is considered endless.
const MAX_SCOPES: usize = 1 << 20;

/// How the walk continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    /// Leave the macro.
    Exit,
    /// Leave all calls of a macro that calls itself endlessly.
    Circle,
    /// The program ends here.
    End,
}

impl Assembler<'_> {
    /// Assembles a file with all its passes.
    pub(super) fn assemble(&mut self, main: &str) {
        let Some(unit) = self.load(main) else {
            let location =
                Location { file: main.to_owned(), line: 1, column: 1, end_column: 2, ..Default::default() };
            let message = format!("cannot read `{main}`");
            self.said.add(Diagnostic::new(Severity::Error, message, location, None));
            return;
        };
        let mut last = LAST_PASS;
        for pass in 1.. {
            self.begin_pass(pass);
            if let Some(origin) = self.options.origin {
                self.image.org(origin.into(), origin.into(), None);
            }
            self.predefine();
            self.enter(unit);
            self.end_pass();
            if self.stopped {
                return;
            }
            let settled = pass > 1 && self.symbols.changed.is_none() && self.symbols.vanished().is_none();
            let settled = settled && self.symbols.agree_on_twice();
            if settled && self.marks.moved().is_none() {
                self.report_circles();
                return;
            }
            if pass == last {
                self.report_unsettled();
                return;
            }
            if settled {
                // If only `?name` labels have moved, there is exactly one more pass. [measured]
                last = pass + 1;
            }
        }
    }

    fn end_pass(&mut self) {
        if self.stopped {
            // Open blocks are not reported, because the rest has not been read.
            return;
        }
        self.place_root_variables();
        self.warn_of_last_gap();
        self.count_outside();
        if let Some(skip) = self.neighbours.take_skip() {
            self.refuse_skip(skip.place);
        }
        if self.segments.is_open() {
            self.error(self.place, "the segment has no `.endseg`".to_owned(), None);
        }
        if let Some(place) = self.comparisons.unclosed() {
            self.error(place, "the test has no `#end`".to_owned(), None);
        }
        let mut unclosed = self.blocks.take_unclosed();
        // A block that is left open in each turn or call is one mistake.
        unclosed.dedup_by_key(|block| block.place);
        for block in unclosed {
            self.place = block.place;
            self.refuse_endless(&block, None);
        }
        if !self.sparta_blocks.is_empty() {
            self.finish_sparta();
        } else if self.movement.is_possible() || self.object.offers_anything() {
            self.finish_object();
        }
        self.marks.settle();
        self.symbols.settle_reopened();
        if self.pass > 1 {
            self.check_overlaps();
        }
    }

    /// The parsed unit of a file; none if the file cannot be read.
    fn load(&mut self, path: &str) -> Option<u32> {
        if let Some(unit) = self.files.unit(path) {
            return Some(unit);
        }
        let text = self.files.read(path)?;
        Some(self.add_file(path, text))
    }

    /// Parses a file.
    fn add_file(&mut self, path: &str, text: Vec<u8>) -> u32 {
        let unit = self.add_source(path.to_owned(), text, Origin::File);
        self.files.keep_unit(path, unit);
        unit
    }

    /// Parses a text; its unit has the index of the source.
    fn add_source(&mut self, name: String, text: Vec<u8>, origin: Origin) -> u32 {
        let source = self.sources.add(name, text, origin);
        let text = std::mem::take(&mut self.sources.list[source as usize].text);
        let unit = parse::parse(&mut self.program, &self.words, &text, source);
        self.sources.list[source as usize].text = text;
        self.program.units.push(unit);
        source
    }

    /// Walks a whole unit.
    fn enter(&mut self, unit: u32) -> Flow {
        let (outer, calling_line) = (std::mem::replace(&mut self.source, unit), self.line);
        self.record(Statement::marker(calling_line), Recorded::Enter);
        let length = self.program.units[unit as usize].len();
        let flow = self.walk(unit, 0, length);
        self.source = unit;
        self.record(Statement::marker(0), Recorded::Leave);
        (self.source, self.line) = (outer, calling_line);
        flow
    }

    fn record(&mut self, statement: Statement, what: Recorded) {
        let Statement { line, start, end, .. } = statement;
        if let Recorded::Bytes { offset, length, .. } = what {
            self.notes.recorded = (offset + length) as usize;
        }
        self.notes.records.push(Record { source: self.source, line, start, end, what });
    }

    /// Walks the statements `from..to` of a unit.
    fn walk(&mut self, unit: u32, from: usize, to: usize) -> Flow {
        let mut index = from;
        // Whether a condition was false, so the next branch of its chain is to be tried.
        let mut seeking = false;
        while index < to && !self.stopped {
            let statement = self.program.units[unit as usize][index];
            self.source = unit;
            self.place = (unit, statement.start, statement.end);
            self.line = statement.line;
            index += 1;
            if !self.count_statement() {
                return Flow::End;
            }
            if statement.repeat.given().is_some() && statement.kind.is_linked() {
                self.error(self.place, "this cannot be repeated".to_owned(), None);
            }
            if let Some(goes_on) = self.choose(&statement, index, seeking) {
                (index, seeking) = goes_on;
                continue;
            }
            match statement.kind {
                Kind::Repeat { count, body, end } => {
                    let flow = self.repeat_block(unit, index, statement, count, body, end);
                    if flow != Flow::Next {
                        return flow;
                    }
                    if body == u32::MAX {
                        index = end as usize + 1;
                    }
                }
                kind => match self.behind_unused(kind, unit, index, to) {
                    Some(behind) => (index, self.said.hushes_next) = (behind, false),
                    None => match self.hushed_statement(statement) {
                        Flow::Next => {}
                        flow => return flow,
                    },
                },
            }
        }
        if self.stopped { Flow::End } else { Flow::Next }
    }

    /// Handles `.if` and its relatives: the next statement, and whether the next branch of the chain is to be
    /// tried. None for other statements.
    fn choose(&mut self, statement: &Statement, next_one: usize, seeking: bool) -> Option<(usize, bool)> {
        let goes_on = match statement.kind {
            Kind::If { condition, next } => {
                self.label(statement);
                if self.condition(condition) { (next_one, seeking) } else { (next as usize, true) }
            }
            Kind::IfDefined { name, wanted, next } => {
                self.label(statement);
                if self.is_defined(name, self.place) == wanted {
                    (next_one, seeking)
                } else {
                    self.warn_of_guard(self.source, name, next_one..next as usize);
                    (next as usize, true)
                }
            }
            Kind::ElseIf { end, .. } | Kind::Else { end } if !seeking => (end as usize, false),
            Kind::ElseIf { condition, next, .. } => {
                if self.condition(condition) {
                    (next_one, false)
                } else {
                    (next as usize, true)
                }
            }
            Kind::Else { .. } | Kind::EndIf => (next_one, false),
            _ => return None,
        };
        Some(goes_on)
    }

    /// Counts a statement; false if the pass has to stop.
    fn count_statement(&mut self) -> bool {
        self.statements += 1;
        let too_many = if self.statements > MAX_STATEMENTS {
            "statements"
        } else if self.image.bytes.len() > MAX_BYTES {
            "bytes"
        } else if self.image.chunks.len() > MAX_CHUNKS {
            "segments"
        } else if self.symbols.scopes.len() > MAX_SCOPES {
            "macro calls"
        } else {
            return !self.stopped;
        };
        self.give_up(format!("the assembly does not terminate: too many {too_many}"));
        false
    }

    /// Carries out a statement, without its warnings if a `.nowarn` precedes it. The parser's remarks on it
    /// come in between.
    fn hushed_statement(&mut self, statement: Statement) -> Flow {
        let outer = self.said.is_hushed;
        self.said.is_hushed |= self.said.hushes_next;
        self.said.hushes_next &= matches!(statement.kind, Kind::Remark(_) | Kind::RemarkOfLabel(..));
        let flow = self.statement(statement);
        self.said.is_hushed = outer;
        flow
    }

    fn statement(&mut self, statement: Statement) -> Flow {
        let (before, filled, here) = (self.image.bytes.len(), self.image.filled, self.image.here);
        self.label(&statement);
        let flow = match statement.repeat.given() {
            None => self.execute(&statement),
            Some(count) => self.repeat_statement(&statement, count),
        };
        // Bytes that fill the gap before it do not belong to the statement.
        let first = before + self.image.filled - filled;
        let words = matches!(statement.kind, Kind::Data(items) if self.is_of_words(items));
        if !self.record_bytes(statement, first, words) {
            self.record_place(statement, here);
        }
        flow
    }

    /// Records the bytes that a statement has output, from the first one on, without those of the statements
    /// that it consists of (a macro, an included file). Returns whether there are any.
    fn record_bytes(&mut self, statement: Statement, first: usize, words: bool) -> bool {
        let mut offset = first.max(self.notes.recorded);
        let code = self.image.code_end > offset;
        let is_any = offset < self.image.bytes.len();
        while let Some((here, length)) = self.image.run_at(offset) {
            let (at, length) = (offset as u32, length as u32);
            self.record(statement, Recorded::Bytes { here, offset: at, length, code, words });
            offset += length as usize;
        }
        is_any
    }

    /// Records the address or value that a statement without bytes shows in a listing.
    fn record_place(&mut self, statement: Statement, here: i64) {
        if statement.label != Label::None && matches!(statement.kind, Kind::Nothing) {
            self.record(statement, Recorded::Address(here as u16));
        } else if matches!(statement.kind, Kind::Begin { block: BlockSyntax::Proc | BlockSyntax::Local, .. })
            && self.image.here == here
        {
            self.record(statement, Recorded::Address(self.image.here as u16));
        } else if matches!(statement.kind, Kind::Reserve(_)) {
            self.record(statement, Recorded::Value(here));
        }
    }

    fn repeat_statement(&mut self, statement: &Statement, count: ExprId) -> Flow {
        if matches!(statement.kind, Kind::Reserve(_) | Kind::Org { .. } | Kind::Include(_)) {
            self.error(self.place, "this cannot be repeated".to_owned(), None);
            return Flow::Next;
        }
        let count = self.count_of_turns(count);
        self.turns.begin();
        for turn in 0..count {
            self.turns.count(turn);
            if !self.count_statement() {
                break;
            }
            self.turns.set_counts_calls(matches!(statement.kind, Kind::Call { .. }));
            let flow = self.execute(statement);
            if flow != Flow::Next {
                self.turns.end();
                return flow;
            }
        }
        self.turns.end();
        self.turns.set_counts_calls(false);
        Flow::Next
    }

    /// The number of turns of a repeat; 0 if the count is invalid, so that the code after it is still
    /// checked.
    fn count_of_turns(&mut self, count: ExprId) -> i64 {
        let turns = self.value(count).unwrap_or(0);
        if (0..=MAX_STATEMENTS as i64).contains(&turns) {
            return turns;
        }
        let help = (turns > 0).then(|| format!("at most {MAX_STATEMENTS} statements are allowed"));
        self.error_at(count, format!("cannot repeat {turns} times"), help);
        0
    }

    /// `end`. Within an open block it is a label, which should have another name.
    fn end_statement(&mut self) -> Flow {
        if self.blocks.depth() == 0 {
            return Flow::End;
        }
        let help = "as a label it needs another name".to_owned();
        self.error(self.place, "`end` ends the program, but a block is open".to_owned(), Some(help));
        Flow::Next
    }

    fn execute(&mut self, statement: &Statement) -> Flow {
        match statement.kind {
            Kind::Call { name, arguments } => return self.call(name, arguments, statement),
            Kind::Include(path) => return self.include(path),
            Kind::ExitMacro => return self.exit_macro(),
            Kind::End => return self.end_statement(),
            kind => self.carry_out(kind, statement),
        }
        Flow::Next
    }

    /// Carries out a statement that the next one follows.
    fn carry_out(&mut self, kind: Kind, statement: &Statement) {
        match kind {
            Kind::Define { name, is_global, operator, value } => {
                self.define_outside(name, is_global, operator, value);
            }
            Kind::Instruction { operations, operands } => self.instruction(operations, operands),
            Kind::Data(items) => self.data_statement(items),
            Kind::Reserve(count) => self.reserve(count),
            Kind::Org { address, load, header } => self.org(address, load, header),
            Kind::Align { boundary, fill } => self.align(boundary, fill),
            Kind::Insert { path, part } => self.insert(path, part),
            Kind::Stored(what) => self.store_statement(what),
            Kind::MacroDefinition(index) => self.define_macro(index),
            Kind::LineDefinition(index) => self.define_line(index),
            Kind::Undefine(name) => self.undefine_line(name),
            Kind::Begin { block, name, value, procedure } => {
                self.begin_block(block, name, value, procedure);
            }
            Kind::Finish(block, name) => self.finish_block(block, name),
            Kind::FinishAny { is_told } => self.finish_any(is_told),
            Kind::Variables(index) => self.declare_variables(index),
            Kind::Array(index) => self.array(index),
            Kind::Member(index) => self.member(index),
            Kind::Structure(index) => self.structure(index, named(statement)),
            Kind::Bank(operator, number) => self.set_bank(operator, number),
            Kind::Use(scopes) => self.use_scopes(scopes),
            Kind::Reopen(name) => self.reopen(name),
            Kind::Segment(what) => self.segment_statement(what),
            Kind::Object(what) => self.object_statement(what),
            Kind::Block { address, has_header } => self.block_org(address, has_header),
            Kind::Sparta(what) => self.sparta(what),
            Kind::Run(address) => self.run_at(address),
            Kind::Init(address) => self.init_at(address),
            Kind::Options(text) => self.set_options(text),
            Kind::Report { report, items } => self.say(report, items),
            Kind::Region(index) => self.declare_region(index),
            Kind::Budget(cycles) => self.budget(cycles),
            Kind::Loop(bound) => self.bound_loop(bound),
            Kind::RoutineTest(index) => self.note_test(index),
            Kind::Assert(condition) => self.note_assertion(condition),
            Kind::Comparison(part) => self.comparison(part),
            Kind::Cycle(count) => self.cycle(count),
            Kind::Hush => self.said.hushes_next = true,
            Kind::Fault(index) => self.parse_fault(index, Severity::Error),
            Kind::Remark(index) => self.parse_fault(index, Severity::Warning),
            Kind::RemarkOfLabel(_, name) if self.is_used(name) => {}
            Kind::RemarkOfLabel(index, _) => self.parse_fault(index, Severity::Warning),
            // The walk has carried these out, or they are only labels.
            Kind::Nothing | Kind::Equate(_) | Kind::Assign(..) => {}
            Kind::Call { .. } | Kind::Include(_) | Kind::ExitMacro | Kind::End => {}
            Kind::If { .. } | Kind::IfDefined { .. } | Kind::ElseIf { .. } | Kind::Else { .. } => {}
            Kind::EndIf | Kind::Repeat { .. } | Kind::EndRepeat => {}
        }
    }

    /// `.test`: records the test.
    fn note_test(&mut self, index: u32) {
        let stack = self.stack();
        self.notes.tests.push(FoundTest { index, place: self.place, scope: self.scope, stack });
    }

    /// `.assert`: records the assertion.
    fn note_assertion(&mut self, condition: u32) {
        if !self.options.assertions {
            let message = "`.assert` stands between `.test` and `.endtest`, or in a macro that a test calls";
            return self.error(self.place, message.to_owned(), None);
        }
        let (source, start, end) = self.place;
        self.notes.assertions.push(Assertion {
            address: self.image.here as u16,
            condition: String::from_utf8_lossy(&self.program.strings[condition as usize]).into_owned(),
            location: self.sources.location(source, start, end),
            stack: self.stack(),
        });
    }
}

/// The name of a statement's label.
fn named(statement: &Statement) -> Option<Name> {
    match statement.label {
        Label::Named(name) => Some(name),
        _ => None,
    }
}

impl Statement {
    /// Marks the beginning or end of a source.
    fn marker(line: u32) -> Statement {
        Statement { kind: Kind::Nothing, label: Label::None, repeat: ExprId::NONE, line, start: 0, end: 0 }
    }
}
