//! The sources open in an editor, and the assemblies of their programs.

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

/// A program: its main source, and its number among those that the editor has configured, or [`OPENED`].
pub(super) type Key = (String, usize);

/// The number of a program that is open in the editor but not configured.
const OPENED: usize = usize::MAX;

/// All knowledge about an editor's workspace.
pub(super) struct Project<'a> {
    files: &'a dyn Files,
    options: Options,
    /// Options for unsaved texts: their includes are searched for in the editor's folder.
    unsaved: Options,
    /// Configured main sources, each with its options.
    given: Vec<(String, Options)>,
    /// All configured and open main sources, assembled from the present texts on first use.
    all: RefCell<Option<Rc<[Whole]>>>,
    /// Open texts by path.
    open: BTreeMap<String, String>,
    /// The lines of these and of files, cached on first use.
    lines: RefCell<BTreeMap<String, Vec<String>>>,
    /// The programs of the open texts.
    programs: BTreeMap<Key, Program>,
    /// Files that have diagnostics now.
    reported: BTreeSet<String>,
    /// Read on first use.
    hardware: OnceCell<Hardware>,
    /// Whether the editor supports nested symbols.
    pub nests_symbols: bool,
}

/// The result of assembling a program.
pub(super) struct Reading {
    pub output: Output,
    /// Computed on first use.
    uses: OnceCell<Uses>,
    /// Macros and procedures by their names in capitals, computed on first use: the name as written, and
    /// whether it is a macro.
    pub macros: OnceCell<BTreeMap<String, (String, bool)>>,
}

impl Reading {
    fn new(assembly: &mut Assembly) -> Option<Self> {
        let output = assembly.output.take().or(assembly.partial.take())?;
        Some(Reading { output, uses: OnceCell::new(), macros: OnceCell::new() })
    }
}

/// A configured or open program.
pub(super) struct Whole {
    pub key: Key,
    pub reading: Option<Reading>,
    read: BTreeSet<String>,
}

/// An assembled program.
#[derive(Default)]
struct Program {
    /// The result for its present state.
    now: Option<Reading>,
    /// The last result without errors, if there are errors now: code that is being edited may hide what was
    /// there.
    before: Option<Reading>,
    /// Places of its errors: file and line from 1.
    errors: BTreeSet<(String, u32)>,
    /// Its diagnostics.
    said: Vec<assembler::Diagnostic>,
    read: BTreeSet<String>,
}

impl Program {
    fn take(&mut self, mut assembly: Assembly) {
        self.read = std::mem::take(&mut assembly.read);
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
        self.said = assembly.diagnostics;
    }

    /// The files that it has read, and those with diagnostics.
    fn files(&self) -> impl Iterator<Item = String> {
        self.read.iter().chain(self.said.iter().map(|said| &said.location.file)).cloned()
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
    /// A project without open texts, perhaps with a folder.
    pub(super) fn new(
        files: &'a dyn Files,
        folder: Option<&str>,
        options: Options,
        given: Vec<(String, Options)>,
    ) -> Self {
        let mut unsaved = options.clone();
        unsaved.include.splice(0..0, folder.map(str::to_owned));
        Project {
            files,
            options,
            unsaved,
            given,
            all: RefCell::default(),
            open: BTreeMap::new(),
            lines: RefCell::default(),
            programs: BTreeMap::new(),
            reported: BTreeSet::new(),
            hardware: OnceCell::new(),
            nests_symbols: false,
        }
    }

    /// The descriptions of hardware and operating system addresses.
    pub(super) fn hardware(&self) -> &Hardware {
        self.hardware.get_or_init(|| {
            let names = self.files.read(assembler::HARDWARE).unwrap_or_default();
            Hardware::read(&String::from_utf8_lossy(&names))
        })
    }

    /// Invalidates the caches after a change.
    fn forget(&mut self) {
        self.all.take();
        self.lines.take();
    }

    /// Opens a source with this text.
    pub(super) fn open(&mut self, path: &str, text: String) {
        self.forget();
        self.open.insert(path.to_owned(), text);
    }

    /// Replaces a range of an open source, or all of it without a range.
    pub(super) fn change(&mut self, path: &str, range: Option<Range>, text: &str) {
        self.forget();
        let open = self.open.entry(path.to_owned()).or_default();
        match range {
            None => text.clone_into(open),
            Some(range) => {
                let start = words::offset(open, range.start);
                let end = words::offset(open, range.end).max(start);
                open.replace_range(start..end, text);
            }
        }
    }

    /// Closes a source, which reverts to its file, if it has one.
    pub(super) fn close(&mut self, path: &str) {
        self.forget();
        self.open.remove(path);
    }

    /// The text of a source.
    pub(super) fn text(&self, path: &str) -> Option<Cow<'_, str>> {
        let open = self.open.get(path).map(|text| Cow::Borrowed(text.as_str()));
        open.or_else(|| Some(Cow::Owned(String::from_utf8_lossy(&self.files.read(path)?).into_owned())))
    }

