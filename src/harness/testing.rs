//! Tests of routines: what stands in a source between `.test` and `.endtest` is assembled behind the program and run, each on a
//! machine of its own in which the program is in memory and nothing of it has run.

pub mod junit;
mod page;
mod place;

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::assembler::{
    self, Diagnostic, Files, MemoryFiles, Options, Output, Overlay, RoutineTest, Severity,
};
use crate::debug::cancel::CancelToken;
use crate::debug::expression::{Expression, parts};
use crate::inspect::coverage::{Coverage, Report};
use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::Symbols;
use crate::machine::{Config, Machine};
use crate::titles::{Generated, Sources};
use page::{Page, scope};
pub use place::{Call, Place};

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
    /// What the assembler says of the program.
    diagnostics: Vec<Diagnostic>,
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
    /// Where the condition stands if the line calls a macro that has it.
    by: Option<Place>,
    text: String,
    condition: Expression,
    /// What it is made of, if that is not it alone, as it is written.
    parts: Vec<(String, Expression)>,
}

struct Prepared {
    name: String,
    place: Place,
    stack: Vec<Call>,
    /// What its labels stand in.
    scope: String,
    begin: u16,
    end: u16,
    /// By the address before whose instruction they hold.
    assertions: BTreeMap<u16, Vec<Assertion>>,
}

impl fmt::Debug for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests: Vec<&str> = self.tests.iter().map(|test| test.name.as_str()).collect();
        f.debug_struct("Suite").field("tests", &tests).finish_non_exhaustive()
    }
}

impl Suite {
    /// Assembles the program `main` and the tests that stand in its sources, for machines built from `config`. What front800 has for all
    /// sources ([`Generated`]) need not be among the `files`.
    ///
    /// # Errors
    /// See [`SuiteError`].
    pub fn new(
        files: &dyn Files,
        main: &str,
        options: &Options,
        config: &Config,
    ) -> Result<Suite, SuiteError> {
        Suite::assembled(files, main, options, config, loaded)
    }

    /// What there is to say of the tests that stand in the sources of the program `main`, which assembles: mistakes in them,
    /// and what [`Suite::warnings`] says. Nothing is run.
    pub fn check(files: &dyn Files, main: &str, options: &Options) -> Vec<Diagnostic> {
        // Conditions are read for a machine, of which nothing is asked.
        let config = Config::new([0; 0x2800].into());
        match Suite::assembled(files, main, options, &config, |config, _| Machine::new(config)) {
            Ok(suite) => suite.warnings,
            Err(SuiteError::Assembly(mut diagnostics)) => {
                // What else there is was said of the program.
                diagnostics.retain(|said| said.severity == Severity::Error);
                diagnostics
            }
            Err(SuiteError::NoRoom) => Vec::new(),
        }
    }

    /// The suite with a machine for its tests.
    fn assembled(
        files: &dyn Files,
        main: &str,
        options: &Options,
        config: &Config,
        machine: impl FnOnce(&Config, &Output) -> Machine,
    ) -> Result<Suite, SuiteError> {
        let ours = Generated::new(Sources::embedded());
        let files = &Overlay(files, &ours);
        let (program, diagnostics) = assembled(assembler::assemble(files, main, options))?;
        let memory = u32::from(config.ram.bytes());
        let (room, end) = room(&program, ROOM.end.min(memory.saturating_sub(SCREEN)));
        let page = Page::new(main, &program.tests, room);
        let of_page = MemoryFiles::one(&page.path, &page.text);
        let with_tests = Overlay(&of_page, files);
        let options = &Options { assertions: true, ..options.clone() };
        let (output, of_tests) = assembled(assembler::assemble(&with_tests, &page.path, options)).map_err(
            |error| match error {
                SuiteError::Assembly(diagnostics) => SuiteError::Assembly(page.moved(diagnostics)),
                other => other,
            },
        )?;
        let symbols = Symbols::from_assembly(&output);
        let machine = machine(config, &output);
        let mut tests = Vec::new();
        let mut wrong: Vec<Diagnostic> = of_tests.into_iter().filter(|it| page.has_test_of(it)).collect();
        for (n, test) in program.tests.iter().enumerate() {
            let mut prepared = Prepared::new(n, test, &symbols);
            prepared.read_assertions(&output.assertions, &page, &symbols, &machine, &mut wrong);
            tests.push(prepared);
        }
        let (wrong, warnings): (Vec<_>, Vec<_>) =
            page.moved(wrong).into_iter().partition(|it| it.severity == Severity::Error);
        if !wrong.is_empty() {
            return Err(SuiteError::Assembly(wrong));
        }
        if tests.iter().any(|test| u32::from(test.end) + END_BYTES > end) {
            return Err(SuiteError::NoRoom);
        }
        let lines = SourceLines::from_assembly(&output);
        Ok(Suite { machine, tests, symbols, lines, diagnostics, warnings, page: page.path })
    }

