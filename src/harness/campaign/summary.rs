//! Statistics over the games of a batch.

use serde::Serialize;

use super::state::{ByCity, Side, State};
pub use crate::harness::statistics::Spread;
use crate::harness::statistics::Tally;

/// One side in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SideSummary {
    /// Units on the map.
    pub on_map: Spread,
    /// Muster strength of all its units, present or not.
    pub muster: Spread,
    /// Combat strength of all its units.
    pub combat: Spread,
    /// Combat strength of its units on the map.
    pub combat_on_map: Spread,
    /// Units destroyed so far.
    pub destroyed: Spread,
}

/// All games in one turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TurnSummary {
    /// From 0.
    pub turn: u8,
    /// Its date.
    pub date: String,
    /// Games that reached this turn.
    pub games: u64,
    /// The score shown.
    pub score: Spread,
    /// Games in which each city is German.
    pub cities: ByCity<u64>,
    /// The German side.
    pub german: SideSummary,
    /// The Russian side.
    pub russian: SideSummary,
}

/// The statistics of a batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The number of games.
    pub games: u64,
    /// Emulated frames of a game, from power-on to its last state.
    pub frames: Spread,
    /// Random bytes used per game.
    pub random_bytes_used: Spread,
    /// By turn, from 0.
    pub turns: Vec<TurnSummary>,
}

/// Collects states for a summary.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    /// By turn; each list in the order in which games were reported.
    turns: Vec<Column>,
    /// Frame and random count at the end of each game.
    frames: Tally,
    random_bytes_used: Tally,
}

#[derive(Clone, Debug, Default)]
struct Column {
    date: String,
    score: Tally,
    cities: ByCity<u64>,
    sides: [SideColumn; 2],
}

#[derive(Clone, Debug, Default)]
struct SideColumn {
    on_map: Tally,
    muster: Tally,
    combat: Tally,
    combat_on_map: Tally,
    destroyed: Tally,
}

impl Collector {
    /// Adds the next state of a game, and whether it is its last.
    pub fn add(&mut self, state: &State, last: bool) {
        let turn = usize::from(state.turn);
        if self.turns.len() <= turn {
            self.turns.resize_with(turn + 1, Column::default);
        }
        let column = &mut self.turns[turn];
        column.date.clone_from(&state.date);
        column.score.add(state.score.into());
        column.cities.0.resize(state.cities.0.len(), Default::default());
        for (count, &(name, german)) in column.cities.0.iter_mut().zip(&state.cities.0) {
            *count = (name, count.1 + u64::from(german));
        }
        for (side, column) in Side::BOTH.into_iter().zip(&mut column.sides) {
            let sums = state.strength(side);
            column.on_map.add(sums.on_map.into());
            column.muster.add(sums.muster.into());
            column.combat.add(sums.combat.into());
            column.combat_on_map.add(sums.combat_on_map.into());
            column.destroyed.add(sums.destroyed.into());
        }
        if last {
            self.frames.add(state.frame as i64);
            self.random_bytes_used.add(state.random_bytes_used as i64);
        }
    }

    /// The statistics; none without a game.
    pub fn finish(self) -> Option<Summary> {
        Some(Summary {
            games: self.frames.len(),
            frames: self.frames.spread()?,
            random_bytes_used: self.random_bytes_used.spread()?,
            turns: (0..).zip(self.turns).filter_map(|(turn, column)| column.finish(turn)).collect(),
        })
    }
}

impl Column {
    fn finish(self, turn: u8) -> Option<TurnSummary> {
        let [german, russian] = self.sides.map(SideColumn::finish);
        Some(TurnSummary {
            turn,
            date: self.date,
            games: self.score.len(),
            score: self.score.spread()?,
            cities: self.cities,
            german: german?,
            russian: russian?,
        })
    }
}

impl SideColumn {
    fn finish(self) -> Option<SideSummary> {
        Some(SideSummary {
            on_map: self.on_map.spread()?,
            muster: self.muster.spread()?,
            combat: self.combat.spread()?,
            combat_on_map: self.combat_on_map.spread()?,
            destroyed: self.destroyed.spread()?,
        })
    }
}
