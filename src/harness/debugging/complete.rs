//! Completion of command lines.

use super::command;
use crate::debug::debugger::Debugger;

/// The most proposals.
const MOST: usize = 100;

/// The word at the end of a line, and its completions: at the beginning of the line one of `commands`, after that the
/// command's keywords, or labels.
pub fn proposals<'a>(
    debugger: &Debugger,
    line: &'a str,
    commands: impl Fn(&str) -> bool,
) -> (&'a str, Vec<String>) {
    let is_part = |c: char| c.is_alphanumeric() || "_.".contains(c);
    let word = line.rsplit(|c| !is_part(c)).next().unwrap_or_default();
    let before = line[..line.len() - word.len()].trim();
    let begins = |name: &&str| name.to_ascii_lowercase().starts_with(&word.to_ascii_lowercase());
    let mut found: Vec<String> = Vec::new();
    if before.is_empty() {
        found.extend(command::words().filter(|name| commands(name)).filter(begins).map(str::to_string));
    }
    let followers = command::followers(before);
    if !followers.is_empty() {
        found.extend(followers.into_iter().filter(begins).map(str::to_string));
    } else if !word.is_empty() {
        let names = debugger.symbols().iter().map(|symbol| symbol.name.as_str());
        found.extend(names.filter(begins).map(str::to_string));
    }
    found.truncate(MOST);
    (word, found)
}
