//! `front800 mkdisk`: an empty disk.

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use super::output;
use crate::media::dos;

/// Arguments as typed.
#[derive(Args)]
#[command(after_help = "For games saved by `front800 play --d1 FILE --write`, and for every DOS 2.")]
pub(super) struct Arguments {
    /// The disk image to make; there must be no such file yet
    file: PathBuf,
}

/// Runs the subcommand.
pub(super) fn mkdisk(arguments: &Arguments) -> anyhow::Result<()> {
    let path = &arguments.file;
    ensure!(
        path.symlink_metadata().is_err(),
        "{}: there is such a file, and formatting would lose what is on it: expected a new name",
        path.display()
    );
    output::write_file(path, &dos::formatted().to_bytes())
}
