//! The map as a player sees it: the duration of steps, distances, and zones of control.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::Serialize;

use crate::assets::{Arm, Assets, COLUMNS, ROWS, Square, Terrain};
use crate::harness::campaign::state::{Side, State};
use crate::titles::rasputitsa::{Direction, Edition, Level};

const WIDTH: usize = COLUMNS as usize;
pub(super) const SQUARES: usize = WIDTH * ROWS as usize;
/// The directions in the order of their numbers.
pub(super) const DIRECTIONS: [Direction; 4] =
    [Direction::North, Direction::East, Direction::South, Direction::West];

/// What a square with a friendly unit costs beyond its terrain, in subturns.
const FRIEND: u32 = 6;
/// What one with an enemy costs; besides, a subturn for every ...
const ENEMY: u32 = 12;
/// ... this much of the enemy's combat strength.
const STRENGTH_PER_SUBTURN: u32 = 16;

/// Subturns per step, by terrain type: dry, mud, snow, each for infantry and armor.
/// [spec: game-rules 15.1]
pub(super) const DELAYS: [[u32; 6]; 9] = [
    [6, 4, 24, 30, 10, 6],
    [12, 8, 30, 30, 16, 10],
    [8, 6, 24, 30, 10, 8],
    [0, 0, 0, 0, 12, 8],
    [0, 0, 0, 0, 12, 8],
    [18, 18, 30, 30, 24, 24],
    [14, 13, 30, 30, 28, 28],
    [8, 6, 26, 30, 12, 8],
    [20, 16, 28, 30, 24, 20],
];
/// The type of rivers and swamps that are frozen over.
pub(super) const FROZEN: usize = 3;
/// The program's numbers of the kinds of terrain; none for impassable ones.
pub(super) const TERRAIN_TYPES: [(Terrain, Option<usize>); 11] = [
    (Terrain::Clear, Some(0)),
    (Terrain::Forest, Some(1)),
    (Terrain::Mountain, Some(1)),
    (Terrain::City, Some(2)),
    (Terrain::Swamp, Some(5)),
    (Terrain::River, Some(6)),
    (Terrain::Strait, Some(6)),
    (Terrain::Coast, Some(7)),
    (Terrain::Estuary, Some(8)),
    (Terrain::Sea, None),
    (Terrain::Border, None),
];

/// The season, which determines how fast units move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Season {
    /// May to September.
    Dry,
    /// April and October.
    Mud,
    /// November to March.
    Snow,
}

impl Season {
    /// The season of a month, 1 to 12. [spec: game-rules 5.1]
    pub fn of(month: u8) -> Season {
        match month {
            4 | 10 => Season::Mud,
            5..=9 => Season::Dry,
            _ => Season::Snow,
        }
    }
}

/// The unchanging part of the map.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The terrain type of each square; none for impassable ones.
    types: Vec<Option<usize>>,
    /// For each square, whether a step in a direction is forbidden although both squares can be entered.
    blocked: Vec<[bool; 4]>,
}

/// The board in one turn, for one arm: subturns to enter each square, none for impassable.
pub(super) struct Going<'a> {
    board: &'a Board,
    delays: Vec<Option<u32>>,
}

/// Subturns from every square to a goal; none where there is no way.
pub(super) struct Distances(Vec<Option<u32>>);

/// The index of a square; none outside the map.
pub(super) fn index(x: i16, y: i16) -> Option<usize> {
    (Square { x, y }).is_inside().then(|| y as usize * WIDTH + x as usize)
}

/// The x of a square.
pub(super) fn x(square: usize) -> usize {
    square % WIDTH
}

/// The squares around one, and whether they share a side with it.
pub(super) fn around(square: usize) -> impl Iterator<Item = (usize, bool)> {
    let (x, y) = ((square % WIDTH) as i16, (square / WIDTH) as i16);
    let places = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|&place| place != (0, 0));
    places.filter_map(move |(dx, dy)| Some((index(x + dx, y + dy)?, dx == 0 || dy == 0)))
}

/// The distance of two squares, as the larger of its two components.
pub(super) fn apart(a: usize, b: usize) -> usize {
    (a % WIDTH).abs_diff(b % WIDTH).max((a / WIDTH).abs_diff(b / WIDTH))
}

