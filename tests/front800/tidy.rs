//! Tests: the source tree keeps its own rules.

mod chapters;
mod circles;
mod directives;
mod facts;
mod layers;
mod links;
mod methods;
mod sources;
mod tags;

use std::fs;
use std::path::{Path, PathBuf};

/// A text file of the repository.
struct Source {
    /// Relative to the repository, with `/`.
    path: String,
    text: String,
}

impl Source {
    /// Lines with their numbers from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below `folder` with one of these endings, in the order of their names.
fn sources(folder: &str, endings: &[&str]) -> Vec<Source> {
    let read = |path: String| {
        let text = fs::read_to_string(repository().join(&path));
        Source { text: text.unwrap_or_else(|error| panic!("{path}: {error}")), path }
    };
    names(folder, endings).into_iter().map(read).collect()
}

/// Their names, relative to the repository, with `/`.
fn names(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    collect(&repository().join(folder), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)));
    paths.sort();
    let relative = |path: &PathBuf| {
        let path = path.strip_prefix(repository()).unwrap_or(path);
        path.to_string_lossy().replace('\\', "/")
    };
    paths.iter().map(relative).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

/// The code of a line of Rust: without a comment that fills or ends it. Good enough for
/// finding paths and macros; a string with `//` in it is cut too.
fn code(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}
