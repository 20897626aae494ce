//! `front800 disasm`: disassembles machine code, with labels.

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;

use super::options::MachineOptions;
use super::outcome::Outcome;
use super::target::TargetOptions;
use crate::harness::disassembly;
use crate::harness::open::Medium;
use crate::inspect::symbols::Symbols;

/// Command-line arguments.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Disassemble only these addresses, both included
    #[arg(long, value_name = "A..B", conflicts_with = "source")]
    range: Option<String>,
    /// Additional addresses where code begins, such as interrupt handlers
    #[arg(long, value_name = "A[,B...]", value_delimiter = ',')]
    code: Vec<String>,
    /// Print assembler source from which `front800 asm` rebuilds the same file
    #[arg(long)]
    source: bool,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Runs the subcommand.
pub(super) fn disasm(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    arguments.machine.disks.connect_nothing()?;
    let target = arguments.target.open(&arguments.machine)?.program;
    let address = |text: &String| {
        target.symbols.address(text.trim()).with_context(|| format!("--code {}", text.trim()))
    };
    let code = arguments.code.iter().map(address).collect::<anyhow::Result<Vec<u16>>>()?;
    if arguments.source {
        let source = disassembly::source(&target, &code).map_err(|error| anyhow!(error))?;
        outcome.print(&source);
        return Ok(());
    }
    let (from, to) = match &arguments.range {
        Some(text) => parse_range(text, &target.symbols).with_context(|| format!("--range {text}"))?,
        None => (0, u16::MAX),
    };
    let text = disassembly::disassemble(&target, &code).listing(from, to);
    if text.is_empty() {
        ensure!(!matches!(target.medium, Medium::Disk(_)), disassembly::no_disassembly_of_disk(&target.name));
        bail!("{} holds no bytes in this range", target.name);
    }
    outcome.print(&text);
    Ok(())
}

fn parse_range(text: &str, symbols: &Symbols) -> anyhow::Result<(u16, u16)> {
    let Some((from, to)) = text.split_once("..") else {
        bail!("expected the first and the last address with two dots between, as in $2000..$20FF");
    };
    let (from, to) = (symbols.address(from.trim())?, symbols.address(to.trim())?);
    if to < from {
        bail!("the last address ${to:04X} comes before the first ${from:04X}");
    }
    Ok((from, to))
}
