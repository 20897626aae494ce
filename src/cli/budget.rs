//! `front800 budget`: how long the interrupt handlers take.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;

use super::options::MachineOptions;
use super::run::read_script;
use super::target::{Target, TargetOptions};
use super::{Failed, output};
use crate::harness::script::Script;
use crate::harness::session::{Limits, Session, StoppedBy};
use crate::harness::workload;
use crate::inspect::budget::Meter;
use crate::inspect::budget::report::Report;
use crate::inspect::symbols::number;

/// Frames of a program without a script of its own.
const FRAMES: u64 = 600;
/// The label of the first instruction of a title's vertical blank routine.
const VBI_START: &str = "vbi_start";

/// Arguments as typed.
#[derive(Args)]
#[command(
    after_help = "The vertical blank routine is measured from the label vbi_start, where there is one, to its \
    jump to XITVBV; a display list interrupt from its handler's first instruction to its RTI. All \
    figures are measured; the longest path through the code (the static worst case) is not worked out yet."
)]
pub struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Play an input script instead of the built-in one
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Frames to run [default: to the end of the script, at least 600]
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// Exit 1 if a handler's longest run takes more machine cycles, as in vbi=2000
    #[arg(long, value_name = "NAME=CYCLES")]
    limit: Vec<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The document of `--json`.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    report: &'a Report,
    limits: &'a [Limit],
    within_limits: bool,
}

/// A limit and how it was kept.
#[derive(Serialize)]
struct Limit {
    name: String,
    limit_cycles: u64,
    max_cycles: u64,
    kept: bool,
}

/// Runs the subcommand.
pub fn budget(arguments: Arguments) -> anyhow::Result<()> {
    let wanted = arguments.limit.iter().map(|text| parse_limit(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let target = Target::resolve(&arguments.target, &arguments.machine)?;
    let script = match &arguments.input {
        Some(path) => read_script(path)?,
        None if target.is_rasputitsa => workload::rasputitsa_budget(),
        None => Script::default(),
    };
    let frames = arguments.frames.unwrap_or_else(|| FRAMES.max(script.last_frame() + 1));
    let (mut machine, _) = arguments.machine.machine(&target)?;
    machine.set_drawing(false);
    let mut session = Session::new(machine, script);
    let mut meter = Meter::new(target.symbols.value(VBI_START));
    if session.run(&Limits::frames(frames), &mut meter) == StoppedBy::Jam {
        bail!(Failed(format!("the CPU is jammed at ${:04X}", session.machine().cpu().pc)));
    }

    let report = meter.report(session.machine(), &target.symbols);
    let limits = wanted
        .into_iter()
        .map(|(name, limit_cycles)| {
            let handler = report.handler(&name, &target.symbols).ok_or_else(|| {
                let known: Vec<&str> = report.handlers.iter().map(|handler| handler.name.as_str()).collect();
                anyhow!("--limit {name}: no handler of that name ran; these did: {}", known.join(", "))
            })?;
            let max_cycles = handler.elapsed_cycles.max;
            Ok(Limit { name, limit_cycles, max_cycles, kept: max_cycles <= limit_cycles })
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    show(&report, &limits, arguments.json)
}

fn parse_limit(text: &str) -> anyhow::Result<(String, u64)> {
    let parsed = text.split_once('=').and_then(|(name, cycles)| Some((name.trim(), number(cycles.trim())?)));
    match parsed {
        Some((name, cycles)) if !name.is_empty() => Ok((name.to_string(), u64::from(cycles))),
        _ => bail!("--limit {text}: expected a handler and a number of machine cycles, as in vbi=2000"),
    }
}

fn show(report: &Report, limits: &[Limit], json: bool) -> anyhow::Result<()> {
    let within_limits = limits.iter().all(|limit| limit.kept);
    if json {
        output::print_json(&Document { report, limits, within_limits })?;
    } else {
        output::print(&report.to_string())?;
    }
    if within_limits {
        return Ok(());
    }
    let excesses: Vec<String> = limits
        .iter()
        .filter(|limit| !limit.kept)
        .map(|limit| {
            format!(
                "{} took {} machine cycles, its limit is {}",
                limit.name, limit.max_cycles, limit.limit_cycles
            )
        })
        .collect();
    bail!(Failed(excesses.join("; ")))
}
