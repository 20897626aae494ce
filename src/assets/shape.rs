//! The shape of a tile: its name, which specifies what its edges must look like.
//!
//! A shore is a path from one point of the tile's rim to another with the land on the right-hand side: `S>N`
//! has its land in the east. It crosses an edge in the middle (four pixels of water, four of land); a shore
//! that ends in a corner does not divide the adjacent edges. A river crosses an edge at its pixels 3 and 4.

use super::font::SIZE;
use super::square::{Direction, Edges};

/// The water pixels where a river crosses an edge.
pub const RIVER_STRIP: u8 = 0b0001_1000;

/// A shore through a tile, with the land on the right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shore {
    /// Edge or corner where it enters.
    pub from: Direction,
    /// Edge or corner where it leaves.
    pub to: Direction,
}

/// What a tile shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Empty ground.
    Clear,
    /// Trees.
    Forest,
    /// Peaks.
    Mountain,
    /// Houses.
    City,
    /// Reeds.
    Swamp,
    /// A river through two edges, or three at a junction.
    River(Edges),
    /// One or two shores, and perhaps a river that flows into the water.
    Shore {
        /// Whether the rules call it an estuary, not a coastline.
        estuary: bool,
        /// In the order of the [`Shore`]s' directions.
        shores: Vec<Shore>,
        /// Edges where the river enters.
        river: Edges,
    },
    /// The strait of Kerch.
    Strait,
    /// Symbol of an infantry unit.
    Infantry,
    /// Symbol of an armored unit.
    Armor,
    /// All pixels: sea, border and the flash of a combat.
    Solid,
}

/// The terrain types of the rules, which are derived from map codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Clear.
    Clear,
    /// Mountain or forest.
    Rough,
    /// City.
    City,
    /// Swamp under ice.
    FrozenSwamp,
    /// River under ice.
    FrozenRiver,
    /// Swamp.
    Swamp,
    /// River or the strait of Kerch.
    River,
    /// Coastline.
    Coast,
    /// Estuary.
    Estuary,
    /// Open sea or border.
    Impassable,
}

/// The terrain type of a map code. The northern half is y >= 14.
pub fn classify(code: u8, northern: bool) -> Class {
    match code {
        0 => Class::Clear,
        127 => Class::Impassable,
        1..=6 => Class::Rough,
        7..=74 => Class::City,
        75..=78 => Class::FrozenSwamp,
        79..=104 => Class::FrozenRiver,
        105..=142 => Class::Swamp,
        143..=163 => Class::River,
        164..=168 if northern => Class::River,
        164..=185 => Class::Coast,
        186 if northern => Class::Coast,
        186..=188 => Class::Estuary,
        189..=255 => Class::Impassable,
    }
}

impl Shape {
    /// Parses the name in the header line of a tile; the error says what is expected.
    pub(super) fn parse(name: &str) -> Result<Shape, String> {
        let mut words = name.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        Ok(match kind {
            "clear" => Shape::Clear,
            "forest" => Shape::Forest,
            "mountain" => Shape::Mountain,
            "city" => Shape::City,
            "swamp" => Shape::Swamp,
            "strait" => Shape::Strait,
            "infantry" => Shape::Infantry,
            "armor" => Shape::Armor,
            "solid" => Shape::Solid,
            "river" => {
                let edges = Edges::parse(&rest.join(" ")).filter(|edges| edges.count() >= 2);
                Shape::River(edges.ok_or("a river is named by its edges, as in `river N-E`")?)
            }
            "coast" | "estuary" => shore(kind == "estuary", &rest)
                .ok_or("write it as in `coast S>N` or `estuary W>E river S`")?,
            _ => {
                return Err("a tile is clear, forest, mountain, city, swamp, river, coast, estuary, \
                            strait, infantry, armor or solid"
                    .into());
            }
        })
    }

    /// The two high bits of its map code when not frozen.
    pub fn colour_bits(&self) -> u8 {
        match self {
            Shape::Clear | Shape::Forest | Shape::Mountain => 0x00,
            Shape::City | Shape::Infantry | Shape::Armor => 0x40,
            Shape::Swamp | Shape::River(_) | Shape::Shore { .. } | Shape::Strait | Shape::Solid => 0x80,
        }
    }

    /// The terrain type of a square with this shape; `None` for unit symbols.
    pub fn class(&self) -> Option<Class> {
        Some(match self {
            Shape::Clear => Class::Clear,
            Shape::Forest | Shape::Mountain => Class::Rough,
            Shape::City => Class::City,
            Shape::Swamp => Class::Swamp,
            Shape::River(_) | Shape::Strait => Class::River,
            Shape::Shore { estuary: true, .. } => Class::Estuary,
            Shape::Shore { estuary: false, .. } => Class::Coast,
            Shape::Solid => Class::Impassable,
            Shape::Infantry | Shape::Armor => return None,
        })
    }

    /// What its drawing must show along an edge: the water pixels, and a mask of the pixels that are
    /// specified. `None` if the name specifies nothing.
    pub(super) fn promised_strip(&self, edge: Direction) -> Option<(u8, u8)> {
        match self {
            Shape::River(edges) => Some((if edges.contains(edge) { RIVER_STRIP } else { 0 }, 0xFF)),
            Shape::Strait => matches!(edge, Direction::N | Direction::S).then_some((0xFF, 0xFF)),
            Shape::Shore { shores, river, .. } => {
                Some(if river.contains(edge) { (RIVER_STRIP, 0xFF) } else { shore_strip(shores, edge) })
            }
            Shape::Clear => Some((0, 0xFF)),
            Shape::Solid => Some((0xFF, 0xFF)),
            _ => None,
        }
    }
}

