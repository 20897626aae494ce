//! A hunter: every corps heads for the goal that promises most for the time it takes.
//!
//! The most promising goal is an enemy army that cannot retreat: each neighbouring square that is taken, impassable
//! or in a zone of control costs it strength when it must. So corps approach from the side that the others leave
//! open. Cities count by their points. Corps that have lost a quarter of their strength rest where supply matters,
//! German units do not move in mud, and a city with enemies near it is held.

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::Player;
use super::advance::ahead;
use crate::assets::{Arm, Assets};
use crate::harness::campaign::Campaign;
use crate::harness::campaign::board::{self, Board, Going, SQUARES, Season};
use crate::harness::campaign::error::CampaignError;
use crate::harness::campaign::orders::{MOST, Orders};
use crate::harness::campaign::points::counting;
use crate::harness::campaign::state::{Side, State, Unit};
use crate::titles::rasputitsa::{Direction, Edition, Level};

/// The distance within which a corps looks for goals, in subturns; a week has 32.
const REACH: u32 = 60;
const WEEK: u32 = 32;
/// Additional subturns for a step onto a friendly unit, or from one zone of control to another.
const FRIEND: u32 = 10;
const ZONE: u32 = 15;
/// A fixed cost of every goal, in subturns, beyond the way to it.
const EVERY_GOAL: u64 = 20;
/// Orders added after the last planned one, in the same direction.
const PURSUIT: usize = 3;
/// Goals that a corps chooses from.
const CHOICES: usize = 4;
/// A city is held while enemies are within this many squares.
const NEAR: usize = 4;
/// Values of goals, in thousandths of the best value of a plain attack.
const ATTACK: u64 = 20_000;
const COMPANY: u64 = 10_000;
const CITY_POINT: u64 = 20_000;
/// Defence by terrain number, in halves: halved, normal, doubled. [spec: game-rules 15.1]
const DEFENCE: [u64; 9] = [2, 3, 3, 2, 2, 2, 1, 1, 1];
/// From this terrain number on (river, coast, estuary), attacks have half their strength.
const WEAK_GROUND: usize = 6;

/// How the level modifies combat. [spec: cartridge-extras 2]
struct Fighting {
    /// Added to German strengths.
    bonus: u64,
    /// Whether zones of control reach beyond a unit's own square, and supply matters.
    has_zones: bool,
    /// Whether terrain helps the defender twice as much.
    is_ground_doubled: bool,
}

impl Fighting {
    fn in_turn(state: &State) -> Self {
        let level = state.second.map(|second| second.level);
        let bonus = match level {
            Some(Level::Learner) => 255,
            Some(Level::Beginner) => 150,
            Some(Level::Intermediate) => 75,
            Some(Level::Advanced) => 25,
            Some(Level::Expert) | None => 0,
        };
        Fighting {
            bonus,
            has_zones: board::has_zones(state),
            is_ground_doubled: level == Some(Level::Expert),
        }
    }

    /// The bonus added to the strengths of a side.
    fn bonus(&self, side: Side) -> u64 {
        if side == Side::German { self.bonus } else { 0 }
    }
}

/// The player.
pub(crate) struct Hunter {
    side: Side,
    board: Board,
    /// Number and points of each city, by square.
    cities: BTreeMap<usize, (usize, u64)>,
    /// The arms, by unit number.
    arms: Vec<Arm>,
    /// Units that never attack.
    idle: [u8; 2],
}

/// A turn, with the decisions made so far.
struct Turn<'a> {
    hunter: &'a Hunter,
    fighting: Fighting,
    ground: [Vec<Option<u32>>; 2],
    enemies: BTreeMap<usize, &'a Unit>,
    /// For each square, whether it is in an enemy's zone of control.
    zones: Vec<bool>,
    /// Where own units stand, or will stand when they have carried out their orders.
    friends: BTreeSet<usize>,
    /// The cities yet to be taken, with their points.
    prizes: BTreeMap<usize, u64>,
    /// How many corps already head for a square.
    claims: BTreeMap<usize, u64>,
}

