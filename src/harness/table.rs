//! The table of a batch: the rows of a game are written when it ends, so that a batch that is interrupted keeps
//! what it has and another run can go on. `campaign::Batch::table` and `matches::Batch::table` begin one, or go on with it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::files;
use crate::harness::batch::{BatchError, Runner};

/// Longest row that is read, in bytes; real ones have less than 1,000.
const LONGEST_ROW: u64 = 1 << 16;

/// Why a table cannot be written, or not gone on with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Its file cannot be written.
    #[error("{} cannot be written: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
    /// Its file cannot be read.
    #[error("{} cannot be read: {}", .0.display(), .1)]
    Read(PathBuf, io::Error),
    /// What its file holds is no table of this batch: where, and why.
    #[error("{}: {}", .0.display(), .1)]
    Other(PathBuf, String),
}

/// Why a table is not begun, or not gone on with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BeginError<E: std::error::Error + 'static> {
    /// Its file.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The first game that it has came to nothing when it was played again. Its number is the one in the table ([`number`]), where that of
    /// a game that fails later is its number in the batch.
    #[error(transparent)]
    Game(BatchError<E>),
}

/// Where the table of a batch goes.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// Its file.
    pub path: &'a Path,
    /// Whether to go on with the table there, behind the games that it has to their ends.
    pub resume: bool,
    /// Whether its first line names the columns.
    pub header: bool,
    /// The number there of the batch's game 0.
    pub first: u64,
}

/// What a batch's `game` is called where its game 0 is called `first`: a part of more games than are played here.
pub fn number(first: u64, game: u64) -> u64 {
    first.wrapping_add(game)
}

/// A table that is being written.
#[derive(Debug)]
pub(super) struct Table {
    path: PathBuf,
    first: u64,
    header: String,
    /// Open since its first game ended, or from the beginning if it has none.
    file: Option<File>,
    /// What the file had already, until something is added.
    kept: Option<Kept>,
    /// Rows of the game being played.
    rows: String,
}

/// What of a table stays when it is gone on with: the games that had ended.
#[derive(Debug, Default)]
struct Kept {
    /// Bytes that they fill.
    length: u64,
    games: u64,
    /// The number and the rows of the first of them.
    first: Option<(u64, Vec<String>)>,
    /// The line where these begin.
    line: usize,
}

/// What a table's rows are like.
#[derive(Clone, Debug)]
pub(super) struct Format {
    /// The line with the names of the columns; empty if there is none.
    pub header: String,
    /// Whether a number of the game comes first.
    pub numbered: bool,
    /// Rows of a game that does not say sooner that it is over.
    pub turns: usize,
    /// The turn behind which none comes, if rows have one: a game that was begun in a later one has fewer rows.
    pub last_turn: Option<u8>,
}

impl Table {
    /// The one at a place: begun when the first game has ended, or gone on with, if the first game that it has comes out `again`
    /// with the rows that it has there. What it has is played no more: how many of the `runner`'s games that are comes with it.
    ///
    /// # Errors
    /// If there is a file that cannot be gone on with, or none can be written.
    pub(super) fn begin<E: std::error::Error>(
        place: &Place,
        format: Format,
        runner: &Runner,
        again: impl FnOnce(u64) -> Result<Vec<String>, E>,
    ) -> Result<(Self, u64), BeginError<E>> {
        let unwritable = |error| TableError::Write(place.path.to_path_buf(), error);
        files::check_output(place.path).map_err(unwritable)?;
        let numbers = runner.numbers().map(|game| number(place.first, game));
        let (mut table, played) = Table::take_up(place, format, numbers)?;
        if let (Some(there), Some(game)) = (table.first_game(), runner.numbers().next()) {
            let rows = again(game);
            let rows = rows.map_err(|error| BeginError::Game(BatchError { game: there, error }))?;
            table.go_on(&rows)?;
        }
        Ok((table, played))
    }

    /// What is in the file stays as it is until [`Table::go_on`] is called or a game ends; then rows of a game that was interrupted are
    /// dropped.
    fn take_up(
        place: &Place,
        format: Format,
        numbers: impl Iterator<Item = u64>,
    ) -> Result<(Self, u64), TableError> {
        let mut numbers = numbers.peekable();
        let (path, header) = (place.path.to_path_buf(), format.header.clone());
        let first = place.first;
        let mut table = Table { path, first, header, file: None, kept: None, rows: String::new() };
        if place.resume && format.is_begun(&table.path)? {
            let (file, kept) = format.reopen(&table.path, numbers)?;
            let games = kept.games;
            (table.file, table.kept) = (Some(file), Some(kept));
            return Ok((table, games));
        }
        if numbers.peek().is_none() {
            // What was there before is not taken for this part of the batch.
            table.append(String::new())?;
        }
        Ok((table, 0))
    }

    /// What a game of the batch is called here.
    pub(super) fn number(&self, game: u64) -> u64 {
        number(self.first, game)
    }

    /// The number of the first game that it had already, if it had one. Who plays that again sees whether the table is
    /// the one that he goes on with.
    fn first_game(&self) -> Option<u64> {
        self.kept.as_ref()?.first.as_ref().map(|(number, _)| *number)
    }

