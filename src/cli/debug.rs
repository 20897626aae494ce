//! `front800 debug`: the debugger, in a terminal or driven by a script of commands.

#[cfg(feature = "debugger")]
pub(super) mod terminal;

#[cfg(feature = "debugger")]
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::bail;
#[cfg(feature = "debugger")]
use anyhow::ensure;
use clap::Args;

use super::failed::not_loaded;
use super::options::MachineOptions;
use super::outcome::Outcome;
use super::target::TargetOptions;
use super::{Failed, output};
use crate::debug::debugger::Debugger;
use crate::files;
use crate::harness::debugging::answer::{self, Answer};
use crate::harness::open::Program;
use crate::harness::script::Script;
use crate::host::palette::Palette;
use crate::host::picture::{Area, screenshot};
use crate::machine::Machine;
use crate::titles::Sources;

/// Command-line arguments.
#[derive(Args)]
#[command(
    after_help = "Without a script it runs in the terminal, where F1 shows its keys. A script has one command per line; each is answered by one JSON object on standard output. \
    docs/debugging.md describes the commands."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Run the commands of this file, without a terminal; - is standard input, where each line is answered
    /// before the next is read
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Replay an input script
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Start from a saved state
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Runs the subcommand.
pub(super) fn debug(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let script_is_input = arguments.script.as_deref().is_some_and(output::is_standard_input);
    let file = arguments.script.as_deref().filter(|_| !script_is_input);
    let read = |path| output::read_named("--script", path, "commands, one a line", output::read_text);
    let text = file.map(read).transpose()?;
    arguments.machine.disks.write_nothing()?;
    let target = arguments.target.open(&arguments.machine)?;
    let (mut machine, mut files) = target.switch_on()?;
    let script = target.input(arguments.input.as_deref(), &mut machine, &mut files)?;
    if let Some(path) = &arguments.load {
        begin_with(path, &mut machine)?;
    }
    let palette = arguments.machine.palette(machine.video())?;
    let debugger = debugger(&target.program, machine, &script);
    match text {
        _ if script_is_input => by_script(debugger, &palette, output::lines_of_input()?, outcome),
        Some(text) => by_script(debugger, &palette, text.lines().map(|line| Ok(line.to_string())), outcome),
        None => in_terminal(debugger, arguments.machine.sources(), palette),
    }
}

/// Continues from a saved state.
pub(super) fn begin_with(path: &Path, machine: &mut Machine) -> anyhow::Result<()> {
    let state = output::read_file(path)?;
    machine.load(&state).map_err(|error| not_loaded(path, &error))
}

#[cfg(feature = "debugger")]
fn in_terminal(debugger: Debugger, sources: Sources, palette: Palette) -> anyhow::Result<()> {
    ensure!(std::io::stdout().is_terminal(), "there is no terminal: expected --script FILE");
    terminal::debug(debugger, sources, Some(palette), None)
}

#[cfg(not(feature = "debugger"))]
fn in_terminal(_debugger: Debugger, _sources: Sources, _palette: Palette) -> anyhow::Result<()> {
    bail!(
        "this front800 was built without the terminal debugger (cargo feature `debugger`): expected --script FILE"
    )
}

fn by_script(
    mut debugger: Debugger,
    palette: &Palette,
    lines: impl Iterator<Item = anyhow::Result<String>>,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let (mut failed, mut is_read) = (0, true);
    for line in lines {
        let Some(answered) = answer(&mut debugger, palette, &line?) else { continue };
        // Later commands are still carried out when nobody reads the answers any more.
        is_read = is_read && outcome.print_json(&answered.value);
        failed += usize::from(!answered.is_ok);
        if answered.is_last {
            break;
        }
    }
    match failed {
        0 => Ok(()),
        _ => bail!(Failed(format!("{failed} of the commands failed"))),
    }
}

/// Carries out a line; pictures use this palette. None if the line is empty.
pub(super) fn answer(debugger: &mut Debugger, palette: &Palette, line: &str) -> Option<Answer> {
    answer::answer(debugger, line, &|machine, path| save_picture(machine, path, palette))
}

fn save_picture(machine: &Machine, path: &Path, palette: &Palette) -> Result<(), String> {
    if output::is_standard_output(path) {
        return Err("-: standard output is taken by the answers: expected a file".to_owned());
    }
    files::check_output(path)
        .and_then(|_| screenshot(path, machine.picture(), Area::Visible, palette))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// A debugger for a program, with the input that a script will give it.
pub(super) fn debugger(program: &Program, machine: Machine, script: &Script) -> Debugger {
    let first = machine.frame_number();
    let mut debugger = Debugger::new(machine, program.known());
    for entry in &script.entries {
        debugger.plan(first + entry.frame, entry.control);
    }
    debugger
}
