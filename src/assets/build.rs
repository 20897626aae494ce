//! Builds the assets from all text files, and checks them against each other.

use super::draw::{self, MapColours, Picture};
use super::edition_1982::{self, Edition1982};
use super::font::Font;
use super::joins;
use super::places::Places;
use super::problem::{Place, Problem};
use super::square::{MAP_COLUMNS, Square};
use super::terrain::TerrainMap;
use super::theatre::{self, TileSets};
use super::tiles::TileSet;
use super::units::{self, Unit};
use super::waters::Waters;

/// Characters of the OS set.
const OS_GLYPHS: usize = 128;

/// The text files that the assets are made from.
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
    /// The other sets of 128 characters based on it, by file name.
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
    /// The counterparts of the 1982 edition.
    pub edition_1982: Edition1982,
}

impl Assets {
    /// Reads the files of [`SOURCES`] and the character sets `fonts`.
    ///
    /// # Errors If files are missing, a problem for each, in the order of reading. Otherwise every problem
    /// found, in the order of file, line and column; files that depend on a faulty one are not checked.
    pub fn build(
        files: impl Fn(&str) -> Option<String>,
        fonts: &[&'static str],
    ) -> Result<Assets, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut read = |file: &'static str| {
            files(file).unwrap_or_else(|| {
                let place = Place { file, line: 1, column: 1 };
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

    /// The whole map with the units for which `on_map` is true, one pixel per pixel of a tile.
    pub fn draw_map(&self, colours: MapColours, on_map: impl Fn(&Unit) -> bool) -> Picture {
        let units: Vec<Unit> = self.units.iter().copied().filter(on_map).collect();
        draw::draw_map(&self.codes, &self.tiles, &units, colours)
    }
}

/// The value; if there are problems instead, adds them to the others.
fn keep<T>(result: Result<T, Vec<Problem>>, problems: &mut Vec<Problem>) -> Option<T> {
    result.map_err(|found| problems.extend(found)).ok()
}
