//! Tests of routines: what stands in a source between `.test` and `.endtest` is assembled behind the program and run, each on a
//! machine of its own in which the program is in memory and nothing of it has run.

pub mod junit;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::assembler::{
    self, Diagnostic, Files, Location, MemoryFiles, Options, Output, Overlay, RoutineTest, Severity,
};
use crate::debug::expression::Expression;
use crate::inspect::coverage::{Coverage, Report};
use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::Symbols;
use crate::machine::{Config, Machine};

/// Frames after which the system has begun, and waits for somebody.
const BOOT_FRAMES: u64 = 120;
/// Where tests may stand: below is the system's, above its screen.
const ROOM: std::ops::Range<u32> = 0x0700..0xBC00;
/// Bytes of the screen that the system puts at the end of the RAM, with its display list.
const SCREEN: u32 = 0x0400;

/// The tests of a program, ready to be run.
pub struct Suite {
    /// The machine that each begins with.
    machine: Machine,
    tests: Vec<Prepared>,
    symbols: Symbols,
    lines: SourceLines,
    warnings: Vec<Diagnostic>,
    /// The text in which the tests stand, as the lines name it.
    page: String,
}

/// Why there is no suite.
#[derive(Debug)]
#[non_exhaustive]
pub enum SuiteError {
    /// The program, or a test of it, has errors.
    Assembly(Vec<Diagnostic>),
    /// No memory is left for the tests.
    NoRoom,
}

impl std::fmt::Display for SuiteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SuiteError::Assembly(diagnostics) => {
                f.write_str(&assembler::render(diagnostics, assembler::Format::Short))
            }
            SuiteError::NoRoom => write!(f, "the program leaves no memory to its tests"),
        }
    }
}

impl std::error::Error for SuiteError {}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// File as named in the source.
    pub file: String,
    /// From 1.
    pub line: u32,
}

/// What led to a test: a call of a macro, a repeat, or an inclusion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Call {
    /// In words: "in macro `m` called here".
    pub what: String,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

impl Call {
    fn all_of(test: &RoutineTest) -> Vec<Call> {
        let call = |(what, at): &(String, Location)| Call {
            what: what.clone(),
            place: Place { file: at.file.clone(), line: at.line },
        };
        test.stack.iter().map(call).collect()
    }
}

/// What has become of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Its name.
    pub name: String,
    /// Where it begins: its first line.
    #[serde(flatten)]
    pub place: Place,
    /// What led to it, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Call>,
    /// What it failed of; nothing if it passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// How long it took, from its first instruction to its end; nothing if it did not get there.
    #[serde(flatten)]
    pub duration: Option<Duration>,
}

impl Outcome {
    /// What it failed of, and then what led to it, innermost first: lines that begin with their place. None if it passed.
    pub fn complaints(&self) -> impl Iterator<Item = String> {
        let line = |place: &Place, text: &str| format!("{}:{}: {text}", place.file, place.line);
        self.failure.iter().flat_map(move |failure| {
            let calls = self.stack.iter().map(move |call| line(&call.place, &call.what));
            std::iter::once(line(&failure.place, &failure.message)).chain(calls)
        })
    }
}

/// How long a test took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Duration {
    /// Machine cycles, with DMA and interrupts.
    pub cycles: u64,
    /// Cycles of the CPU, with those of interrupts.
    pub cpu_cycles: u64,
}

impl Duration {
    fn between(begin: &Machine, end: &Machine) -> Self {
        Duration { cycles: end.cycle() - begin.cycle(), cpu_cycles: end.cpu_cycles() - begin.cpu_cycles() }
    }
}

/// Why a test has failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The line that did not hold, or the test's first.
    #[serde(flatten)]
    pub place: Place,
    /// What was expected and what there was.
    pub message: String,
}

/// A line of a test with its condition.
struct Assertion {
    place: Place,
    text: String,
    condition: Expression,
}

struct Prepared {
    name: String,
    place: Place,
    stack: Vec<Call>,
    begin: u16,
    end: u16,
    /// By the address before whose instruction they hold.
    assertions: BTreeMap<u16, Vec<Assertion>>,
}