/// Subturns to each square within reach, and the step that leads there.
struct Ways {
    times: Vec<Option<u32>>,
    steps: Vec<Option<(usize, Direction)>>,
}

/// What a corps is to do: go to a square, and attack from there.
struct Goal {
    value: u64,
    square: usize,
    attack: Option<Direction>,
    /// The square attacked, or the destination.
    target: usize,
}

impl Goal {
    /// The orders that lead there from a square.
    fn queue(&self, from: usize, ways: &Ways) -> Vec<Direction> {
        let (mut queue, _) = ways.path(from, self.square);
        queue.extend(self.attack);
        if let Some(&last) = queue.last() {
            queue.extend([last; PURSUIT]);
        }
        queue
    }
}

impl Hunter {
    /// A player of a side, with the map and units of an edition.
    pub(crate) fn new(assets: &Assets, side: Side, edition: Edition) -> Self {
        let square = |square: crate::assets::Square| board::index(square.x, square.y);
        let (cities, arms): (Vec<_>, Vec<Arm>) = match edition {
            Edition::First => (
                assets.places.goals().map(|city| (city.square, city.worth)).collect(),
                assets.units.iter().map(|unit| unit.arm).collect(),
            ),
            Edition::Second => (
                assets.edition_1982.prizes().map(|city| (city.square, city.worth)).collect(),
                assets.edition_1982.units.iter().map(|unit| unit.arm()).collect(),
            ),
        };
        let numbered = cities.into_iter().enumerate();
        let cities =
            numbered.filter_map(|(n, (place, points))| Some((square(place)?, (n, u64::from(points)))));
        Hunter {
            side,
            board: Board::new(assets, edition),
            cities: cities.collect(),
            arms: [Arm::Infantry].into_iter().chain(arms).collect(),
            idle: if edition == Edition::First { [42, 43] } else { [31, 32] },
        }
    }

    /// The cities that count.
    pub(crate) fn cities(&self, state: &State) -> impl Iterator<Item = City> {
        let german: Vec<bool> = state.cities.german().collect();
        let counting = state.second.map_or(usize::MAX, |second| counting(second.level));
        let german_side = self.side == Side::German;
        let cities = self.cities.iter().filter(move |(_, (n, _))| *n < counting);
        cities.map(move |(&square, &(n, points))| City {
            square,
            points,
            is_ours: german.get(n).is_some_and(|&german| german == german_side),
        })
    }

    /// The arm whose movement costs apply to a unit.
    pub(crate) fn arm(&self, unit: u8) -> Arm {
        self.arms[usize::from(unit)]
    }

    /// The board of its side in this turn.
    pub(crate) fn going(&self, state: &State, arm: Arm) -> Going<'_> {
        self.board.in_turn(state, self.side, arm)
    }

    /// The options of each corps.
    pub(crate) fn choices(&self, state: &State) -> Vec<Choice> {
        let mut turn = self.turn(state);
        let flies = |unit: &Unit| state.edition.air().contains(&unit.unit);
        let mut units: Vec<&Unit> = state.on_map(self.side).filter(|unit| !flies(unit)).collect();
        units.sort_by_key(|unit| (Reverse(unit.combat), unit.unit));
        let choice = |unit| turn.choice(unit, self.rests(unit, state, &turn));
        units.into_iter().map(choice).collect()
    }

    fn turn<'a>(&'a self, state: &'a State) -> Turn<'a> {
        let enemies: BTreeMap<usize, &Unit> =
            state.on_map(self.side.other()).map(|unit| (board::at(unit.x, unit.y), unit)).collect();
        let prizes = self.cities(state).filter(|city| !city.is_ours);
        Turn {
            hunter: self,
            fighting: Fighting::in_turn(state),
            ground: [Arm::Infantry, Arm::Armor].map(|arm| self.board.ground(state, arm)),
            zones: board::zones(|square| enemies.contains_key(&square)),
            enemies,
            friends: state.on_map(self.side).map(|unit| board::at(unit.x, unit.y)).collect(),
            prizes: prizes.map(|city| (city.square, city.points)).collect(),
            claims: BTreeMap::new(),
        }
    }

    /// Whether a unit should stay where it is.
    fn rests(&self, unit: &Unit, state: &State, turn: &Turn) -> bool {
        let at = board::at(unit.x, unit.y);
        let is_worn = u32::from(unit.combat) * 4 < u32::from(unit.muster) * 3;
        let holds = self.cities.contains_key(&at)
            && !turn.prizes.contains_key(&at)
            && turn.enemies.keys().any(|&enemy| board::apart(at, enemy) <= NEAR);
        let supply = turn.fighting.has_zones;
        (self.side == Side::German && Season::of(state.month()) == Season::Mud)
            || self.idle.contains(&unit.unit)
            || (supply && is_worn)
            || (supply && state.turn + 1 >= last_turn(state))
            || holds
    }
}

