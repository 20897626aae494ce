//! Tests of 6502 routines. The code between `.test` and `.endtest` in a source is assembled after the program. Each
//! test runs on a machine of its own that has the program in memory but has not run any of it.

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

/// Frames after which the operating system has started and waits for input.
const BOOT_FRAMES: u64 = 120;
/// Where tests may be placed: above the system's memory and below its screen.
const ROOM: std::ops::Range<u32> = 0x0700..0xBC00;
/// Bytes of the system's screen, with its display list, at the end of the RAM.
const SCREEN: u32 = 0x0400;

/// The tests of a program, ready to be run.
pub struct Suite {
    /// The machine with which each test begins.
    machine: Machine,
    tests: Vec<Prepared>,
    symbols: Symbols,
    lines: SourceLines,
    /// The assembler's warnings about the program.
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// The name of the generated text that holds the tests, as source lines refer to it.
    page: String,
}

/// Why there is no suite.
#[derive(Debug)]
#[non_exhaustive]
pub enum SuiteError {
    /// The program or one of its tests has errors.
    Assembly(Vec<Diagnostic>),
    /// There is no memory left for the tests.
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

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Its name.
    pub name: String,
    /// Its first line.
    #[serde(flatten)]
    pub place: Place,
    /// The includes and macro calls that led to it, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Call>,
    /// Why it failed; none if it passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The time from its first instruction to its end; none if it did not reach it.
    #[serde(flatten)]
    pub duration: Option<Duration>,
}

impl Outcome {
    /// The failure, then what led to it, innermost first, as lines that begin with their place. None if it passed.
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
    /// Machine cycles, including DMA and interrupts.
    pub cycles: u64,
    /// CPU cycles, including interrupts.
    pub cpu_cycles: u64,
}

impl Duration {
    fn between(begin: &Machine, end: &Machine) -> Self {
        Duration { cycles: end.cycle() - begin.cycle(), cpu_cycles: end.cpu_cycles() - begin.cpu_cycles() }
    }
}

/// Why a test failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The line of the assertion that failed, or the test's first line.
    #[serde(flatten)]
    pub place: Place,
    /// What was expected, and what was found.
    pub message: String,
}

/// An assertion in a test.
struct Assertion {
    place: Place,
    /// Where the condition itself is, if the line calls a macro that contains it.
    by: Option<Place>,
    text: String,
    condition: Expression,
    /// The conditions that it joins, with their texts; empty if it is a single one.
    parts: Vec<(String, Expression)>,
}

struct Prepared {
    name: String,
    place: Place,
    stack: Vec<Call>,
    /// The scope in which its labels are looked up.
    scope: String,
    begin: u16,
    end: u16,
    /// By the address of the instruction before which they are checked.
    assertions: BTreeMap<u16, Vec<Assertion>>,
}

impl fmt::Debug for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests: Vec<&str> = self.tests.iter().map(|test| test.name.as_str()).collect();
        f.debug_struct("Suite").field("tests", &tests).finish_non_exhaustive()
    }
}

impl Suite {
    /// Assembles the program `main` and the tests in its sources, for machines with this `config`. Includes that
    /// front800 provides for all sources ([`Generated`]) need not be among the `files`.
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

    /// Errors in the tests of the program `main`, which itself assembles, and the [`Suite::warnings`]. Runs nothing.
    pub fn check(files: &dyn Files, main: &str, options: &Options) -> Vec<Diagnostic> {
        // Parsing conditions takes a machine, whose state does not matter.
        let config = Config::new([0; 0x2800].into());
        match Suite::assembled(files, main, options, &config, |config, _| Machine::new(config)) {
            Ok(suite) => suite.warnings,
            Err(SuiteError::Assembly(mut diagnostics)) => {
                // The warnings are those of the program, and were reported with it.
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
        let silent = Options { warn_unused: false, ..options.clone() };
        let (program, diagnostics) = assembled(assembler::assemble(files, main, &silent))?;
        let memory = u32::from(config.ram.bytes());
        let (room, end) = room(&program, ROOM.end.min(memory.saturating_sub(SCREEN)));
        let page = Page::new(main, &program.tests, room);
        let of_page = MemoryFiles::one(&page.path, &page.text);
        let with_tests = Overlay(&of_page, files);
        let assemble = |warn_unused| {
            let options = Options { assertions: true, warn_unused, ..silent.clone() };
            assembler::assemble(&with_tests, &page.path, &options)
        };
        let (output, of_tests) = assembled(assemble(false)).map_err(|error| match error {
            SuiteError::Assembly(diagnostics) => SuiteError::Assembly(page.moved(diagnostics)),
            other => other,
        })?;
        // What is said only then is of labels that nothing uses, be it the program or its tests.
        let mut unused = if options.warn_unused { assemble(true).diagnostics } else { Vec::new() };
        unused.retain(|it| !of_tests.contains(it));
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
            page.moved([wrong, unused].concat()).into_iter().partition(|it| it.severity == Severity::Error);
        if !wrong.is_empty() {
            return Err(SuiteError::Assembly(wrong));
        }
        if tests.iter().any(|test| u32::from(test.end) + END_BYTES > end) {
            return Err(SuiteError::NoRoom);
        }
        let lines = SourceLines::from_assembly(&output);
        Ok(Suite { machine, tests, symbols, lines, diagnostics, warnings, page: page.path })
    }

    /// The assembler's warnings about the program.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Warnings about the tests: the assembler's, and those about names in conditions that look like labels of the
    /// program and are not.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The machine that each test begins with a copy of, to be given disks and the like.
    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// How many tests there are.
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Runs the tests whose names are wanted, each for at most so many frames.
    pub fn run(&self, frames: u64, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Outcome> {
        self.wanted(is_wanted).map(move |test| self.outcome(test, (frames, &CancelToken::default()), None))
    }

    /// Like [`Suite::run`], but cancellable; a cancelled test has no outcome.
    pub fn run_with<'a>(
        &'a self,
        cancel: &'a CancelToken,
        frames: u64,
        is_wanted: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = Outcome> + 'a {
        let outcomes = self.wanted(is_wanted).map(move |test| self.outcome(test, (frames, cancel), None));
        outcomes.take_while(|_| !cancel.is_cancelled())
    }

    /// Like [`Suite::run_with`], and adds to a coverage.
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

    /// The coverage of the program's source, without the tests themselves.
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
        let scope = scope(n, test);
        let address = |name: &str| symbols.value(&format!("{scope}.{name}")).unwrap_or_default();
        let line = test.lines.first().map_or(1, |(line, _)| *line);
        Prepared {
            name: test.name.clone(),
            place: Place { file: test.file.clone(), line },
            stack: Call::all_of(test),
            begin: address("__begin"),
            end: address("__end"),
            scope,
            assertions: BTreeMap::new(),
        }
    }

    /// Parses its assertions; the machine is one like that on which the test begins.
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

/// A message about an assertion.
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

    /// The values on both sides of the comparison, or of each one that the condition joins.
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

/// The assembler's output and warnings, or its errors.
fn assembled(assembly: assembler::Assembly) -> Result<(Output, Vec<Diagnostic>), SuiteError> {
    match assembly.output {
        Some(output) => Ok((output, assembly.diagnostics)),
        None => Err(SuiteError::Assembly(assembly.diagnostics)),
    }
}

/// The largest unused part of the memory below `end`: its first address, and the one after its last.
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

/// A machine on which the system has started and the program is in memory.
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

/// Bytes of the jump that ends a test.
const END_BYTES: u32 = 3;