fn shore(estuary: bool, words: &[&str]) -> Option<Shape> {
    let (shores, river) = match words {
        [shores @ .., "river", edge] => (shores, Edges::parse(edge)?),
        shores => (shores, Edges::default()),
    };
    let mut shores = shores
        .iter()
        .map(|word| {
            let (from, to) = word.split_once('>')?;
            Some(Shore { from: Direction::parse(from)?, to: Direction::parse(to)? })
        })
        .collect::<Option<Vec<Shore>>>()?;
    shores.sort();
    (!shores.is_empty()).then_some(Shape::Shore { estuary, shores, river })
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shape::River(edges) => write!(f, "river {edges}"),
            Shape::Shore { estuary, shores, river } => {
                f.write_str(if *estuary { "estuary" } else { "coast" })?;
                shores.iter().try_for_each(|shore| write!(f, " {:?}>{:?}", shore.from, shore.to))?;
                if river.is_empty() { Ok(()) } else { write!(f, " river {river}") }
            }
            _ => f.write_str(&format!("{self:?}").to_lowercase()),
        }
    }
}

/// The pixels along one edge of a drawing: from west to east or from north to south, the
/// first one in bit 7.
pub fn strip(rows: &[u8; SIZE], edge: Direction) -> u8 {
    let column = |bit: u8| rows.iter().fold(0, |strip, row| strip << 1 | (row >> bit & 1));
    match edge {
        Direction::N => rows[0],
        Direction::S => rows[SIZE - 1],
        Direction::E => column(0),
        _ => column(7),
    }
}

/// Water pixels and specified pixels of an edge of a tile with these shores.
fn shore_strip(shores: &[Shore], edge: Direction) -> (u8, u8) {
    // The rim clockwise from the middle of the north edge: half edge i is between Direction::ALL[i] and the
    // next one. Land extends clockwise from a shore's end to its beginning.
    let land = |half: usize| {
        shores.iter().all(|shore| {
            let from_end = |direction: usize| (direction + 8 - shore.to as usize) % 8;
            from_end(half) < from_end(shore.from as usize)
        })
    };
    let clockwise = [(edge as usize + 7) % 8, edge as usize];
    // North and east edges read clockwise; south and west ones against it.
    let [first, second] = match edge {
        Direction::N | Direction::E => clockwise,
        _ => [clockwise[1], clockwise[0]],
    };
    let crossings = shores.iter().flat_map(|s| [s.from, s.to]).filter(|&end| end == edge).count();
    let water = match crossings {
        2 => 0b1100_0011,
        _ => (u8::from(!land(first)) * 0xF0) | (u8::from(!land(second)) * 0x0F),
    };
    let meets_corner =
        |half_end: usize| shores.iter().any(|s| s.from as usize == half_end || s.to as usize == half_end);
    let [before, after] = [(edge as usize + 7) % 8, (edge as usize + 1) % 8].map(meets_corner);
    let [first_free, last_free] = match edge {
        Direction::N | Direction::E => [before, after],
        _ => [after, before],
    };
    (water, !(u8::from(first_free) << 7 | u8::from(last_free)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::*;

    fn promised(name: &str, edge: Direction) -> (u8, u8) {
        Shape::parse(name).unwrap().promised_strip(edge).unwrap()
    }

    #[test]
    fn a_shore_from_south_to_north_has_its_land_in_the_east() {
        assert_eq!(promised("coast S>N", N), (0xF0, 0xFF));
        assert_eq!(promised("coast S>N", E), (0x00, 0xFF));
        assert_eq!(promised("coast S>N", S), (0xF0, 0xFF));
        assert_eq!(promised("coast S>N", W), (0xFF, 0xFF));
    }

    #[test]
    fn a_shore_into_a_corner_frees_the_corner_pixel_of_both_edges() {
        assert_eq!(promised("coast N>SE", N), (0x0F, 0xFF));
        assert_eq!(promised("coast N>SE", E), (0xFF, 0xFE));
        assert_eq!(promised("coast N>SE", S), (0x00, 0xFE));
        assert_eq!(promised("coast N>SE", W), (0x00, 0xFF));
    }

    #[test]
    fn two_shores_through_one_edge_leave_a_neck_of_four_pixels() {
        assert_eq!(promised("coast W>E E>S", E), (0xC3, 0xFF));
        assert_eq!(promised("coast W>E E>S", W), (0xF0, 0xFF));
        assert_eq!(promised("coast W>E E>S", S), (0x0F, 0xFF));
        assert_eq!(promised("coast W>E E>S", N), (0xFF, 0xFF));
    }

    #[test]
    fn an_estuary_has_its_river_where_the_land_is() {
        assert_eq!(promised("estuary W>E river S", S), (RIVER_STRIP, 0xFF));
        assert_eq!(promised("estuary W>E river S", W), (0xF0, 0xFF));
    }

    #[test]
    fn names_survive_reading_and_writing() {
        for name in ["clear", "river N-S-W", "coast NE>W", "coast W>E E>S", "coast E>S river N", "strait"] {
            let shape = Shape::parse(name).unwrap();
            assert_eq!(Shape::parse(&shape.to_string()).unwrap(), shape);
        }
    }
}
