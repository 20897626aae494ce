//! The sources that an editor has open, and the assemblies of the programs they belong to.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, PublishDiagnosticsParams, Range,
    Uri,
};

use super::words;
use crate::assembler::{self, Assembly, Files, Options, Output, Severity, assemble};

/// All that is known of what an editor works on.
pub(super) struct Project<'a> {
    files: &'a dyn Files,
    options: Options,
    /// Texts by path.
    open: BTreeMap<String, String>,
    /// The assemblies of each main source, and all files that the last one read.
    programs: BTreeMap<String, Program>,
    /// Files that have diagnostics now.
    reported: BTreeSet<String>,
}

/// An assembled program.
#[derive(Default)]
struct Program {
    /// What was understood of it as it is now.
    now: Option<Output>,
    /// As it was when it last had no errors, if it has some now: what is half written may hide what stood there.
    before: Option<Output>,
    /// Places of its errors: file and line from 1.
    errors: BTreeSet<(String, u32)>,
    read: BTreeSet<String>,
}

impl Program {
    fn take(&mut self, assembly: Assembly) {
        let is_error = |diagnostic: &&assembler::Diagnostic| diagnostic.severity == Severity::Error;
        let place =
            |diagnostic: &assembler::Diagnostic| (diagnostic.location.file.clone(), diagnostic.location.line);
        let had_none = std::mem::replace(
            &mut self.errors,
            assembly.diagnostics.iter().filter(is_error).map(place).collect(),
        );
        let last = std::mem::replace(&mut self.now, assembly.output.or(assembly.partial));
        if self.errors.is_empty() {
            self.before = None;
        } else if had_none.is_empty() {
            self.before = last;
        }
    }
}

/// Open texts before files, which are noted.
struct Noted<'a> {
    open: &'a BTreeMap<String, String>,
    files: &'a dyn Files,
    read: RefCell<BTreeSet<String>>,
}

impl Files for Noted<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let found = self.open.get(path).map(|text| text.clone().into_bytes());
        let found = found.or_else(|| self.files.read(path))?;
        self.read.borrow_mut().insert(path.to_owned());
        Some(found)
    }

    fn refusal(&self, path: &str) -> Option<String> {
        self.files.refusal(path)
    }
}

impl<'a> Project<'a> {
    /// Nothing is open yet.
    pub(super) fn new(files: &'a dyn Files, options: Options) -> Self {
        Project {
            files,
            options,
            open: BTreeMap::new(),
            programs: BTreeMap::new(),
            reported: BTreeSet::new(),
        }
    }

    /// A source is open and has this text.
    pub(super) fn open(&mut self, uri: &str, text: String) {
        self.open.insert(words::path_of(uri), text);
    }

    /// A part of an open source, or without a range all of it, has another text.
    pub(super) fn change(&mut self, uri: &str, range: Option<Range>, text: &str) {
        let open = self.open.entry(words::path_of(uri)).or_default();
        match range {
            None => text.clone_into(open),
            Some(range) => {
                let start = words::offset(open, range.start);
                let end = words::offset(open, range.end).max(start);
                open.replace_range(start..end, text);
            }
        }
    }

    /// A source is as its file has it again.
    pub(super) fn close(&mut self, uri: &str) {
        self.open.remove(&words::path_of(uri));
    }

    /// The text of a source.
    pub(super) fn text(&self, path: &str) -> Option<String> {
        let open = self.open.get(path).cloned();
        open.or_else(|| self.files.read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// A line of a source, from 0.
    pub(super) fn line(&self, path: &str, line: usize) -> Option<String> {
        self.text(path)?.lines().nth(line).map(str::to_owned)
    }

    /// The main source of the program that a source belongs to: one that is open and includes it, else itself.
    fn main_of(&self, path: &str) -> String {
        let includes =
            |(main, program): &(&String, &Program)| main.as_str() != path && program.read.contains(path);
        self.programs.iter().find(includes).map_or_else(|| path.to_owned(), |(main, _)| main.clone())
    }

    /// What is understood of the program that a source belongs to.
    pub(super) fn program(&self, path: &str) -> Option<&Output> {
        self.programs.get(&self.main_of(path))?.now.as_ref()
    }

    /// The same, and behind it, if there are errors now, the program as it was before them.
    pub(super) fn readings(&self, path: &str) -> impl Iterator<Item = &Output> {
        let program = self.programs.get(&self.main_of(path));
        program.into_iter().flat_map(|program| program.now.iter().chain(&program.before))
    }

    /// Lines with errors, of which little is understood, in the program of a source: file and line from 1.
    pub(super) fn errors(&self, path: &str) -> impl Iterator<Item = &(String, u32)> {
        self.programs.get(&self.main_of(path)).into_iter().flat_map(|program| &program.errors)
    }

    /// All programs.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &Output> {
        self.programs.values().filter_map(|program| program.now.as_ref())
    }

    /// Assembles the program of a source and gives what is to be said of its files.
    pub(super) fn check(&mut self, uri: &str) -> Vec<PublishDiagnosticsParams> {
        let main = self.main_of(&words::path_of(uri));
        let noted = Noted { open: &self.open, files: self.files, read: RefCell::default() };
        let assembly = assemble(&noted, &main, &self.options);
        let read = noted.read.into_inner();
        let program = self.programs.entry(main.clone()).or_default();
        program.read.clone_from(&read);
        let diagnostics: Vec<(String, Diagnostic)> = assembly
            .diagnostics
            .iter()
            .map(|diagnostic| (diagnostic.location.file.clone(), shown(diagnostic)))
            .collect();
        program.take(assembly);
        // A source that this one includes is no program of its own.
        self.programs.retain(|path, _| *path == main || !read.contains(path));
        let mut by_file: BTreeMap<String, Vec<Diagnostic>> = read
            .iter()
            .filter(|path| self.reported.contains(*path))
            .map(|path| (path.clone(), Vec::new()))
            .collect();
        by_file.entry(main).or_default();
        for (path, diagnostic) in diagnostics {
            by_file.entry(path).or_default().push(diagnostic);
        }
        for (path, diagnostics) in &by_file {
            if diagnostics.is_empty() {
                self.reported.remove(path);
            } else {
                self.reported.insert(path.clone());
            }
        }
        let publish = |(path, diagnostics): (String, Vec<Diagnostic>)| {
            Some(PublishDiagnosticsParams { uri: uri_for(&path)?, diagnostics, version: None })
        };
        by_file.into_iter().filter_map(publish).collect()
    }
}

/// The URI of a path, as the protocol wants it.
pub(super) fn uri_for(path: &str) -> Option<Uri> {
    words::uri_of(path).parse().ok()
}

/// A diagnostic as the protocol has it.
fn shown(diagnostic: &assembler::Diagnostic) -> Diagnostic {
    let place = |location: &assembler::Location| {
        let line = location.line.saturating_sub(1) as usize;
        words::range(
            line,
            location.column.saturating_sub(1) as usize,
            location.end_column.saturating_sub(1) as usize,
        )
    };
    let related = diagnostic.related.iter().chain(&diagnostic.stack).filter_map(|(message, location)| {
        let location = Location { uri: uri_for(&location.file)?, range: place(location) };
        Some(DiagnosticRelatedInformation { location, message: message.clone() })
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    let severity = match diagnostic.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
        Severity::Print => DiagnosticSeverity::HINT,
    };
    let help = diagnostic.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    Diagnostic {
        range: place(&diagnostic.location),
        severity: Some(severity),
        source: Some("front800".to_owned()),
        message: format!("{}{help}", diagnostic.message),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}
