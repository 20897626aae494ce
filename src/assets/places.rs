//! `maps/places.txt`: cities, scoring squares and blocked pairs.

use super::problem::{Place, Problem};
use super::square::{Direction, Square};
use super::terrain::{Terrain, TerrainMap};
use super::words::{Word, Words, lines};

const FILE: &str = "maps/places.txt";
/// Maximum total size of all city names, including terminators.
const NAMES_ROOM: usize = 256;

/// A named square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct City {
    /// Its square.
    pub square: Square,
    /// Its name.
    pub name: String,
    /// Points while it is German, 0 for most.
    pub worth: u8,
    /// A word in the name of its tile, if a particular tile is to be used.
    pub drawn: Option<String>,
    pub(super) place: Place,
}

/// Two neighbouring squares between which movement is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// One of the two squares.
    pub square: Square,
    /// The direction from this square to the other one.
    pub direction: Direction,
}

impl Blocked {
    /// The blocked steps, from either side.
    pub fn steps(&self) -> [(Square, Direction); 2] {
        let far = self.square.step(self.direction);
        [(self.square, self.direction), (far, self.direction.opposite())]
    }
}

/// Column and direction of a step in one byte: four times x, plus 0 to 3 for north, east, south, west. The
/// game looks up blocked steps by this key.
pub(super) fn step_key(square: Square, direction: Direction) -> u8 {
    let number = Direction::EDGES.iter().take_while(|&&edge| edge != direction).count();
    (square.x as u8) << 2 | number as u8
}

/// Everything in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Cities and ports in the order of the file.
    pub cities: Vec<City>,
    /// Blocked pairs in the order of the file.
    pub blocked: Vec<Blocked>,
}

impl Places {
    pub(super) fn parse(text: &str, terrain: &TerrainMap) -> Result<Places, Vec<Problem>> {
        let mut places = Places::default();
        let mut problems = Vec::new();
        for mut words in lines(FILE, text) {
            let result = places.line(&mut words, terrain).and_then(|()| words.finish());
            problems.extend(result.err());
        }
        for square in Square::all().filter(|&square| terrain.at(square) == Terrain::City) {
            if places.city(square).is_none() && problems.is_empty() {
                let message = format!("the city on {square} has no name");
                let help = format!("add a line `city {square} NAME` to {FILE}");
                problems.push(terrain.place(square).problem(message, help));
            }
        }
        if problems.is_empty() { Ok(places) } else { Err(problems) }
    }

    /// The city or port on a square.
    pub fn city(&self, square: Square) -> Option<&City> {
        self.cities.iter().find(|city| city.square == square)
    }

    /// The scoring squares in the order of their numbers.
    pub fn goals(&self) -> impl Iterator<Item = &City> {
        self.cities.iter().filter(|city| city.worth > 0)
    }

    fn line(&mut self, words: &mut Words, terrain: &TerrainMap) -> Result<(), Problem> {
        let first = words.expect("a keyword")?;
        match first.text {
            "city" | "port" => self.push_city(first, words, terrain),
            "blocked" => self.push_blocked(words, terrain),
            other => Err(first.place.problem(
                format!("`{other}` cannot begin a line of this file"),
                "begin a line with city, port or blocked",
            )),
        }
    }

    fn push_city(&mut self, kind: Word, words: &mut Words, terrain: &TerrainMap) -> Result<(), Problem> {
        let place = words.place();
        let square = words.square()?;
        let name = self.name(words)?;
        if let Some(other) = self.city(square) {
            return Err(place.problem(format!("{square} is {} already", other.name), "a square has one name"));
        }
        if (terrain.at(square) == Terrain::City) != (kind.text == "city") {
            let letter = terrain.at(square).letter();
            return Err(place.problem(
                format!("{square} is `{letter}` on the map"),
                "a city lies on a square `C`, a port on any other",
            ));
        }
        let mut city = City { square, name, worth: 0, drawn: None, place };
        while let Some(word) = words.next() {
            match word.text {
                "worth" => city.worth = words.number("number of points", 1..=99)?,
                "drawn" if kind.text == "city" => {
                    let word = words.expect("the word of a tile")?;
                    city.place = word.place;
                    city.drawn = Some(word.text.to_string());
                }
                other => {
                    return Err(word.place.problem(
                        format!("`{other}` does not apply to a {}", kind.text),
                        "write worth POINTS or drawn WORD",
                    ));
                }
            }
        }
        self.cities.push(city);
        Ok(())
    }

    /// The name of a city. The total size of the names is limited, because the game addresses them by a low
    /// byte.
    fn name(&self, words: &mut Words) -> Result<String, Problem> {
        let word = words.expect("a name")?;
        if !word.text.bytes().all(|letter| letter.is_ascii_alphabetic()) {
            let message = format!("`{}` has letters other than A to Z", word.text);
            return Err(word.place.problem(message, "the game's character sets have no others"));
        }
        let with_end = |name: &str| name.len() + 1;
        let length = with_end(word.text) + self.cities.iter().map(|city| with_end(&city.name)).sum::<usize>();
        if length > NAMES_ROOM {
            let message = format!("with `{}` the names have {length} letters and ends", word.text);
            return Err(word.place.problem(message, format!("they may have {NAMES_ROOM} together")));
        }
        Ok(word.text.to_string())
    }

    fn push_blocked(&mut self, words: &mut Words, terrain: &TerrainMap) -> Result<(), Problem> {
        let first = words.place();
        let square = words.square()?;
        let second = words.place();
        let other = words.square()?;
        let Some(direction) = Direction::EDGES.into_iter().find(|&direction| square.step(direction) == other)
        else {
            return Err(second.problem(
                format!("{other} is not a neighbour of {square}"),
                "name two squares that share an edge",
            ));
        };
        for (end, place) in [(square, first), (other, second)] {
            if terrain.at(end) != Terrain::Coast {
                let message = format!("{end} is `{}` on the map", terrain.at(end).letter());
                return Err(place.problem(message, "only coastline squares `c` are blocked"));
            }
        }
        let again = |pair: &Blocked| {
            let far = pair.square.step(pair.direction);
            (pair.square, far) == (square, other) || (pair.square, far) == (other, square)
        };
        if self.blocked.iter().any(again) {
            return Err(
                first.problem(format!("{square} and {other} are blocked already"), "leave the line out")
            );
        }
        let blocked = Blocked { square, direction };
        let keys = blocked.steps().map(|(square, direction)| step_key(square, direction));
        let mut known = self.blocked.iter().flat_map(Blocked::steps);
        if known.any(|(square, direction)| keys.contains(&step_key(square, direction))) {
            let message = format!("a step this way is blocked in the column of {square} or {other} already");
            return Err(first.problem(message, "the game has room for one; leave the line out"));
        }
        self.blocked.push(blocked);
        Ok(())
    }
}
