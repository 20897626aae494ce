//! Where sources named on the command line find their files, and which they may read at all: a source
//! may come from a stranger.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::output;
use crate::assembler::{Files, defined};
use crate::host::files;
use crate::inspect::symbols::number;
use crate::media::kind::{Kind, kind, looks_like_text};
use crate::titles::Generated;

/// What a source is assembled with, as typed.
#[derive(Args, Clone, Default)]
pub(super) struct SourceOptions {
    /// Define a label of a source
    #[arg(short, long, value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Look for files that a source includes here too
    #[arg(short, long, value_name = "DIR")]
    pub include: Vec<String>,
}

impl SourceOptions {
    /// As if `-d` and `-i` had been typed for these.
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

    /// The folders of `-i`, and these.
    pub(super) fn allowed<'a>(
        &'a self,
        more: impl Iterator<Item = &'a Path>,
    ) -> impl Iterator<Item = &'a Path> {
        self.include.iter().map(Path::new).chain(more)
    }

    /// Whether nothing was typed.
    pub(super) fn is_empty(&self) -> bool {
        self.define.is_empty() && self.include.is_empty()
    }
}

fn define(text: &str) -> anyhow::Result<(String, i64)> {
    // `-d:NAME=1`, as MADS has it.
    let text = text.strip_prefix(':').unwrap_or(text);
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let (sign, digits) = value.strip_prefix('-').map_or((1, value), |digits| (-1, digits));
    let given = number(digits).filter(|_| !name.is_empty());
    let number = given.with_context(|| format!("-d {text}: expected a name and a number, as in LEVEL=3"))?;
    defined(name, sign * i64::from(number)).with_context(|| format!("-d {text}"))
}

/// Largest source or inserted file, in bytes.
const MOST_SOURCE_BYTES: u64 = 16 << 20;

/// What a file is that was named as a source, if it is no text but a program.
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

/// Folders below which files may be read.
#[derive(Clone, Default)]
pub(super) struct Allowed {
    folders: Vec<PathBuf>,
}

impl Allowed {
    /// Below the folder of the file `main` (the working folder for standard input), and below these.
    pub(super) fn beside<'a>(main: &'a Path, more: impl IntoIterator<Item = &'a Path>) -> Self {
        let folder = main.parent().filter(|folder| !folder.as_os_str().is_empty());
        let own = folder.unwrap_or(Path::new("."));
        // A folder that is not there holds nothing to be read.
        let folders = std::iter::once(own).chain(more).filter_map(|folder| folder.canonicalize().ok());
        Allowed { folders: folders.collect() }
    }

    /// The file behind all links, if it is there and may be read; otherwise why it may not.
    pub(super) fn find(&self, path: &Path) -> Option<Result<PathBuf, String>> {
        let file = path.canonicalize().ok()?;
        let allowed = self.folders.iter().any(|folder| file.starts_with(folder));
        let place = quoted(&file.parent().unwrap_or(&file).display().to_string());
        Some(if allowed {
            Ok(file)
        } else {
            Err(format!(
                "it is not below the folder of the file that names it; to allow it, add: --allow-read {place}"
            ))
        })
    }
}

/// A path as one types it in a shell.
fn quoted(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+,:@%\\".contains(&byte);
    if path.bytes().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// Files on disk, and what the assets make where the disk has no such file.
pub(super) struct SourceFiles {
    allowed: Allowed,
    generated: Generated,
    /// Name and text of the main source, if it has come through standard input or a pipe.
    piped: Option<(String, Vec<u8>)>,
}

impl SourceFiles {
    /// The files for the source file `main`, of these folders too.
    pub(super) fn new<'a>(main: &'a Path, more: impl IntoIterator<Item = &'a Path>) -> Self {
        let (allowed, generated) = (Allowed::beside(main, more), Generated::beside(main));
        SourceFiles { allowed, generated, piped: None }
    }

    /// With a text that cannot be read again, and is found under its name.
    pub(super) fn piped(self, name: &str, text: Vec<u8>) -> Self {
        SourceFiles { piped: Some((name.to_string(), text)), ..self }
    }

    /// The files for the source file `main`, of these folders too, if it is there and can be read; `-` is standard input.
    pub(super) fn open<'a>(main: &'a Path, more: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<Self> {
        let is_read_once = output::is_read_once(main);
        ensure!(is_read_once || main.exists(), "{}: there is no such source file", main.display());
        let text = output::read_program(main)?;
        if let Some(what) = program_in(&text, &main.to_string_lossy()) {
            bail!(
                "{0}: this is {what}, not a source: expected assembler source, which `front800 disasm {0} --source` makes \
                 of a program",
                main.display()
            );
        }
        let files = SourceFiles::new(main, more);
        Ok(if is_read_once { files.piped(&output::called(main), text) } else { files })
    }

    fn on_disk(&self, path: &str) -> Option<Result<Vec<u8>, String>> {
        if let Some((name, text)) = &self.piped
            && path == name
        {
            return Some(Ok(text.clone()));
        }
        let file = match self.allowed.find(Path::new(path))? {
            Ok(file) => file,
            Err(refusal) => return Some(Err(refusal)),
        };
        files::protect(&file);
        Some(files::read(&file, MOST_SOURCE_BYTES).map_err(|error| error.to_string()))
    }
}

impl Files for SourceFiles {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.on_disk(path).and_then(Result::ok).or_else(|| self.generated.read(path))
    }

    fn refusal(&self, path: &str) -> Option<String> {
        self.on_disk(path)?.err()
    }
}
