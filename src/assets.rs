//! `fonts/` and `maps/`: text to bytes, checks, drawings.
//!
//! [`Assets::build`] reads the text files named in [`SOURCES`] through a function of the caller
//! (no file system here) and either gives everything or every [`Problem`] it found.
//!
//! # Generated files
//!
//! Assembler sources take these by name with `ins` (binary) and `icl` (text):
//!
//! | name | bytes | content |
//! |---|---|---|
//! | `generated/os.chr` | 1024 | the OS character set, 128 glyphs in internal-code order |
//! | `generated/north.chr` | 512 | the northern tile set, y >= 14 |
//! | `generated/south.chr` | 512 | the southern tile set, y <= 13 |
//! | `generated/map.bin` | 1968 | 41 rows of 48 map codes; first row y = 39, first byte of a row x = 46 |
//! | `generated/unit_x.bin` | 159 | start or entry square, x (0 in the east) |
//! | `generated/unit_y.bin` | 159 | start or entry square, y (0 in the south) |
//! | `generated/unit_muster.bin` | 159 | muster strength |
//! | `generated/unit_arrival.bin` | 159 | turn of arrival, 0 = start, 255 = never |
//! | `generated/unit_type.bin` | 159 | type code: prefix word in the high nibble, type word in the low one |
//! | `generated/unit_corps.bin` | 159 | the number shown in the unit's name |
//! | `generated/unit_symbol.bin` | 159 | map code of its symbol: $7D/$7E German, $FD/$FE Russian infantry/armor |
//! | `generated/words.bin` | 128 | 16 words of 8 internal codes: prefix words 0-7, then type words 0-7, blank padded |
//! | `generated/blocked_key.bin` | 22 | blocked pairs, each in both directions: 4 x of the square left, plus the direction of the step: 0 N, 1 E, 2 S, 3 W; no two alike |
//! | `generated/blocked_y.bin` | 22 | y of the square left |
//! | `generated/goal_x.bin` | 4 | scoring squares: Moscow, Leningrad, Sevastopol, Stalingrad |
//! | `generated/goal_y.bin` | 4 | |
//! | `generated/goal_points.bin` | 4 | points while the square is German |
//! | `generated/city_x.bin` | 20 | cities and ports, the scoring squares first |
//! | `generated/city_y.bin` | 20 | |
//! | `generated/city_name.bin` | 20 | where the name begins in `city_names.bin` |
//! | `generated/city_names.bin` | 166 | names in internal codes, $FF behind each |
//! | `generated/map.inc` | text | equates: counts, sizes, map codes and shape numbers |
//!
//! Besides, each further character set `fonts/NAME.txt` that the caller names makes
//! `generated/NAME.chr` of 1024 bytes: the OS character set with the characters that the file draws.
//!
//! Those of the edition of 1982 stand beside them in `generated/1982/` ([`GENERATED_1982`]).
//!
//! Entry 0 of every 159-byte table is the unused placeholder unit (all 0, arrival 255).

mod draw;
mod edition_1982;
mod font;
mod generated;
mod joins;
mod places;
mod problem;
mod shape;
mod square;
mod terrain;
mod theatre;
mod tiles;
mod units;
mod waters;
mod words;

pub use draw::{MapColours, Picture, draw_font_sheet};
pub use edition_1982::{City1982, Edition1982, FIRST_RUSSIAN_1982, GENERATED_1982, UNITS_1982, Unit1982};
pub use font::{Font, Glyph, SIZE};
pub use generated::{GENERATED, stem};
pub use places::{Blocked, City, Places};
pub use problem::Problem;
pub use shape::{Class, RIVER_STRIP, Shape, Shore, classify, strip};
pub use square::{COLUMNS, Direction, Edges, MAP_COLUMNS, MAP_ROWS, ROWS, Square};
pub use terrain::{Terrain, TerrainMap};
pub use theatre::{NORTHERN_HALF, TileSets};
pub use tiles::{BORDER_CODE, SEA_CODE, TILES, TileSet};
pub use units::{Arm, FIRST_RUSSIAN, NEVER, PREFIXES, TYPES, UNITS, Unit};
pub use waters::Waters;

/// Characters of the OS set.
const OS_GLYPHS: usize = 128;