/// A city that counts.
pub(crate) struct City {
    /// Where it is.
    pub square: usize,
    /// Its points.
    pub points: u64,
    /// Whether it belongs to the player's side.
    pub is_ours: bool,
}

/// The last turn of a campaign, whose score counts.
pub(crate) fn last_turn(state: &State) -> u8 {
    state.second.map_or(state.edition.last_turn(), |second| second.level.last_turn(second.scenario))
}

impl Player for Hunter {
    fn orders(&mut self, state: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        let mut orders = Orders::default();
        for choice in self.choices(state) {
            orders.set(choice.unit, choice.queues.into_iter().next().unwrap_or_default());
        }
        Ok(orders)
    }
}

/// The options of a unit.
pub(crate) struct Choice {
    /// The unit.
    pub unit: u8,
    /// Queues, first the one that the hunter itself gives.
    pub queues: Vec<Vec<Direction>>,
}

impl Turn<'_> {
    /// The options of a unit; units decided later assume the first of them.
    fn choice(&mut self, unit: &Unit, rests: bool) -> Choice {
        let at = board::at(unit.x, unit.y);
        let ways = self.ways(at, self.hunter.arms[usize::from(unit.unit)]);
        let goals = self.goals(unit, at, &ways);
        let mut queues: Vec<Vec<Direction>> = goals.iter().map(|goal| goal.queue(at, &ways)).collect();
        if queues.is_empty() {
            queues.push(vec![ahead(self.hunter.side); MOST]);
        }
        if rests {
            queues.insert(0, Vec::new());
        } else {
            if let Some(goal) = goals.first() {
                *self.claims.entry(goal.target).or_default() += 1;
                self.friends.remove(&at);
                self.friends.insert(ways.path(at, goal.square).1);
            }
            queues.push(Vec::new());
        }
        Choice { unit: unit.unit, queues }
    }

    /// The ways open to an arm from a square; none leads through an enemy.
    fn ways(&self, from: usize, arm: Arm) -> Ways {
        let mut ways = Ways { times: vec![None; SQUARES], steps: vec![None; SQUARES] };
        let mut queue = BinaryHeap::from([(Reverse(0), Reverse(from), None)]);
        while let Some((Reverse(time), Reverse(square), step)) = queue.pop() {
            if ways.times[square].is_some() || time > REACH {
                continue;
            }
            (ways.times[square], ways.steps[square]) = (Some(time), step);
            for (direction, next) in self.hunter.board.steps(square) {
                let Some(delay) = self.ground[arm as usize][next] else { continue };
                if self.enemies.contains_key(&next) {
                    continue;
                }
                let friend = if self.friends.contains(&next) { FRIEND } else { 0 };
                let zone = self.fighting.has_zones && self.zones[square] && self.zones[next];
                let time = time + delay + friend + if zone { ZONE } else { 0 };
                queue.push((Reverse(time), Reverse(next), Some((square, direction))));
            }
        }
        ways
    }

    /// The goals that promise most for their time, best first, each target once.
    fn goals(&self, unit: &Unit, at: usize, ways: &Ways) -> Vec<Goal> {
        let mut best: BTreeMap<usize, Goal> = BTreeMap::new();
        let mut offer = |value: u64, time: u32, square: usize, attack: Option<(Direction, usize)>| {
            let value = value / (u64::from(time) + EVERY_GOAL);
            let target = attack.map_or(square, |(_, target)| target);
            let goal = Goal { value, square, attack: attack.map(|(direction, _)| direction), target };
            match best.entry(target) {
                Entry::Vacant(place) => {
                    place.insert(goal);
                }
                Entry::Occupied(mut place) if value > place.get().value => {
                    place.insert(goal);
                }
                Entry::Occupied(_) => {}
            }
        };
        for (square, time) in ways.times.iter().enumerate() {
            let Some(time) = *time else { continue };
            if let Some(points) = self.prizes.get(&square) {
                offer(points * CITY_POINT / (1 + 2 * self.claimed(square)), time, square, None);
            }
            if square != at && self.friends.contains(&square) {
                continue;
            }
            for (direction, target) in self.hunter.board.steps(square) {
                if let Some(enemy) = self.enemies.get(&target) {
                    offer(
                        self.attack(unit, square, direction, target, enemy),
                        time,
                        square,
                        Some((direction, target)),
                    );
                }
            }
        }
        let mut goals: Vec<Goal> = best.into_values().collect();
        goals.sort_by_key(|goal| Reverse(goal.value));
        goals.truncate(CHOICES);
        goals
    }

    fn claimed(&self, square: usize) -> u64 {
        self.claims.get(&square).copied().unwrap_or(0)
    }

    /// The value of an attack.
    fn attack(&self, unit: &Unit, from: usize, direction: Direction, target: usize, enemy: &Unit) -> u64 {
        let terrain = |square| self.hunter.board.terrain(square).unwrap_or(0);
        let ground = DEFENCE[terrain(target)] + u64::from(self.fighting.is_ground_doubled);
        // The chance of a hit, in 255ths.
        let side = self.hunter.side;
        let theirs = ((u64::from(enemy.combat) << ground >> 2) + self.fighting.bonus(side.other())).min(255);
        let halved = u32::from(terrain(from) >= WEAK_GROUND);
        let ours = (u64::from(unit.combat >> halved) + self.fighting.bonus(side)).min(255);
        let closed = match self.closed(from, direction, target) {
            5 => 20,
            some => some,
        };
        let fight = ATTACK * ours / (38 + theirs) * (4 + 2 * closed) / 4 * u64::from(enemy.muster) / 100;
        let city = self.prizes.get(&target).map_or(0, |points| points * CITY_POINT);
        fight + COMPANY * self.claimed(target).min(2) + city / (1 + self.claimed(target))
    }

    /// How many of the five directions in which a unit tries to retreat are closed to it.
    fn closed(&self, from: usize, direction: Direction, target: usize) -> u64 {
        let home = ahead(self.hunter.side);
        let back = if home == Direction::East { Direction::West } else { Direction::East };
        let ways = [direction, home, Direction::South, Direction::North, back];
        ways.iter().filter(|&&way| self.is_closed(target, way, from)).count() as u64
    }

    /// Whether an enemy cannot retreat in that direction, given also a unit of ours at `attacker`.
    fn is_closed(&self, at: usize, way: Direction, attacker: usize) -> bool {
        let is_ours = |square: usize| square == attacker || self.friends.contains(&square);
        self.hunter.board.beside(at, way).is_none_or(|square| {
            is_ours(square)
                || self.enemies.contains_key(&square)
                || (self.fighting.has_zones && board::zone_beside(square, is_ours))
        })
    }
}

impl Ways {
    /// The steps to a square, and where they have led by the end of the week.
    fn path(&self, from: usize, to: usize) -> (Vec<Direction>, usize) {
        let (mut queue, mut stand, mut square) = (Vec::new(), from, to);
        while let Some((before, direction)) = self.steps[square] {
            if stand == from && self.times[square].is_some_and(|time| time < WEEK) {
                stand = square;
            }
            queue.push(direction);
            square = before;
        }
        queue.reverse();
        (queue, stand)
    }
}