/// The index of a unit's square.
pub(super) fn at(x: u8, y: u8) -> usize {
    usize::from(y) * WIDTH + usize::from(x)
}

impl Board {
    /// The board of an edition's map.
    pub(super) fn new(assets: &Assets, edition: Edition) -> Self {
        let mut types = vec![None; SQUARES];
        let mut blocked = vec![[false; 4]; SQUARES];
        for square in Square::all() {
            if let Some(index) = index(square.x, square.y) {
                types[index] = terrain_type(terrain_at(assets, edition, square));
            }
        }
        for pair in &assets.places.blocked {
            let there = pair.square.step(pair.direction);
            for (from, direction) in [(pair.square, pair.direction), (there, pair.direction.opposite())] {
                // Edges use every other one of the eight directions.
                if let Some(index) = index(from.x, from.y) {
                    blocked[index][direction as usize / 2] = true;
                }
            }
        }
        Board { types, blocked }
    }

    /// The terrain's number, 0 to 8; none if impassable.
    pub(super) fn terrain(&self, square: usize) -> Option<usize> {
        self.types[square]
    }

    /// The neighbour in a direction, if units can go there.
    pub(super) fn beside(&self, from: usize, direction: Direction) -> Option<usize> {
        self.steps(from).find(|&(way, _)| way == direction).map(|(_, to)| to)
    }

    /// The squares one step away, with the directions.
    pub(super) fn steps(&self, from: usize) -> impl Iterator<Item = (Direction, usize)> {
        let (x, y) = ((from % WIDTH) as i16, (from / WIDTH) as i16);
        DIRECTIONS.into_iter().filter_map(move |direction| {
            let [dx, dy] = step(direction).map(i16::from);
            let to = index(x + dx, y + dy)?;
            (self.types[to].is_some() && !self.blocked[from][direction as usize]).then_some((direction, to))
        })
    }

    /// Subturns to enter each square in this turn, by its terrain alone; none if impassable.
    pub(super) fn ground(&self, state: &State, arm: Arm) -> Vec<Option<u32>> {
        let season = Season::of(state.month());
        let column = season as usize * 2 + arm as usize;
        let ice = usize::from(state.ice_latitude) * WIDTH;
        let delay = |square| {
            let kind = match self.types[square]? {
                // North of the ice line, rivers and swamps are frozen over.
                5 | 6 if season == Season::Snow && square >= ice => FROZEN,
                kind => kind,
            };
            Some(DELAYS[kind][column])
        };
        (0..SQUARES).map(delay).collect()
    }

    /// The board of one side in this turn, including the units that stand in the way.
    pub(super) fn in_turn(&self, state: &State, side: Side, arm: Arm) -> Going<'_> {
        let mut delays = self.ground(state, arm);
        for unit in state.on_map(side) {
            delays[at(unit.x, unit.y)].iter_mut().for_each(|delay| *delay += FRIEND);
        }
        for unit in state.on_map(side.other()) {
            let more = ENEMY + u32::from(unit.combat) / STRENGTH_PER_SUBTURN;
            delays[at(unit.x, unit.y)].iter_mut().for_each(|delay| *delay += more);
        }
        Going { board: self, delays }
    }
}

