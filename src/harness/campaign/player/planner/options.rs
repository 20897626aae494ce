//! The orders that the planner considers for each corps.

use crate::harness::campaign::board;
use crate::harness::campaign::orders::Orders;
use crate::harness::campaign::player::hunter::{Choice, Hunter};
use crate::harness::campaign::state::{Side, State, Unit};
use crate::titles::rasputitsa::{Direction, Level, Mode};

/// The corps that an air corps considers supporting: at most this many, ...
const SUPPORTED: usize = 3;
/// ... with an enemy within this many squares, ...
const ENGAGED: usize = 2;
/// ... and at most this far away: beyond that, less than a third of its strength arrives. [spec: cartridge-extras 10]
const FLIGHT: usize = 7;
/// It also follows the corps that it could support best, to at most this many squares behind it.
const BEHIND: usize = 2;
/// How many more squares of flight a corps is worth for each square that it is nearer to the enemy.
const WAY_PER_SQUARE: usize = 4;

/// The options of a corps.
pub(super) struct Options {
    /// Its unit number.
    pub unit: u8,
    /// They include staying.
    pub all: Vec<Order>,
}

/// An order for a corps.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Order {
    /// The steps.
    pub queue: Vec<Direction>,
    /// The mode, where there are modes.
    pub mode: Option<Mode>,
}

impl Order {
    /// Adds it to the orders of its side.
    pub(super) fn give(&self, unit: u8, orders: &mut Orders) {
        orders.set(unit, self.queue.clone());
        if let Some(mode) = self.mode {
            orders.set_mode(unit, mode);
        }
    }
}

/// The options of every corps of a side. On the ground: those of the hunter, and at the expert level the first of
/// them also as an assault; a corps that stays digs in. In the air: to support corps in combat, or to follow them.
pub(super) fn options(hunter: &Hunter, side: Side, state: &State) -> Vec<Options> {
    let has_modes = state.second.is_some_and(|second| second.level == Level::Expert);
    let ground = hunter.choices(state).into_iter().map(|choice| on_the_ground(choice, has_modes));
    ground.chain(in_the_air(side, state)).collect()
}

fn on_the_ground(choice: Choice, has_modes: bool) -> Options {
    let order = |queue: Vec<Direction>, mode| {
        let mode = if queue.is_empty() { Mode::Entrenched } else { mode };
        Order { queue, mode: has_modes.then_some(mode) }
    };
    let attack = choice.queues.iter().find(|queue| has_modes && !queue.is_empty()).cloned();
    let mut all: Vec<Order> = Vec::new();
    for queue in choice.queues {
        let order = order(queue, Mode::Standard);
        if !all.contains(&order) {
            all.push(order);
        }
    }
    all.extend(attack.map(|queue| order(queue, Mode::Assault)));
    Options { unit: choice.unit, all }
}

fn in_the_air(side: Side, state: &State) -> Vec<Options> {
    let air = state.edition.air();
    let flies = |unit: &&Unit| air.contains(&unit.unit);
    let square = |unit: &Unit| board::at(unit.x, unit.y);
    let enemies: Vec<usize> = state.on_map(side.other()).map(square).collect();
    let to_enemy = |unit: &Unit| {
        enemies.iter().map(|&enemy| board::apart(enemy, square(unit))).min().unwrap_or(usize::MAX)
    };
    let ground: Vec<(usize, &Unit)> =
        state.on_map(side).filter(|unit| !flies(unit)).map(|unit| (to_enemy(unit), unit)).collect();
    let options = |corps: &Unit| {
        let mut ground: Vec<(usize, Vec<Direction>)> =
            ground.iter().map(|&(enemy, unit)| (enemy, path(corps, unit))).collect();
        ground.sort_by_key(|(enemy, way)| enemy.saturating_mul(WAY_PER_SQUARE).saturating_add(way.len()));
        let following = ground
            .first()
            .filter(|(_, way)| way.len() > BEHIND + 1)
            .map(|(_, way)| Order { queue: way[..way.len() - BEHIND].to_vec(), mode: Some(Mode::Forced) });
        let supports =
            ground.iter().filter(|(enemy, way)| *enemy <= ENGAGED && way.len() <= FLIGHT).take(SUPPORTED);
        let order = |queue| Order { queue, mode: Some(Mode::Assault) };
        let mut all: Vec<Order> = supports.map(|(_, way)| order(way.clone())).collect();
        all.extend(following);
        all.push(order(Vec::new()));
        Options { unit: corps.unit, all }
    };
    state.on_map(side).filter(flies).map(options).collect()
}

