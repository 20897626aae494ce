//! `front800 run`: runs without a window, as fast as possible.

mod capture;
mod condition;
mod hints;
mod trace;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use serde::Serialize;

use super::failed::{jammed, not_loaded, told};
use super::options::{MachineOptions, within};
use super::outcome::Outcome;
use super::target::TargetOptions;
use super::{Failed, output};
use crate::debug::expression::{Expression, ExpressionError};
use crate::harness::session::{Limits, Session, StoppedBy};
use crate::harness::until::Until;
use crate::host::disks::DiskFiles;
use crate::inspect::screen;
use crate::inspect::source_lines::SourceLines;
use crate::inspect::symbols::{AddressError, Symbols, number};
use crate::machine::Machine;
use crate::media::counted;
use capture::Capture;
use condition::condition;
use hints::hints;

/// The help on input scripts. Without its indentation it is a valid script.
const INPUT_HELP: &str = "\
Input scripts have a frame (counted from the start of the run), a device and its new state on each line; the state lasts until it is changed
  # front800 input 1
  0    stick0 center            # or up, down, left, right, two of them, and fire
  60   console start            # start, select, option, or none
  64   console none
  120  key CTRL+SHIFT+A         # SPACE, RETURN, BREAK and so on, one or several; or none
  124  key none
  130  type \"RUN\\n\"             # one key after the other, eight frames each; \\n is RETURN, \\t TAB
  200  stick0 up right fire     # stick0 to stick3
  230  paddle0 114              # paddle0 to paddle7: 0 to 228
  240  pen0 120 96 pressed      # pen0 to pen3: colour clock (0 to 227), scan line; or none
  260  disk1 none               # disk1 to disk4: a file (\"Disk #2.atr\"), or none
  300  reset";

/// Command-line arguments.
#[derive(Args)]
#[command(after_help = INPUT_HELP)]
pub(super) struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Stop at the end of this frame, counted from the start of the run
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = within::<u64>(..))]
    frames: u64,
    /// Stop after this many machine cycles
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    cycles: Option<u64>,
    /// Stop when the program counter gets here
    #[arg(long, value_name = "ADDR|LABEL|FILE:LINE")]
    until_pc: Vec<String>,
    /// Stop when a comparison of a byte in memory holds, as in 'turn == 2' (== != < > <= >=), or when any
    /// debugger expression is true, as in 'frame > 100 && lives < 3'. Variables that the program has not set
    /// yet have the arbitrary contents of RAM
    #[arg(long, value_name = "ADDR|LABEL OP VALUE")]
    until: Vec<String>,
    /// Replay an input script; - is standard input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    #[command(flatten)]
    capture: capture::Options,
    /// Print the text on the screen
    #[arg(long)]
    text: bool,
    /// Print bytes of memory, as in '$80:16', table:32, 'screen+40*10:40' or 'enemies[1].x'
    #[arg(long, value_name = "ADDR|LABEL[:LEN]", num_args = 1..)]
    dump: Vec<String>,
    /// Print a hash of the machine's state; ROM, cartridges and the television standard are not part of it
    #[arg(long)]
    hash: bool,
    /// Save the machine's state at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Start from a saved state; frames and cycles are counted from there
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The JSON document printed by `--json`.
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
pub(super) fn run(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let target = arguments.target.open(&arguments.machine)?;
    let program = &target.program;
    ensure!(
        !arguments.capture.needs_source() || program.lines.has_own(),
        "--coverage: {} has no source lines to count",
        program.name
    );
    let known = program.known().symbols;
    let asked = arguments
        .limits(&known, &program.lines)
        .and_then(|limits| Ok((limits, arguments.dumps(&program.symbols)?)));
    let (limits, dumps) =
        asked.map_err(|error| match target.labels_hint().filter(|_| lacks_label(&error)) {
            Some(hint) => anyhow!("{}; {hint}", told(&error)),
            None => error,
        })?;
    let (mut machine, mut disks) = target.switch_on()?;
    let script = target.input(arguments.input.as_deref(), &mut machine, &mut disks)?;
    let state = arguments.load.as_deref().map(|path| output::read_state("--load", path)).transpose()?;
    arguments.check_outputs()?;
    if let (Some(path), Some(state)) = (&arguments.load, state) {
        load(path, &state, &mut machine, &mut disks)?;
    }
    let mut capture = Capture::begin(&arguments.capture, &arguments.machine, &mut machine, disks, &known)?;

    let mut session = Session::new(machine, script);
    let begun = Instant::now();
    let stopped_by = capture.run(&mut session, &limits, &known, !arguments.wants_more(), outcome);
    let seconds_wall = begun.elapsed().as_secs_f64();
    hints(&program.name, session.machine_mut(), &program.symbols, stopped_by);
    capture.finish(session.machine_mut(), program, outcome);
    if let Some(path) = &arguments.save {
        outcome.write_file(path, &session.machine().save());
    }

    let summary = summary(&arguments, &mut session, &dumps, stopped_by, seconds_wall)?;
    if arguments.json {
        outcome.print_json(&summary);
    } else if !arguments.outputs().any(output::is_standard_output) {
        outcome.print(&summary.plain(&arguments, &program.symbols));
    }
    summary.verdict(&arguments, stopped_by, &program.symbols)
}

