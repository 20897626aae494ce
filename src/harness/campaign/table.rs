//! The table of a batch of campaigns: a row for each turn.

use super::CampaignError;
use super::batch::{Batch, Built, Week};
use super::state::columns;
use crate::harness::leave::Leave;
use crate::harness::table::{BeginError, Format, Place, Table, TableError};
use crate::titles::rasputitsa::Edition;

/// A table of campaigns that is being written.
#[derive(Debug)]
pub struct CampaignTable {
    table: Table,
    /// The number of game 0, where rows begin with the number of their game.
    first: Option<u64>,
}

impl Batch {
    /// The table of the games at a place, begun or gone on with. The games that it has already are played no more:
    /// [`Runner::played`](super::batch::Runner::played) says so from now on.
    ///
    /// # Errors
    /// If its file cannot be written or read, or is the table of another batch, which is seen when its first game is played again; that
    /// may come to nothing.
    pub fn table(
        &mut self,
        leave: &Leave,
        built: &Built,
        place: &Place,
    ) -> Result<CampaignTable, BeginError<CampaignError>> {
        let edition = Edition::find(|name| built.label(name));
        let first = (self.runner.games > 1 || place.first > 0).then_some(place.first);
        let header = match (place.header, first) {
            (false, _) => String::new(),
            (true, Some(_)) => format!("game,{}\n", columns(edition)),
            (true, None) => format!("{}\n", columns(edition)),
        };
        let format = Format {
            header,
            numbered: first.is_some(),
            turns: self.turns.into(),
            last_turn: Some(edition.last_turn()),
        };
        let (table, played) = Table::begin(place, format, &self.runner, |game| {
            let states = self.play_again(leave, built, game)?;
            Ok(states.iter().map(|state| state.row(first.map(|first| first.wrapping_add(game)))).collect())
        })?;
        self.runner.played = played;
        Ok(CampaignTable { table, first })
    }
}

impl CampaignTable {
    /// Adds the row of a week of a game, by its number in the batch. With the last one those of the game are written.
    ///
    /// # Errors
    /// If they cannot be.
    pub fn add(&mut self, game: u64, week: &Week) -> Result<(), TableError> {
        self.table.add(&week.state.row(self.first.map(|first| first.wrapping_add(game))));
        if week.last { self.table.end_game() } else { Ok(()) }
    }
}