/// The steps through the air from one unit's square to another's, the longer component first.
fn path(from: &Unit, to: &Unit) -> Vec<Direction> {
    let mut west = i32::from(to.x) - i32::from(from.x);
    let mut north = i32::from(to.y) - i32::from(from.y);
    let mut queue = Vec::new();
    while (west, north) != (0, 0) {
        if west.abs() >= north.abs() {
            queue.push(if west > 0 { Direction::West } else { Direction::East });
            west -= west.signum();
        } else {
            queue.push(if north > 0 { Direction::North } else { Direction::South });
            north -= north.signum();
        }
    }
    queue
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::campaign::orders::refuse_mode;
    use crate::harness::campaign::{Campaign, Chance, Opponent, Setting};
    use crate::machine::{Config, Lcg, Machine};
    use crate::titles::Sources;
    use crate::titles::rasputitsa::{Edition, Rules};

    /// The first week, and the German side's options in it.
    fn first_week(level: Level) -> (State, Vec<Options>) {
        let sources = Sources::embedded();
        let title = sources.rasputitsa_with(Rules::Modern).unwrap();
        let mut machine = Machine::new(&Config::new(sources.os().unwrap().rom.clone()));
        machine.load_program(title.xex.clone());
        let label = |name: &str| title.output.symbol(name).and_then(|value| u16::try_from(value).ok());
        let setting = Setting { level, ..Setting::default() };
        let chance = Chance::Stream(Lcg::new(1));
        let campaign = Campaign::begin_with(machine, label, Opponent::Passes(1), chance, setting).unwrap();
        let hunter = Hunter::new(&sources.assets().unwrap(), Side::German, Edition::Second);
        let state = campaign.state();
        let options = options(&hunter, Side::German, &state);
        (state, options)
    }

    #[test]
    fn every_corps_may_stay_and_nobody_has_a_mode_that_it_cannot_have() {
        let (state, all) = first_week(Level::Expert);
        assert_eq!(all.len(), state.on_map(Side::German).count());
        for options in &all {
            assert!(options.all.iter().any(|order| order.queue.is_empty()));
            for order in &options.all {
                assert_eq!(refuse_mode(options.unit, order.mode.unwrap()), None);
            }
        }
    }

    #[test]
    fn only_experts_have_modes() {
        let (_, all) = first_week(Level::Advanced);
        assert!(all.iter().flat_map(|options| &options.all).all(|order| order.mode.is_none()));
    }

    #[test]
    fn an_air_corps_flies_to_a_corps_that_has_an_enemy_near() {
        let (state, all) = first_week(Level::Expert);
        let mut flights = 0;
        for options in all.iter().filter(|options| state.edition.air().contains(&options.unit)) {
            let corps = state.unit(options.unit).unwrap();
            let supports = options.all.iter().filter(|order| order.mode == Some(Mode::Assault));
            for order in supports.filter(|order| !order.queue.is_empty()) {
                let (mut x, mut y) = (corps.x, corps.y);
                for step in &order.queue {
                    match step {
                        Direction::North => y += 1,
                        Direction::South => y -= 1,
                        Direction::West => x += 1,
                        Direction::East => x -= 1,
                    }
                }
                assert!(state.on_map(Side::German).any(|unit| (unit.x, unit.y) == (x, y)));
                let near = |unit: &Unit| board::apart(board::at(unit.x, unit.y), board::at(x, y)) <= ENGAGED;
                assert!(state.on_map(Side::Russian).any(near));
                assert!(order.queue.len() <= FLIGHT);
                flights += 1;
            }
        }
        assert!(flights > 0);
    }
}
