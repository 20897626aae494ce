//! `front800 debug`: the debugger, by a script of commands.

pub mod answer;
pub mod command;
mod show;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::options::MachineOptions;
use super::run::read_script;
use super::target::TargetOptions;
use super::{Failed, disks, output};
use crate::debug::debugger::Debugger;
use crate::harness::open::Program;
use crate::harness::script::Script;
use crate::machine::Machine;
use answer::answer;

/// Arguments as typed.
#[derive(Args)]
#[command(
    after_help = "A script has one command a line; each is answered by one JSON object on standard output. \
    docs/debugging.md describes them."
)]
pub struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Carry out the commands of this file; - is standard input
    #[arg(long, value_name = "FILE")]
    script: PathBuf,
    /// Play an input script
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Begin with a saved state
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Runs the subcommand.
pub fn debug(arguments: Arguments) -> anyhow::Result<()> {
    let text = output::read_text(&arguments.script)?;
    let target = arguments.target.open(&arguments.machine)?;
    let (mut machine, mut files) = target.switch_on()?;
    let script = arguments.input.as_deref().map_or_else(|| Ok(Script::default()), read_script)?;
    let allowed = arguments.machine.allowed();
    let script = disks::add_script(script, arguments.input.as_deref(), &mut files, &mut machine, allowed)?;
    if let Some(path) = &arguments.load {
        let state = output::read_file(path)?;
        machine.load(&state).with_context(|| path.display().to_string())?;
    }
    let mut debugger = debugger(&target.program, machine, &script);
    let mut failed = 0;
    for line in text.lines() {
        let Some(answered) = answer(&mut debugger, line) else { continue };
        output::print_json(&answered.value)?;
        failed += usize::from(!answered.is_ok);
        if answered.is_last {
            break;
        }
    }
    match failed {
        0 => Ok(()),
        _ => bail!(Failed(format!("{failed} of the commands could not be carried out"))),
    }
}

/// A debugger for a program, and what a person is going to do.
pub fn debugger(program: &Program, machine: Machine, script: &Script) -> Debugger {
    let first = machine.frame_number();
    let mut debugger = Debugger::new(machine, program.known());
    for entry in &script.entries {
        debugger.plan(first + entry.frame, entry.control);
    }
    debugger
}
