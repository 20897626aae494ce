//! Which of several `.define`s of a name counts at a place: the last one before it, in the order in which the files are read.

use super::project::Project;
use super::scan::{self, Part, Piece};

/// Files that include each other are followed so far.
const DEEPEST: usize = 16;

/// Lines of sources on the way to a place.
struct Walk<'a> {
    project: &'a Project<'a>,
    /// Whether a line is what is looked for.
    defines: &'a dyn Fn(&str, &[Piece]) -> bool,
    /// File and line, from 0.
    place: (&'a str, usize),
    /// The last such line on the way.
    found: Option<(String, usize)>,
}

/// File and line, from 0, of the last line that `defines` before such a place, or there.
pub(super) fn at(
    project: &Project,
    defines: &dyn Fn(&str, &[Piece]) -> bool,
    place: (&str, usize),
) -> Option<(String, usize)> {
    let main = project.key_of(place.0).0;
    let mut walk = Walk { project, defines, place, found: None };
    let is_reached = walk.through(&main, DEEPEST);
    walk.found.filter(|_| is_reached)
}

impl Walk<'_> {
    /// Goes through a file and those that it includes; whether the place has been reached.
    fn through(&mut self, file: &str, deeper: usize) -> bool {
        let Some(text) = self.project.text(file).filter(|_| deeper > 0) else { return false };
        for (number, (line, pieces)) in scan::lines(&text).enumerate() {
            if (self.defines)(line, &pieces) {
                self.found = Some((file.to_owned(), number));
            }
            if (file, number) == self.place {
                return true;
            }
            let Some(included) = included(line, &pieces) else { continue };
            let beside = file.rsplit_once('/').map(|(folder, _)| format!("{folder}/{included}"));
            let paths = beside.into_iter().chain([included]);
            let paths = paths.flat_map(|path| [path.clone(), path + ".asm"]);
            let there = paths.into_iter().find(|path| self.project.text(path).is_some());
            if there.is_some_and(|path| self.through(&path, deeper - 1)) {
                return true;
            }
        }
        false
    }
}

/// The file that a line includes.
fn included(line: &str, pieces: &[Piece]) -> Option<String> {
    let (word, name) = pieces.windows(2).find_map(|pair| match pair {
        [word, name] if name.part == Part::Text => Some((word, name)),
        _ => None,
    })?;
    let is_include = word.part == Part::Word { begins: true } && word.of(line).eq_ignore_ascii_case("icl");
    is_include.then(|| name.of(line).trim_matches(['\'', '"']).replace('\\', "/"))
}
