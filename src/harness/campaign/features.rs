//! Observations as numbers, for machine learning.

use super::board::Season;
use super::observation::Observation;
use super::state::{Presence, Side};
use crate::titles::rasputitsa::{Edition, Mode};

/// The latest turn of any campaign.
const LAST_TURN: f32 = Edition::Second.last_turn() as f32;
/// The largest absolute value of a score, and of a strength.
const MOST: f32 = 255.0;
/// The largest x and y.
const SQUARES: [f32; 2] = [45.0, 38.0];

/// Numbers per unit: on the map; of the own side; x and y; muster and combat strength; turns until it arrives; in an
/// enemy's zone; out of supply; assaulting, hurrying, dug in. All are from 0 to 1.
pub const UNIT: usize = 12;
/// Numbers per week, before those of the cities: turn, score, ice line, mud, snow. All are from -1 to 1.
pub const WEEK: usize = 5;

/// An observation in an order phase, as numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// [`WEEK`] numbers, then for each city whether it is German.
    pub week: Vec<f32>,
    /// [`UNIT`] numbers for each unit, from unit 1 on; 0 for units that the side does not know.
    pub units: Vec<f32>,
}

impl Features {
    /// The features of an observation.
    pub fn of(seen: &Observation) -> Self {
        let state = &seen.state;
        let is = |truth: bool| f32::from(u8::from(truth));
        let ice = f32::from(state.ice_latitude) / SQUARES[1];
        let [mud, snow] = [Season::Mud, Season::Snow].map(|season| seen.weather == season);
        let turn = f32::from(state.turn) / LAST_TURN;
        let mut week = vec![turn, f32::from(state.score) / MOST, ice.min(1.0), is(mud), is(snow)];
        week.extend(state.cities.german().map(is));
        let last = Side::Russian.units(state.edition).end - 1;
        let mut units = vec![0.0; usize::from(last) * UNIT];
        for unit in &state.units {
            let at = (usize::from(unit.unit) - 1) * UNIT;
            if matches!(unit.state, Presence::Destroyed | Presence::Never) {
                continue;
            }
            let place = unit.place.as_ref();
            let waits = unit.arrival.map_or(0, |arrival| arrival.saturating_sub(state.turn));
            let moves = |mode| is(unit.mode == Some(mode));
            units[at..at + UNIT].copy_from_slice(&[
                is(unit.on_map()),
                is(unit.side == seen.side),
                f32::from(unit.x) / SQUARES[0],
                f32::from(unit.y) / SQUARES[1],
                f32::from(unit.muster) / MOST,
                f32::from(unit.combat) / MOST,
                f32::from(waits) / LAST_TURN,
                is(place.is_some_and(|place| place.zone)),
                is(place.is_some_and(|place| place.supplied == Some(false))),
                moves(Mode::Assault),
                moves(Mode::Forced),
                moves(Mode::Entrenched),
            ]);
        }
        Features { week, units }
    }
}
