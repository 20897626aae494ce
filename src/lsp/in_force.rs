//! Finds the `.define` of a name in effect at a place: the last one before it, in the order in which the
//! files are read.

use super::project::Project;
use super::scan::{self, Part, Piece};
use crate::assembler::Output;

/// A walk through the source lines up to a place.
struct Walk<'a> {
    project: &'a Project<'a>,
    /// The program, which has read all files of the walk.
    output: &'a Output,
    /// Whether a line is a match.
    defines: &'a dyn Fn(&str, &[Piece]) -> bool,
    /// File and line, from 0.
    place: (&'a str, usize),
    /// The files that the walk is in.
    open: Vec<String>,
    /// The last match so far.
    found: Option<(String, usize)>,
}

/// File and line, from 0, of the last line that `defines` matches at or before a place.
pub(super) fn at(
    project: &Project,
    output: &Output,
    defines: &dyn Fn(&str, &[Piece]) -> bool,
    place: (&str, usize),
) -> Option<(String, usize)> {
    let main = project.key_of(place.0).0;
    let mut walk = Walk { project, output, defines, place, open: Vec::new(), found: None };
    let is_reached = walk.through(&main);
    walk.found.filter(|_| is_reached)
}

impl Walk<'_> {
    /// Walks through a file and its includes, except files that include themselves. Returns whether the place
    /// has been reached.
    fn through(&mut self, file: &str) -> bool {
        let is_open = self.open.iter().any(|open| open == file);
        let Some(text) = self.project.text(file).filter(|_| !is_open) else { return false };
        self.open.push(file.to_owned());
        let is_reached = scan::lines(&text).enumerate().any(|(number, (line, pieces))| {
            if (self.defines)(line, &pieces) {
                self.found = Some((file.to_owned(), number));
            }
            (file, number) == self.place
                || included(self.output, file, line, &pieces).is_some_and(|path| self.through(&path))
        });
        self.open.pop();
        is_reached
    }
}

/// The file that a line includes: among the files that the program has read, one in the same folder, or else
/// one with that name.
pub(super) fn included(output: &Output, file: &str, line: &str, pieces: &[Piece]) -> Option<String> {
    let name = named(line, pieces)?;
    let files = &output.files;
    ["", ".asm"].iter().find_map(|ending| {
        let name = format!("{name}{ending}");
        let beside = file.rsplit_once('/').map(|(folder, _)| format!("{folder}/{name}"));
        let beside = beside.unwrap_or_else(|| name.clone());
        let elsewhere = format!("/{}", name.trim_start_matches("../"));
        let is_it = |path: &&String| **path == name || path.ends_with(&elsewhere);
        files.iter().find(|path| **path == beside).or_else(|| files.iter().find(is_it)).cloned()
    })
}

/// The name of the file that a line includes.
fn named(line: &str, pieces: &[Piece]) -> Option<String> {
    let (word, name) = pieces.windows(2).find_map(|pair| match pair {
        [word, name] if name.part == Part::Text => Some((word, name)),
        _ => None,
    })?;
    let is_include = word.part == Part::Word { begins: true } && word.of(line).eq_ignore_ascii_case("icl");
    is_include.then(|| name.of(line).trim_matches(['\'', '"']).replace('\\', "/"))
}
