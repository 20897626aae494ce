//! Diagnostics, and how they are displayed.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde::Serialize;

pub(crate) use crate::media::counted;

/// How serious a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// There is no output.
    Error,
    /// Probably a mistake.
    Warning,
    /// A remark, such as on a form that other assemblers reject.
    Note,
    /// The text of a `.print`.
    Print,
}

impl Severity {
    /// The word used in messages.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
            Severity::Print => "print",
        }
    }
}

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Default)]
pub struct Location {
    /// Path of the file, as the source names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// Column of the first character, from 1; a tab counts one.
    pub column: u32,
    /// Column after the last character.
    pub end_column: u32,
    /// The line, truncated if very long; inside a macro, with the parameters substituted.
    pub text: String,
}

impl Location {
    /// Whether this is the same place, except that a macro's parameters may differ.
    pub(super) fn is_where(&self, other: &Location) -> bool {
        (&self.file, self.line, self.column) == (&other.file, other.line, other.column)
    }

    /// Whether this is the same line with other values substituted, which may have shifted its columns.
    pub(super) fn is_otherwise(&self, other: &Location) -> bool {
        (&self.file, self.line) == (&other.file, other.line) && self.text != other.text
    }
}

/// A diagnostic message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// One sentence without a full stop.
    pub message: String,
    /// The place it refers to.
    pub location: Location,
    /// A hint on how to fix it.
    pub help: Option<String>,
    /// The hint as edits of the source; the user picks one of them.
    #[serde(skip)]
    pub suggestions: Vec<Suggestion>,
    /// Other places that are relevant, with a description.
    pub related: Vec<(String, Location)>,
    /// The calls of macros, repeats and includes that led here, innermost first.
    pub stack: Vec<(String, Location)>,
}

impl Diagnostic {
    /// A diagnostic without related places and calls.
    pub(super) fn new(severity: Severity, message: String, location: Location, help: Option<String>) -> Self {
        let (suggestions, related, stack) = (Vec::new(), Vec::new(), Vec::new());
        Diagnostic { severity, message, location, help, suggestions, related, stack }
    }
}

/// A suggested edit of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// A description of the edit.
    pub title: String,
    /// The range to replace; empty if both columns are the same.
    pub location: Location,
    /// The replacement.
    pub text: String,
}

/// The description of an included file in [`Diagnostic::stack`].
pub(super) const INCLUDED: &str = "included here";

/// The display format of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The source line with the place marked, with or without colours.
    Human {
        /// Use terminal colours.
        color: bool,
    },
    /// `file:line:col: error: …`, followed by a `note:` line for each macro call that led there.
    Short,
    /// JSON Lines.
    Json,
}

/// All diagnostics as text, each terminated by a line feed.
pub fn render(diagnostics: &[Diagnostic], format: Format) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        match format {
            Format::Human { .. } if diagnostic.severity == Severity::Print => {
                out += &visible(&diagnostic.message);
            }
            Format::Human { color } => out += &human(&shown(diagnostic), color),
            Format::Short => out += &short(&shown(diagnostic)),
            Format::Json => out += &serde_json::to_string(diagnostic).unwrap_or_default(),
        }
        out.push('\n');
    }
    out
}

/// A diagnostic that is safe to print in a terminal: special characters from the source are shown and have no
/// effect.
fn shown(diagnostic: &Diagnostic) -> Cow<'_, Diagnostic> {
    let Diagnostic { message, location, help, related, stack, .. } = diagnostic;
    let of_place = |location: &Location| [&location.file, &location.text].into_iter().any(|it| is_hidden(it));
    let others = || related.iter().chain(stack);
    if !is_hidden(message)
        && !of_place(location)
        && !help.as_deref().is_some_and(is_hidden)
        && !others().any(|(what, at)| is_hidden(what) || of_place(at))
    {
        return Cow::Borrowed(diagnostic);
    }
    let mut shown = diagnostic.clone();
    let places = shown.related.iter_mut().chain(&mut shown.stack);
    let (labels, places): (Vec<_>, Vec<_>) = places.map(|(what, at)| (what, at)).unzip();
    let places = std::iter::once(&mut shown.location).chain(places);
    let of_places = places.flat_map(|at| [&mut at.file, &mut at.text]);
    let texts = labels.into_iter().chain(of_places).chain([&mut shown.message]).chain(&mut shown.help);
    for text in texts {
        *text = visible(text).into_owned();
    }
    Cow::Owned(shown)
}

/// Whether a terminal would interpret the character: control characters (C0 and C1) and bidirectional
/// formatting characters.
fn is_command(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\t')
        || matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn is_hidden(text: &str) -> bool {
    text.contains(is_command)
}

/// Replaces each character that a terminal would interpret by one visible character, so that columns stay the
/// same.
fn visible(text: &str) -> Cow<'_, str> {
    if !is_hidden(text) {
        return Cow::Borrowed(text);
    }
    let show = |character: char| match character as u32 {
        _ if !is_command(character) => character,
        code @ ..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{FFFD}'),
        0x7F => '\u{2421}',
        _ => '\u{FFFD}',
    };
    Cow::Owned(text.chars().map(show).collect())
}

fn short(diagnostic: &Diagnostic) -> String {
    let Location { file, line, column, .. } = &diagnostic.location;
    let help = diagnostic.help.as_ref().map(|help| format!(" ({})", one_line(help))).unwrap_or_default();
    let word = diagnostic.severity.word();
    let message = format!("{file}:{line}:{column}: {word}: {}{help}", diagnostic.message);
    // The file is named at the beginning of the message already.
    let calls = diagnostic.stack.iter().filter(|(what, _)| what != INCLUDED);
    let note = |(what, Location { file, line, column, .. }): &(String, Location)| {
        format!("\n{file}:{line}:{column}: note: {what}")
    };
    message + &calls.map(note).collect::<String>()
}

/// Joins the lines of a help text into one. Items of a list after a colon are separated by semicolons.
fn one_line(help: &str) -> String {
    let lines: Vec<&str> = help.lines().map(str::trim).collect();
    lines.join("; ").replace(":; ", ": ")
}

fn human(diagnostic: &Diagnostic, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note | Severity::Print => Level::NOTE,
    };
    let mut group = level.primary_title(&diagnostic.message).element(snippet(
        &diagnostic.location,
        AnnotationKind::Primary,
        "",
    ));
    for (label, location) in diagnostic.related.iter().chain(&diagnostic.stack) {
        group = group.element(snippet(location, AnnotationKind::Context, label));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

fn snippet<'a>(
    location: &'a Location,
    kind: AnnotationKind,
    label: &'a str,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let byte = |column: u32| {
        let skipped = location.text.char_indices().nth(column.saturating_sub(1) as usize);
        skipped.map_or(location.text.len(), |(at, _)| at)
    };
    let (start, end) = (byte(location.column), byte(location.end_column));
    let annotation = kind.span(start..end.max(start));
    let annotation = if label.is_empty() { annotation } else { annotation.label(label) };
    Snippet::source(&location.text)
        .path(&location.file)
        .line_start(location.line as usize)
        .annotation(annotation)
}