    /// What the assembler has said of the program.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// What there is to say of the tests: what the assembler warns of in their lines, and labels of the program that conditions do
    /// not name, though they look so.
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
        self.wanted(is_wanted).map(move |test| self.outcome(test, (frames, &CancelToken::default()), None))
    }

    /// The same, as long as there is leave to go on; a test that is given up has no outcome.
    pub fn run_with<'a>(
        &'a self,
        cancel: &'a CancelToken,
        frames: u64,
        is_wanted: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = Outcome> + 'a {
        let outcomes = self.wanted(is_wanted).map(move |test| self.outcome(test, (frames, cancel), None));
        outcomes.take_while(|_| !cancel.is_cancelled())
    }

    /// The same, counting what runs.
    pub fn run_counting<'a>(
        &'a self,
        frames: u64,
        is_wanted: impl Fn(&str) -> bool + 'a,
        coverage: &'a mut Coverage,
    ) -> impl Iterator<Item = Outcome> + 'a {
        self.wanted(is_wanted).map(move |test| {
            let limits = (frames, &CancelToken::default());
            self.outcome(test, limits, Some(&mut *coverage))
        })
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

    fn outcome(
        &self,
        test: &Prepared,
        limits: (u64, &CancelToken),
        coverage: Option<&mut Coverage>,
    ) -> Outcome {
        let ran = self.run_one(test, limits, coverage);
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
        (frames, cancel): (u64, &CancelToken),
        mut coverage: Option<&mut Coverage>,
    ) -> Result<Duration, Failure> {
        let mut machine = self.machine.clone();
        machine.cpu_mut().pc = test.begin;
        let last_frame = machine.frame_number().saturating_add(frames);
        let (mut reached, mut before) = (0, machine.frame_number());
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
            let frame = machine.frame_number();
            if frame != before {
                before = frame;
                if cancel.is_cancelled_after(frame) {
                    return Err(test.failed(format!("nobody waited for its end, and it is {}", at())));
                }
            }
            if frame >= last_frame {
                return Err(
                    test.failed(format!("it has not come to its end in {frames} frames, and is {}", at()))
                );
            }
        }
        match reached {
            0 if test.assertions.is_empty() => Err(test.failed("it has no `.assert`".to_string())),
            0 => Err(test.failed("none of its assertions was reached".to_string())),
            _ => Ok(Duration::between(&self.machine, &machine)),
        }
    }
}

impl Prepared {
    /// Test `n` in the assembled page, without its conditions.
    fn new(n: usize, test: &RoutineTest, symbols: &Symbols) -> Prepared {
        let address = |name: &str| symbols.value(&format!("{}.{name}", scope(n))).unwrap_or_default();
        let line = test.lines.first().map_or(1, |(line, _)| *line);
        Prepared {
            name: test.name.clone(),
            place: Place { file: test.file.clone(), line },
            stack: Call::all_of(test),
            scope: scope(n),
            begin: address("__begin"),
            end: address("__end"),
            assertions: BTreeMap::new(),
        }
    }