impl Suite {
    /// Assembles the program `main` and the tests that stand in its sources, for machines built from `config`.
    ///
    /// # Errors
    /// See [`SuiteError`].
    pub fn new(
        files: &dyn Files,
        main: &str,
        options: &Options,
        config: &Config,
    ) -> Result<Suite, SuiteError> {
        let program = assembled(assembler::assemble(files, main, options))?;
        let memory = u32::from(config.ram.bytes());
        let (room, end) = room(&program, ROOM.end.min(memory.saturating_sub(SCREEN)));
        let page = Page::new(main, &program.tests, room);
        let of_page = MemoryFiles::one(&page.path, &page.text);
        let with_tests = Overlay(&of_page, files);
        let output =
            assembled(assembler::assemble(&with_tests, &page.path, options)).map_err(
                |error| match error {
                    SuiteError::Assembly(diagnostics) => SuiteError::Assembly(page.moved(diagnostics)),
                    other => other,
                },
            )?;
        let symbols = Symbols::from_assembly(&output);
        let machine = loaded(config, &output);
        let mut warnings = Vec::new();
        let tests = program.tests.iter().enumerate();
        let tests = tests.map(|(n, test)| prepared(n, test, &symbols, &machine, &mut warnings));
        let tests = tests.collect::<Result<Vec<_>, _>>()?;
        if tests.iter().any(|test| u32::from(test.end) + END_BYTES > end) {
            return Err(SuiteError::NoRoom);
        }
        let lines = SourceLines::from_assembly(&output);
        Ok(Suite { machine, tests, symbols, lines, warnings, page: page.path })
    }

    /// What there is to say of conditions: labels of the program that they do not name, though they look so.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// How many tests there are.
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Runs the tests of the names that are wanted, each for at most so many frames.
    pub fn run(&self, frames: u64, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Outcome> {
        self.wanted(is_wanted).map(move |test| self.outcome(test, frames, None))
    }

    /// The same, counting what runs.
    pub fn run_counting<'a>(
        &'a self,
        frames: u64,
        is_wanted: impl Fn(&str) -> bool + 'a,
        coverage: &'a mut Coverage,
    ) -> impl Iterator<Item = Outcome> + 'a {
        self.wanted(is_wanted).map(move |test| self.outcome(test, frames, Some(&mut *coverage)))
    }

    /// What of the program's source has been counted. What stands in tests is no part of it.
    pub fn coverage(&self, coverage: &Coverage) -> Report {
        let mut report = coverage.report(&self.lines, &self.machine);
        report.files.remove(&self.page);
        report
    }

    fn wanted(&self, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = &Prepared> {
        self.tests.iter().filter(move |test| is_wanted(&test.name))
    }

    fn outcome(&self, test: &Prepared, frames: u64, coverage: Option<&mut Coverage>) -> Outcome {
        let ran = self.run_one(test, frames, coverage);
        Outcome {
            name: test.name.clone(),
            place: test.place.clone(),
            stack: test.stack.clone(),
            duration: ran.as_ref().ok().copied(),
            failure: ran.err(),
        }
    }

    fn run_one(
        &self,
        test: &Prepared,
        frames: u64,
        mut coverage: Option<&mut Coverage>,
    ) -> Result<Duration, Failure> {
        let mut machine = self.machine.clone();
        machine.cpu_mut().pc = test.begin;
        let last_frame = machine.frame_number().saturating_add(frames);
        let mut reached = 0;
        loop {
            let (pc, due) = (machine.cpu().pc, machine.cpu().interrupt_due);
            if !due && let Some(assertions) = test.assertions.get(&pc) {
                assertions.iter().try_for_each(|assertion| assertion.check(&machine))?;
                reached += 1;
            }
            if !due && pc == test.end {
                break;
            }
            coverage.iter_mut().for_each(|coverage| coverage.before_step(&machine));
            machine.step();
            coverage.iter_mut().for_each(|coverage| coverage.after_step(&machine));
            let at = || match (test.begin..=test.end).contains(&machine.cpu().pc) {
                true => "in the test itself".to_string(),
                false => format!("at {}", self.symbols.describe(machine.cpu().pc)),
            };
            if machine.cpu().jammed {
                return Err(test.failed(format!("the CPU is jammed, {}", at())));
            }
            if machine.frame_number() >= last_frame {
                return Err(
                    test.failed(format!("it has not come to its end in {frames} frames, and is {}", at()))
                );
            }
        }
        match reached {
            0 if !test.assertions.is_empty() => {
                Err(test.failed("none of its assertions was reached".to_string()))
            }
            _ => Ok(Duration::between(&self.machine, &machine)),
        }
    }
}

