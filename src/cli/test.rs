//! `front800 test`: runs the tests contained in a source file.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::disks::First;
use super::failed::NotAssembled;
use super::options::{MachineOptions, within};
use super::outcome::Outcome;
use super::source::{self, SourceOptions};
use super::{Failed, output};
use crate::assembler::{Format, Options, render};
use crate::harness::testing::{self, Suite, SuiteError, junit};
use crate::inspect::coverage::Coverage;

/// Arguments as typed.
#[derive(Args)]
#[command(after_help = "\
A test in the source has instructions, which are executed, and assertions with debugger expressions:
  .test \"twice a number\"
        lda #4
        jsr double
        .assert a == 8 && x == 0
        .assert elapsed < 2000
  .endtest
In a test, elapsed is the number of machine cycles since it began, and elapsed_cpu that of CPU cycles.
Each test runs on its own machine, with the program loaded into memory but not started.")]
pub(super) struct Arguments {
    /// The source file; - is standard input
    source: PathBuf,
    /// Run only tests whose name contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Maximum number of frames that a test may take
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = within::<u64>(..))]
    frames: u64,
    #[command(flatten)]
    with: SourceOptions,
    /// Write the results as JUnit XML, for CI services
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write how often each source line has run as LCOV (.info), for CI services and editors
    #[arg(long, value_name = "FILE")]
    coverage: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The JSON document printed by `--json`.
#[derive(Serialize)]
struct Document {
    passed: usize,
    failed: usize,
    tests: Vec<testing::Outcome>,
}

/// Runs the subcommand.
pub(super) fn test(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let options = Options {
        defines: arguments.with.defines()?,
        include: arguments.with.include.clone(),
        ..Options::default()
    };
    let source = &arguments.source;
    let files = source::open(source, arguments.with.allowed(arguments.machine.allowed()))?;
    let config = arguments.machine.config_with_disks()?;
    let name = output::called(source);
    let mut suite = Suite::new(&files, &name, &options, &config).map_err(|error| match error {
        SuiteError::Assembly(diagnostics) => NotAssembled::told(diagnostics),
        error => Failed(format!("{name}: {error}")).into(),
    })?;
    arguments.machine.disks.connect(suite.machine_mut(), First::Nothing)?;
    let said = [suite.diagnostics(), suite.warnings()].concat();
    output::show(&render(&said, Format::Human { color: false }));
    let outputs = [&arguments.junit, &arguments.coverage].into_iter().flatten().map(PathBuf::as_path);
    output::check_outputs_beside(true, outputs)?;
    let is_wanted = |name: &str| arguments.only.as_ref().is_none_or(|only| name.contains(only));
    let mut coverage = Coverage::new();
    let tests: Vec<testing::Outcome> =
        suite.run_counting(arguments.frames, is_wanted, &mut coverage).collect();
    let failed = tests.iter().filter(|test| test.failure.is_some()).count();
    if let Some(path) = &arguments.junit {
        outcome.write_file(path, junit::document(&name, &tests, config.video).as_bytes());
    }
    if let Some(path) = &arguments.coverage {
        outcome.write_file(path, suite.coverage(&coverage).lcov().as_bytes());
    }
    let document = Document { passed: tests.len() - failed, failed, tests };
    match arguments.json {
        true => outcome.print_json(&document),
        false => outcome.print(&document.text()),
    };
    match (document.failed, document.passed) {
        // If nothing was checked, something is wrong with the request.
        (0, 0) if arguments.only.is_some() => {
            bail!(Failed(format!("{name}: there are no tests match --only")))
        }
        (0, 0) => bail!(Failed(format!(
            "{name}: there are no tests: write each between `.test \"name\"` and `.endtest`"
        ))),
        (0, _) => Ok(()),
        (failed, passed) => {
            let all = crate::media::counted(failed + passed, "test");
            bail!(Failed(format!("{failed} of {all} failed")))
        }
    }
}

impl Document {
    fn text(&self) -> String {
        let line = |test: &testing::Outcome| match test.failure {
            None => format!("passed  {}\n", test.name),
            Some(_) => {
                let lines: String = test.complaints().map(|line| format!("        {line}\n")).collect();
                format!("FAILED  {}\n{lines}", test.name)
            }
        };
        self.tests.iter().map(line).collect()
    }
}
