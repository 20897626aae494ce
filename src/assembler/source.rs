//! Source texts: where they come from, and how byte offsets become lines and columns.

use super::diagnostic::Location;
use std::collections::BTreeMap;
use std::fmt;

/// The file with the names of the hardware and the system, if it is provided.
pub(crate) const HARDWARE: &str = "front800/hardware.inc";
/// Its two parts, for programs that define some of these names themselves: the chips' registers, and
/// everything that belongs to the system.
pub(crate) const REGISTERS: &str = "front800/registers.inc";
pub(crate) const SYSTEM: &str = "front800/system.inc";

/// Whether a file is one of these.
pub(super) fn is_of_hardware(file: &str) -> bool {
    [HARDWARE, REGISTERS, SYSTEM].iter().any(|ours| file.ends_with(ours))
}

/// Supplies files to the assembler. Paths use `/` and are as written in the source, or joined to the folder
/// of the including file.
pub trait Files {
    /// The contents of a file, or none if it does not exist.
    fn read(&self, path: &str) -> Option<Vec<u8>>;

    /// Why access to an existing file is refused, if it is.
    fn refusal(&self, _path: &str) -> Option<String> {
        None
    }

    /// Whether [`Files::read`] supplies the contents from elsewhere than a file that the user could open and
    /// change.
    fn is_builtin(&self, _path: &str) -> bool {
        false
    }
}

/// Files in memory, by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    /// The contents by path.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// A single text file.
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

/// Two sets of files; the first takes precedence. For generated or edited files over built-in ones.
pub struct Overlay<'a>(pub &'a dyn Files, pub &'a dyn Files);

impl fmt::Debug for Overlay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Overlay").finish_non_exhaustive()
    }
}

impl Files for Overlay<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.read(path).or_else(|| self.1.read(path))
    }

    fn refusal(&self, path: &str) -> Option<String> {
        self.0.refusal(path).or_else(|| self.1.refusal(path))
    }

    fn is_builtin(&self, path: &str) -> bool {
        let from = if self.0.read(path).is_some() { self.0 } else { self.1 };
        from.is_builtin(path)
    }
}

/// A range of a text: index of the source, first byte, byte after the last.
pub(super) type Place = (u32, u32, u32);

/// The origin of a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A file.
    File,
    /// The body of a macro or repeat with its parameters substituted: its line 1 is line `line` of source
    /// `body`.
    Expansion { body: u32, line: u32 },
}

/// A text: a file, or a body with its parameters substituted.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Path of the file, or name of the macro.
    pub name: String,
    pub text: Vec<u8>,
    pub origin: Origin,
    /// Where a file is included for the first time; none for the main file.
    pub included: Option<Place>,
    /// First byte of each line.
    starts: Vec<u32>,
}

impl Source {
    /// The line that holds byte `at`, from 1.
    pub(super) fn line_number(&self, at: usize) -> u32 {
        self.starts.partition_point(|&start| start as usize <= at) as u32
    }

    /// Byte range of a line without its line end; empty after the last line.
    pub(super) fn line_bounds(&self, line: u32) -> (usize, usize) {
        let length = self.text.len();
        let start = |line: u32| self.starts.get(line as usize).map(|&start| start as usize);
        let first = line.checked_sub(1).and_then(start).unwrap_or(length);
        (first, start(line).map_or(length, |next| next - 1).max(first))
    }

    /// Whether it is a turn of a repeat.
    pub(super) fn is_repeat(&self) -> bool {
        self.name == ".rept"
    }

    /// Number of lines; text after the last line feed counts if it is not empty.
    pub(super) fn line_count(&self) -> u32 {
        let empty_end = self.starts.last().is_some_and(|&start| start as usize == self.text.len());
        (self.starts.len() - usize::from(empty_end)) as u32
    }
}

/// Longest line shown in a diagnostic, in bytes: nobody writes longer lines by hand, and each diagnostic
/// keeps a copy.
const MAX_SHOWN: usize = 1000;