    /// Whether a source is built in, so that an editor cannot open it as a file.
    pub(super) fn is_builtin(&self, path: &str) -> bool {
        !self.open.contains_key(path) && self.files.is_builtin(path)
    }

    /// Files, or everything in a folder, were created, changed or deleted. Returns the main sources of the
    /// programs to check again.
    pub(super) fn forget_files(&mut self, changed: &[String]) -> Vec<String> {
        self.forget();
        let is_within = |path: &str, folder: &str| {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let is_read = |program: &Program| {
            program.read.iter().any(|path| changed.iter().any(|changed| is_within(path, changed)))
        };
        // A file that a program was missing may exist now.
        let may_change = |program: &Program| !program.errors.is_empty() || is_read(program);
        let programs = self.programs.iter().filter(|(_, program)| may_change(program));
        programs.map(|((main, _), _)| main.clone()).collect()
    }

    /// A line of a source, from 0.
    pub(super) fn line(&self, path: &str, line: usize) -> Option<String> {
        if let Some(lines) = self.lines.borrow().get(path) {
            return lines.get(line).cloned();
        }
        let lines: Vec<String> = self.text(path)?.lines().map(str::to_owned).collect();
        let found = lines.get(line).cloned();
        self.lines.borrow_mut().insert(path.to_owned(), lines);
        found
    }

    /// The program that a source belongs to: an open program that includes it, or else a configured one that
    /// does, or else itself.
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
        let own = if uri::has_scheme(&key.0) { &self.unsaved } else { &self.options };
        self.given.get(key.1).map_or(own, |(_, options)| options)
    }

    /// All configured and open programs in their present state.
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

    /// Assembles a program; open texts take precedence over files.
    fn assemble(&self, key: &Key) -> Assembly {
        let open = OpenTexts(&self.open);
        assemble(&Overlay(&open, self.files), &key.0, self.options_of(key))
    }

    /// The output for the program that a source belongs to.
    pub(super) fn program(&self, path: &str) -> Option<&Output> {
        self.reading(path).map(|reading| &reading.output)
    }

    /// The result for the program that a source belongs to.
    pub(super) fn reading(&self, path: &str) -> Option<&Reading> {
        self.programs.get(&self.key_of(path))?.now.as_ref()
    }

