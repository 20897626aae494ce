//! A tournament as a web page: the tables, and its games week by week on the map.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::{Game, Outcome, Standing, median};
use crate::harness::campaign::state::State;
use crate::harness::campaign::world::World;
use crate::inspect::svg::{Drawing, escaped};

const TEMPLATE: &str = include_str!("page.html");
/// Width and height of a square of the map.
const SQUARE: usize = 16;
/// The colours of the terrain, by letter.
const COLOURS: [(char, &str); 10] = [
    ('.', "#f3efe0"),
    ('F', "#c9dbb2"),
    ('M', "#d8c9b0"),
    ('C', "#e4dccb"),
    ('w', "#cfdccf"),
    ('r', "#bcd5ea"),
    ('k', "#bcd5ea"),
    ('c', "#dfe8e4"),
    ('e', "#d0e2ea"),
    ('~', "#8fb4d6"),
];

/// A week of a game.
#[derive(Clone, Debug, Serialize)]
struct Week {
    date: String,
    score: i16,
    cities: Vec<u8>,
    /// Number, x, y and combat strength of each unit on the map.
    units: Vec<[u8; 4]>,
}

/// Collects the games for a page.
#[derive(Clone, Debug, Default)]
pub struct Album {
    /// By the game's number in the tournament.
    games: BTreeMap<u64, Vec<Week>>,
}

/// The data for the page's script.
#[derive(Serialize)]
struct Data<'a> {
    square: usize,
    columns: u8,
    rows: u8,
    units: &'a [crate::harness::campaign::world::Corps],
    cities: &'a [crate::harness::campaign::world::City],
    games: Vec<Shown<'a>>,
}

#[derive(Serialize)]
struct Shown<'a> {
    name: String,
    weeks: &'a [Week],
}

impl Album {
    /// Adds a week of a game.
    pub fn add(&mut self, game: u64, state: &State) {
        let units = state.units.iter().filter(|unit| unit.on_map());
        self.games.entry(game).or_default().push(Week {
            date: state.date.clone(),
            score: state.score,
            cities: state.cities.german().map(u8::from).collect(),
            units: units.map(|unit| [unit.unit, unit.x, unit.y, unit.combat]).collect(),
        });
    }

    /// Builds the page. `title` names the rules and the level; the games of `outcome` must be in the order of their
    /// numbers.
    ///
    /// # Errors
    /// If the data cannot be written as JSON, which does not happen with the present types.
    pub fn page(&self, title: &str, world: &World, outcome: &Outcome) -> Result<String, serde_json::Error> {
        let shown = |(&number, weeks): (&u64, &'_ Vec<Week>)| {
            let game = outcome.games.get(usize::try_from(number).ok()?)?;
            Some((name(game), weeks.len()))
        };
        let names = self.games.iter().filter_map(shown);
        let games = names.zip(self.games.values()).map(|((name, _), weeks)| Shown { name, weeks }).collect();
        let data = Data {
            square: SQUARE,
            columns: world.columns,
            rows: world.rows,
            units: &world.units,
            cities: &world.cities,
            games,
        };
        // The data must not end the element that contains it.
        let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
        let about = format!(
            "{} games; a game at par ({}) is a draw, above it the German side has won. Playing the German side was worth {:.0} points.",
            outcome.games.len(),
            outcome.par,
            outcome.advantage.value
        );
        let tables = standings(&outcome.players) + &cross_table(outcome);
        let parts = [
            ("title", escaped(title)),
            ("about", about),
            ("tables", tables),
            ("map", map(world)),
            ("data", data),
        ];
        Ok(fill(TEMPLATE, &parts))
    }
}

/// Replaces the `@names@` of a template in one pass, so that inserted text is not searched.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    for (n, piece) in template.split('@').enumerate() {
        let part = parts.iter().find(|(name, _)| n % 2 == 1 && *name == piece);
        page.push_str(part.map_or(piece, |(_, text)| text));
    }
    page
}

fn name(game: &Game) -> String {
    format!("{} against {}, game {}: {}", game.german_name, game.russian_name, game.number, game.score)
}

fn standings(players: &[Standing]) -> String {
    let mut table = String::from(
        "<table><caption>Ratings with 95 percent intervals, the mean being 1500</caption><thead><tr><th>Player</th>\
         <th>Elo</th><th>95 %</th><th>Games</th><th>Won</th><th>Drawn</th><th>Lost</th><th>Median score, German</th>\
         <th>Russian</th></tr></thead><tbody>\n",
    );
    for player in players {
        let [low, high] = player.interval_95;
        let [german, russian] = [player.as_german, player.as_russian]
            .map(|score| score.map_or("".into(), |score| score.to_string()));
        // Writing to a String cannot fail.
        let _ = writeln!(
            table,
            "<tr><td>{}</td><td>{:.0}</td><td>{low:.0} to {high:.0}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{german}</td><td>{russian}</td></tr>",
            escaped(&player.player),
            player.elo,
            player.games,
            player.won,
            player.drawn,
            player.lost,
        );
    }
    table + "</tbody></table>\n"
}

/// A table of the median scores: a row for each German player, a column for each Russian one.
fn cross_table(outcome: &Outcome) -> String {
    let names = outcome.players.iter().map(|player| &player.player);
    let heads: String = names.clone().map(|name| format!("<th>{}</th>", escaped(name))).collect();
    let row = |german: &String| {
        let cell = |russian: &String| {
            let games = outcome.games.iter();
            let games = games.filter(|game| game.german_name == *german && game.russian_name == *russian);
            let score = median(games.map(|game| game.score));
            format!("<td>{}</td>", score.map_or("".into(), |score| score.to_string()))
        };
        format!("<tr><th>{}</th>{}</tr>\n", escaped(german), names.clone().map(cell).collect::<String>())
    };
    let german = outcome.players.iter().filter(|player| player.as_german.is_some());
    let rows: String = german.map(|player| row(&player.player)).collect();
    format!(
        "<table><caption>Median scores: rows German, columns Russian</caption><thead><tr><th></th>{heads}</tr></thead>\
         <tbody>\n{rows}</tbody></table>\n"
    )
}

/// The map without units.
fn map(world: &World) -> String {
    let (width, height) = (usize::from(world.columns) * SQUARE, usize::from(world.rows) * SQUARE);
    let mut drawing =
        Drawing::new(width as f64, height as f64, "font-family=\"sans-serif\" font-size=\"10\"");
    let size = (SQUARE as f64, SQUARE as f64);
    for (row, letters) in world.map.iter().enumerate() {
        for (column, letter) in letters.chars().enumerate() {
            let colour =
                COLOURS.iter().find(|(known, _)| *known == letter).map_or("#888", |(_, colour)| colour);
            let corner = ((column * SQUARE) as f64, (row * SQUARE) as f64);
            drawing.rectangle(corner, size, &format!("fill=\"{colour}\""), None);
        }
    }
    for (n, city) in world.cities.iter().enumerate() {
        let column = i16::from(world.columns) - 1 - city.x;
        let row = i16::from(world.rows) - 1 - city.y;
        let corner = (f64::from(column) * size.0, f64::from(row) * size.1);
        let title = format!("{}, {} points", city.name, city.points);
        drawing.rectangle(corner, size, &format!("id=\"city{n}\" opacity=\"0.5\""), Some(&title));
    }
    let drawing = drawing.finish();
    let open = drawing.strip_suffix("</svg>\n").unwrap_or(&drawing);
    format!("{open}<g id=\"units\" fill=\"none\"></g></svg>\n")
}
