//! `front800 bench`: the speed of this machine.

use std::io::{IsTerminal, stderr};
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::failed::title_error;
use super::options::MachineOptions;
use super::{Failed, output};
use crate::harness::workload::{self, Workload};
use crate::machine::Stop;

/// Arguments as typed.
#[derive(Args)]
pub struct Arguments {
    /// Run this workload alone
    #[arg(value_name = "WORKLOAD", value_parser = workload_named)]
    workload: Option<Workload>,
    /// Frames of each workload
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    frames: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The document of `--json`.
#[derive(Serialize)]
struct Document {
    workloads: Vec<Measurement>,
}

#[derive(Serialize)]
struct Measurement {
    name: &'static str,
    frames: u64,
    cycles: u64,
    seconds_wall: f64,
    frames_per_second: f64,
    speed: f64,
}

/// Runs the subcommand.
pub fn bench(arguments: Arguments) -> anyhow::Result<()> {
    let mut workloads = Vec::new();
    let chosen = arguments.workload.clone().map_or_else(workload::all, |workload| vec![workload]);
    for workload in chosen {
        if stderr().is_terminal() {
            output::say(format_args!("{} …", workload.name));
        }
        workloads.push(measure(&arguments, &workload)?);
    }
    if arguments.json {
        return output::print_json(&Document { workloads });
    }
    let mut text = format!("{:<20} {:>8} {:>12} {:>12}\n", "workload", "frames", "frames/s", "x real time");
    for m in &workloads {
        text += &format!("{:<20} {:>8} {:>12.0} {:>12.1}\n", m.name, m.frames, m.frames_per_second, m.speed);
    }
    output::print(&text)
}

fn workload_named(name: &str) -> Result<Workload, String> {
    let names = || workload::all().iter().map(|workload| workload.name).collect::<Vec<_>>().join("; ");
    workload::named(name).ok_or_else(|| format!("it is one of: {}", names()))
}

fn measure(arguments: &Arguments, workload: &Workload) -> anyhow::Result<Measurement> {
    let sources = arguments.machine.sources();
    let mut session = workload
        .session(&arguments.machine.config()?, &sources)
        .map_err(|error| title_error(workload.name, error))?;
    let cycles = session.cycles();
    let mut samples = Vec::new();
    let begun = Instant::now();
    for _ in 0..arguments.frames {
        if session.frame() == Stop::Jam {
            bail!(Failed(format!("workload {}: the CPU is jammed", workload.name)));
        }
        samples.clear();
        session.machine_mut().take_audio(&mut samples);
    }
    let seconds_wall = begun.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
    let cycles = session.cycles() - cycles;
    let seconds_emulated = cycles as f64 * 1000.0 / session.machine().video().millihertz() as f64;
    Ok(Measurement {
        name: workload.name,
        frames: arguments.frames,
        cycles,
        seconds_wall,
        frames_per_second: arguments.frames as f64 / seconds_wall,
        speed: seconds_emulated / seconds_wall,
    })
}
