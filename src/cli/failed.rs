//! What makes exit status 1, and how a command ends that has failed.

use std::path::Path;

use anyhow::anyhow;
use serde::Serialize;

use super::output;
use crate::assembler::{Diagnostic, Format, render};
use crate::harness::open::{Hint, OpenError};
use crate::inspect::symbols::Symbols;
use crate::machine::{StateError, Video};
use crate::titles::TitleError;

/// The thing checked failed: exit status 1. With nothing to say when it has been said.
#[derive(Debug)]
pub(super) struct Failed(pub String);

/// A source does not assemble, as its diagnostics have said: exit status 1, too.
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

/// The document of `--json` of a command that has come to none of its own.
#[derive(Serialize)]
struct Document<'a> {
    error: &'a str,
    /// As `asm --message-format json` has them.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    diagnostics: &'a [Diagnostic],
}

/// Says on standard error why a command has failed, if that has not been said yet. What is checked and fails has a document with `json`
/// in any case; wrong usage and what cannot be read have none. The exit status.
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

/// An error with what it comes from, each told once: most of ours say that themselves.
pub(super) fn told(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// The CPU has stopped for good, at the instruction that stands before its program counter.
pub(super) fn jammed(pc: u16, symbols: &Symbols) -> Failed {
    let address = pc.wrapping_sub(1);
    let name = symbols.name_near(address).map(|name| format!(" ({name})")).unwrap_or_default();
    Failed(format!("the CPU is jammed at ${address:04X}{name}"))
}

/// A failed build of something built in: with `--src`, the user's own mistake.
pub(super) fn title_error(name: &str, error: TitleError) -> anyhow::Error {
    anyhow!(Failed(format!("{name}: {error}")))
}

/// A saved state that was not loaded, with the options of the machine that it is of.
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
    let how = if how.is_empty() { String::new() } else { format!(": take it {}", how.join(" and ")) };
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
        Hint::State => "take this with --load",
        Hint::Script => "take this with --input",
        Hint::Palette => "take this with --palette",
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
