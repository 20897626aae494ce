//! `front800 lsp`: the language server of the assembler.

use std::path::Path;

use anyhow::anyhow;
use clap::Args;

use crate::assembler::Files;
use crate::host::files;
use crate::lsp;

/// Largest source or inserted file, in bytes.
const MOST_SOURCE_BYTES: u64 = 16 << 20;

/// Arguments as typed.
#[derive(Args)]
pub struct Arguments {
    /// What editors say who ask for standard input and output; it is the only way
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Files by their absolute paths: the editor has opened the folder, and its user trusts it.
struct Trusted;

impl Files for Trusted {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        files::read(Path::new(path), MOST_SOURCE_BYTES).ok()
    }
}

/// Runs the subcommand.
pub fn lsp(_: Arguments) -> anyhow::Result<()> {
    lsp::serve(&Trusted).map_err(|error| anyhow!("{error}"))
}