/// The text files that everything is made of.
pub const SOURCES: [&str; 11] = [
    "fonts/os.txt",
    "fonts/north.txt",
    "fonts/south.txt",
    "maps/terrain.txt",
    "maps/rivers.txt",
    "maps/coasts.txt",
    "maps/places.txt",
    "maps/units.txt",
    "maps/1982.txt",
    "maps/units-1982.txt",
    "fonts/air.txt",
];

/// Character sets, map and order of battle, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assets {
    /// The OS character set in internal-code order.
    pub os: Font,
    /// The other sets of 128 characters that build on it, by their file.
    pub sets: Vec<(&'static str, Font)>,
    /// The map's tile sets.
    pub tiles: TileSets,
    /// The kind of every square.
    pub terrain: TerrainMap,
    /// Rivers and shores.
    pub waters: Waters,
    /// Cities and blocked pairs.
    pub places: Places,
    /// Units 1-158 in order.
    pub units: Vec<Unit>,
    /// The map codes in the order of [`Square::all`].
    pub codes: Vec<u8>,
    /// What the edition of 1982 has in their place.
    pub edition_1982: Edition1982,
}

impl Assets {
    /// Reads the files of [`SOURCES`] and the character sets `fonts`. On failure every problem found is given, in the order
    /// of file, line and column; files that build on a wrong one are not looked at.
    pub fn build(
        files: impl Fn(&str) -> Option<String>,
        fonts: &[&'static str],
    ) -> Result<Assets, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut read = |file: &'static str| {
            files(file).unwrap_or_else(|| {
                let place = problem::Place { file, line: 1, column: 1 };
                problems.push(place.problem("the file is missing", "it should stand with the others"));
                String::new()
            })
        };
        let texts = SOURCES.map(&mut read);
        let fonts: Vec<(&'static str, String)> = fonts.iter().map(|file| (*file, read(file))).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let built = Assets::from_texts(&texts.each_ref().map(String::as_str), &fonts, &mut problems);
        problems.sort();
        built.filter(|_| problems.is_empty()).ok_or(problems)
    }

    fn from_texts(
        texts: &[&str; SOURCES.len()],
        fonts: &[(&'static str, String)],
        problems: &mut Vec<Problem>,
    ) -> Option<Assets> {
        let [os, north, south, terrain, rivers, coasts, places, units, later @ ..] = *texts;
        let os = keep(Font::parse(SOURCES[0], os, "glyph", OS_GLYPHS), problems);
        let sets = os.iter().flat_map(|os| fonts.iter().map(move |(file, text)| (*file, os, text)));
        let sets: Vec<(&'static str, Font)> = sets
            .filter_map(|(file, os, text)| Some((file, keep(Font::parse_over(os, file, text), problems)?)))
            .collect();
        let north = keep(TileSet::parse(SOURCES[1], north, true), problems);
        let south = keep(TileSet::parse(SOURCES[2], south, false), problems);
        let terrain = keep(TerrainMap::parse(terrain), problems)?;
        let waters = keep(Waters::parse(rivers, coasts, &terrain), problems);
        let places = keep(Places::parse(places, &terrain), problems);
        let units = keep(units::parse(units, &terrain), problems);
        let (os, tiles) = (os?, TileSets { north: north?, south: south? });
        let (waters, places, units) = (waters?, places?, units?);
        let codes = keep(theatre::codes(&tiles, &terrain, &waters, &places), problems)?;
        problems.extend(joins::check(&codes, &tiles, &terrain, &waters));
        let base = edition_1982::Base { tiles: &tiles, terrain: &terrain, places: &places, codes: &codes };
        let edition_1982 = keep(Edition1982::build(&base, later), problems)?;
        Some(Assets { os, sets, tiles, terrain, waters, places, units, codes, edition_1982 })
    }

    /// The map code of a square that is playable or border.
    pub fn code(&self, square: Square) -> u8 {
        let (column, row) = square.column_row();
        self.codes[row * MAP_COLUMNS + column]
    }

    /// The whole map with the units of `on_map`, a pixel for a pixel of a tile.
    pub fn draw_map(&self, colours: MapColours, on_map: impl Fn(&Unit) -> bool) -> Picture {
        let units: Vec<Unit> = self.units.iter().copied().filter(on_map).collect();
        draw::draw_map(&self.codes, &self.tiles, &units, colours)
    }
}

/// The value, or its problems added to the others.
fn keep<T>(result: Result<T, Vec<Problem>>, problems: &mut Vec<Problem>) -> Option<T> {
    result.map_err(|found| problems.extend(found)).ok()
}
