//! `front800 budget`: how long interrupt handlers take.

use std::fmt::{self, Display, Write as _};
use std::path::PathBuf;

use anyhow::{anyhow, bail, ensure};
use clap::Args;
use serde::Serialize;

use super::failed::jammed;
use super::options::{MachineOptions, within};
use super::outcome::Outcome;
use super::target::TargetOptions;
use super::{Failed, output};
use crate::harness::open::Program;
use crate::harness::script::Script;
use crate::harness::session::{Limits, Session, StoppedBy};
use crate::harness::{charting, search, workload};
use crate::inspect::budget::Meter;
use crate::inspect::budget::chart::Chart;
use crate::inspect::budget::compare::{Change, compare};
use crate::inspect::budget::report::Report;
use crate::inspect::budget::worst::Code;
use crate::inspect::symbols::number;
use crate::machine::Machine;

/// Frames to run if the program has no script of its own.
const FRAMES: u64 = 600;
/// Seed of the search, fixed so that a search is repeatable.
const SEARCH_SEED: u64 = 1;
/// Label of the first instruction of a title's vertical blank routine.
const VBI_START: &str = "vbi_start";

/// Command-line arguments.
#[derive(Args)]
#[command(
    after_help = "The vertical blank routine is measured from the label vbi_start, if there is one, to its jump to \
    XITVBV; a display list interrupt from its handler's first instruction to its RTI; an interrupt request (IRQ: timers, \
    keyboard, serial port) from the first instruction of the program's own handler. The column `static` is the longest path \
    through the code in CPU cycles, proved if every loop has a bound (`.loop`). A limit applies to the measured and to the \
    proved times, in machine cycles with DMA, but without other interrupts that came in between, which have limits of their \
    own. A run that takes longer than its proved time is a failure. Overruns are runs that ended after their deadline: line 8, \
    where the picture may begin, for the vertical blank routine, and the next display list interrupt for a display list \
    interrupt; interrupt requests have none. Overruns do not break limits: whether they are visible depends on what the \
    routine does last."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Replay this input script instead of the built-in one
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Frames to run (default: to the end of the script, at least 600)
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    frames: Option<u64>,
    /// Exit 1 if a handler's longest run takes more than this many machine cycles of its own, as in vbi=2000
    #[arg(long, value_name = "NAME=CYCLES")]
    limit: Vec<String>,
    /// Draw the frame with the longest vertical blank routine: who has the bus in each cycle
    #[arg(long, value_name = "FILE.svg", value_parser = output::named(output::SVG))]
    svg: Option<PathBuf>,
    /// First look for input that takes longer, in N tries (half of them at random, half from the longest so far), and measure that, too
    #[arg(long, value_name = "N", value_parser = within::<usize>(..))]
    search: Option<usize>,
    /// Write the input as a script: that of the run, or what the search has found
    #[arg(long, value_name = "FILE")]
    save_input: Option<PathBuf>,
    /// Show what has changed since an earlier report (written by --json)
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The JSON document printed by `--json`.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    report: &'a Report,
    limits: &'a [Limit],
    /// None if no limit was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    within_limits: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    searched: Option<Searched>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Vec<Change>>,
}

/// The result of a search: machine cycles of the longest vertical blank routine.
#[derive(Clone, Copy, Serialize)]
struct Searched {
    tries: usize,
    before: Option<u64>,
    longest: Option<u64>,
}

impl Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Searched { tries, before, longest } = self;
        match (before, longest) {
            (Some(before), Some(longest)) => {
                write!(f, "search: vbi up to {longest} machine cycles in {tries} tries, {before} before")
            }
            (None, Some(longest)) => {
                write!(f, "search: vbi up to {longest} machine cycles in {tries} tries, none before")
            }
            (_, None) => write!(f, "search: no vbi in {tries} tries"),
        }
    }
}

/// A limit, and whether it was kept.
#[derive(Serialize)]
struct Limit {
    name: String,
    limit_cycles: u64,
    max_cycles: u64,
    kept: bool,
}