    /// Reads its conditions; it begins on a copy of this machine.
    fn read_assertions(
        &mut self,
        found: &[assembler::Assertion],
        page: &Page,
        symbols: &Symbols,
        machine: &Machine,
        said: &mut Vec<Diagnostic>,
    ) {
        for found in found.iter().filter(|found| (self.begin..=self.end).contains(&found.address)) {
            match Expression::parse_since(&found.condition, symbols, &self.scope, machine) {
                Ok(condition) => {
                    let warnings = condition.warnings(symbols, &self.scope).into_iter();
                    said.extend(warnings.map(|warning| saying(Severity::Warning, found, warning)));
                    let (place, by) = page.line_of_test(found);
                    let read = |part| Expression::parse_since(part, symbols, &self.scope, machine);
                    let parts = Some(parts(&found.condition))
                        .filter(|parts| *parts != [found.condition.trim()])
                        .unwrap_or_default();
                    let parts =
                        parts.into_iter().filter_map(|part| Some((part.to_string(), read(part).ok()?)));
                    let (text, parts) = (found.condition.clone(), parts.collect());
                    let assertion = Assertion { place, by, text, condition, parts };
                    self.assertions.entry(found.address).or_default().push(assertion);
                }
                Err(error) => said.push(saying(Severity::Error, found, error.to_string())),
            }
        }
    }

    fn failed(&self, message: String) -> Failure {
        Failure { place: self.place.clone(), message }
    }
}

/// What is said of a condition.
fn saying(severity: Severity, found: &assembler::Assertion, message: String) -> Diagnostic {
    Diagnostic {
        severity,
        message,
        help: None,
        suggestions: Vec::new(),
        location: found.location.clone(),
        related: Vec::new(),
        stack: found.stack.clone(),
    }
}

impl Assertion {
    fn check(&self, machine: &Machine) -> Result<(), Failure> {
        let by = self.by.as_ref().map(|by| format!(", of {}:{}", by.file, by.line)).unwrap_or_default();
        let fails =
            |message: String| Failure { place: self.place.clone(), message: format!("{message}{by}") };
        match self.condition.value(machine, 1) {
            Err(error) => Err(fails(format!("`{}`: {error}", self.text))),
            Ok(0) => {
                let text = &self.text;
                Err(fails(match self.values(machine) {
                    values if values.is_empty() => format!("`{text}` does not hold"),
                    values => format!("`{text}` does not hold: {values}"),
                }))
            }
            Ok(_) => Ok(()),
        }
    }

    /// What both sides of the comparison have, or of each that it is made of.
    fn values(&self, machine: &Machine) -> String {
        if self.parts.is_empty() {
            return compared(&self.condition, machine).unwrap_or_default();
        }
        let value = |part: &Expression| {
            compared(part, machine).or_else(|| Some(part.value(machine, 1).ok()?.to_string()))
        };
        let said =
            self.parts.iter().filter_map(|(text, part)| Some(format!("`{text}` has {}", value(part)?)));
        said.collect::<Vec<_>>().join(", ")
    }
}

/// The values on both sides of a comparison.
fn compared(condition: &Expression, machine: &Machine) -> Option<String> {
    match condition.sides()?.map(|side| side.value(machine, 1)) {
        [Ok(left), Ok(right)] => Some(format!("{left} and {right}")),
        _ => None,
    }
}

/// What was made of a source, and what is said of it.
fn assembled(assembly: assembler::Assembly) -> Result<(Output, Vec<Diagnostic>), SuiteError> {
    match assembly.output {
        Some(output) => Ok((output, assembly.diagnostics)),
        None => Err(SuiteError::Assembly(assembly.diagnostics)),
    }
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
