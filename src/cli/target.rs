//! What a subcommand works on: a built-in program or a file.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::disks::{self, First};
use super::failed::open_error;
use super::options::MachineOptions;
use super::output;
use super::source::{SourceOptions, allow};
use crate::assembler::{Format, render};
use crate::harness::open::{self, IdleOption, Medium, Program};
use crate::harness::script::Script;
use crate::host::disks::DiskFiles;
use crate::host::sidecars::Sidecars;
use crate::host::sources::SourceFiles;
use crate::machine::Machine;
use crate::media::kind::looks_like_text;
use crate::media::{Kind, kind};
use crate::titles::shelf::SHELF;

/// The target from the command line.
#[derive(Args)]
pub(super) struct TargetOptions {
    #[arg(default_value = SHELF[0].name, help = target_help())]
    target: String,
    /// Form of a built-in program (default: xex)
    #[arg(long, value_name = "FORM")]
    form: Option<Form>,
    #[command(flatten)]
    with: SourceOptions,
}

fn target_help() -> String {
    let names: Vec<&str> = SHELF.iter().map(|entry| entry.name).collect();
    format!(
        "A built-in program ({}; none for the bare machine), or a file: assembler source, a binary-load file \
         (.xex), a disk (.atr), a cartridge (.car, or a raw .rom), an OS ROM of 10K; - is standard input",
        names.join(", ")
    )
}

/// Form of a built-in program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Binary-load file
    Xex,
    /// 16K cartridge, for a machine with 16K or more
    Cart,
}

impl TargetOptions {
    /// The target that this word names, without other options.
    pub(super) fn of(target: &str) -> Self {
        TargetOptions { target: target.to_string(), form: None, with: SourceOptions::default() }
    }

    /// Adds options for a source.
    pub(super) fn with(self, with: SourceOptions) -> Self {
        TargetOptions { with, ..self }
    }

    /// Chooses the form, for a built-in program.
    pub(super) fn in_form(self, form: Option<Form>) -> Self {
        TargetOptions { form, ..self }
    }
}

/// An opened target.
pub(super) struct Target<'a> {
    /// The program, and what is known about it.
    pub program: Program,
    /// Its path, if it is a file.
    path: Option<PathBuf>,
    machine: &'a MachineOptions,
}

impl TargetOptions {
    /// The target as given on the command line.
    pub(super) fn name(&self) -> &str {
        &self.target
    }

    /// Resolves the target, then builds or reads it for the machine given.
    pub(super) fn open<'a>(&self, machine: &'a MachineOptions) -> anyhow::Result<Target<'a>> {
        let name = self.target.as_str();
        let path = Path::new(name);
        let mut options = machine.open_options()?;
        (options.defines, options.include) = (self.with.defines()?, self.with.include.clone());
        options.form = match self.form {
            None | Some(Form::Xex) => open::Form::Xex,
            Some(Form::Cart) => open::Form::Cart,
        };
        let is_read_once = output::is_read_once(path);
        let is_file = is_read_once || open::is_file(path).map_err(open_error)?;
        let program = match is_file {
            true => open_file(path, self.with.allowed(machine.allowed()), options)?,
            false => Program::named(name, options).map_err(open_error)?,
        };
        if let Some(option) = program.idle_option(self.form.is_some()) {
            bail!("{}: {}", program.name, idle(option, machine));
        }
        let path = (is_file && !is_read_once).then(|| path.to_path_buf());
        Ok(Target { program, path, machine })
    }
}

/// Why an option is refused.
fn idle(option: IdleOption, machine: &MachineOptions) -> String {
    match option {
        IdleOption::Form => "--form is for built-in programs, and this is not one".to_string(),
        IdleOption::CartType => "--cart-type is for files; for a built-in program use --form".to_string(),
        IdleOption::CartTypeOfSource => {
            let number = machine.cart_type.unwrap_or_default();
            format!(
                "a source has no cartridge type: assemble it to a .rom, and open that with --cart-type {number}"
            )
        }
        IdleOption::Source => "-d and -i are for sources, and this is not one".to_string(),
    }
}

impl Target<'_> {
    /// Switches on a machine with the target in it. Returns the files of its disks, too.
    pub(super) fn switch_on(&self) -> anyhow::Result<(Machine, DiskFiles)> {
        let mut machine = self.program.switch_on_without_disk().map_err(open_error)?;
        for problem in self.program.misplaced() {
            output::say(format_args!("{problem}"));
        }
        let first = match (&self.program.medium, &self.path) {
            (Medium::Disk(_), Some(path)) => First::File(path),
            (Medium::Disk(image), None) => First::Piped(image),
            _ => First::Nothing,
        };
        let disks = self.machine.disks.connect(&mut machine, first)?;
        Ok((machine, disks))
    }

    /// Where to find labels for the program, if it is a file without any.
    pub(super) fn labels_hint(&self) -> Option<String> {
        let path =
            self.path.as_ref().filter(|path| !self.program.is_assembled() && !Sidecars::exists(path))?;
        let source = path.with_extension("asm");
        let name = &self.program.name;
        Some(match source.is_file() {
            true => format!("{name} has no labels of its own; {} has them", source.display()),
            false => format!(
                "{name} has no labels of its own; use its source, or add a label file beside it: {}, written by `front800 asm -t`, or {}, written by cc65",
                path.with_extension("lab").display(),
                path.with_extension("dbg").display()
            ),
        })
    }

    /// The user's input from a script; nothing without one. Loads the disks that the script names.
    pub(super) fn input(
        &self,
        script: Option<&Path>,
        machine: &mut Machine,
        files: &mut DiskFiles,
    ) -> anyhow::Result<Script> {
        match script {
            Some(path) => disks::read_script(path, files, machine, self.machine.allowed()),
            None => Ok(Script::default()),
        }
    }
}

/// Opens a file, and prints any remarks about it.
fn open_file<'a>(
    path: &'a Path,
    allowed: impl Iterator<Item = &'a Path>,
    options: open::Options,
) -> anyhow::Result<Program> {
    let name = output::called(path);
    let is_read_once = output::is_read_once(path);
    let bytes = output::read_program(path)?;
    let files = SourceFiles::new(path, allowed, allow);
    let files = if is_read_once { files.piped(&name, bytes.clone()) } else { files };
    // Without a name that says what it is, text that is nothing else is a source, as for `asm`.
    let is_source = match kind(&bytes, &name) {
        Kind::Unknown => is_read_once && looks_like_text(&bytes),
        known => known == Kind::Source,
    };
    // A source has names and lines of its own.
    let beside = if is_source || is_read_once { Sidecars::default() } else { Sidecars::of(path) };
    beside.notes.iter().for_each(|note| output::say(format_args!("{note}")));
    let debug_info = beside.debug_info.as_ref();
    let file = open::File { name: &name, bytes: &bytes, files: &files, debug_info };
    let program = if is_source { Program::source(file, options) } else { Program::file(file, options) };
    let program = program.map_err(open_error)?;
    output::show(&render(&program.diagnostics, Format::Human { color: false }));
    // Remarks on a disk image are printed when it goes into its drive.
    if is_read_once || !matches!(program.medium, Medium::Disk(_)) {
        program.notes.iter().for_each(|note| output::say(format_args!("{note}")));
    }
    Ok(program)
}
