//! What the assembler has to say about a source, and how it is shown.

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
    /// Of interest, such as a form that other assemblers refuse.
    Note,
    /// What `.print` says.
    Print,
}

impl Severity {
    /// As it stands in a message.
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
    /// Column behind the last character.
    pub end_column: u32,
    /// The line, or the beginning of a very long one; inside a macro, with the parameters put in.
    pub text: String,
}

impl Location {
    /// Whether it is the same place, in a macro perhaps with other parameters put in.
    pub(super) fn is_where(&self, other: &Location) -> bool {
        (&self.file, self.line, self.column) == (&other.file, other.line, other.column)
    }

    /// Whether it is in the same line with other values put in, which may have moved what stands behind them.
    pub(super) fn is_otherwise(&self, other: &Location) -> bool {
        (&self.file, self.line) == (&other.file, other.line) && self.text != other.text
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// One sentence without a full stop.
    pub message: String,
    /// Where.
    pub location: Location,
    /// What would be right.
    pub help: Option<String>,
    /// What the help says, as changes of the source, of which a person chooses one.
    #[serde(skip)]
    pub suggestions: Vec<Suggestion>,
    /// Other places that belong to it.
    pub related: Vec<(String, Location)>,
    /// The calls of macros, repeats and includes that led here, innermost first.
    pub stack: Vec<(String, Location)>,
}

impl Diagnostic {
    /// One that no other places and no calls belong to.
    pub(super) fn new(severity: Severity, message: String, location: Location, help: Option<String>) -> Self {
        let (suggestions, related, stack) = (Vec::new(), Vec::new(), Vec::new());
        Diagnostic { severity, message, location, help, suggestions, related, stack }
    }
}

/// A change of the source that would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What it does.
    pub title: String,
    /// What is replaced: nothing where the columns are the same.
    pub location: Location,
    /// What stands there then.
    pub text: String,
}

/// What is said in [`Diagnostic::stack`] of a file that is included.
pub(super) const INCLUDED: &str = "included here";

/// How diagnostics are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The source line with the place marked; with colours or without.
    Human {
        /// Use terminal colours.
        color: bool,
    },
    /// `file:line:col: error: …`, and a line with `note:` for each call of a macro that led there.
    Short,
    /// JSON Lines.
    Json,
}

/// All diagnostics as text, each ended by a line feed.
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

/// A diagnostic as a terminal may have it: what a source has in it shows, and does nothing.
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

/// What a terminal takes for a command: control characters of both sets, and marks that turn the direction of a text.
fn is_command(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\t')
        || matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn is_hidden(text: &str) -> bool {
    text.contains(is_command)
}

/// A text with one visible character for each that a terminal would take for a command, so that columns stay.
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
    // Which file it is stands in front already.
    let calls = diagnostic.stack.iter().filter(|(what, _)| what != INCLUDED);
    let note = |(what, Location { file, line, column, .. }): &(String, Location)| {
        format!("\n{file}:{line}:{column}: note: {what}")
    };
    message + &calls.map(note).collect::<String>()
}

/// Lines of a help text in one: a list that a colon begins, divided by semicolons.
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
