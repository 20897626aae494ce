//! The table of a batch of campaigns: a row for each turn.

use super::CampaignError;
use super::batch::{Batch, Built, Week};
use super::state::columns;
use crate::debug::cancel::CancelToken;
use crate::harness::table::{BeginError, Format, Place, Table, TableError, number};
use crate::titles::rasputitsa::Edition;

/// A table of campaigns that is being written.
#[derive(Debug)]
pub struct CampaignTable {
    table: Table,
    /// Whether rows begin with the number of their game.
    numbered: bool,
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
        cancel: &CancelToken,
        built: &Built,
        place: &Place,
    ) -> Result<CampaignTable, BeginError<CampaignError>> {
        let edition = Edition::find(|name| built.label(name));
        let numbered = self.runner.games > 1 || place.first > 0;
        let header = match (place.header, numbered) {
            (false, _) => String::new(),
            (true, true) => format!("game,{}\n", columns(edition)),
            (true, false) => format!("{}\n", columns(edition)),
        };
        let format =
            Format { header, numbered, turns: self.turns.into(), last_turn: Some(edition.last_turn()) };
        let (table, played) = Table::begin(place, format, &self.runner, |game| {
            let states = self.play_again(cancel, built, game)?;
            let number = numbered.then(|| number(place.first, game));
            Ok(states.iter().map(|state| state.row(number)).collect())
        })?;
        self.runner.played = played;
        Ok(CampaignTable { table, numbered })
    }
}

impl CampaignTable {
    /// Adds the row of a week of a game, by its number in the batch. With the last one those of the game are written.
    ///
    /// # Errors
    /// If they cannot be.
    pub fn add(&mut self, game: u64, week: &Week) -> Result<(), TableError> {
        let number = self.numbered.then(|| self.table.number(game));
        self.table.add(&week.state.row(number));
        if week.last { self.table.end_game() } else { Ok(()) }
    }
}
