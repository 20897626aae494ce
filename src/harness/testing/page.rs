//! The generated text that contains a program and its tests, and the origin of its lines.

use std::path::Path;

use super::place::Place;
use crate::assembler::{Assertion, Diagnostic, Location, RoutineTest};

/// What test `n` is called in the page.
fn block(n: usize) -> String {
    format!("__test{n}")
}

/// The scope of test `n` in the page: within the block that it stands in, whose names it sees.
pub(super) fn scope(n: usize, test: &RoutineTest) -> String {
    match test.scope.as_str() {
        "" => block(n),
        around => format!("{around}.{}", block(n)),
    }
}

/// A text in which the tests stand behind the program.
pub(super) struct Page {
    pub path: String,
    pub text: String,
    /// The origins of its lines.
    lines: Vec<Origin>,
}

/// Lines before the first test.
const HEAD: usize = 2;

/// The origin of a line.
#[derive(Clone)]
struct Origin {
    place: Place,
    /// The includes and macro calls that led to its test.
    stack: Vec<(String, Location)>,
}

impl Page {
    pub(super) fn new(main: &str, tests: &[RoutineTest], start: u32) -> Page {
        let name = Path::new(main).file_name().map_or(main.into(), |name| name.to_string_lossy());
        // The source has no escape for quotes, but two kinds of quotes.
        let quote = if name.contains('\'') { '"' } else { '\'' };
        let head = Origin { place: Place { file: main.to_string(), line: 1 }, stack: Vec::new() };
        let mut page = Page { path: format!("{main}.tests"), text: String::new(), lines: Vec::new() };
        page.add(&head, &format!(" icl {quote}{name}{quote}"));
        page.add(&head, &format!(" org ${start:04X}"));
        for (n, test) in tests.iter().enumerate() {
            let at = |line: u32| Origin {
                place: Place { file: test.file.clone(), line },
                stack: test.stack.clone(),
            };
            let mut place = at(test.lines.first().map_or(1, |(line, _)| *line));
            if !test.scope.is_empty() {
                page.add(&place, &format!(" .local +{}", test.scope));
            }
            page.add(&place, &format!("{} .local", block(n)));
            // No label, which might be told of as one that is not used.
            page.add(&place, "__begin = *");
            for (line, text) in &test.lines {
                place = at(*line);
                page.add(&place, text);
            }
            page.add(&place, "__end jmp __end");
            page.add(&place, " .endl");
            if !test.scope.is_empty() {
                page.add(&place, " .endl");
            }
        }
        page
    }

    fn add(&mut self, origin: &Origin, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.push(origin.clone());
    }

    /// The test's line to which an assertion belongs, and its own place if it is in a macro.
    pub(super) fn line_of_test(&self, found: &Assertion) -> (Place, Option<Place>) {
        let origin = |at: &Location| {
            let line = self.lines.get(at.line as usize - 1).filter(|_| at.file == self.path)?;
            Some(line.place.clone())
        };
        let own = Place { file: found.location.file.clone(), line: found.location.line };
        match origin(&found.location) {
            Some(place) => (place, None),
            None => match found.stack.iter().find_map(|(_, at)| origin(at)) {
                Some(place) => (place, Some(own)),
                None => (own, None),
            },
        }
    }

    /// Whether a message concerns lines of a test or of what they call.
    pub(super) fn has_test_of(&self, said: &Diagnostic) -> bool {
        let places = std::iter::once(&said.location).chain(said.stack.iter().map(|(_, at)| at));
        places.into_iter().any(|at| at.file == self.path && at.line as usize > HEAD)
    }

    /// Moves messages about lines of the page to the original lines.
    pub(super) fn moved(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let moved = |location: &mut Location| {
            let origin = self.lines.get(location.line as usize - 1).filter(|_| location.file == self.path)?;
            (location.file, location.line) = (origin.place.file.clone(), origin.place.line);
            Some(&origin.stack)
        };
        for diagnostic in &mut diagnostics {
            diagnostic.related.iter_mut().for_each(|(_, at)| _ = moved(at));
            let led_there = diagnostic.stack.iter_mut().map(|(_, at)| at);
            // The page itself is the outermost level.
            let outer = std::iter::once(&mut diagnostic.location).chain(led_there).filter_map(moved).last();
            diagnostic.stack.extend(outer.into_iter().flatten().cloned());
        }
        diagnostics
    }
}
