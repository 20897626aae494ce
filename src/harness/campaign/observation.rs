//! What a player is told each turn, as a JSON line. `docs/campaign.md` describes it.

use serde::Serialize;

use super::Campaign;
use super::board::{self, Board, SQUARES, Season};
use super::events::Event;
use super::points::Points;
use super::state::{Place, Presence, Side, State, Unit};
use super::world::{World, rows};
use crate::assets::Assets;
use crate::titles::rasputitsa::Edition;
use crate::titles::rasputitsa::campaign::KnownStrengths;

/// The version of the line. A line without a version is a bare state, as the program prints it.
pub const VERSION: u8 = 2;

/// How much a player is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// Everything.
    #[default]
    Open,
    /// Only what its side may know: of the enemy, the units on the map, with strengths as the program shows them and
    /// without orders and modes.
    Fog,
}

/// What a side is told at the beginning of an order phase.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Observation<'a> {
    /// [`VERSION`].
    pub version: u8,
    /// The side that is to give orders.
    pub side: Side,
    /// Sent in the first line only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub world: Option<&'a World>,
    /// The state. With fog, unknown units are left out.
    #[serde(flatten)]
    pub state: State,
    /// The season, which determines how fast units move.
    pub weather: Season,
    /// Zones of control, arranged like the world's map: `g` German, `r` Russian, `b` both, `.` none.
    pub zones: Vec<String>,
    /// How the score is made up.
    pub points: Points,
    /// The events of the last week.
    pub events: Vec<Event>,
}

/// Looks at a campaign from one side.
#[derive(Clone, Debug)]
pub struct Observer {
    world: World,
    board: Board,
    side: Side,
    sight: Sight,
}

impl Observer {
    /// An observer for campaigns of an edition. Events and supply are known only in campaigns that
    /// [`record`](Campaign::record) them.
    pub fn new(assets: &Assets, edition: Edition, side: Side, sight: Sight) -> Self {
        Observer { world: World::new(assets, edition), board: Board::new(assets, edition), side, sight }
    }

    /// The side from which it looks.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The unchanging part of a campaign.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Observes a campaign in its order phase; includes the world if `introduces` is true.
    pub fn observe(&self, campaign: &mut Campaign, introduces: bool) -> Observation<'_> {
        let mut state = campaign.state();
        let points = campaign.points(&self.world, &state);
        let reach = board::has_zones(&state);
        let zones = Side::BOTH.map(|side| zones(&state, side, reach));
        let recorder = campaign.recorder();
        let mut events = recorder.map_or(Vec::new(), |recorder| recorder.events().to_vec());
        let unsupplied = recorder.map(|recorder| recorder.unsupplied().to_vec());
        for unit in state.units.iter_mut().filter(|unit| unit.on_map()) {
            let at = board::at(unit.x, unit.y);
            unit.place = Some(Place {
                terrain: self.world.terrain(unit.x, unit.y).unwrap_or('#'),
                zone: zones[unit.side.other() as usize][at],
                supplied: unsupplied.as_ref().map(|units| !units.contains(&unit.unit)),
                steps: self.board.steps(at).map(|(direction, _)| direction.letter()).collect(),
            });
        }
        if self.sight == Sight::Fog {
            self.hide(&mut state, &mut events, &campaign.known_strengths());
        }
        Observation {
            version: VERSION,
            side: self.side,
            world: introduces.then_some(&self.world),
            weather: Season::of(state.month()),
            zones: rows(|square| zone_letter(&zones, board::at(square.x as u8, square.y as u8))),
            points,
            events,
            state,
        }
    }

    /// Removes what the side may not know.
    fn hide(&self, state: &mut State, events: &mut Vec<Event>, strengths: &KnownStrengths) {
        let enemy = self.side.other();
        let is_known =
            |unit: &Unit| unit.side != enemy || matches!(unit.state, Presence::Map | Presence::Destroyed);
        state.units.retain(is_known);
        for unit in state.units.iter_mut().filter(|unit| unit.side == enemy) {
            unit.muster = strengths.shown(unit.unit, unit.muster);
            unit.combat = strengths.shown(unit.unit, unit.combat);
            unit.orders.clear();
            unit.mode = None;
            unit.place.iter_mut().for_each(|place| place.supplied = None);
        }
        let is_enemy = |unit: u8| Side::of(unit, state.edition) == enemy;
        events.retain(|event| !matches!(event, Event::Refused { unit, .. } if is_enemy(*unit)));
        for event in events {
            let Event::Combat(combat) = event else { continue };
            for fighter in [&mut combat.attacker, &mut combat.defender] {
                if is_enemy(fighter.unit) {
                    (fighter.before, fighter.after) = (None, None);
                }
            }
        }
    }
}

/// For each square, whether it is in a zone of control of the side.
fn zones(state: &State, side: Side, reach: bool) -> Vec<bool> {
    let mut occupied = vec![false; SQUARES];
    state.on_map(side).for_each(|unit| occupied[board::at(unit.x, unit.y)] = true);
    if reach { board::zones(|square| occupied[square]) } else { occupied }
}

fn zone_letter(zones: &[Vec<bool>; 2], square: usize) -> char {
    match zones.each_ref().map(|zones| zones[square]) {
        [true, true] => 'b',
        [true, false] => 'g',
        [false, true] => 'r',
        [false, false] => '.',
    }
}
