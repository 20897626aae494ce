//! What a subcommand works on: a built-in program or a file.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::{Args, ValueEnum};

use super::disks::DiskOptions;
use super::failed::open_error;
use super::options::MachineOptions;
use super::output;
use super::source::SourceFiles;
use crate::assembler::{Format, render};
use crate::harness::open::{self, Medium, Program};
use crate::host::disks::DiskFiles;
use crate::machine::Machine;
use crate::titles::shelf::SHELF;

/// The target as typed.
#[derive(Args)]
pub(super) struct TargetOptions {
    #[arg(default_value = SHELF[0].name, help = target_help())]
    target: String,
    /// What a built-in program is made as; otherwise a binary-load file
    #[arg(long, value_name = "FORM")]
    form: Option<Form>,
}

fn target_help() -> String {
    let names: Vec<&str> = SHELF.iter().map(|entry| entry.name).collect();
    format!(
        "A built-in program ({}; none for the bare machine), or a file: assembler source, a binary-load file \
         (.xex), a disk (.atr), a cartridge (.car, or a raw .rom)",
        names.join(", ")
    )
}

/// What a built-in program is made as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// A binary-load file
    Xex,
    /// A cartridge of 16K, for a machine with 16K or more
    Cart,
}

impl TargetOptions {
    /// As if this had been typed.
    pub(super) fn of(target: &str) -> Self {
        TargetOptions { target: target.to_string(), form: None }
    }
}

/// An opened target.
pub(super) struct Target<'a> {
    /// The program and what is known about it.
    pub program: Program,
    /// Where it is, if it is a file.
    path: Option<PathBuf>,
    disks: &'a DiskOptions,
}

impl TargetOptions {
    /// The target as typed.
    pub(super) fn name(&self) -> &str {
        &self.target
    }

    /// Finds out what is meant and builds or reads it, for the machine asked for.
    pub(super) fn open<'a>(&self, machine: &'a MachineOptions) -> anyhow::Result<Target<'a>> {
        let name = self.target.as_str();
        let path = Path::new(name);
        let mut options = machine.open_options()?;
        if path.exists() && !path.is_dir() {
            ensure!(self.form.is_none(), "{name}: --form is for built-in programs; a file is what it is");
            let program = open_file(path, machine, options)?;
            return Ok(Target { program, path: Some(path.to_path_buf()), disks: &machine.disks });
        }
        ensure!(!path.is_dir(), "{name}: a folder; expected a file or a built-in program");
        options.form = match self.form {
            None | Some(Form::Xex) => open::Form::Xex,
            Some(Form::Cart) => open::Form::Cart,
        };
        let program = Program::named(name, options).map_err(open_error)?;
        Ok(Target { program, path: None, disks: &machine.disks })
    }
}

impl Target<'_> {
    /// A machine switched on with the target in it, and the files of its disks.
    pub(super) fn switch_on(&self) -> anyhow::Result<(Machine, DiskFiles)> {
        let mut machine = self.program.switch_on_without_disk().map_err(open_error)?;
        for problem in self.program.misplaced() {
            output::say(format_args!("{problem}"));
        }
        let is_disk = matches!(self.program.medium, Medium::Disk(_));
        let first = self.path.as_deref().filter(|_| is_disk);
        let disks = self.disks.connect(&mut machine, first)?;
        Ok((machine, disks))
    }
}

/// Opens a file and says what is worth knowing about it.
fn open_file(path: &Path, machine: &MachineOptions, options: open::Options) -> anyhow::Result<Program> {
    let name = path.to_string_lossy();
    let bytes = output::read_file(path)?;
    let labels = labels_beside(path);
    let files = SourceFiles::new(path, machine.allowed());
    let file = open::File { name: &name, bytes: &bytes, files: &files, labels: labels.as_deref() };
    let program = Program::file(file, options).map_err(open_error)?;
    output::show(&render(&program.diagnostics, Format::Human { color: false }));
    // A disk is told about when it goes into its drive.
    if !matches!(program.medium, Medium::Disk(_)) {
        program.notes.iter().for_each(|note| output::say(format_args!("{note}")));
    }
    Ok(program)
}

/// The text of `game.lab` or `game.lbl` beside `game.xex`, if there is such a file.
fn labels_beside(path: &Path) -> Option<String> {
    ["lab", "lbl"].iter().find_map(|extension| output::read_text(&path.with_extension(extension)).ok())
}
