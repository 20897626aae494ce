//! The sources that an editor has open, and the assemblies of the programs they belong to.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, PublishDiagnosticsParams, Range,
};

use super::hardware::Hardware;
use super::uri::{self, uri_for};
use super::uses::{Known, Uses};
use super::words;
use crate::assembler::{self, Assembly, Files, Options, Output, Overlay, Severity, Suggestion, assemble};

/// A program: its main source, and its number among those that the editor has named, or [`OPENED`].
pub(super) type Key = (String, usize);

/// The number of a program that the editor has open and has not named.
const OPENED: usize = usize::MAX;

/// All that is known of what an editor works on.
pub(super) struct Project<'a> {
    files: &'a dyn Files,
    options: Options,
    /// Main sources that the editor has named, each with its options.
    given: Vec<(String, Options)>,
    /// Those and the main sources that are open, assembled from the texts as they are now, once that was asked for.
    all: RefCell<Option<Rc<[Whole]>>>,
    /// Texts by path.
    open: BTreeMap<String, String>,
    /// The programs of what is open.
    programs: BTreeMap<Key, Program>,
    /// Files that have diagnostics now.
    reported: BTreeSet<String>,
    /// Read when first asked for.
    hardware: OnceCell<Hardware>,
    /// The editor shows symbols within those that they belong to.
    pub nests_symbols: bool,
}

/// What was understood of a program.
pub(super) struct Reading {
    pub output: Output,
    /// Found when first asked for.
    uses: OnceCell<Uses>,
    /// Its macros and procedures by their names in capitals, found when first asked for: each as it is written, and
    /// whether it is a macro.
    pub macros: OnceCell<BTreeMap<String, (String, bool)>>,
}

impl Reading {
    fn new(assembly: &mut Assembly) -> Option<Self> {
        let output = assembly.output.take().or(assembly.partial.take())?;
        Some(Reading { output, uses: OnceCell::new(), macros: OnceCell::new() })
    }
}

/// A program that the editor has named or has open.
pub(super) struct Whole {
    pub key: Key,
    pub reading: Option<Reading>,
    read: BTreeSet<String>,
}

/// An assembled program.
#[derive(Default)]
struct Program {
    /// What was understood of it as it is now.
    now: Option<Reading>,
    /// As it was when it last had no errors, if it has some now: what is half written may hide what stood there.
    before: Option<Reading>,
    /// Places of its errors: file and line from 1.
    errors: BTreeSet<(String, u32)>,
    /// What is said of it and can be helped.
    helped: Vec<assembler::Diagnostic>,
    read: BTreeSet<String>,
}

impl Program {
    fn take(&mut self, mut assembly: Assembly) {
        let is_error = |diagnostic: &&assembler::Diagnostic| diagnostic.severity == Severity::Error;
        let place =
            |diagnostic: &assembler::Diagnostic| (diagnostic.location.file.clone(), diagnostic.location.line);
        let had_none = std::mem::replace(
            &mut self.errors,
            assembly.diagnostics.iter().filter(is_error).map(place).collect(),
        );
        let last = std::mem::replace(&mut self.now, Reading::new(&mut assembly));
        if self.errors.is_empty() {
            self.before = None;
        } else if had_none.is_empty() {
            self.before = last;
        }
    }
}

/// The texts that are open.
struct OpenTexts<'a>(&'a BTreeMap<String, String>);

impl Files for OpenTexts<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.get(path).map(|text| text.clone().into_bytes())
    }
}

impl<'a> Project<'a> {
    /// Nothing is open yet.
    pub(super) fn new(files: &'a dyn Files, options: Options, given: Vec<(String, Options)>) -> Self {
        Project {
            files,
            options,
            given,
            all: RefCell::default(),
            open: BTreeMap::new(),
            programs: BTreeMap::new(),
            reported: BTreeSet::new(),
            hardware: OnceCell::new(),
            nests_symbols: false,
        }
    }

