//! `maps/rivers.txt` and `maps/coasts.txt`: walks along the water, collected by square.

use super::problem::{Place, Problem};
use super::shape::Shore;
use super::square::{Direction, Edges, Square};
use super::terrain::{Terrain, TerrainMap};
use super::words::{Word, Words, lines};
use std::collections::{BTreeMap, BTreeSet};

const RIVERS: &str = "maps/rivers.txt";
const COASTS: &str = "maps/coasts.txt";

/// Rivers and shores of every square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waters {
    /// Edges through which a river runs.
    pub rivers: BTreeMap<Square, Edges>,
    /// Shores through a square.
    pub shores: BTreeMap<Square, Vec<Shore>>,
    /// River edges with nothing beyond: sources and exits from the map.
    pub loose_ends: BTreeSet<(Square, Direction)>,
    /// Where a river or shore crosses an edge or corner of a square, for problems.
    places: BTreeMap<(Square, Direction), Place>,
}

/// How a walk begins.
enum Start {
    /// Through an edge or corner.
    Through(Direction),
    /// Through an edge, for a river that has its source there.
    Source(Direction),
    /// A river that begins in a lake.
    Lake,
}

/// A walk as written in a file.
struct Walk<'t> {
    name: Word<'t>,
    first: Square,
    start: Start,
    steps: Vec<(Direction, Place)>,
    /// Whether it ends with the word `end`.
    loose: bool,
}

impl Waters {
    pub(super) fn parse(rivers: &str, coasts: &str, terrain: &TerrainMap) -> Result<Waters, Vec<Problem>> {
        let mut waters = Waters::default();
        let mut problems = Vec::new();
        for walk in walks(RIVERS, "river", rivers, &mut problems) {
            problems.extend(waters.run_river(&walk, terrain).err());
        }
        for walk in walks(COASTS, "coast", coasts, &mut problems) {
            problems.extend(waters.run_coast(&walk, terrain).err());
        }
        if problems.is_empty() {
            waters.check_rivers(&mut problems);
            waters.check_all_named(terrain, &mut problems);
        }
        waters.shores.values_mut().for_each(|shores| shores.sort());
        if problems.is_empty() { Ok(waters) } else { Err(problems) }
    }

    fn run_river(&mut self, walk: &Walk, terrain: &TerrainMap) -> Result<(), Problem> {
        let mut here = walk.first;
        let mut place = walk.name.place;
        match walk.start {
            Start::Source(edge) if edge.is_edge() => {
                self.add_river(here, edge, place);
                self.loose_ends.insert((here, edge));
            }
            Start::Lake => {}
            Start::Source(_) | Start::Through(_) => {
                return Err(place.problem(
                    format!("the river {} has no source", walk.name.text),
                    "write `source x,y EDGE` with N, E, S or W, or `from x,y` for a lake",
                ));
            }
        }
        for (index, &(step, step_place)) in walk.steps.iter().enumerate() {
            place = step_place;
            let kind = terrain.at(here);
            let lake = index == 0 && matches!(walk.start, Start::Lake) && kind == Terrain::Coast;
            if kind != Terrain::River && !lake {
                return Err(place.problem(
                    format!("the river {} reaches {here}, which is {}", walk.name.text, describe(kind)),
                    "the walk should stay on squares `r`",
                ));
            }
            if !step.is_edge() {
                return Err(
                    place.problem(format!("a river cannot leave through {step:?}"), "go N, E, S or W")
                );
            }
            self.add_river(here, step, place);
            let next = here.step(step);
            if walk.loose && index + 1 == walk.steps.len() {
                self.loose_ends.insert((here, step));
            } else if matches!(terrain.at(next), Terrain::River | Terrain::Estuary) {
                self.add_river(next, step.opposite(), place);
            }
            here = next;
        }
        Ok(())
    }

    fn run_coast(&mut self, walk: &Walk, terrain: &TerrainMap) -> Result<(), Problem> {
        let Start::Through(mut from) = walk.start else {
            return Err(walk.name.place.problem("a coast without an entry", "write `from x,y EDGE`"));
        };
        let mut here = walk.first;
        for &(to, place) in &walk.steps {
            let kind = terrain.at(here);
            if !matches!(kind, Terrain::Coast | Terrain::Estuary) {
                return Err(place.problem(
                    format!("the coast {} reaches {here}, which is {}", walk.name.text, describe(kind)),
                    "the walk should stay on squares `c` and `e`",
                ));
            }
            if to == from {
                return Err(
                    place.problem(format!("the coast turns back through {to:?}"), "leave by another edge")
                );
            }
            self.shores.entry(here).or_default().push(Shore { from, to });
            self.places.insert((here, to), place);
            here = here.step(to);
            from = to.opposite();
        }
        Ok(())
    }

    fn add_river(&mut self, square: Square, edge: Direction, place: Place) {
        let edges = self.rivers.entry(square).or_default();
        *edges = edges.with(edge);
        self.places.insert((square, edge), place);
    }

