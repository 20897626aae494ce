//! `front800 map`: a memory map.

use std::path::PathBuf;

use clap::Args;

use super::options::MachineOptions;
use super::outcome::Outcome;
use super::output;
use super::target::TargetOptions;
use crate::harness::open::Medium;
use crate::inspect::map::MemoryMap;

/// Command-line arguments.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Draw the map
    #[arg(long, value_name = "FILE.svg", value_parser = output::named(output::SVG))]
    svg: Option<PathBuf>,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Runs the subcommand.
pub(super) fn map(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    arguments.machine.disks.connect_nothing()?;
    output::check_outputs_beside(true, arguments.svg.as_deref())?;
    let target = arguments.target.open(&arguments.machine)?.program;
    let blocks = target.blocks();
    let map = match target.medium {
        Medium::Xex(_) => MemoryMap::with_ram(blocks, target.options.ram.bytes().into()),
        _ => MemoryMap::new(blocks),
    };
    if let Some(path) = &arguments.svg {
        outcome.write_file(path, map.svg(arguments.target.name()).as_bytes());
    }
    match arguments.json {
        true => outcome.print_json(&map),
        false => outcome.print(&map.to_string()),
    };
    Ok(())
}
