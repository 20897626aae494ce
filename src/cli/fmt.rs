//! `front800 fmt`: formats assembler sources.

use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::Args;

use super::outcome::Outcome;
use super::{Failed, output};
use crate::assembler;

/// Command-line arguments.
#[derive(Args)]
pub(super) struct Arguments {
    /// The source files; - formats standard input to standard output
    #[arg(required = true, value_name = "SRC")]
    sources: Vec<PathBuf>,
    /// Change nothing; list the files that are not formatted, and exit 1 if there are any
    #[arg(long)]
    check: bool,
}

/// The first bytes of a binary-load file.
const BINARY: &[u8] = &[0xFF, 0xFF];

/// Runs the subcommand.
pub(super) fn fmt(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let mut others = 0;
    // Nothing is written before everything has been read.
    let texts = arguments.sources.iter().map(|path| {
        let text = output::read_source(path)?;
        let is_program = text.contains(&0) || text.starts_with(BINARY);
        ensure!(!is_program, "{}: not a text file: expected a source", output::called(path));
        Ok((path, text))
    });
    for (path, text) in texts.collect::<anyhow::Result<Vec<_>>>()? {
        let is_piped = output::is_standard_input(path);
        let formatted = assembler::format(&text);
        if arguments.check {
            if formatted != text {
                others += 1;
                output::say(format_args!("{}: not formatted", output::called(path)));
            }
        } else if is_piped {
            outcome.print_bytes(&formatted);
        } else if formatted != text {
            outcome.write_file(path, &formatted);
        }
    }
    if others > 0 {
        bail!(Failed(format!(
            "{others} of {} are not formatted: run `front800 fmt` on them",
            arguments.sources.len()
        )));
    }
    Ok(())
}