    /// Goes on behind the games that it had, if `again`, the rows of the first of them as they come out now, or some of its first
    /// rows, are what it has.
    ///
    /// # Errors
    /// If it has others: then it is the table of another batch, and stays as it is. If it cannot be written.
    fn go_on(&mut self, again: &[String]) -> Result<(), TableError> {
        if let Some(Kept { first: Some((number, rows)), line, .. }) = &self.kept
            && let Some(place) = rows.iter().zip(again).position(|(row, again)| row != again)
        {
            let (line, row, again) = (line + place, &rows[place], &again[place]);
            return Err(TableError::Other(
                self.path.clone(),
                format!(
                    "line {line}: the table of another batch: it has `{row}`, and game {number} of this one comes out \
                    as `{again}`: expected the same players, rules and seeds as when it was begun"
                ),
            ));
        }
        self.drop_interrupted()
    }

    /// Rows behind the games that had ended go.
    fn drop_interrupted(&mut self) -> Result<(), TableError> {
        let (Some(kept), Some(file)) = (self.kept.take(), &self.file) else { return Ok(()) };
        file.set_len(kept.length).map_err(|error| TableError::Write(self.path.clone(), error))
    }

    /// Adds a row of the game being played.
    pub(super) fn add(&mut self, row: &str) {
        self.rows.push_str(row);
        self.rows.push('\n');
    }

    /// The game has ended: its rows are written.
    ///
    /// # Errors
    /// If they cannot be.
    pub(super) fn end_game(&mut self) -> Result<(), TableError> {
        let rows = std::mem::take(&mut self.rows);
        self.append(rows)
    }

    fn append(&mut self, rows: String) -> Result<(), TableError> {
        self.drop_interrupted()?;
        let unwritable = |error| TableError::Write(self.path.clone(), error);
        let (file, text) = match &mut self.file {
            Some(file) => (file, rows),
            None => {
                let file = files::stream(&self.path).map_err(unwritable)?;
                (self.file.insert(file), format!("{}{rows}", self.header))
            }
        };
        file.write_all(text.as_bytes()).map_err(unwritable)
    }
}

impl Format {
    /// Whether there is a file with more than a part of the first line: one that was made and left, or whose disk was full, has
    /// nothing to go on with.
    fn is_begun(&self, path: &Path) -> Result<bool, TableError> {
        if !path.exists() {
            return Ok(false);
        }
        let file = File::open(path).map_err(|error| TableError::Read(path.into(), error))?;
        let mut start = Vec::new();
        let read = file.take(self.header.len() as u64).read_to_end(&mut start);
        read.map_err(|error| TableError::Read(path.into(), error))?;
        Ok(start.len() >= self.header.len() || !self.header.as_bytes().starts_with(&start))
    }

    /// Opens a table, and tells what stays of it.
    fn reopen(&self, path: &Path, numbers: impl Iterator<Item = u64>) -> Result<(File, Kept), TableError> {
        let file = OpenOptions::new().read(true).append(true).open(path);
        let file = file.map_err(|error| TableError::Read(path.into(), error))?;
        let kept = self
            .complete_games(&mut BufReader::new(&file), numbers)
            .map_err(|what| TableError::Other(path.into(), what))?;
        Ok((file, kept))
    }

    /// The games of a table that ended. It is read row by row: such a table may be larger than what fits into memory.
    fn complete_games(
        &self,
        table: &mut impl BufRead,
        mut numbers: impl Iterator<Item = u64>,
    ) -> Result<Kept, String> {
        for header in self.header.split_inclusive('\n') {
            if next_line(table, 1)? != header {
                let expected = self.header.trim_end();
                return Err(format!("its first line is not that of this batch: expected `{expected}`"));
            }
        }
        let line = 1 + self.header.lines().count();
        let mut kept = Kept { length: self.header.len() as u64, line, ..Kept::default() };
        let (mut at, mut turns, mut first) = (kept.length, 0, Vec::new());
        let mut number = numbers.next();
        for line in line.. {
            let row = next_line(table, line)?;
            at += row.len() as u64;
            let Some(row) = row.strip_suffix('\n') else { break };
            let mut fields = row.split(',');
            if self.numbered {
                let found = fields.next().and_then(|field| field.parse().ok());
                if found.is_none() || found != number {
                    let expected = expected(number, turns);
                    return Err(format!(
                        "line {line}: `{row}` is no row of the next game of this batch: expected {expected}"
                    ));
                }
            }
            if number.is_none() {
                return Err(format!("line {line}: more games than this batch has"));
            }
            if kept.games == 0 {
                first.push(row.to_string());
            }
            turns += 1;
            let turn = fields.next().and_then(|field| field.parse().ok());
            let is_last = turn.is_some() && turn == self.last_turn;
            let ended = matches!(fields.nth(1), Some("over" | "won"));
            if turns == self.turns || is_last || ended {
                (kept.length, kept.games, turns) = (at, kept.games + 1, 0);
                if kept.games == 1 {
                    kept.first = number.zip(Some(std::mem::take(&mut first)));
                }
                number = numbers.next();
            }
        }
        Ok(kept)
    }
}

/// What row should come behind so many of the game with this number.
fn expected(number: Option<u64>, turns: usize) -> String {
    match number {
        None => "no more games".to_string(),
        Some(number) if turns > 0 => {
            format!("more of game {number}, of which there are {turns} here: games of this batch are longer")
        }
        Some(number) => format!("one of game {number}"),
    }
}

/// The next line, of this number, with its end; empty behind the last one.
fn next_line(table: &mut impl BufRead, number: usize) -> Result<String, String> {
    let mut line = Vec::new();
    // What has no end of a line in so many bytes is no table.
    let read = table.take(LONGEST_ROW).read_until(b'\n', &mut line);
    read.map_err(|error| format!("line {number}: {error}"))?;
    String::from_utf8(line).map_err(|_| format!("line {number}: not UTF-8 text"))
}