impl Prepared {
    fn failed(&self, message: String) -> Failure {
        Failure { place: self.place.clone(), message }
    }
}

impl Assertion {
    fn check(&self, machine: &Machine) -> Result<(), Failure> {
        let fails = |message| Failure { place: self.place.clone(), message };
        match self.condition.value(machine, 1) {
            Err(error) => Err(fails(format!("`{}`: {error}", self.text))),
            Ok(0) => Err(fails(
                match self.condition.sides().map(|sides| sides.map(|side| side.value(machine, 1))) {
                    Some([Ok(left), Ok(right)]) => {
                        format!("`{}` does not hold: {left} and {right}", self.text)
                    }
                    _ => format!("`{}` does not hold", self.text),
                },
            )),
            Ok(_) => Ok(()),
        }
    }
}

fn assembled(assembly: assembler::Assembly) -> Result<Output, SuiteError> {
    assembly.output.ok_or(SuiteError::Assembly(assembly.diagnostics))
}

/// The largest part of the memory below `end` that a program does not use: its first address, and that behind it.
fn room(program: &Output, end: u32) -> (u32, u32) {
    let mut used: Vec<(u32, u32)> = Vec::new();
    for segment in &program.segments {
        used.push((segment.load.into(), u32::from(segment.load) + segment.bytes.len() as u32));
        used.extend(
            segment.spans.iter().map(|span| (span.run.into(), u32::from(span.run) + span.length as u32)),
        );
    }
    used.extend(program.reserved.iter().map(|it| (it.start.into(), u32::from(it.start) + it.length)));
    used.sort_unstable();
    let (mut from, mut best) = (ROOM.start, (ROOM.start, ROOM.start));
    for (start, behind) in used.into_iter().chain([(end, end)]) {
        let free = (from, start.min(end));
        if free.0 + (best.1 - best.0) < free.1 {
            best = free;
        }
        from = from.max(behind);
    }
    best
}

/// A machine in which the system has begun and the program is in memory.
fn loaded(config: &Config, output: &Output) -> Machine {
    let mut machine = Machine::new(config);
    machine.set_drawing(false);
    (0..BOOT_FRAMES).for_each(|_| _ = machine.run_frame());
    for segment in output.segments.iter().filter(|segment| !segment.is_vector) {
        for (address, &byte) in (u32::from(segment.load)..0x1_0000).zip(&segment.bytes) {
            machine.poke(address as u16, byte);
        }
    }
    let cpu = machine.cpu_mut();
    (cpu.a, cpu.x, cpu.y, cpu.s, cpu.p) = (0, 0, 0, 0xFF, 0x20);
    machine
}

/// Bytes of the jump that a test ends with.
const END_BYTES: u32 = 3;

/// What a test is called in the page, and its places.
fn scope(n: usize) -> String {
    format!("__test{n}")
}

