//! `front800 bench`: the emulator's speed on this computer.

mod campaigns;
mod ratios;

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{bail, ensure};
use clap::Args;
use serde::Serialize;

use super::failed::title_error;
use super::options::{MachineOptions, within};
use super::outcome::Outcome;
use super::source::SourceOptions;
use super::target::TargetOptions;
use super::{Failed, output};
use crate::harness::session::{Limits, Session, StoppedBy, Unobserved};
use crate::harness::workload;
use crate::machine::Stop;
use ratios::{How, Subject};

/// Sample rate where sound is made, in Hz.
const SOUND_RATE: u32 = 44_100;
/// Default number of frames run before measuring.
const WARM: u64 = 60;

/// Command-line arguments.
#[derive(Args)]
pub(super) struct Arguments {
    /// What to measure, instead of all families of programs: families by name (polls, bitmap, …), the
    /// workloads idle, map and scrolling, built-in programs or files; or the cost of debugging features:
    /// stops, watch, record (keeping history), campaign; or campaigns, for whole campaigns per minute
    #[arg(value_name = "FILE")]
    programs: Vec<String>,
    /// Generate sound, too (families are measured both without and with it)
    #[arg(long)]
    sound: bool,
    /// Frames to measure
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within::<u64>(1..))]
    frames: u64,
    /// Frames to run before measuring (default: 60)
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    warm: Option<u64>,
    /// Replay an input script in the programs named; it starts with the warm-up frames
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    with: SourceOptions,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The JSON document printed by `--json`.
#[derive(Serialize)]
struct Document {
    workloads: Vec<Measurement>,
}

#[derive(Serialize)]
struct Measurement {
    name: String,
    sound: bool,
    frames: u64,
    cycles: u64,
    seconds_wall: f64,
    frames_per_second: f64,
    speed: f64,
}

/// Runs the subcommand.
pub(super) fn bench(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let subjects: Vec<Subject> = arguments.programs.iter().filter_map(|name| Subject::named(name)).collect();
    if !subjects.is_empty() {
        ensure!(
            subjects.len() == arguments.programs.len(),
            "stops, watch, record, campaign and campaigns cannot be combined with programs"
        );
        let is_of_a_program = arguments.input.is_some() || arguments.sound || arguments.warm.is_some();
        let is_of_a_program = is_of_a_program || !arguments.with.is_empty();
        ensure!(!is_of_a_program, "-d, -i, --input, --sound, --warm: only for programs");
        let Arguments { ref machine, frames, json, .. } = arguments;
        return ratios::measure(&How { machine, frames, json }, &subjects, outcome);
    }
    let families = arguments.programs.is_empty();
    ensure!(!families || arguments.input.is_none(), "--input is for programs: name one");
    ensure!(!families || arguments.with.is_empty(), "-d and -i are for sources: name one");
    let names = match families {
        true => workload::FAMILIES.map(|family| family.name.to_string()).to_vec(),
        false => arguments.programs.clone(),
    };
    let with_sound: &[bool] = match (families, arguments.sound) {
        (true, false) => &[false, true],
        (_, sound) => &[sound],
    };
    let mut measured = Vec::new();
    for name in &names {
        for &sound in with_sound {
            if stderr().is_terminal() {
                output::say(format_args!("{name} …"));
            }
            measured.push(measure(&arguments, name, sound)?);
        }
    }
    match arguments.json {
        true => outcome.print_json(&Document { workloads: measured }),
        false => outcome.print(&table(&measured)),
    };
    Ok(())
}

/// A line for each program; with several programs also the median and the worst.
fn table(measured: &[Measurement]) -> String {
    let mut text = format!(
        "{:<20} {:>6} {:>8} {:>12} {:>12}\n",
        "program", "sound", "frames", "frames/s", "x real time"
    );
    let mut line = |name: &str, sound: bool, m: &Measurement| {
        let sound = if sound { "yes" } else { "no" };
        text += &format!(
            "{name:<20} {sound:>6} {:>8} {:>12.0} {:>12.1}\n",
            m.frames, m.frames_per_second, m.speed
        );
    };
    measured.iter().for_each(|m| line(&m.name, m.sound, m));
    for sound in [false, true] {
        let mut of_kind: Vec<&Measurement> = measured.iter().filter(|m| m.sound == sound).collect();
        of_kind.sort_by(|a, b| a.frames_per_second.total_cmp(&b.frames_per_second));
        if let [worst, _, ..] = of_kind[..] {
            line("median", sound, of_kind[of_kind.len() / 2]);
            line("worst", sound, worst);
        }
    }
    text
}

/// The session to measure: the workload or program of this name, at the point where measuring starts.
fn session(arguments: &Arguments, name: &str) -> anyhow::Result<Session> {
    let Arguments { machine, input, with, .. } = arguments;
    if let Some(workload) = workload::named(name) {
        ensure!(input.is_none(), "--input: {name} has its own input");
        ensure!(with.is_empty(), "{name}: -d and -i are for sources, and this is not one");
        let session = workload.session(&machine.config()?, &machine.sources());
        return session.map_err(|error| title_error(name, error));
    }
    machine.disks.write_nothing()?;
    let target = TargetOptions::of(name).with(with.clone()).open(machine)?;
    let (mut atari, mut files) = target.switch_on()?;
    let script = target.input(input.as_deref(), &mut atari, &mut files)?;
    Ok(Session::new(atari, script))
}

fn measure(arguments: &Arguments, name: &str, sound: bool) -> anyhow::Result<Measurement> {
    let mut session = session(arguments, name)?;
    let jammed = || Failed(format!("{name}: the CPU is jammed"));
    if session.run(&Limits::frames(arguments.warm.unwrap_or(WARM)), &mut Unobserved) == StoppedBy::Jam {
        bail!(jammed());
    }
    session.machine_mut().set_audio(sound.then_some(SOUND_RATE));
    let (frames, cycles) = (session.frames(), session.cycles());
    let begun = Instant::now();
    if run_measured(&mut session, arguments.frames) == Stop::Jam {
        bail!(jammed());
    }
    let seconds_wall = begun.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
    let (frames, cycles) = (session.frames() - frames, session.cycles() - cycles);
    let seconds_emulated = cycles as f64 * 1000.0 / session.machine().video().millihertz() as f64;
    Ok(Measurement {
        name: name.to_string(),
        sound,
        frames,
        cycles,
        seconds_wall,
        frames_per_second: frames as f64 / seconds_wall,
        speed: seconds_emulated / seconds_wall,
    })
}

/// Runs the frames that are measured. `tools/instructions` finds it by its name.
#[inline(never)]
fn run_measured(session: &mut Session, frames: u64) -> Stop {
    let mut samples = Vec::new();
    for _ in 0..frames {
        if session.frame() == Stop::Jam {
            return Stop::Jam;
        }
        samples.clear();
        session.machine_mut().take_audio(&mut samples);
    }
    Stop::Reached
}