/// Continues from a saved state. Reports disks whose contents are reverted by that.
fn load(path: &Path, state: &[u8], machine: &mut Machine, disks: &mut DiskFiles) -> anyhow::Result<()> {
    machine.load(state).map_err(|error| not_loaded(path, &error))?;
    let (copies, result) = disks.keep_newer(machine);
    for kept in copies {
        output::say(format_args!(
            "warning: a disk is reverted to its contents when {} was saved; the current contents of its file are kept as {}",
            path.display(),
            kept.display()
        ));
    }
    Ok(result?)
}

impl Arguments {
    fn check_outputs(&self) -> anyhow::Result<()> {
        let prints = self.json || self.text || self.hash || !self.dump.is_empty();
        output::check_outputs_beside(prints, self.outputs())?;
        match self.outputs().find(|path| self.capture.is_frame(path)) {
            Some(path) => bail!(
                "{}: two outputs cannot have the same name: --frames-dir writes a frame there",
                path.display()
            ),
            None => Ok(()),
        }
    }

    /// Files that will be written.
    fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.save.as_deref().into_iter().chain(self.capture.files()).chain(self.machine.outputs())
    }

    /// Whether the run has a purpose besides one output: another output, disk writes, or an exit status.
    fn wants_more(&self) -> bool {
        let asks = !self.until.is_empty() || !self.until_pc.is_empty();
        asks || self.outputs().count() > 1 || self.capture.writes_frames() || self.machine.writes_disks()
    }

    fn limits(&self, symbols: &Symbols, lines: &SourceLines) -> anyhow::Result<Limits> {
        let mut until = Vec::new();
        for text in &self.until_pc {
            let addresses = match lines.addresses_at(text) {
                Some(addresses) => addresses.map_err(|error| anyhow!(error)),
                None => symbols.address(text).map(|address| vec![address]).map_err(Into::into),
            };
            until.extend(addresses.with_context(|| format!("--until-pc {text}"))?.into_iter().map(Until::Pc));
        }
        for text in &self.until {
            until.push(condition("--until", text, symbols)?);
        }
        Ok(Limits { frames: Some(self.frames), cycles: self.cycles, until })
    }

    fn dumps(&self, symbols: &Symbols) -> anyhow::Result<Vec<Dump>> {
        let dump = |text: &String| Dump::parse(text, symbols).with_context(|| format!("--dump {text}"));
        self.dump.iter().map(dump).collect()
    }
}

/// Whether an argument failed because it names an unknown label.
fn lacks_label(error: &anyhow::Error) -> bool {
    let is_unknown = |error: &AddressError| matches!(error, AddressError::Unknown(..));
    let names_none = |error: &ExpressionError| error.message.starts_with("there is no label");
    error.downcast_ref().is_some_and(is_unknown) || error.downcast_ref().is_some_and(names_none)
}

/// A range of memory to print.
struct Dump {
    key: String,
    start: Start,
    length: u32,
}

