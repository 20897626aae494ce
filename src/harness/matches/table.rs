//! The table of a batch of games: a row for each.

use super::summary::{COLUMNS, row, side_columns};
use super::{Batch, Ending, MatchError};
use crate::harness::batch::Built;
use crate::harness::table::{BeginError, Format, Place, Table, TableError, number};
use crate::titles::companion::Find;

/// A table of games that is being written.
#[derive(Debug)]
pub struct MatchTable {
    table: Table,
    cycles_per_second: f64,
}

impl Batch {
    /// The table of the games at a place, begun or gone on with. The games that it has already are played no more:
    /// [`Runner::played`](crate::harness::batch::Runner::played) says so from now on.
    ///
    /// # Errors
    /// If its file cannot be written or read, or is the table of another batch, which is seen when its first game is played again; that
    /// may come to nothing.
    pub fn table(
        &mut self,
        built: &Built,
        find: Find,
        place: &Place,
    ) -> Result<MatchTable, BeginError<MatchError>> {
        let header = match place.header {
            true => format!("{COLUMNS}{}\n", side_columns(self.lineup.sides.len())),
            false => String::new(),
        };
        let format = Format { header, numbered: true, turns: 1, last_turn: None };
        let cycles_per_second = built.cycles_per_second();
        let (table, played) = Table::begin(place, format, &self.runner, |game| {
            let ending = self.play_again(built, find, game)?;
            let number = number(place.first, game);
            Ok(ending.iter().map(|ending| row(number, ending, cycles_per_second)).collect())
        })?;
        self.runner.played = played;
        Ok(MatchTable { table, cycles_per_second })
    }
}

impl MatchTable {
    /// Writes the row of a game, by its number in the batch.
    ///
    /// # Errors
    /// If it cannot be.
    pub fn add(&mut self, game: u64, ending: &Ending) -> Result<(), TableError> {
        self.table.add(&row(self.table.number(game), ending, self.cycles_per_second));
        self.table.end_game()
    }
}
