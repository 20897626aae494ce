//! `front800 run`: without a window, as fast as it goes.

mod capture;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde::Serialize;

use super::options::MachineOptions;
use super::target::TargetOptions;
use super::{Failed, disks, output};
use crate::harness::script::Script;
use crate::harness::session::{Limits, Session, StoppedBy};
use crate::harness::until::Until;
use crate::inspect::screen;
use crate::inspect::symbols::{Symbols, number};
use crate::machine::Machine;
use capture::Capture;

/// What a script may say, which is one itself but for its indentation.
const INPUT_HELP: &str = "\
Input scripts: a frame, counted from the start of the run, a device and its state, which stays until it is changed
  # front800 input 1
  0    stick0 center            # or up, down, left, right, two of them, and fire
  60   console start            # start, select, option, or none
  64   console none
  120  key CTRL+SHIFT+A         # SPACE, RETURN, BREAK and so on, also several; or none
  124  key none
  200  stick0 up right fire     # stick0 to stick3
  230  paddle0 114              # paddle0 to paddle7: 0 to 228
  260  disk1 none               # disk1 to disk4: a file, or none
  300  reset";

/// Arguments as typed.
#[derive(Args)]
#[command(after_help = INPUT_HELP)]
pub(super) struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Stop at the end of this many frames
    #[arg(long, value_name = "N", default_value_t = 600)]
    frames: u64,
    /// Stop after this many machine cycles
    #[arg(long, value_name = "N")]
    cycles: Option<u64>,
    /// Stop when the program counter gets here
    #[arg(long, value_name = "ADDR|LABEL")]
    until_pc: Vec<String>,
    /// Stop when a byte compares, as in 'turn == 2' (== != < >)
    #[arg(long, value_name = "ADDR|LABEL OP VALUE")]
    until: Vec<String>,
    /// Play an input script; - is standard input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    #[command(flatten)]
    capture: capture::Options,
    /// Print the text screen
    #[arg(long)]
    text: bool,
    /// Print bytes of memory
    #[arg(long, value_name = "ADDR|LABEL[:LEN]", num_args = 1..)]
    dump: Vec<String>,
    /// Print a hash of the whole state
    #[arg(long)]
    hash: bool,
    /// Save the state at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Begin with a saved state; frames and cycles count from there
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The document of `--json`.
#[derive(Serialize)]
struct Summary {
    frames: u64,
    cycles: u64,
    seconds_emulated: f64,
    seconds_wall: f64,
    speed: f64,
    hash: String,
    pc: u16,
    dump: BTreeMap<String, String>,
    stopped_by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: Arguments) -> anyhow::Result<()> {
    let target = arguments.target.open(&arguments.machine)?;
    let program = &target.program;
    let limits = arguments.limits(&program.symbols)?;
    let dumps = arguments
        .dump
        .iter()
        .map(|text| Dump::parse(text, &program.symbols).with_context(|| format!("--dump {text}")))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let script = arguments.input.as_deref().map_or_else(|| Ok(Script::default()), read_script)?;
    let (mut machine, mut disks) = target.switch_on()?;
    let (script_path, allowed) = (arguments.input.as_deref(), arguments.machine.allowed());
    let script = disks::add_script(script, script_path, &mut disks, &mut machine, allowed)?;
    if let Some(path) = &arguments.load {
        let state = output::read_file(path)?;
        machine.load(&state).with_context(|| path.display().to_string())?;
    }
    output::check_outputs(arguments.save.as_deref().into_iter().chain(arguments.capture.files()))?;
    let mut capture = Capture::begin(&arguments.capture, &mut machine, disks)?;

    let mut session = Session::new(machine, script);
    let begun = Instant::now();
    let stopped_by = capture.run(&mut session, &limits, &program.symbols)?;
    let seconds_wall = begun.elapsed().as_secs_f64();
    hints(&program.name, session.machine_mut());
    capture.finish(session.machine_mut(), &program.symbols)?;
    if let Some(path) = &arguments.save {
        output::write_file(path, &session.machine().save())?;
    }

    let summary = summary(&arguments, &mut session, &dumps, stopped_by, seconds_wall);
    if arguments.json {
        output::print_json(&summary)?;
    } else {
        output::print(&summary.plain(&arguments, &program.symbols))?;
    }
    verdict(&arguments, stopped_by)
}

/// Reads an input script file.
pub(super) fn read_script(path: &Path) -> anyhow::Result<Script> {
    let text = output::read_text(path)?;
    // A script's error begins with line and column.
    Script::parse(&text).map_err(|error| anyhow!("{}:{error}", path.display()))
}

