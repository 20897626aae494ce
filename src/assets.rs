//! Converts the text files in `fonts/` and `maps/` to bytes, checks them, and draws them.
//!
//! [`Assets::build`] reads the text files named in [`SOURCES`] through a function of the caller, without
//! using the file system. It returns either the assets or every [`Problem`] found.
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
//! | `generated/city_x.bin` | 20 | cities and ports, scoring squares first |
//! | `generated/city_y.bin` | 20 | |
//! | `generated/city_name.bin` | 20 | offset of the name in `city_names.bin` |
//! | `generated/city_names.bin` | 166 | names in internal codes, each terminated by $FF |
//! | `generated/map.inc` | text | equates: counts, sizes, map codes and shape numbers |
//!
//! Besides, each further character set `fonts/NAME.txt` that the caller names makes `generated/NAME.chr` of
//! 1024 bytes: the OS character set, with the characters in the file replaced.
//!
//! The files of the 1982 edition are in `generated/1982/` ([`GENERATED_1982`]).
//!
//! Entry 0 of every 159-byte table is the unused placeholder unit (all 0, arrival 255).

mod build;
mod draw;
mod edition_1982;
mod encode;
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
mod unit_words;
mod units;
mod waters;
mod words;

pub use build::{Assets, SOURCES};
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
pub use units::{Arm, FIRST_RUSSIAN, LAST_TURN, NEVER, PREFIXES, TYPES, UNITS, Unit};
pub use waters::Waters;
