//! Tests: the source tree keeps its own rules.

mod chapters;
mod circles;
mod facts;
mod layers;
mod links;
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
    let mut paths = Vec::new();
    collect(&repository().join(folder), &mut paths);
    paths.sort();
    paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)))
        .map(|path| {
            let text =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let relative = path.strip_prefix(repository()).unwrap_or(&path);
            Source { path: relative.to_string_lossy().replace('\\', "/"), text }
        })
        .collect()
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
