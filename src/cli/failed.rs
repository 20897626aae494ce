//! Failures with exit status 1, and how a failed command ends.

use std::path::Path;

use anyhow::anyhow;
use serde::Serialize;

use super::output;
use crate::assembler::{Diagnostic, Format, render};
use crate::harness::open::{Hint, OpenError};
use crate::inspect::symbols::Symbols;
use crate::machine::{StateError, Video};
use crate::titles::TitleError;

/// The thing checked failed: exit status 1. The text is empty if the failure has been reported already.
#[derive(Debug)]
pub(super) struct Failed(pub String);

/// A source did not assemble, and its diagnostics have been shown: exit status 1, too.
#[derive(Debug)]
pub(super) struct NotAssembled(pub Vec<Diagnostic>);

impl NotAssembled {
    /// Shows the diagnostics on standard error.
    pub(super) fn told(diagnostics: Vec<Diagnostic>) -> anyhow::Error {
        output::show(&render(&diagnostics, Format::Human { color: false }));
        anyhow!(NotAssembled(diagnostics))
    }
}

impl std::fmt::Display for NotAssembled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the source does not assemble")
    }
}

impl std::error::Error for NotAssembled {}

/// The JSON document printed by `--json` for a command that failed before it had a document of its own.
#[derive(Serialize)]
struct Document<'a> {
    error: &'a str,
    /// In the form of `asm --message-format json`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    diagnostics: &'a [Diagnostic],
}

/// Reports on standard error why a command failed, unless that has been done, and returns the exit status.
/// With `json`, failed checks always print a document; wrong usage and unreadable input print none.
pub(super) fn reported(error: &anyhow::Error, json: bool) -> u8 {
    let not_assembled = error.downcast_ref::<NotAssembled>();
    let text = told(error);
    if not_assembled.is_none() && !text.is_empty() {
        output::say(format_args!("front800: {text}"));
    }
    let is_checked = not_assembled.is_some() || error.is::<Failed>();
    if json && is_checked && !output::has_printed() {
        let diagnostics = not_assembled.map_or(&[][..], |error| &error.0);
        // Nobody is left to be told of an error.
        let _ = output::print_json(&Document { error: &text, diagnostics });
    }
    if is_checked { 1 } else { 2 }
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

/// An error and its causes, each told once: most of our errors include the text of their cause.
pub(super) fn told(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// The CPU has jammed; the jamming instruction is the one before the program counter.
pub(super) fn jammed(pc: u16, symbols: &Symbols) -> Failed {
    let address = pc.wrapping_sub(1);
    let name = symbols.name_near(address).map(|name| format!(" ({name})")).unwrap_or_default();
    Failed(format!("the CPU is jammed at ${address:04X}{name}"))
}

/// A failed build of a built-in title. With `--src`, it is the user's mistake.
pub(super) fn title_error(name: &str, error: TitleError) -> anyhow::Error {
    anyhow!(Failed(format!("{name}: {error}")))
}

/// A saved state that could not be loaded, with the options of the machine that it was saved on.
pub(super) fn not_loaded(path: &Path, error: &StateError) -> anyhow::Error {
    let (ram, video) = match error {
        StateError::OtherModel(ram, video) => (*ram, *video),
        _ => (None, None),
    };
    let television = match video {
        Some(Video::Pal) => Some("with --pal".to_string()),
        Some(Video::Ntsc) => Some("without --pal".to_string()),
        None => None,
    };
    let memory = ram.map(|ram| format!("with --ram {}", ram.kilobytes()));
    let how: Vec<String> = television.into_iter().chain(memory).collect();
    let how = if how.is_empty() { String::new() } else { format!(": use it {}", how.join(" and ")) };
    anyhow!("{}: {error}{how}", path.display())
}

/// A program that could not be opened. An assembler's diagnostics go to standard error at once.
pub(super) fn open_error(error: OpenError) -> anyhow::Error {
    match error {
        OpenError::Title(name, error) => title_error(&name, error),
        OpenError::Assembly(diagnostics) => NotAssembled::told(diagnostics),
        OpenError::Hinted(text, hint) => anyhow!("{text}; {}", advice(hint)),
        other => anyhow!(other),
    }
}

fn advice(hint: Hint) -> &'static str {
    match hint {
        Hint::CartType => "give --cart-type N",
        Hint::Basic => "give the ROM with --basic FILE",
        Hint::State => "use this with --load",
        Hint::Script => "use this with --input",
        Hint::Palette => "use this with --palette",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_error_comes_from_is_told_once() {
        let inner = || anyhow!("no such file").context("disk.atr: no such file");
        assert_eq!(told(&inner()), "disk.atr: no such file");
        assert_eq!(told(&inner().context("drive 1")), "drive 1: disk.atr: no such file");
    }
}
