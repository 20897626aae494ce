//! Squares of the map and the directions around them.

/// Columns of the stored map, borders included.
pub const MAP_COLUMNS: usize = 48;
/// Rows of the stored map, borders included.
pub const MAP_ROWS: usize = 41;
/// Playable columns: x is 0 (east) to 45 (west).
pub const COLUMNS: i16 = 46;
/// Playable rows: y is 0 (south) to 38 (north).
pub const ROWS: i16 = 39;

/// A square; the border has x = 46 or -1, y = 39 or -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Grows to the west.
    pub x: i16,
    /// Grows to the north.
    pub y: i16,
}

impl Square {
    /// Whether the square is playable, not border.
    pub fn is_inside(self) -> bool {
        (0..COLUMNS).contains(&self.x) && (0..ROWS).contains(&self.y)
    }

    /// Column and row in the stored map, counted from the north-west corner of the border.
    /// The square must be playable or border.
    pub fn column_row(self) -> (usize, usize) {
        ((COLUMNS - self.x) as usize, (ROWS - self.y) as usize)
    }

    /// The inverse of [`Square::column_row`].
    pub fn at(column: usize, row: usize) -> Square {
        Square { x: COLUMNS - column as i16, y: ROWS - row as i16 }
    }

    /// The neighbour in a direction.
    pub fn step(self, direction: Direction) -> Square {
        let (dx, dy) = direction.delta();
        Square { x: self.x + dx, y: self.y + dy }
    }

    /// Every square of the stored map, row by row from the north-west corner of the border.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..MAP_ROWS).flat_map(|row| (0..MAP_COLUMNS).map(move |column| Square::at(column, row)))
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The eight directions, clockwise from north. On a tile's rim they are the middles of the
/// edges (N E S W) and the corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// North.
    N,
    /// North-east.
    NE,
    /// East.
    E,
    /// South-east.
    SE,
    /// South.
    S,
    /// South-west.
    SW,
    /// West.
    W,
    /// North-west.
    NW,
}

use Direction::*;

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [N, NE, E, SE, S, SW, W, NW];
    /// The four edges, in the game's order of directions.
    pub const EDGES: [Direction; 4] = [N, E, S, W];

    /// Whether it is N, E, S or W.
    pub fn is_edge(self) -> bool {
        (self as u8).is_multiple_of(2)
    }

    /// The other side: the neighbour's name for the same edge or corner.
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// Change of x and y of a step; x grows to the west.
    pub fn delta(self) -> (i16, i16) {
        match self {
            N => (0, 1),
            NE => (-1, 1),
            E => (-1, 0),
            SE => (-1, -1),
            S => (0, -1),
            SW => (1, -1),
            W => (1, 0),
            NW => (1, 1),
        }
    }

    /// From its name, one or two capitals.
    pub fn parse(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| format!("{direction:?}") == name)
    }
}

/// A set of the four edges of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edges(u8);

impl Edges {
    /// Whether the edge belongs to the set.
    pub fn contains(self, edge: Direction) -> bool {
        self.0 >> (edge as u8) & 1 != 0
    }

    /// The set with one edge more.
    #[must_use]
    pub fn with(self, edge: Direction) -> Edges {
        Edges(self.0 | 1 << (edge as u8))
    }

    /// How many edges are in it.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no edge in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// From a name such as `N-E`.
    pub fn parse(name: &str) -> Option<Edges> {
        name.split('-').try_fold(Edges::default(), |edges, word| {
            let edge = Direction::parse(word)?;
            (edge.is_edge() && !edges.contains(edge)).then(|| edges.with(edge))
        })
    }
}

impl std::fmt::Display for Edges {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = Direction::EDGES
            .into_iter()
            .filter(|&edge| self.contains(edge))
            .map(|edge| format!("{edge:?}"))
            .collect();
        f.write_str(&names.join("-"))
    }
}