    /// What stands at the addresses of the hardware and of the operating system.
    pub(super) fn hardware(&self) -> &Hardware {
        self.hardware.get_or_init(|| {
            let names = self.files.read(assembler::HARDWARE).unwrap_or_default();
            Hardware::read(&String::from_utf8_lossy(&names))
        })
    }

    /// A source is open and has this text.
    pub(super) fn open(&mut self, uri: &str, text: String) {
        self.all.take();
        self.open.insert(uri::path_of(uri), text);
    }

    /// A part of an open source, or without a range all of it, has another text.
    pub(super) fn change(&mut self, uri: &str, range: Option<Range>, text: &str) {
        self.all.take();
        let open = self.open.entry(uri::path_of(uri)).or_default();
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
        self.all.take();
        self.open.remove(&uri::path_of(uri));
    }

    /// The text of a source.
    pub(super) fn text(&self, path: &str) -> Option<Cow<'_, str>> {
        let open = self.open.get(path).map(|text| Cow::Borrowed(text.as_str()));
        open.or_else(|| Some(Cow::Owned(String::from_utf8_lossy(&self.files.read(path)?).into_owned())))
    }

    /// Whether a source is in no file that an editor could open.
    pub(super) fn is_on_board(&self, path: &str) -> bool {
        !self.open.contains_key(path) && self.files.is_on_board(path)
    }

    /// Files that are not open may have changed: the URIs of all programs, which are to be checked again.
    pub(super) fn forget_files(&mut self) -> Vec<String> {
        self.all.take();
        self.programs.keys().map(|(main, _)| uri::uri_of(main)).collect()
    }

    /// A line of a source, from 0.
    pub(super) fn line(&self, path: &str, line: usize) -> Option<String> {
        self.text(path)?.lines().nth(line).map(str::to_owned)
    }

    /// The program that a source belongs to: one that is open and includes it, one that the editor has named and that
    /// does, else itself.
    pub(super) fn key_of(&self, path: &str) -> Key {
        let includes = |(key, program): &(&Key, &Program)| key.0 != path && program.read.contains(path);
        if let Some((key, _)) = self.programs.iter().find(includes) {
            return key.clone();
        }
        let own = self.given.iter().position(|(main, _)| main == path).unwrap_or(OPENED);
        let own = (path.to_owned(), own);
        if own.1 != OPENED || self.given.is_empty() || self.programs.contains_key(&own) {
            return own;
        }
        self.all().iter().find(|whole| whole.read.contains(path)).map_or(own, |whole| whole.key.clone())
    }

    fn options_of(&self, key: &Key) -> &Options {
        self.given.get(key.1).map_or(&self.options, |(_, options)| options)
    }

    /// All programs that the editor has named or has open, as they are now.
    pub(super) fn all(&self) -> Rc<[Whole]> {
        if let Some(all) = &*self.all.borrow() {
            return Rc::clone(all);
        }
        let given = self.given.iter().enumerate().map(|(number, (main, _))| (main.clone(), number));
        let opened = self.programs.keys().filter(|key| key.1 == OPENED).cloned();
        let all: Rc<[Whole]> = given.chain(opened).map(|key| self.whole(key)).collect();
        *self.all.borrow_mut() = Some(Rc::clone(&all));
        all
    }

    fn whole(&self, key: Key) -> Whole {
        let mut assembly = self.assemble(&key);
        Whole { key, reading: Reading::new(&mut assembly), read: assembly.read }
    }

    /// Assembles a program, of open texts before files.
    fn assemble(&self, key: &Key) -> Assembly {
        let open = OpenTexts(&self.open);
        assemble(&Overlay(&open, self.files), &key.0, self.options_of(key))
    }

    /// What is understood of the program that a source belongs to.
    pub(super) fn program(&self, path: &str) -> Option<&Output> {
        self.reading(path).map(|reading| &reading.output)
    }

    /// What is understood of the program that a source belongs to, with what it names.
    pub(super) fn reading(&self, path: &str) -> Option<&Reading> {
        self.programs.get(&self.key_of(path))?.now.as_ref()
    }

    /// A program with the places at which it names its symbols.
    pub(super) fn known<'b>(&self, reading: &'b Reading) -> Known<'b> {
        let output = &reading.output;
        (output, reading.uses.get_or_init(|| Uses::new(output, |path| self.text(path))))
    }

    /// The program that a source belongs to, and behind it, if there are errors now, that program as it was before them.
    pub(super) fn readings(&self, path: &str) -> impl Iterator<Item = &Reading> {
        let program = self.programs.get(&self.key_of(path));
        program.into_iter().flat_map(|program| program.now.iter().chain(&program.before))
    }

    /// What is said of some lines of a source and can be helped.
    pub(super) fn helped(&self, path: &str, lines: Range) -> impl Iterator<Item = Diagnostic> {
        let helped = self.programs.get(&self.key_of(path)).map_or(&[][..], |program| &program.helped);
        let is_here = move |said: &Diagnostic| {
            said.range.start.line <= lines.end.line && lines.start.line <= said.range.end.line
        };
        helped.iter().filter(move |said| said.location.file == path).map(shown).filter(is_here)
    }

    /// What would help with a diagnostic that the editor shows in a source.
    pub(super) fn suggestions(&self, path: &str, range: Range, message: &str) -> Vec<&Suggestion> {
        let helped = self.programs.get(&self.key_of(path)).map_or(&[][..], |program| &program.helped);
        let is_it = |said: &&assembler::Diagnostic| {
            let shown = shown(said);
            said.location.file == path && shown.range == range && shown.message == message
        };
        helped.iter().filter(is_it).flat_map(|said| &said.suggestions).collect()
    }

    /// Lines with errors, of which little is understood, in the program of a source: file and line from 1.
    pub(super) fn errors(&self, path: &str) -> impl Iterator<Item = &(String, u32)> {
        self.programs.get(&self.key_of(path)).into_iter().flat_map(|program| &program.errors)
    }

    /// All programs that are open, as they are now.
    pub(super) fn now(&self) -> impl Iterator<Item = &Reading> {
        self.programs.values().filter_map(|program| program.now.as_ref())
    }

    /// Assembles the program of a source and gives what is to be said of its files.
    pub(super) fn check(&mut self, uri: &str) -> Vec<PublishDiagnosticsParams> {
        let key = self.key_of(&uri::path_of(uri));
        let mut assembly = self.assemble(&key);
        let read = std::mem::take(&mut assembly.read);
        let program = self.programs.entry(key.clone()).or_default();
        program.read.clone_from(&read);
        let diagnostics: Vec<(String, Diagnostic)> = assembly
            .diagnostics
            .iter()
            .map(|diagnostic| (diagnostic.location.file.clone(), shown(diagnostic)))
            .collect();
        let mut helped = assembly.diagnostics.clone();
        helped.retain(|diagnostic| !diagnostic.suggestions.is_empty());
        program.helped = helped;
        program.take(assembly);
        // A source that this one includes is no program of its own.
        self.programs.retain(|other, _| other.0 == key.0 || !read.contains(&other.0));
        let mut by_file: BTreeMap<String, Vec<Diagnostic>> = read
            .iter()
            .filter(|path| self.reported.contains(*path))
            .map(|path| (path.clone(), Vec::new()))
            .collect();
        by_file.entry(key.0).or_default();
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

/// Where a place of a source is in the protocol.
pub(super) fn range_of(location: &assembler::Location) -> Range {
    let [line, start, end] =
        [location.line, location.column, location.end_column].map(|number| number.saturating_sub(1) as usize);
    words::range(&location.text, line, start, end)
}

/// A diagnostic as the protocol has it.
fn shown(diagnostic: &assembler::Diagnostic) -> Diagnostic {
    let related = diagnostic.related.iter().chain(&diagnostic.stack).filter_map(|(message, location)| {
        let location = Location { uri: uri_for(&location.file)?, range: range_of(location) };
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
        range: range_of(&diagnostic.location),
        severity: Some(severity),
        source: Some("front800".to_owned()),
        message: format!("{}{help}", diagnostic.message),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}