/// Where a range of memory begins.
enum Start {
    Address(u16),
    /// The address of an element of a table (`rows[3]`, `enemies[x].y`), with the registers as they are then.
    Element(Expression),
}

impl Dump {
    fn parse(text: &str, symbols: &Symbols) -> anyhow::Result<Self> {
        let (address, length) = match text.rsplit_once(':') {
            None => (text, 1),
            Some((address, length)) => match number(length) {
                Some(length @ 1..=0x10000) => (address, length),
                _ => bail!("`{length}` is not a length: expected 1 to 65536"),
            },
        };
        let start = match address.contains('[') {
            true => Start::Element(Expression::parse(&format!("&{address}"), symbols)?),
            false => Start::Address(symbols.address(address)?),
        };
        Ok(Dump { key: text.to_string(), start, length })
    }

    /// Hex digits without spaces; addresses wrap around at $FFFF.
    fn hex(&self, machine: &Machine) -> anyhow::Result<String> {
        let start = match &self.start {
            Start::Address(address) => *address,
            Start::Element(element) => {
                element.value(machine, 0).with_context(|| format!("--dump {}", self.key))? as u16
            }
        };
        let bytes = (0..self.length).map(|n| machine.peek(start.wrapping_add(n as u16)));
        Ok(bytes.map(|byte| format!("{byte:02x}")).collect())
    }
}

fn summary(
    arguments: &Arguments,
    session: &mut Session,
    dumps: &[Dump],
    stopped_by: StoppedBy,
    seconds_wall: f64,
) -> anyhow::Result<Summary> {
    let (frames, cycles) = (session.frames(), session.cycles());
    let machine = session.machine();
    let seconds_emulated = cycles as f64 * 1000.0 / machine.video().millihertz() as f64;
    let dump = dumps.iter().map(|dump| Ok((dump.key.clone(), dump.hex(machine)?)));
    Ok(Summary {
        frames,
        cycles,
        seconds_emulated,
        seconds_wall,
        speed: if seconds_wall > 0.0 { seconds_emulated / seconds_wall } else { 0.0 },
        hash: format!("{:016x}", machine.hash()),
        pc: machine.cpu().pc,
        dump: dump.collect::<anyhow::Result<_>>()?,
        stopped_by: match stopped_by {
            StoppedBy::Frames | StoppedBy::Observer => "frames",
            StoppedBy::Cycles => "cycles",
            StoppedBy::Pc => "pc",
            StoppedBy::Until => "until",
            StoppedBy::Jam => "jam",
        },
        text: arguments.text.then(|| screen::text(machine)),
    })
}

impl Summary {
    /// What standard output gets without `--json`: the outputs requested, or else where the run ended.
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
            let name = symbols.name_near(self.pc).map(|name| format!(" ({name})")).unwrap_or_default();
            let pc = self.pc;
            let _ = writeln!(
                text,
                "{}, {}, stopped by {}, PC ${pc:04X}{name}",
                counted(self.frames, "frame"),
                counted(self.cycles, "cycle"),
                self.stopped_by
            );
        }
        text
    }

    /// A jam is a failure, and so are conditions if none came true.
    fn verdict(&self, arguments: &Arguments, stopped_by: StoppedBy, symbols: &Symbols) -> anyhow::Result<()> {
        let passed = match stopped_by {
            StoppedBy::Jam => bail!(jammed(self.pc, symbols)),
            StoppedBy::Frames => counted(self.frames, "frame"),
            StoppedBy::Cycles => counted(self.cycles, "cycle"),
            StoppedBy::Pc | StoppedBy::Until | StoppedBy::Observer => return Ok(()),
        };
        let reached = arguments.until_pc.iter().map(|text| format!("--until-pc {text}"));
        let true_once = arguments.until.iter().map(|text| format!("--until '{text}'"));
        let conditions: Vec<String> = reached.chain(true_once).collect();
        ensure!(
            conditions.is_empty(),
            Failed(format!("{passed} passed before {} came true", conditions.join(" or ")))
        );
        Ok(())
    }
}