    /// A program with the places where its symbols are named.
    pub(super) fn known<'b>(&self, reading: &'b Reading) -> Known<'b> {
        let output = &reading.output;
        (output, reading.uses.get_or_init(|| Uses::new(output, |path| self.text(path))))
    }

    /// The result for the program that a source belongs to, followed by its last result without errors, if
    /// there are errors now.
    pub(super) fn readings(&self, path: &str) -> impl Iterator<Item = &Reading> {
        let program = self.programs.get(&self.key_of(path));
        program.into_iter().flat_map(|program| program.now.iter().chain(&program.before))
    }

    /// All programs' diagnostics for a source.
    fn said<'b>(&'b self, path: &str) -> impl Iterator<Item = &'b assembler::Diagnostic> {
        let all = self.programs.values().flat_map(|program| &program.said);
        all.filter(move |said| said.location.file == path)
    }

    /// Diagnostics in a line range of a source that have suggestions.
    pub(super) fn helped(&self, path: &str, lines: Range) -> Vec<Diagnostic> {
        let is_here = |said: &Diagnostic| {
            said.range.start.line <= lines.end.line && lines.start.line <= said.range.end.line
        };
        let helped = self.said(path).filter(|said| !said.suggestions.is_empty());
        once_each(helped.map(shown).filter(is_here), is_same)
    }

    /// The suggestions for a diagnostic shown in the editor.
    pub(super) fn suggestions<'b>(&'b self, path: &str, range: Range, message: &str) -> Vec<&'b Suggestion> {
        let is_it = |said: &&assembler::Diagnostic| {
            let shown = shown(said);
            shown.range == range && shown.message == message
        };
        once_each(self.said(path).filter(is_it).flat_map(|said| &said.suggestions), PartialEq::eq)
    }

    /// Lines with errors in the program of a source, which are understood only in part: file and line from 1.
    pub(super) fn errors(&self, path: &str) -> impl Iterator<Item = &(String, u32)> {
        self.programs.get(&self.key_of(path)).into_iter().flat_map(|program| &program.errors)
    }

    /// All open programs in their present state.
    pub(super) fn now(&self) -> impl Iterator<Item = &Reading> {
        self.programs.values().filter_map(|program| program.now.as_ref())
    }

    /// Assembles the programs of changed sources. Returns the diagnostics to publish for their files.
    pub(super) fn check(&mut self, changed: &BTreeSet<String>) -> Vec<PublishDiagnosticsParams> {
        let mut left: BTreeSet<Key> = changed.iter().flat_map(|path| self.keys_of(path)).collect();
        let (mut done, mut files) = (BTreeSet::new(), BTreeSet::new());
        let before: Vec<Key> = self.programs.keys().cloned().collect();
        while let Some(key) = left.pop_first() {
            if self.key_of(&key.0).0 == key.0 && !done.contains(&key) {
                files.extend(self.check_program(&key));
            }
            done.insert(key);
            // An open source that no longer belongs to a program is its own, or belongs to a configured one.
            let owners = self.open.keys().map(|path| self.key_of(path));
            left.extend(owners.filter(|key| !self.programs.contains_key(key) && !done.contains(key)));
        }
        if !self.programs.keys().eq(&before) {
            self.all.take();
        }
        let mains = done.iter().filter(|key| self.programs.contains_key(key)).map(|(main, _)| main.clone());
        let mains: BTreeSet<String> = mains.collect();
        files.extend(mains.iter().cloned());
        files.into_iter().filter_map(|path| self.publish(&path, mains.contains(&path))).collect()
    }

    /// The programs affected by a change of a source.
    fn keys_of(&self, path: &str) -> BTreeSet<Key> {
        let has = |(key, program): &(&Key, &Program)| key.0 == path || program.read.contains(path);
        let known = self.programs.iter().filter(has).map(|(key, _)| key.clone());
        let own = self.open.contains_key(path).then(|| self.key_of(path));
        known.chain(own).collect()
    }

    /// Assembles a program, or removes it if the editor has closed its main source and it is not configured.
    /// Returns the files whose diagnostics may have changed.
    fn check_program(&mut self, key: &Key) -> BTreeSet<String> {
        if key.1 == OPENED && !self.open.contains_key(&key.0) {
            return self.programs.remove(key).iter().flat_map(Program::files).collect();
        }
        let assembly = self.assemble(key);
        let program = self.programs.entry(key.clone()).or_default();
        let mut files: BTreeSet<String> = program.files().collect();
        program.take(assembly);
        files.extend(program.files());
        let read = program.read.clone();
        // A source included by this program is not a program of its own.
        self.programs.retain(|other, part| {
            let is_own = other.0 == key.0 || !read.contains(&other.0);
            if !is_own {
                files.extend(part.files());
            }
            is_own
        });
        files
    }

    /// The diagnostics to publish for a file; none if it had none before and still has none, unless they are
    /// awaited.
    fn publish(&mut self, path: &str, is_awaited: bool) -> Option<PublishDiagnosticsParams> {
        let diagnostics = once_each(self.said(path).map(shown), is_same);
        let was_reported = match diagnostics.is_empty() {
            true => self.reported.remove(path),
            false => !self.reported.insert(path.to_owned()),
        };
        let is_said = is_awaited || was_reported || !diagnostics.is_empty();
        let uri = uri_for(path).filter(|_| is_said)?;
        Some(PublishDiagnosticsParams { uri, diagnostics, version: None })
    }
}

/// Removes duplicates among the diagnostics of several programs.
fn once_each<T>(all: impl Iterator<Item = T>, is_same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut each: Vec<T> = Vec::new();
    for one in all {
        if !each.iter().any(|other| is_same(other, &one)) {
            each.push(one);
        }
    }
    each
}

/// Whether two diagnostics are the same, except for the include stack.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    (one.range, one.severity, &one.message) == (other.range, other.severity, &other.message)
}

/// The range of a location in the protocol.
pub(super) fn range_of(location: &assembler::Location) -> Range {
    let [line, start, end] =
        [location.line, location.column, location.end_column].map(|number| number.saturating_sub(1) as usize);
    words::range(&location.text, line, start, end)
}

/// A diagnostic in the protocol's form.
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