fn is_assertion(line: &str) -> Option<&str> {
    let (word, rest) = line.trim_start().split_at_checked(ASSERT.len())?;
    (word.eq_ignore_ascii_case(ASSERT) && rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

const ASSERT: &str = ".assert";

/// A text in which the tests stand behind the program.
struct Page {
    path: String,
    text: String,
    /// Where its lines come from.
    lines: Vec<Origin>,
}

/// Where a line of the page comes from.
#[derive(Clone)]
struct Origin {
    place: Place,
    /// What led to its test.
    stack: Vec<(String, Location)>,
}

impl Page {
    fn new(main: &str, tests: &[RoutineTest], start: u32) -> Page {
        let name = Path::new(main).file_name().map_or(main.into(), |name| name.to_string_lossy());
        // The source has no way to write a quote within quotes, but two kinds of them.
        let quote = if name.contains('\'') { '"' } else { '\'' };
        let head = Origin { place: Place { file: main.to_string(), line: 1 }, stack: Vec::new() };
        let mut page = Page { path: format!("{main}.tests"), text: String::new(), lines: Vec::new() };
        page.add(&head, &format!(" icl {quote}{name}{quote}"));
        page.add(&head, &format!(" org ${start:04X}"));
        for (n, test) in tests.iter().enumerate() {
            let at = |line: u32| Origin {
                place: Place { file: test.file.clone(), line },
                stack: test.stack.clone(),
            };
            let mut place = at(test.lines.first().map_or(1, |(line, _)| *line));
            page.add(&place, &format!("{} .local", scope(n)));
            page.add(&place, "__begin");
            for (number, (line, text)) in test.lines.iter().enumerate() {
                place = at(*line);
                match is_assertion(text) {
                    Some(_) => page.add(&place, &format!("__assert{number}")),
                    None => page.add(&place, text),
                }
            }
            page.add(&place, "__end jmp __end");
            page.add(&place, " .endl");
        }
        page
    }

    fn add(&mut self, origin: &Origin, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.push(origin.clone());
    }

    /// What is said of its lines is said of those they come from.
    fn moved(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let moved = |location: &mut Location| {
            let origin = self.lines.get(location.line as usize - 1).filter(|_| location.file == self.path)?;
            (location.file, location.line) = (origin.place.file.clone(), origin.place.line);
            Some(&origin.stack)
        };
        for diagnostic in &mut diagnostics {
            diagnostic.related.iter_mut().for_each(|(_, at)| _ = moved(at));
            let led_there = diagnostic.stack.iter_mut().map(|(_, at)| at);
            // The page is the outermost of what led there.
            let outer = std::iter::once(&mut diagnostic.location).chain(led_there).filter_map(moved).last();
            diagnostic.stack.extend(outer.into_iter().flatten().cloned());
        }
        diagnostics
    }
}

/// Finds the places of test `n` in the assembled page, and reads its conditions; it begins on a copy of this machine.
fn prepared(
    n: usize,
    test: &RoutineTest,
    symbols: &Symbols,
    machine: &Machine,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Prepared, SuiteError> {
    let scope = scope(n);
    let address = |name: &str| symbols.value(&format!("{scope}.{name}")).unwrap_or_default();
    let at = |line: u32| Place { file: test.file.clone(), line };
    let mut assertions: BTreeMap<u16, Vec<Assertion>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (number, (line, text)) in test.lines.iter().enumerate() {
        let Some(condition) = is_assertion(text) else { continue };
        let said = |severity, message| Diagnostic {
            stack: test.stack.clone(),
            ..said(severity, &at(*line), text, message)
        };
        match Expression::parse_since(condition, symbols, &scope, machine) {
            Ok(expression) => {
                let hidden = expression.warnings(symbols, &scope).into_iter();
                warnings.extend(hidden.map(|warning| said(Severity::Warning, warning)));
                let assertion =
                    Assertion { place: at(*line), text: condition.to_string(), condition: expression };
                assertions.entry(address(&format!("__assert{number}"))).or_default().push(assertion);
            }
            Err(error) => wrong.push(said(Severity::Error, error.to_string())),
        }
    }
    if !wrong.is_empty() {
        return Err(SuiteError::Assembly(wrong));
    }
    let place = at(test.lines.first().map_or(1, |(line, _)| *line));
    let (begin, end) = (address("__begin"), address("__end"));
    let (name, stack) = (test.name.clone(), Call::all_of(test));
    Ok(Prepared { name, place, stack, begin, end, assertions })
}

/// What is said of a line with a condition.
fn said(severity: Severity, place: &Place, text: &str, message: String) -> Diagnostic {
    let column = text.chars().take_while(|c| c.is_whitespace()).count() as u32 + 1;
    let location = Location {
        file: place.file.clone(),
        line: place.line,
        column,
        end_column: text.chars().count() as u32 + 1,
        text: text.to_string(),
    };
    Diagnostic {
        severity,
        message,
        help: None,
        suggestions: Vec::new(),
        location,
        related: Vec::new(),
        stack: Vec::new(),
    }
}