    /// Every river edge that is not a loose end meets a river edge of the neighbour.
    fn check_rivers(&self, problems: &mut Vec<Problem>) {
        for (&square, edges) in &self.rivers {
            for edge in Direction::EDGES.into_iter().filter(|&edge| edges.contains(edge)) {
                let next = square.step(edge);
                let met = self.rivers.get(&next).is_some_and(|edges| edges.contains(edge.opposite()));
                let loose = self.loose_ends.contains(&(square, edge));
                let (message, help) = match (met, loose) {
                    (false, false) => {
                        ("nothing joins it there", "go on, or write `source` or `end` if it should end there")
                    }
                    (true, true) => ("another river joins it there", "leave out `source` or `end`"),
                    _ => continue,
                };
                let message = format!("the river at {square} runs through its edge {edge:?}, and {message}");
                problems.push(self.places[&(square, edge)].problem(message, help));
            }
        }
    }

    /// Every river square has a river through it, every coast square a shore.
    fn check_all_named(&self, terrain: &TerrainMap, problems: &mut Vec<Problem>) {
        for square in Square::all() {
            let edges = self.rivers.get(&square).map_or(0, |edges| edges.count());
            if terrain.at(square) == Terrain::River && edges == 1 {
                let message = format!("the river stops in the square {square}");
                let place = self.place(square).unwrap_or(terrain.place(square));
                problems.push(place.problem(message, "go on, or leave the square by `end`"));
            }
            let problem = match terrain.at(square) {
                Terrain::River if !self.rivers.contains_key(&square) => ("no river runs", RIVERS),
                Terrain::Coast | Terrain::Estuary if !self.shores.contains_key(&square) => {
                    ("no shore runs", COASTS)
                }
                Terrain::Estuary if !self.rivers.contains_key(&square) => ("no river runs", RIVERS),
                _ => continue,
            };
            let message = format!("{} through the square {square}", problem.0);
            problems.push(
                terrain.place(square).problem(message, format!("lead a walk of {} through it", problem.1)),
            );
        }
    }

    /// The place in the files that mentions a square, if any.
    pub(super) fn place(&self, square: Square) -> Option<Place> {
        let directions = (square, Direction::N)..=(square, Direction::NW);
        self.places.range(directions).next().map(|(_, &place)| place)
    }
}

fn describe(terrain: Terrain) -> String {
    format!("`{}` ({})", terrain.letter(), format!("{terrain:?}").to_lowercase())
}

/// Parses the walks of a file; faulty lines become problems.
fn walks<'t>(
    file: &'static str,
    keyword: &'static str,
    text: &'t str,
    problems: &mut Vec<Problem>,
) -> Vec<Walk<'t>> {
    let mut walks: Vec<Walk> = Vec::new();
    // A name that has no first square yet.
    let mut waiting: Option<Word> = None;
    // Whether the walk has a faulty beginning, so that its other lines are skipped.
    let mut broken = false;
    for mut words in lines(file, text) {
        if broken && !words.next_is(keyword) {
            continue;
        }
        let beginning = !words.next_is("go");
        let result = line(keyword, &mut words, &mut waiting, &mut walks).and_then(|()| words.finish());
        broken = beginning && result.is_err();
        problems.extend(result.err());
    }
    if let Some(name) = waiting {
        problems.push(
            name.place.problem(format!("{} has no first square", name.text), "add a line `from x,y EDGE`"),
        );
    }
    walks
}

fn line<'t>(
    keyword: &str,
    words: &mut Words<'t>,
    waiting: &mut Option<Word<'t>>,
    walks: &mut Vec<Walk<'t>>,
) -> Result<(), Problem> {
    let first = words.expect("a keyword")?;
    match first.text {
        word if word == keyword => *waiting = Some(words.expect("a name")?),
        "from" | "source" => {
            let Some(name) = waiting.take() else {
                let message = format!("`{}` belongs to no {keyword}", first.text);
                return Err(first
                    .place
                    .problem(message, format!("a line `{keyword} NAME` should stand above it")));
            };
            let square = words.square()?;
            let start = match (first.text, words.next()) {
                ("source", None) => {
                    return Err(words
                        .place()
                        .problem("a source without its edge", "name the edge N, E, S or W"));
                }
                (_, None) => Start::Lake,
                ("source", Some(edge)) => Start::Source(direction(edge)?.0),
                (_, Some(edge)) => Start::Through(direction(edge)?.0),
            };
            walks.push(Walk { name, first: square, start, steps: Vec::new(), loose: false });
        }
        "go" => {
            let Some(walk) = walks.last_mut().filter(|_| waiting.is_none()) else {
                return Err(first.place.problem(
                    "`go` comes before the first square",
                    "a line `from x,y EDGE` should stand above it",
                ));
            };
            while let Some(word) = words.next() {
                if word.text == "end" {
                    walk.loose = true;
                    break;
                }
                let (step, times) = direction(word)?;
                walk.steps.extend((0..times).map(|_| (step, word.place)));
            }
        }
        other => {
            return Err(first.place.problem(
                format!("`{other}` cannot begin a line of this file"),
                format!("a line begins with {keyword}, from, source or go"),
            ));
        }
    }
    Ok(())
}

/// A direction and a number of steps: `W`, `SE`, `N3`.
fn direction(word: Word) -> Result<(Direction, u8), Problem> {
    let digits = word.text.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let name = &word.text[..word.text.len() - digits.len()];
    let times =
        if digits.is_empty() { Some(1) } else { digits.parse().ok().filter(|times| (1..50).contains(times)) };
    Direction::parse(name).zip(times).ok_or_else(|| {
        word.place.problem(
            format!("`{}` is not a direction", word.text),
            "write N, NE, E, SE, S, SW, W or NW, and how often, as in W3",
        )
    })
}
