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
//! | `generated/blocked_x.bin` | 22 | blocked pairs, each in both directions: x of the square left |
//! | `generated/blocked_y.bin` | 22 | y of the square left |
//! | `generated/blocked_direction.bin` | 22 | direction of the forbidden step: 0 N, 1 E, 2 S, 3 W |
//! | `generated/goal_x.bin` | 4 | scoring squares: Moscow, Leningrad, Sevastopol, Stalingrad |
//! | `generated/goal_y.bin` | 4 | |
//! | `generated/goal_points.bin` | 4 | points while the square is German |
//! | `generated/map.inc` | text | equates: counts, sizes, map codes and shape numbers |
//!
//! Entry 0 of every 159-byte table is the unused placeholder unit (all 0, arrival 255).
