//! `front800 mkdisk`: creates an empty disk, or one that boots a program.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;

use super::options::MachineOptions;
use super::outcome::Outcome;
use super::output;
use super::source::SourceOptions;
use super::target::TargetOptions;
use crate::harness::open::Medium;
use crate::media::atr::Image;
use crate::titles::Sources;
use crate::titles::boot_disk::{blank_disk, boot_disk};

/// Command-line arguments.
#[derive(Args)]
#[command(
    after_help = "Without --program the disk is empty: for saved games of `front800 play --d1 FILE --write`, and for \
                  any DOS 2."
)]
pub(super) struct Arguments {
    /// The disk image to create, .atr or .xfd (without header); the file must not exist yet
    #[arg(value_parser = output::named(&["atr", "xfd"]))]
    file: PathBuf,
    /// Make a disk that boots this program: assembler source, a binary-load file, or a built-in program
    #[arg(long, value_name = "P")]
    program: Option<String>,
    #[command(flatten)]
    with: SourceOptions,
}

/// Runs the subcommand.
pub(super) fn mkdisk(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let path = &arguments.file;
    ensure!(
        path.symlink_metadata().is_err(),
        "{}: the file exists, and formatting would erase it: expected a new name",
        path.display()
    );
    ensure!(
        arguments.program.is_some() || arguments.with.is_empty(),
        "-d and -i are for the source of --program"
    );
    let image = match &arguments.program {
        Some(program) => booting(program, arguments.with)?,
        None => blank_disk(&Sources::embedded())?,
    };
    let is_raw = Image::is_raw_name(&path.to_string_lossy());
    let image = if is_raw { image.without_header() } else { image };
    outcome.write_file(path, &image.to_bytes());
    Ok(())
}

fn booting(program: &str, with: SourceOptions) -> anyhow::Result<Image> {
    let machine = MachineOptions::read(&[]).map_err(|error| anyhow!(error))?;
    let opened = TargetOptions::of(program).with(with).open(&machine)?.program;
    let Medium::Xex(xex) = &opened.medium else {
        bail!("{program}: expected a loadable program: assembler source or a binary-load file");
    };
    boot_disk(&opened.options.sources, xex).with_context(|| program.to_string())
}
