//! `front800 disasm`: machine code to text, with labels.

use std::fmt::Write as _;

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::options::MachineOptions;
use super::output;
use super::target::TargetOptions;
use crate::cpu::disassemble::{Disassembled, disassemble_with_symbols};
use crate::harness::open::Medium;
use crate::inspect::symbols::Symbols;

/// Arguments as typed.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    target: TargetOptions,
    /// Only these addresses, both included
    #[arg(long, value_name = "A..B")]
    range: Option<String>,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Runs the subcommand.
pub(super) fn disasm(arguments: Arguments) -> anyhow::Result<()> {
    let target = arguments.target.open(&arguments.machine)?.program;
    let range = match &arguments.range {
        Some(text) => Some(parse_range(text, &target.symbols).with_context(|| format!("--range {text}"))?),
        None => None,
    };
    let mut text = String::new();
    for (start, bytes) in target.contents() {
        let last = bytes.len().saturating_sub(1).min(usize::from(u16::MAX - start)) as u16;
        let (from, to) = range.unwrap_or((0, u16::MAX));
        let (from, to) = (from.max(start), to.min(start + last));
        if from <= to {
            block(&mut text, start, &bytes, (from, to), &target.symbols);
        }
    }
    if text.is_empty() {
        ensure!(
            !matches!(target.medium, Medium::Disk(_)),
            "{}: what a disk loads is not known before it runs: `front800 debug` disassembles what is in memory",
            target.name
        );
        bail!("{} holds no bytes in this range", target.name);
    }
    output::print(&text)
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

/// Disassembles from `from` to `to` in a block of bytes that begins at `start`.
fn block(text: &mut String, start: u16, bytes: &[u8], (from, to): (u16, u16), symbols: &Symbols) {
    let byte = |address: u16| bytes.get(usize::from(address.wrapping_sub(start))).copied();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "; ${from:04X}-${to:04X}");
    let mut address = u32::from(from);
    while address <= u32::from(to) {
        let pc = address as u16;
        if let Some(name) = symbols.name(pc) {
            let _ = writeln!(text, "{name}");
        }
        let name = |address: u16| symbols.name(address).map(str::to_string);
        let code = disassemble_with_symbols(pc, |at| byte(at).unwrap_or(0), |address, _| name(address));
        let whole = address + code.bytes().len() as u32 <= u32::from(to) + 1;
        if whole {
            let _ = writeln!(text, "{}", line(&code));
            address += code.bytes().len() as u32;
        } else {
            let value = byte(pc).unwrap_or(0);
            let _ = writeln!(text, "  {pc:04X}  {value:02X}         .byte ${value:02X}");
            address += 1;
        }
    }
}

fn line(code: &Disassembled) -> String {
    let bytes: Vec<String> = code.bytes().iter().map(|byte| format!("{byte:02X}")).collect();
    format!("  {:04X}  {:<9}  {}", code.address, bytes.join(" "), code.text)
}
