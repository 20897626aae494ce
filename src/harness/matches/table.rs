//! The table of a batch of games, with a row for each.

use super::summary::{COLUMNS, row, side_columns};
use super::{Batch, Ending, MatchError};
use crate::harness::batch::Built;
use crate::harness::table::{BeginError, Format, Place, Table, TableError, number};
use crate::titles::companion::Find;

/// A table of games being written.
#[derive(Debug)]
pub struct MatchTable {
    table: Table,
    cycles_per_second: f64,
}

impl Batch {
    /// Begins or resumes the table of the games. Games that it already has are not played again: this sets
    /// [`Runner::played`](crate::harness::batch::Runner::played).
    ///
    /// # Errors
    /// If the file cannot be written or read, or is the table of another batch, which replaying its first game shows;
    /// or if that game fails.
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
    /// If the file cannot be written.
    pub fn add(&mut self, game: u64, ending: &Ending) -> Result<(), TableError> {
        self.table.add(&row(self.table.number(game), ending, self.cycles_per_second));
        self.table.end_game()
    }
}
