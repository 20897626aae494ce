//! `front800 test`: the tests of routines that stand in a source.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::options::{MachineOptions, count};
use super::source::{SourceFiles, SourceOptions};
use super::{Failed, output};
use crate::assembler::{Format, Options, render};
use crate::harness::testing::{Call, Outcome, Suite, SuiteError};

/// Arguments as typed.
#[derive(Args)]
#[command(after_help = "\
A test in the source, in which instructions are run and conditions are those of the debugger:
  .test \"twice a number\"
        lda #4
        jsr double
        .assert a == 8 && x == 0
  .endtest
Each test has a machine of its own, with the program in memory, of which nothing has run.")]
pub(super) struct Arguments {
    /// The source file; - is standard input
    source: PathBuf,
    /// Only tests whose name holds this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Frames that a test may take
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = count)]
    frames: u64,
    #[command(flatten)]
    with: SourceOptions,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The document of `--json`.
#[derive(Serialize)]
struct Document {
    passed: usize,
    failed: usize,
    tests: Vec<Outcome>,
}

/// Runs the subcommand.
pub(super) fn test(arguments: Arguments) -> anyhow::Result<()> {
    let options = Options {
        defines: arguments.with.defines()?,
        include: arguments.with.include.clone(),
        ..Options::default()
    };
    let source = &arguments.source;
    let files = SourceFiles::open(source, arguments.with.allowed(arguments.machine.allowed()))?;
    let config = arguments.machine.config()?;
    let name = output::called(source);
    let suite = Suite::new(&files, &name, &options, &config).map_err(|error| match error {
        SuiteError::Assembly(diagnostics) => {
            output::show(&render(&diagnostics, Format::Human { color: false }));
            Failed(String::new())
        }
        error => Failed(format!("{name}: {error}")),
    })?;
    let is_wanted = |name: &str| arguments.only.as_ref().is_none_or(|only| name.contains(only));
    let tests: Vec<Outcome> = suite.run(arguments.frames, is_wanted).collect();
    let failed = tests.iter().filter(|test| test.failure.is_some()).count();
    let document = Document { passed: tests.len() - failed, failed, tests };
    let printed = match arguments.json {
        true => output::print_json(&document),
        false => output::print(&document.text()),
    };
    match (document.failed, document.passed) {
        // Nothing that is checked cannot be what was meant.
        (0, 0) => bail!(Failed(format!("{name}: there are no such tests"))),
        (0, _) => printed,
        (failed, passed) => bail!(Failed(format!("{failed} of {} tests failed", failed + passed))),
    }
}

impl Document {
    fn text(&self) -> String {
        let line = |test: &Outcome| match &test.failure {
            None => format!("passed  {}\n", test.name),
            Some(failure) => {
                let place = &failure.place;
                let call =
                    |call: &Call| format!("        {}:{}: {}\n", call.place.file, call.place.line, call.what);
                let calls: String = test.stack.iter().map(call).collect();
                format!(
                    "FAILED  {}\n        {}:{}: {}\n{calls}",
                    test.name, place.file, place.line, failure.message
                )
            }
        };
        self.tests.iter().map(line).collect()
    }
}
