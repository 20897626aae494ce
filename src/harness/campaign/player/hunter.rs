//! A side that hunts: every corps goes for what promises most for the time that it takes.
//!
//! What promises most is an army that can go nowhere when it breaks: squares beside it that are taken,
//! impassable or in a zone of control cost it strength when it must retreat. So a corps looks where the others
//! will stand, and goes to the other side. Cities count by their points. Corps that have lost a quarter of
//! their strength rest where supply matters, no German moves in the mud, and a city with enemies near is held.

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

/// A corps looks so many subturns around it; a week has 32.
const REACH: u32 = 60;
const WEEK: u32 = 32;
/// Subturns that a step takes besides: into a friend, and from one zone of control to another.
const FRIEND: u32 = 10;
const ZONE: u32 = 15;
/// What every goal costs besides the way to it, in subturns.
const EVERY_GOAL: u64 = 20;
/// Orders behind the last one that is planned: on in the same direction.
const PURSUIT: usize = 3;
/// Goals of a corps to choose from.
const CHOICES: usize = 4;
/// A city is held while enemies are so near, in squares.
const NEAR: usize = 4;
/// What things are worth, in thousandths of what a plain attack is at best.
const ATTACK: u64 = 20_000;
const COMPANY: u64 = 10_000;
const CITY_POINT: u64 = 20_000;
/// Defence by the terrain's number: halved, as it is, doubled. [spec: game-rules 15.1]
const DEFENCE: [u64; 9] = [2, 3, 3, 2, 2, 2, 1, 1, 1];
/// From this terrain on (river, coast, estuary) an attack has half its strength.
const WEAK_GROUND: usize = 6;

/// What a level makes of fighting. [spec: cartridge-extras 2]
struct Fighting {
    /// Added to German strengths.
    bonus: u64,
    /// Zones of control reach beyond a unit's own square, and supply matters.
    has_zones: bool,
    /// The ground helps the defender twice as much.
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

    /// What is added to the strengths of a side.
    fn bonus(&self, side: Side) -> u64 {
        if side == Side::German { self.bonus } else { 0 }
    }
}

/// The player.
pub(crate) struct Hunter {
    side: Side,
    board: Board,
    /// Cities by their squares: number and points.
    cities: BTreeMap<usize, (usize, u64)>,
    /// By unit number.
    arms: Vec<Arm>,
    /// Units that never attack.
    idle: [u8; 2],
}

/// A turn, with what has been decided of it so far.
struct Turn<'a> {
    hunter: &'a Hunter,
    fighting: Fighting,
    ground: [Vec<Option<u32>>; 2],
    enemies: BTreeMap<usize, &'a Unit>,
    /// By square: whether it is in an enemy's zone of control.
    zones: Vec<bool>,
    /// Where our units stand, or will when their orders have been carried out.
    friends: BTreeSet<usize>,
    /// The cities that are still to be taken, with their points.
    prizes: BTreeMap<usize, u64>,
    /// How many corps go for a square already.
    claims: BTreeMap<usize, u64>,
}

/// Subturns to each square within reach, and the step that leads there.
struct Ways {
    times: Vec<Option<u32>>,
    steps: Vec<Option<(usize, Direction)>>,
}

/// What a corps is to do: go to a square, and from there attack.
struct Goal {
    value: u64,
    square: usize,
    attack: Option<Direction>,
    /// The square attacked, or where it goes.
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
    /// Of a side, on the map and with the units of an edition of `assets`.
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

    /// By what arm's costs a unit goes.
    pub(crate) fn arm(&self, unit: u8) -> Arm {
        self.arms[usize::from(unit)]
    }

    /// How long steps take its side in this turn.
    pub(crate) fn going(&self, state: &State, arm: Arm) -> Going<'_> {
        self.board.in_turn(state, self.side, arm)
    }

    /// What each corps may do.
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

    /// Whether a unit had better stay where it is.
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
    /// What it is worth, in points of the score.
    pub points: u64,
    /// Whose it is.
    pub is_ours: bool,
}

/// The turn with whose score a campaign ends.
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

/// What a unit may be ordered to do.
pub(crate) struct Choice {
    /// The unit.
    pub unit: u8,
    /// First the orders that the hunter gives, then others.
    pub queues: Vec<Vec<Direction>>,
}

impl Turn<'_> {
    /// What a unit may do; the others then go by the first of it.
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

    /// The ways that are open to an arm from a square; none goes through an enemy.
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

    /// What promises most for its time, for each target once, the best first.
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

    /// What an attack is worth.
    fn attack(&self, unit: &Unit, from: usize, direction: Direction, target: usize, enemy: &Unit) -> u64 {
        let terrain = |square| self.hunter.board.terrain(square).unwrap_or(0);
        let ground = DEFENCE[terrain(target)] + u64::from(self.fighting.is_ground_doubled);
        // Each of 255 chances is one to be hit.
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

    /// How many of the five ways that a unit tries when it must retreat are closed to it.
    fn closed(&self, from: usize, direction: Direction, target: usize) -> u64 {
        let home = ahead(self.hunter.side);
        let back = if home == Direction::East { Direction::West } else { Direction::East };
        let ways = [direction, home, Direction::South, Direction::North, back];
        ways.iter().filter(|&&way| self.is_closed(target, way, from)).count() as u64
    }

    /// Whether an enemy cannot retreat that way, a unit of ours standing at `attacker`, too.
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
    /// The steps to a square, and where they have led at the end of the week.
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