/// Runs the subcommand.
pub(super) fn budget(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let wanted = arguments.limit.iter().map(|text| parse_limit(text)).collect::<anyhow::Result<Vec<_>>>()?;
    arguments.machine.disks.write_nothing()?;
    let outputs = [&arguments.svg, &arguments.save_input].into_iter().flatten();
    output::check_outputs_beside(true, outputs.map(PathBuf::as_path))?;
    let target = arguments.target.open(&arguments.machine)?;
    let earlier = arguments
        .compare
        .as_deref()
        .map(|path| output::read_named("--compare", path, "a document of `budget --json`", output::read_text))
        .transpose()?;
    let (mut machine, mut disks) = target.switch_on()?;
    let script = match &arguments.input {
        None => built_in_script(&target.program)?,
        Some(path) => target.input(Some(path), &mut machine, &mut disks)?,
    };
    let frames = arguments.frames.unwrap_or_else(|| FRAMES.max(script.last_frame() + 1));
    machine.set_drawing(false);
    let symbols = &target.program.symbols;
    let survey = Survey { machine, vbi_start: symbols.value(VBI_START), program: &target.program };
    let asked = Input { script, frames };
    let (searched, found) = arguments.search.map(|tries| survey.search(&asked, tries)).unzip();
    let found = found.flatten();
    let busiest = found.as_ref().unwrap_or(&asked);
    if let Some(path) = &arguments.save_input {
        outcome.write_file(path, busiest.script.to_text().as_bytes());
    }
    let asked = survey.measure(&asked)?;
    let found = found.as_ref().map(|input| survey.measure(input)).transpose()?;
    let report = survey.report(&asked, found.as_ref());
    if let Some(path) = &arguments.svg {
        let chart = survey.chart(found.as_ref().unwrap_or(&asked))?;
        outcome.write_file(path, chart.svg(symbols).as_bytes());
    }
    let limits = wanted
        .into_iter()
        .map(|(name, limit_cycles)| {
            let handler = report.handler(&name, symbols).ok_or_else(|| {
                let known: Vec<&str> = report.handlers.iter().map(|handler| handler.name.as_str()).collect();
                match known.is_empty() {
                    true => anyhow!("--limit {name}: no interrupt handler ran"),
                    false => anyhow!(
                        "--limit {name}: no handler of that name ran; these did: {}",
                        known.join(", ")
                    ),
                }
            })?;
            let max_cycles = handler.own_at_most();
            Ok(Limit { name, limit_cycles, max_cycles, kept: max_cycles <= limit_cycles })
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let changes = earlier
        .map(|text| compare(&text, &report))
        .transpose()
        .map_err(|why| anyhow!("{}: {why}", arguments.compare.unwrap_or_default().display()))?;
    show(&report, &limits, searched, changes, arguments.json, outcome);
    verdict(&report, &limits)
}

/// What is done to the machine, and for how long.
#[derive(Clone)]
struct Input {
    script: Script,
    frames: u64,
}

/// A run under an input, at its end.
struct Measured {
    input: Input,
    session: Session,
    meter: Meter,
}

/// Runs a program again and again from the moment it is switched on.
struct Survey<'a> {
    machine: Machine,
    vbi_start: Option<u16>,
    program: &'a Program,
}

impl Survey<'_> {
    /// Looks for input that takes longer; there may be none.
    fn search(&self, asked: &Input, tries: usize) -> (Searched, Option<Input>) {
        let Input { script, frames } = asked;
        let start = self.machine.clone();
        let found = search::search(start, script, *frames, self.vbi_start, (tries, SEARCH_SEED));
        let searched = Searched { tries, before: found.before, longest: found.longest };
        let is_longer = found.longest > found.before;
        (searched, is_longer.then_some(Input { script: found.script, frames: found.frames }))
    }

    fn measure(&self, input: &Input) -> anyhow::Result<Measured> {
        let mut session = Session::new(self.machine.clone(), input.script.clone());
        let mut meter = Meter::new(session.machine(), self.vbi_start);
        if session.run(&Limits::frames(input.frames), &mut meter) == StoppedBy::Jam {
            bail!(jammed(session.machine().cpu().pc, &self.program.symbols));
        }
        Ok(Measured { input: input.clone(), session, meter })
    }

    /// The figures of the run that was asked for, and with them those of one that a search has found: that has the longest vertical
    /// blank, but may be shorter, and may leave out what other handlers take long for.
    fn report(&self, asked: &Measured, found: Option<&Measured>) -> Report {
        let Program { symbols, turns, lines, .. } = self.program;
        let of_one = |run: &Measured| {
            let mut report = run.meter.report(run.session.machine(), symbols);
            let code = Code::new(run.session.machine(), turns.clone());
            report.add_worst(&code, self.vbi_start, symbols, lines);
            report
        };
        let Some(found) = found else { return of_one(asked) };
        let mut both = asked.meter.clone();
        both.add(&found.meter, found.session.machine());
        let mut report = both.report(asked.session.machine(), symbols);
        // The code is that at the end of a run in which the handler ran.
        report.take_worst(&of_one(found));
        report.take_worst(&of_one(asked));
        report
    }

    fn chart(&self, run: &Measured) -> anyhow::Result<Chart> {
        let Input { script, frames } = run.input.clone();
        charting::chart(self.machine.clone(), script, frames, self.vbi_start, &run.meter)
            .ok_or_else(|| anyhow!("--svg needs a run of at least two frames"))
    }
}

fn built_in_script(program: &Program) -> anyhow::Result<Script> {
    let Some(entry) = program.entry else { return Ok(Script::default()) };
    workload::tour(entry, &program.options.sources).map_err(|error| anyhow!("{}:{error}", entry.tour_path()))
}

fn parse_limit(text: &str) -> anyhow::Result<(String, u64)> {
    let parsed = text.split_once('=').and_then(|(name, cycles)| Some((name.trim(), number(cycles.trim())?)));
    match parsed {
        Some((name, cycles)) if !name.is_empty() => Ok((name.to_string(), u64::from(cycles))),
        _ => bail!("--limit {text}: expected a handler and a number of machine cycles, as in vbi=2000"),
    }
}

fn show(
    report: &Report,
    limits: &[Limit],
    searched: Option<Searched>,
    changes: Option<Vec<Change>>,
    json: bool,
    outcome: &mut Outcome,
) {
    if json {
        let within_limits = (!limits.is_empty()).then_some(limits.iter().all(|limit| limit.kept));
        outcome.print_json(&Document { report, limits, within_limits, searched, changes });
    } else {
        let mut text = report.to_string();
        // Writing to a String cannot fail.
        if let Some(searched) = searched {
            let _ = writeln!(text, "{searched}");
        }
        for line in changes.iter().flatten() {
            let _ = writeln!(text, "{line}");
        }
        if changes.is_some_and(|changes| changes.is_empty()) {
            text += "no numbers have changed\n";
        }
        outcome.print(&text);
    }
}

/// Fails for exceeded limits, and for runs that take longer than the proved bound.
fn verdict(report: &Report, limits: &[Limit]) -> anyhow::Result<()> {
    let excesses = limits.iter().filter(|limit| !limit.kept).map(|limit| {
        format!(
            "{} takes up to {} machine cycles of its own; its limit is {}",
            limit.name, limit.max_cycles, limit.limit_cycles
        )
    });
    let failures: Vec<String> = report.contradictions().chain(excesses).collect();
    ensure!(failures.is_empty(), Failed(failures.join("; ")));
    Ok(())
}