impl Going<'_> {
    /// Subturns from every square to `goal`.
    pub(super) fn distances(&self, goal: usize) -> Distances {
        let mut distances = vec![None; SQUARES];
        let mut queue = BinaryHeap::from([(Reverse(0), goal)]);
        while let Some((Reverse(distance), square)) = queue.pop() {
            if distances[square].is_some() {
                continue;
            }
            distances[square] = Some(distance);
            let Some(delay) = self.delays[square] else { continue };
            // Whether a step is possible is the same in both directions.
            for (_, from) in self.board.steps(square) {
                queue.push((Reverse(distance + delay), from));
            }
        }
        Distances(distances)
    }

    /// The best step from a square towards the goal of `distances`.
    pub(super) fn step(&self, from: usize, distances: &Distances) -> Option<(Direction, usize)> {
        let cost = |to: usize| Some(distances.from(to)? + self.delays[to]?);
        let steps = self.board.steps(from).filter_map(|step| Some((cost(step.1)?, step)));
        steps.min_by_key(|(cost, _)| *cost).map(|(_, step)| step)
    }

    /// The step `ahead` (east or west) from a square or, if that is impossible, the better one of north and south;
    /// never the reverse of the step `last`.
    pub(super) fn step_ahead(
        &self,
        from: usize,
        ahead: Direction,
        last: Option<Direction>,
    ) -> Option<(Direction, usize)> {
        let back = match last {
            Some(Direction::North) => Some(Direction::South),
            Some(Direction::South) => Some(Direction::North),
            _ => None,
        };
        let cost = |(direction, to): (Direction, usize)| match direction {
            _ if direction == ahead => Some(0),
            Direction::East | Direction::West => None,
            _ if Some(direction) == back => None,
            _ => self.delays[to],
        };
        let steps = self.board.steps(from).filter_map(|step| Some((cost(step)?, step)));
        steps.min_by_key(|(cost, _)| *cost).map(|(_, step)| step)
    }
}

impl Distances {
    /// Subturns from a square; none if there is no way.
    pub(super) fn from(&self, square: usize) -> Option<u32> {
        self.0[square]
    }
}

/// The terrain of a square in an edition.
pub(super) fn terrain_at(assets: &Assets, edition: Edition, square: Square) -> Terrain {
    match edition {
        Edition::Second if assets.edition_1982.is_clear(square) => Terrain::Clear,
        _ => assets.terrain.at(square),
    }
}

/// The program's number of a kind of terrain; none if impassable.
fn terrain_type(terrain: Terrain) -> Option<usize> {
    TERRAIN_TYPES.iter().find(|entry| entry.0 == terrain).and_then(|entry| entry.1)
}

/// What a step adds to x and y.
pub(super) fn step(direction: Direction) -> [i8; 2] {
    match direction {
        Direction::North => [0, 1],
        Direction::East => [-1, 0],
        Direction::South => [0, -1],
        Direction::West => [1, 0],
    }
}

/// Whether zones of control reach beyond a unit's own square and supply is traced. [spec: cartridge-extras 2]
pub(super) fn has_zones(state: &State) -> bool {
    !state.second.is_some_and(|second| matches!(second.level, Level::Learner | Level::Beginner))
}

/// For each square, whether it is in a zone of control of the side on the `occupied` squares.
pub(super) fn zones(occupied: impl Fn(usize) -> bool) -> Vec<bool> {
    (0..SQUARES).map(|square| occupied(square) || zone_beside(square, &occupied)).collect()
}

/// Whether units beside a square, but not on it, make a zone of control: one at a side or two at corners.
/// [spec: game-rules 7]
pub(super) fn zone_beside(square: usize, occupied: impl Fn(usize) -> bool) -> bool {
    let beside = around(square).filter(|&(place, _)| occupied(place));
    beside.map(|(_, is_side)| if is_side { 2 } else { 1 }).sum::<u32>() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::campaign::world::World;
    use crate::titles::Sources;

    /// Players use the map of the edition that is played.
    #[test]
    fn each_edition_has_its_own_map() {
        let assets = Sources::embedded().assets().unwrap();
        let boards = [Edition::First, Edition::Second].map(|edition| Board::new(&assets, edition));
        for (board, edition) in boards.iter().zip([Edition::First, Edition::Second]) {
            let world = World::new(&assets, edition);
            for square in Square::all().filter(|square| square.is_inside()) {
                let letter = world.terrain(square.x as u8, square.y as u8).unwrap();
                let told = TERRAIN_TYPES.iter().find(|(terrain, _)| terrain.letter() == letter).unwrap().1;
                assert_eq!(board.terrain(at(square.x as u8, square.y as u8)), told, "{square:?} {edition:?}");
            }
        }
        let differ: Vec<usize> =
            (0..SQUARES).filter(|&n| boards[0].terrain(n) != boards[1].terrain(n)).collect();
        assert_eq!(differ, [at(45, 14)]);
    }
}