impl Arguments {
    fn limits(&self, symbols: &Symbols) -> anyhow::Result<Limits> {
        let mut until = Vec::new();
        for text in &self.until_pc {
            until.push(Until::Pc(symbols.address(text).with_context(|| format!("--until-pc {text}"))?));
        }
        for text in &self.until {
            until.push(Until::parse(text, symbols).map_err(|error| anyhow!("--until '{text}': {error}"))?);
        }
        Ok(Limits { frames: Some(self.frames), cycles: self.cycles, until })
    }
}

/// Bytes to print.
struct Dump {
    key: String,
    address: u16,
    length: u16,
}

impl Dump {
    fn parse(text: &str, symbols: &Symbols) -> anyhow::Result<Self> {
        let (address, length) = match text.rsplit_once(':') {
            None => (text, 1),
            Some((address, length)) => match number(length) {
                Some(length @ 1..=0xFFFF) => (address, length as u16),
                _ => bail!("`{length}` is no length: expected 1 to 65535"),
            },
        };
        Ok(Dump { key: text.to_string(), address: symbols.address(address)?, length })
    }

    /// Hex digits without spaces; addresses wrap round at $FFFF.
    fn hex(&self, machine: &Machine) -> String {
        (0..self.length).map(|n| format!("{:02x}", machine.peek(self.address.wrapping_add(n)))).collect()
    }
}

fn summary(
    arguments: &Arguments,
    session: &mut Session,
    dumps: &[Dump],
    stopped_by: StoppedBy,
    seconds_wall: f64,
) -> Summary {
    let (frames, cycles) = (session.frames(), session.cycles());
    let machine = session.machine();
    let seconds_emulated = cycles as f64 * 1000.0 / machine.video().millihertz() as f64;
    Summary {
        frames,
        cycles,
        seconds_emulated,
        seconds_wall,
        speed: if seconds_wall > 0.0 { seconds_emulated / seconds_wall } else { 0.0 },
        hash: format!("{:016x}", machine.hash()),
        pc: machine.cpu().pc,
        dump: dumps.iter().map(|dump| (dump.key.clone(), dump.hex(machine))).collect(),
        stopped_by: match stopped_by {
            StoppedBy::Frames | StoppedBy::Observer => "frames",
            StoppedBy::Cycles => "cycles",
            StoppedBy::Pc => "pc",
            StoppedBy::Until => "until",
            StoppedBy::Jam => "jam",
        },
        text: arguments.text.then(|| screen::text(machine)),
    }
}

impl Summary {
    /// What stands on standard output without `--json`: what was asked for, or else where
    /// the run ended.
    fn plain(&self, arguments: &Arguments, symbols: &Symbols) -> String {
        let mut text = self.text.clone().unwrap_or_default();
        // Writing to a String cannot fail.
        for key in &arguments.dump {
            let _ = writeln!(text, "{key} {}", self.dump[key]);
        }
        if arguments.hash {
            let _ = writeln!(text, "{}", self.hash);
        }
        if text.is_empty() && !arguments.text {
            let (pc, name) =
                (self.pc, symbols.name(self.pc).map(|name| format!(" ({name})")).unwrap_or_default());
            let _ = writeln!(
                text,
                "{} frames, {} cycles, stopped by {}, PC ${pc:04X}{name}",
                self.frames, self.cycles, self.stopped_by
            );
        }
        text
    }
}

/// Says what may explain a program that does not do what it should.
fn hints(name: &str, machine: &mut Machine) {
    for note in machine.take_load_notes() {
        output::say(format_args!("{name}: warning: {note}"));
    }
    let pc = machine.cpu().pc;
    if (0xC000..0xD000).contains(&pc) {
        output::say(format_args!(
            "{name}: warning: it runs at ${pc:04X}, where an XL or XE has ROM or RAM and an 800 has nothing: it may \
             need one of those"
        ));
    }
}

/// A jam, and a condition that never came true, are failures.
fn verdict(arguments: &Arguments, stopped_by: StoppedBy) -> anyhow::Result<()> {
    let conditions = !(arguments.until.is_empty() && arguments.until_pc.is_empty());
    match stopped_by {
        StoppedBy::Jam => bail!(Failed("the CPU is jammed".to_string())),
        StoppedBy::Frames | StoppedBy::Cycles if conditions => {
            bail!(Failed(format!(
                "{} passed before the condition came true",
                match stopped_by {
                    StoppedBy::Cycles => "all cycles",
                    _ => "all frames",
                }
            )))
        }
        _ => Ok(()),
    }
}
