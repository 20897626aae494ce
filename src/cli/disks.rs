//! The options for disks and printer, and the disks that input scripts name.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, ValueEnum};

use super::output;
use super::source::allow;
use crate::harness::script::{self, Script};
use crate::host::disks::{DiskError, DiskFiles};
use crate::host::sources::Allowed;
use crate::machine::{DRIVES, DiskImage, Machine, Model};

/// Disk options from the command line.
#[derive(Args)]
#[command(next_help_heading = "Machine")]
pub(super) struct DiskOptions {
    /// Disk image in drive 1, for a program that is not a disk itself
    #[arg(long, value_name = "FILE")]
    d1: Option<PathBuf>,
    /// Disk image in drive 2
    #[arg(long, value_name = "FILE")]
    d2: Option<PathBuf>,
    /// Disk image in drive 3
    #[arg(long, value_name = "FILE")]
    d3: Option<PathBuf>,
    /// Disk image in drive 4
    #[arg(long, value_name = "FILE")]
    d4: Option<PathBuf>,
    /// Save what the machine writes to disk in the image files; otherwise it is lost at the end
    #[arg(long)]
    pub write: bool,
    /// Make serial transfers take no time
    #[arg(long)]
    fast_disk: bool,
    /// Model of all disk drives (default: the simplest that can read the disk)
    #[arg(long, value_name = "MODEL")]
    drive: Option<DriveModel>,
    /// Connect a printer that prints to this file
    #[arg(long, value_name = "FILE")]
    pub printer: Option<PathBuf>,
}

/// Drive models.
#[derive(Clone, Copy, ValueEnum)]
enum DriveModel {
    /// Single density
    #[value(name = "810")]
    D810,
    /// Single and enhanced density
    #[value(name = "1050")]
    D1050,
    /// Single, enhanced and double density
    Xf551,
}

impl From<DriveModel> for Model {
    fn from(model: DriveModel) -> Self {
        match model {
            DriveModel::D810 => Model::D810,
            DriveModel::D1050 => Model::D1050,
            DriveModel::Xf551 => Model::Xf551,
        }
    }
}

/// The program's own disk, which is in drive 1.
pub(super) enum First<'a> {
    /// The program is not a disk.
    Nothing,
    /// The disk is a file.
    File(&'a Path),
    /// The disk came through standard input or a pipe.
    Piped(&'a DiskImage),
}

impl DiskOptions {
    /// Rejects options that write. For subcommands that go back in time or run the program repeatedly.
    pub(super) fn write_nothing(&self) -> anyhow::Result<()> {
        ensure!(!self.write, "--write: nothing is written to disk images here; `run` and `play` do that");
        ensure!(self.printer.is_none(), "--printer: nothing is printed here; `run` and `play` do that");
        Ok(())
    }

    /// For a subcommand whose machines have no drives and no printer, or that has no machine: warns of options for
    /// drives, which are the same for all subcommands, and refuses those whose output would be missed.
    pub(super) fn connect_nothing(&self) -> anyhow::Result<()> {
        self.write_nothing()?;
        let given = [
            ("--d1", self.d1.is_some()),
            ("--d2", self.d2.is_some()),
            ("--d3", self.d3.is_some()),
            ("--d4", self.d4.is_some()),
            ("--fast-disk", self.fast_disk),
            ("--drive", self.drive.is_some()),
        ];
        for (option, _) in given.into_iter().filter(|&(_, is_given)| is_given) {
            output::say(format_args!("warning: {option} has no effect here: there are no disk drives"));
        }
        Ok(())
    }

    /// Connects drives and printer.
    pub(super) fn connect(&self, machine: &mut Machine, first: First<'_>) -> anyhow::Result<DiskFiles> {
        machine.set_fast_disk(self.fast_disk);
        let mut files = DiskFiles::new(self.write);
        let model = self.drive.map(Model::from);
        if model.is_some() {
            machine.connect_drive(0, model);
        }
        ensure!(
            self.d1.is_none() || matches!(first, First::Nothing),
            "--d1: the program is itself a disk in drive 1: expected --d2 to --d4"
        );
        let first = match first {
            First::Nothing => self.d1.as_deref(),
            First::File(path) => Some(path),
            First::Piped(image) => {
                ensure!(!self.write, "--write: a disk from standard input or a pipe has no file to write to");
                let disk = machine.add_disk(image.clone(), false);
                machine.insert_disk(0, Some(disk));
                None
            }
        };
        let images = [first, self.d2.as_deref(), self.d3.as_deref(), self.d4.as_deref()];
        for (n, path) in images.into_iter().enumerate().filter_map(|(n, path)| Some((n, path?))) {
            let disk = add(&mut files, machine, path)?;
            ensure!(
                (0..DRIVES).all(|other| machine.disk_in(other) != Some(disk)),
                "{}: the same disk cannot be in two drives",
                path.display()
            );
            machine.connect_drive(n, model);
            machine.insert_disk(n, Some(disk));
            if let Some(misfit) = machine.misfit(n) {
                output::say(format_args!("{}: warning: {misfit}", path.display()));
            }
        }
        if let Some(path) = &self.printer {
            files.print_to(machine, path);
        }
        Ok(files)
    }
}

/// Reads an input script and the disk images that it names, relative to the script or to the current folder,
/// and replaces their names with the machine's disk numbers. A script may come from a stranger, so it may
/// name only what is in a drive already, and files below its own folder and below `allowed`.
pub(super) fn read_script<'a>(
    script_path: &'a Path,
    files: &mut DiskFiles,
    machine: &mut Machine,
    allowed: impl IntoIterator<Item = &'a Path>,
) -> anyhow::Result<Script> {
    let text = output::read_named("--input", script_path, "an input script", output::read_text)?;
    // A script's error begins with line and column.
    let script = Script::parse(&text).map_err(|error| anyhow!("{}:{error}", output::called(script_path)))?;
    let folder = script_path.parent().unwrap_or(Path::new(""));
    let allowed = Allowed::beside(script_path, allowed, allow);
    let mut numbers = Vec::new();
    for name in &script.disks {
        let named_at = || match script::disk_named_at(&text, name) {
            Some((line, column)) => format!("{}:{line}:{column}", output::called(script_path)),
            None => output::called(script_path).into_owned(),
        };
        let beside = folder.join(name);
        let path = if beside.exists() { beside } else { PathBuf::from(name) };
        if !files.has(&path)
            && let Some(Err(refusal)) = allowed.find(&path)
        {
            bail!("{}: the disk {}: {refusal}", named_at(), script::disk_written(name));
        }
        numbers.push(add(files, machine, &path).with_context(named_at)?);
    }
    Ok(script.with_disks(&numbers))
}

fn add(files: &mut DiskFiles, machine: &mut Machine, path: &Path) -> anyhow::Result<usize> {
    let name = script::disk_written(&path.to_string_lossy());
    let (disk, warnings) = files.add(machine, path).map_err(|error| match error {
        DiskError::InUse => anyhow!("{name}: {error}; leave out --write"),
        _ => anyhow!(error).context(name.clone()),
    })?;
    for warning in warnings {
        output::say(format_args!("{name}: warning: {warning}"));
    }
    Ok(disk)
}
