//! Sources named on the command line, and the options for assembling them.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::output;
use crate::assembler::defined;
use crate::host::sources::SourceFiles;
use crate::inspect::symbols::number;
use crate::media::kind::{Kind, kind, looks_like_text};

/// Assembly options from the command line.
#[derive(Args, Clone, Default)]
pub(super) struct SourceOptions {
    /// Define a label for the assembly
    #[arg(short, long, value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Also look for included files in this folder
    #[arg(short, long, value_name = "DIR")]
    pub include: Vec<String>,
}

impl SourceOptions {
    /// As if `-d` and `-i` had been given.
    pub(super) fn new(defines: &[(&str, i64)], include: &[&str]) -> Self {
        SourceOptions {
            define: defines.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            include: include.iter().map(ToString::to_string).collect(),
        }
    }

    /// The labels with their values.
    pub(super) fn defines(&self) -> anyhow::Result<Vec<(String, i64)>> {
        self.define.iter().map(|text| define(text)).collect()
    }

    /// The folders of `-i`, followed by `more`.
    pub(super) fn allowed<'a>(
        &'a self,
        more: impl Iterator<Item = &'a Path>,
    ) -> impl Iterator<Item = &'a Path> {
        self.include.iter().map(Path::new).chain(more)
    }

    /// Whether no option was given.
    pub(super) fn is_empty(&self) -> bool {
        self.define.is_empty() && self.include.is_empty()
    }
}

fn define(text: &str) -> anyhow::Result<(String, i64)> {
    // `-d:NAME=1` is the MADS form.
    let text = text.strip_prefix(':').unwrap_or(text);
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let (sign, digits) = value.strip_prefix('-').map_or((1, value), |digits| (-1, digits));
    let given = number(digits).filter(|_| !name.is_empty());
    let number = given.with_context(|| format!("-d {text}: expected a name and a number, as in LEVEL=3"))?;
    defined(name, sign * i64::from(number)).with_context(|| format!("-d {text}"))
}

/// What a file named as a source is, if it is a program and not text.
fn program_in(bytes: &[u8], name: &str) -> Option<&'static str> {
    match kind(bytes, name) {
        _ if bytes.is_empty() || looks_like_text(bytes) => None,
        Kind::Xex => Some("a program (a binary-load file)"),
        Kind::Disk => Some("a disk image"),
        Kind::Car | Kind::RawCart => Some("a cartridge"),
        Kind::State => Some("a saved state"),
        _ => None,
    }
}

/// How to allow reading the files of a folder.
pub(super) fn allow(folder: &Path) -> String {
    format!("to allow it, add: --allow-read {}", quoted(&folder.display().to_string()))
}

/// A path quoted for a shell.
fn quoted(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+,:@%\\".contains(&byte);
    if path.bytes().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// File access for the source file `main`, which must be readable, including the folders in `more`; `-` is
/// standard input.
pub(super) fn open<'a>(
    main: &'a Path,
    more: impl IntoIterator<Item = &'a Path>,
) -> anyhow::Result<SourceFiles> {
    let is_read_once = output::is_read_once(main);
    ensure!(is_read_once || main.exists(), "{}: there is no such source file", main.display());
    let text = output::read_program(main)?;
    if let Some(what) = program_in(&text, &main.to_string_lossy()) {
        bail!(
            "{0}: this is {what}, not a source: expected assembler source; `front800 disasm {0} --source` converts a \
             program into source",
            main.display()
        );
    }
    let files = SourceFiles::new(main, more, allow);
    Ok(if is_read_once { files.piped(&output::called(main), text) } else { files })
}
