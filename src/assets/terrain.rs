//! `maps/terrain.txt`: the kind of every square.

use super::problem::{Place, Problem};
use super::square::{MAP_COLUMNS, MAP_ROWS, ROWS, Square};
use super::words::without_comment;

const FILE: &str = "maps/terrain.txt";

/// Kinds of squares and their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// `.`
    Clear,
    /// `F`, in the northern half.
    Forest,
    /// `M`, in the southern half.
    Mountain,
    /// `C`
    City,
    /// `w`
    Swamp,
    /// `r`
    River,
    /// `k`, the strait of Kerch.
    Strait,
    /// `c`
    Coast,
    /// `e`
    Estuary,
    /// `~`
    Sea,
    /// `#`
    Border,
}

use Terrain::*;

const LETTERS: [(char, Terrain); 11] = [
    ('.', Clear),
    ('F', Forest),
    ('M', Mountain),
    ('C', City),
    ('w', Swamp),
    ('r', River),
    ('k', Strait),
    ('c', Coast),
    ('e', Estuary),
    ('~', Sea),
    ('#', Border),
];

impl Terrain {
    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Terrain> {
        LETTERS.into_iter().find(|entry| entry.0 == letter).map(|entry| entry.1)
    }

    /// Its letter.
    pub fn letter(self) -> char {
        LETTERS[self as usize].0
    }
}

/// The kinds of all squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainMap {
    squares: Vec<Terrain>,
    /// The place of each row's first letter, for problems.
    rows: Vec<Place>,
}

impl TerrainMap {
    pub(super) fn parse(text: &str) -> Result<TerrainMap, Vec<Problem>> {
        let mut map = TerrainMap { squares: Vec::new(), rows: Vec::new() };
        let mut problems = Vec::new();
        let mut counts = Vec::new();
        let mut last_line = 1;
        let mut next_y = Some(ROWS);
        for (index, line) in text.lines().enumerate() {
            let place = Place { file: FILE, line: index + 1, column: 1 };
            let line = without_comment(line);
            if line.trim().is_empty() {
                continue;
            }
            last_line = place.line;
            let result = match line.strip_prefix("count ") {
                Some(rest) => count(place, rest).map(|entry| counts.push(entry)),
                None => map.push_row(place, line, &mut next_y),
            };
            problems.extend(result.err());
        }
        if problems.is_empty() && map.rows.len() != MAP_ROWS {
            let place = Place { file: FILE, line: last_line, column: 1 };
            let message = format!("the map has {} rows", map.rows.len());
            problems.push(place.problem(message, "there should be 41, from y = 39 to y = -1"));
        }
        if problems.is_empty() {
            map.check_squares(&mut problems);
        }
        if problems.is_empty() {
            map.check_counts(&counts, &mut problems);
        }
        if problems.is_empty() { Ok(map) } else { Err(problems) }
    }

    /// The kind of a square; everything outside is border.
    pub fn at(&self, square: Square) -> Terrain {
        if !square.is_inside() {
            return Border;
        }
        let (column, row) = square.column_row();
        self.squares[row * MAP_COLUMNS + column]
    }

    /// Number of squares of a kind.
    pub fn count(&self, terrain: Terrain) -> usize {
        self.squares.iter().filter(|&&other| other == terrain).count()
    }

    /// The place of a square's letter in the file.
    pub(super) fn place(&self, square: Square) -> Place {
        let (column, row) = square.column_row();
        Place { column: self.rows[row].column + column, ..self.rows[row] }
    }

    /// Adds a row; `next_y` is the expected row, and is updated to the following one. It is `None` after a
    /// wrong label: then the next row determines where the map continues.
    fn push_row(&mut self, place: Place, line: &str, next_y: &mut Option<i16>) -> Result<(), Problem> {
        let (label, letters) = line.split_once('|').unwrap_or((line, ""));
        let y = next_y.take().or(label.trim().parse().ok()).unwrap_or(ROWS);
        if !line.contains('|') {
            return Err(place.problem("a row without its bar", format!("write `{y} | ` and 48 letters")));
        }
        let blanks = letters.chars().take_while(|letter| letter.is_whitespace()).count();
        let first = Place { column: label.chars().count() + 2 + blanks, ..place };
        let label = label.trim();
        if y < -1 || label.parse() != Ok(y) {
            let right = if y < -1 {
                "the row y = -1 should be the last".into()
            } else {
                format!("the next row is y = {y}")
            };
            return Err(place.problem(format!("`{label}` is not the next row"), right));
        }
        *next_y = Some(y - 1);
        let letters = letters.trim();
        if letters.chars().count() != MAP_COLUMNS {
            let message = format!("the row y = {y} has {} letters", letters.chars().count());
            return Err(first.problem(message, "there should be 48, border included"));
        }
        self.rows.push(first);
        for (index, letter) in letters.chars().enumerate() {
            let Some(terrain) = Terrain::from_letter(letter) else {
                return Err(Place { column: first.column + index, ..first }.problem(
                    format!("`{letter}` is not a kind of square"),
                    "one of . F M C w r k c e ~ # should stand here",
                ));
            };
            self.squares.push(terrain);
        }
        Ok(())
    }

    fn check_squares(&self, problems: &mut Vec<Problem>) {
        for (square, &terrain) in Square::all().zip(&self.squares) {
            let wrong = match terrain {
                Border if square.is_inside() => ("border inside the map", "`#` stands only at the rim"),
                _ if terrain != Border && !square.is_inside() => {
                    ("the border has a gap", "the first and last rows and columns are `#`")
                }
                Forest if square.y < 14 => ("forest in the southern half", "south of y = 14 write M"),
                Mountain if square.y >= 14 => ("a mountain in the northern half", "from y = 14 on write F"),
                Swamp if square.y < 14 => ("swamp in the southern half", "swamps freeze only from y = 14 on"),
                _ => continue,
            };
            problems.push(self.place(square).problem(wrong.0, wrong.1));
        }
    }

    fn check_counts(&self, counts: &[(Place, Terrain, usize)], problems: &mut Vec<Problem>) {
        for &(place, terrain, wanted) in counts {
            let found = self.count(terrain);
            if found != wanted {
                let letter = terrain.letter();
                problems.push(place.problem(
                    format!("the map has {found} squares `{letter}`, not {wanted}"),
                    "put the square back, or change the count",
                ));
            }
        }
    }
}

/// `count LETTER NUMBER`, without its first word.
fn count(place: Place, rest: &str) -> Result<(Place, Terrain, usize), Problem> {
    let mut words = rest.split_whitespace();
    let mut letters = words.next().unwrap_or_default().chars();
    let terrain = letters.next().filter(|_| letters.next().is_none()).and_then(Terrain::from_letter);
    let number = words.next().and_then(|word| word.parse().ok());
    match (terrain, number, words.next()) {
        (Some(terrain), Some(number), None) => Ok((place, terrain, number)),
        _ => Err(place.problem(format!("`count {rest}` counts nothing"), "write it as in `count F 44`")),
    }
}
