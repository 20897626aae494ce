//! `front800 bench`: the speed of this machine.

use std::io::{IsTerminal, stderr};
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::options::MachineOptions;
use super::{Failed, output};
use crate::harness::session::{Limits, Session, StoppedBy, Unobserved};
use crate::harness::workload::{self, Workload};

/// Arguments as typed.
#[derive(Args)]
pub struct Arguments {
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
    for workload in workload::all() {
        if stderr().is_terminal() {
            eprintln!("{} …", workload.name);
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

fn measure(arguments: &Arguments, workload: &Workload) -> anyhow::Result<Measurement> {
    let sources = arguments.machine.sources();
    let mut machine = workload.machine(&arguments.machine.config(None)?, &sources)?;
    machine.set_drawing(workload.draws);
    machine.set_audio(workload.sounds.then_some(44_100));
    let mut session = Session::new(machine, workload.script());
    let warmed_up = session.run(&Limits::frames(workload.first_frame), &mut Unobserved);
    let (frames, cycles) = (session.frames(), session.cycles());
    let begun = Instant::now();
    let stopped = session.run(&Limits::frames(workload.first_frame + arguments.frames), &mut Unobserved);
    let seconds_wall = begun.elapsed().as_secs_f64();
    if [warmed_up, stopped].contains(&StoppedBy::Jam) {
        bail!(Failed(format!("workload {}: the CPU is jammed", workload.name)));
    }
    let (frames, cycles) = (session.frames() - frames, session.cycles() - cycles);
    let seconds_emulated = cycles as f64 * 1000.0 / session.machine().video().millihertz() as f64;
    Ok(Measurement {
        name: workload.name,
        frames,
        cycles,
        seconds_wall,
        frames_per_second: frames as f64 / seconds_wall.max(f64::MIN_POSITIVE),
        speed: seconds_emulated / seconds_wall.max(f64::MIN_POSITIVE),
    })
}
