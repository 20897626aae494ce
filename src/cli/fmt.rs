//! `front800 fmt`: brings assembler sources into one form.

use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::Args;

use super::failed::joined;
use super::{Failed, output};
use crate::assembler;

/// Arguments as typed.
#[derive(Args)]
pub(super) struct Arguments {
    /// The source files; - is standard input, whose form goes to standard output
    #[arg(required = true, value_name = "SRC")]
    sources: Vec<PathBuf>,
    /// Change nothing: name the files that are not in form, and exit 1 if there are any
    #[arg(long)]
    check: bool,
}

/// What a binary-load file begins with.
const BINARY: &[u8] = &[0xFF, 0xFF];

/// Runs the subcommand.
pub(super) fn fmt(arguments: Arguments) -> anyhow::Result<()> {
    let (mut others, mut written) = (0, Ok(()));
    // Nothing is changed before everything has been read. What cannot be written keeps nothing else from that.
    let texts = arguments.sources.iter().map(|path| {
        let text = output::read_source(path)?;
        let is_program = text.contains(&0) || text.starts_with(BINARY);
        ensure!(!is_program, "{}: not a text: expected a source", output::called(path));
        Ok((path, text))
    });
    for (path, text) in texts.collect::<anyhow::Result<Vec<_>>>()? {
        let is_piped = output::is_standard_input(path);
        let formatted = assembler::format(&text);
        if arguments.check {
            if formatted != text {
                others += 1;
                output::say(format_args!("{}: not in form", output::called(path)));
            }
        } else if is_piped {
            written = joined(written, output::print_bytes(&formatted));
        } else if formatted != text {
            written = joined(written, output::write_file(path, &formatted));
        }
    }
    written?;
    if others > 0 {
        bail!(Failed(format!(
            "{others} of {} are not in form: `front800 fmt` changes them",
            arguments.sources.len()
        )));
    }
    Ok(())
}
