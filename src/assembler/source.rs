//! Source texts: where they come from and how a byte of them becomes a line and a column.

use super::diagnostic::Location;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where the assembler gets its files from. Paths use `/` and are as written in the source, or
/// joined to the folder of the file that includes them.
pub trait Files {
    /// The contents of a file, or nothing if there is none.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
}

/// Files in memory, by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    /// The contents by path.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// One file of text.
    pub fn one(path: &str, text: &str) -> Self {
        let mut files = Self::default();
        files.add(path, text);
        files
    }

    /// Adds or replaces a file.
    pub fn add(&mut self, path: &str, contents: impl AsRef<[u8]>) {
        self.files.insert(path.to_owned(), contents.as_ref().to_vec());
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.files.get(path).cloned()
    }
}

/// Files of a folder on disk, with further folders that are searched for includes.
#[derive(Clone, Debug, Default)]
pub struct DiskFiles {
    /// What relative paths are relative to.
    pub root: PathBuf,
    /// Searched in order when `root` has no such file.
    pub include: Vec<PathBuf>,
}

impl DiskFiles {
    /// The files below a folder.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        DiskFiles { root: root.into(), include: Vec::new() }
    }
}

impl Files for DiskFiles {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let folders = std::iter::once(&self.root).chain(&self.include);
        folders.into_iter().find_map(|folder| std::fs::read(folder.join(Path::new(path))).ok())
    }
}

/// Two sets of files, of which the first is asked first: generated or edited files over built-in ones.
pub struct Overlay<'a>(pub &'a dyn Files, pub &'a dyn Files);

impl Files for Overlay<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.read(path).or_else(|| self.1.read(path))
    }
}

/// What a source text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A file.
    File,
    /// A macro's or repeat's body with its parameters put in: line 1 of it is line `line` of
    /// source `body`.
    Expansion { body: u32, line: u32 },
}

/// One text: a file, or a body with its parameters put in.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Path of the file, or name of the macro.
    pub name: String,
    pub text: Vec<u8>,
    pub origin: Origin,
}

impl Source {
    /// Bytes of the line that holds byte `at`.
    pub fn line_bounds(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.text.len());
        let start = self.text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |found| found + 1);
        let end = self.text[at..].iter().position(|&byte| byte == b'\n').map_or(self.text.len(), |n| at + n);
        (start, end)
    }

    fn line_number(&self, at: usize) -> u32 {
        1 + self.text[..at.min(self.text.len())].iter().filter(|&&byte| byte == b'\n').count() as u32
    }
}

/// All texts of a run.
#[derive(Default)]
pub(super) struct Sources {
    pub list: Vec<Source>,
}

impl Sources {
    /// Adds a text and gives its index.
    pub fn add(&mut self, name: String, mut text: Vec<u8>, origin: Origin) -> u32 {
        normalise(&mut text);
        self.list.push(Source { name, text, origin });
        self.list.len() as u32 - 1
    }

    /// Name of the file a source comes from, and the line of it that is line `line` of the source.
    pub fn file_line(&self, source: u32, line: u32) -> (&str, u32) {
        let (mut source, mut line) = (source, line);
        while let Origin::Expansion { body, line: first } = self.list[source as usize].origin {
            (source, line) = (body, line + first - 1);
        }
        (&self.list[source as usize].name, line)
    }

    /// The place of some bytes of a text.
    pub fn location(&self, source: u32, start: u32, end: u32) -> Location {
        let text = &self.list[source as usize];
        let start = (start as usize).min(text.text.len());
        let (line_start, line_end) = text.line_bounds(start);
        let end = (end as usize).clamp(start, line_end.max(start));
        let (file, line) = self.file_line(source, text.line_number(start));
        let columns = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().count() as u32;
        let column = columns(&text.text[line_start..start]) + 1;
        let width = columns(&text.text[start..end]).max(1);
        Location {
            file: file.to_owned(),
            line,
            column,
            end_column: column + width,
            text: String::from_utf8_lossy(&text.text[line_start..line_end]).trim_end().to_owned(),
        }
    }
}

/// Line ends become `\n` (an Atari text has $9B), and a byte order mark goes.
fn normalise(text: &mut Vec<u8>) {
    if text.starts_with(&[0xEF, 0xBB, 0xBF]) {
        text.drain(..3);
    }
    if !text.contains(&b'\n') {
        for byte in text.iter_mut().filter(|byte| matches!(**byte, 0x9B | b'\r')) {
            *byte = b'\n';
        }
    }
}

/// Finds line numbers for places that mostly ascend.
pub(super) struct LineFinder<'a> {
    sources: &'a Sources,
    /// By source: a byte and the number of its line.
    known: Vec<(usize, u32)>,
}

impl Sources {
    pub fn line_finder(&self) -> LineFinder<'_> {
        LineFinder { sources: self, known: vec![(0, 1); self.list.len()] }
    }
}

impl LineFinder<'_> {
    /// The line of a source that holds a byte.
    pub fn line(&mut self, source: u32, at: u32) -> u32 {
        let text = &self.sources.list[source as usize].text;
        let at = (at as usize).min(text.len());
        let (mut from, mut line) = self.known[source as usize];
        if at < from {
            (from, line) = (0, 1);
        }
        line += text[from..at].iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.known[source as usize] = (at, line);
        line
    }
}