/// All texts of a run.
#[derive(Default)]
pub(super) struct Sources {
    pub list: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns its index.
    pub(super) fn add(&mut self, name: String, mut text: Vec<u8>, origin: Origin) -> u32 {
        if origin == Origin::File {
            normalise(&mut text);
        }
        let after_ends =
            text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at as u32 + 1);
        // Most are small macro bodies, and there are many.
        let mut starts = Vec::with_capacity(1 + text.len() / 8);
        starts.push(0);
        starts.extend(after_ends);
        self.list.push(Source { name, text, origin, included: None, starts });
        self.list.len() as u32 - 1
    }

    /// The file a source comes from, and that file's line for line `line` of the source.
    pub(super) fn file_line(&self, source: u32, line: u32) -> (&str, u32) {
        let (mut source, mut line) = (source, line);
        while let Origin::Expansion { body, line: first } = self.list[source as usize].origin {
            (source, line) = (body, line + first - 1);
        }
        (&self.list[source as usize].name, line)
    }

    /// The source of the file that a source comes from.
    pub(super) fn file(&self, source: u32) -> u32 {
        let mut source = source;
        while let Origin::Expansion { body, .. } = self.list[source as usize].origin {
            source = body;
        }
        source
    }

    /// Whether the line of a place, up to the end of the place, is the same in its file, without substituted
    /// macro parameters.
    pub(super) fn is_written_so(&self, (source, start, end): Place) -> bool {
        let text = &self.list[source as usize];
        let line = text.line_number(start as usize);
        let (begin, _) = text.line_bounds(line);
        let Some(here) = text.text.get(begin..end as usize) else { return false };
        let (_, line) = self.file_line(source, line);
        let file = &self.list[self.file(source) as usize];
        file.text[file.line_bounds(line).0..].starts_with(here)
    }

    /// File and line of a byte of a text.
    pub(super) fn file_line_at(&self, source: u32, at: u32) -> (&str, u32) {
        self.file_line(source, self.list[source as usize].line_number(at as usize))
    }

    /// File, line and column of a byte of a text.
    pub(super) fn file_line_column(&self, source: u32, at: u32) -> (&str, u32, u32) {
        let text = &self.list[source as usize];
        let at = (at as usize).min(text.text.len());
        let line = text.line_number(at);
        let (file, file_line) = self.file_line(source, line);
        (file, file_line, columns(&text.text[text.line_bounds(line).0..at]) + 1)
    }

    /// The location of a byte range.
    pub(super) fn location(&self, source: u32, start: u32, end: u32) -> Location {
        let text = &self.list[source as usize];
        let start = (start as usize).min(text.text.len());
        let line = text.line_number(start);
        let (line_start, line_end) = text.line_bounds(line);
        let end = (end as usize).clamp(start, line_end.max(start));
        let (file, line) = self.file_line(source, line);
        let column = columns(&text.text[line_start..start]) + 1;
        let width = columns(&text.text[start..end]).max(1);
        let shown_end = line_end.min(line_start + MAX_SHOWN);
        Location {
            file: file.to_owned(),
            line,
            column,
            end_column: column + width,
            text: String::from_utf8_lossy(&text.text[line_start..shown_end]).trim_end().to_owned(),
        }
    }
}

/// Number of characters in part of a line.
fn columns(bytes: &[u8]) -> u32 {
    if bytes.is_ascii() { bytes.len() as u32 } else { String::from_utf8_lossy(bytes).chars().count() as u32 }
}

/// Converts line ends to `\n` (ATASCII texts have $9B, which in UTF-8 is part of a character), and removes a
/// byte order mark, and the $1A and zeros with which editors on DOS and CP/M ended a text. [guess]
pub(super) fn normalise(text: &mut Vec<u8>) {
    if text.starts_with(&[0xEF, 0xBB, 0xBF]) {
        text.drain(..3);
    }
    let end = text.iter().rposition(|byte| !matches!(byte, 0 | 0x1A)).map_or(0, |last| last + 1);
    text.truncate(end);
    if !text.contains(&b'\n') {
        let is_of_atari = is_of_atari(text);
        for byte in text.iter_mut().filter(|byte| **byte == b'\r' || **byte == 0x9B && is_of_atari) {
            *byte = b'\n';
        }
    }
}

/// Whether the line ends of a text are $9B.
pub(super) fn is_of_atari(text: &[u8]) -> bool {
    !text.contains(&b'\n') && text.contains(&0x9B) && std::str::from_utf8(text).is_err()
}
