//! Statistics over the games of a batch.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Ending;
use crate::harness::statistics::{Average, Share, Spread, Tally};

/// Columns of a table with a row for each game, without those of the sides.
pub const COLUMNS: &str = "number,winner,reason,steps,refused,random_bytes,seconds";

/// The statistics of a batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The number of games.
    pub games: u64,
    /// The sides in the order of their first turns.
    pub sides: Vec<SideSummary>,
    /// Games without a winner.
    pub draws: Share,
    /// Games that were ended because a player had no more actions or by the limit of steps.
    pub unfinished: u64,
    /// Outcomes by their reason, if the game has reasons.
    pub reasons: BTreeMap<String, u64>,
    /// Steps per game.
    pub steps: Spread,
    /// Random bytes per game.
    pub random_bytes: Spread,
    /// Emulated seconds per game.
    pub seconds: Average,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SideSummary {
    /// The player.
    pub who: String,
    /// Games won.
    pub wins: Share,
    /// Emulated seconds per step that the program itself played.
    pub thinking_seconds: Option<Average>,
}

/// Collects endings for a [`Summary`].
#[derive(Clone, Debug)]
pub struct Collector {
    /// Machine cycles per second.
    cycles_per_second: f64,
    games: u64,
    draws: u64,
    unfinished: u64,
    reasons: BTreeMap<String, u64>,
    steps: Tally,
    random_bytes: Tally,
    cycles: Tally,
    sides: Vec<SideColumn>,
}

#[derive(Clone, Debug)]
struct SideColumn {
    who: String,
    wins: u64,
    thinking: Tally,
}

impl Collector {
    /// For sides played by `who` on a machine with this many cycles per second.
    pub fn new(who: Vec<String>, cycles_per_second: f64) -> Self {
        let side = |who| SideColumn { who, wins: 0, thinking: Tally::default() };
        Collector {
            cycles_per_second,
            games: 0,
            draws: 0,
            unfinished: 0,
            reasons: BTreeMap::new(),
            steps: Tally::default(),
            random_bytes: Tally::default(),
            cycles: Tally::default(),
            sides: who.into_iter().map(side).collect(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, ending: &Ending) {
        self.games += 1;
        self.steps.add(ending.steps as i64);
        self.random_bytes.add(ending.bytes as i64);
        self.cycles.add(ending.cycles as i64);
        match &ending.outcome {
            None => self.unfinished += 1,
            Some(outcome) => {
                match outcome.winner.and_then(|side| self.sides.get_mut(side)) {
                    Some(side) => side.wins += 1,
                    None => self.draws += 1,
                }
                if !outcome.reason.is_empty() {
                    *self.reasons.entry(outcome.reason.clone()).or_default() += 1;
                }
            }
        }
        for (side, thinking) in self.sides.iter_mut().zip(&ending.thinking) {
            thinking.iter().for_each(|&cycles| side.thinking.add(cycles as i64));
        }
    }

    /// The statistics; none without a game.
    pub fn finish(self) -> Option<Summary> {
        let second = 1.0 / self.cycles_per_second;
        let side = |side: SideColumn| SideSummary {
            who: side.who,
            wins: Share::of(side.wins, self.games),
            thinking_seconds: side.thinking.average(second),
        };
        Some(Summary {
            games: self.games,
            steps: self.steps.spread()?,
            random_bytes: self.random_bytes.spread()?,
            seconds: self.cycles.average(second)?,
            sides: self.sides.into_iter().map(side).collect(),
            draws: Share::of(self.draws, self.games),
            unfinished: self.unfinished,
            reasons: self.reasons,
        })
    }
}

/// The columns for the sides: `moves_1,seconds_1,longest_1,…`.
pub fn side_columns(sides: usize) -> String {
    (1..=sides).map(|side| format!(",moves_{side},seconds_{side},longest_{side}")).collect()
}

/// The row of a game.
pub fn row(number: u64, ending: &Ending, cycles_per_second: f64) -> String {
    let seconds = |cycles: u64| format!("{:.3}", cycles as f64 / cycles_per_second);
    let (winner, reason) = match &ending.outcome {
        None => (String::new(), ""),
        Some(outcome) => (
            outcome.winner.map_or("draw".to_string(), |side| (side + 1).to_string()),
            outcome.reason.as_str(),
        ),
    };
    let sides = ending.thinking.iter().map(|side| {
        let longest = side.iter().copied().max().unwrap_or(0);
        format!(",{},{},{}", side.len(), seconds(side.iter().sum()), seconds(longest))
    });
    let Ending { steps, refused, bytes, cycles, .. } = ending;
    format!("{number},{winner},{reason},{steps},{refused},{bytes},{}", seconds(*cycles))
        + &sides.collect::<String>()
}
