//! The table of a batch. The rows of a game are written when the game ends, so an interrupted batch keeps its
//! completed games and another run can resume. `campaign::Batch::table` and `matches::Batch::table` create or resume
//! one.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::files;
use crate::harness::batch::{BatchError, Runner};

/// The longest row that is read, in bytes; real ones have less than 1,000.
const LONGEST_ROW: u64 = 1 << 16;

/// Why a table cannot be written or resumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be written.
    #[error("{} cannot be written: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
    /// The file cannot be read.
    #[error("{} cannot be read: {}", .0.display(), .1)]
    Read(PathBuf, io::Error),
    /// The file is not a table of this batch: its path, and why.
    #[error("{}: {}", .0.display(), .1)]
    Other(PathBuf, String),
}

/// Why a table cannot be begun or resumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BeginError<E: std::error::Error + 'static> {
    /// The file is at fault.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The table's first game failed when it was replayed. The error has its number in the table ([`number`]); later
    /// failures have the number in the batch.
    #[error(transparent)]
    Game(BatchError<E>),
}

/// Where the table of a batch is written.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The file.
    pub path: &'a Path,
    /// Whether to resume the table in that file, after its completed games.
    pub resume: bool,
    /// Whether the first line names the columns.
    pub header: bool,
    /// The number in the table of the batch's game 0.
    pub first: u64,
}

/// The number in the table of a batch's `game` if game 0 has the number `first`: the batch may be a part of a larger
/// one.
pub fn number(first: u64, game: u64) -> u64 {
    first.wrapping_add(game)
}

/// A table being written.
#[derive(Debug)]
pub(super) struct Table {
    path: PathBuf,
    first: u64,
    header: String,
    /// Open once the first game has ended, or from the beginning when resumed.
    file: Option<File>,
    /// The completed games already in the file, until a row is added.
    kept: Option<Kept>,
    /// The rows of the game in progress.
    rows: String,
}

/// The part of a table that is kept when it is resumed: its completed games.
#[derive(Debug, Default)]
struct Kept {
    /// Their length in bytes.
    length: u64,
    games: u64,
    /// The number and the rows of the first game.
    first: Option<(u64, Vec<String>)>,
    /// The line where those rows begin.
    line: usize,
}

/// The format of a table's rows.
#[derive(Clone, Debug)]
pub(super) struct Format {
    /// The line with the column names; empty if there is none.
    pub header: String,
    /// Whether rows begin with the number of the game.
    pub numbered: bool,
    /// The rows of a game that does not end early.
    pub turns: usize,
    /// The last possible turn, if rows have one: a game that began in a later turn than others has fewer rows.
    pub last_turn: Option<u8>,
}

impl Table {
    /// Creates a table when its first game ends, or resumes one. To resume, the first game of the batch is replayed
    /// by `again` and must give the rows in the file. Returns the table and how many games of `runner` it holds,
    /// which need not be played again.
    ///
    /// # Errors
    /// The file cannot be resumed or written; the replayed game fails.
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

    /// Reads an existing table, without changing the file. Rows of an interrupted game are dropped when
    /// [`Table::go_on`] is called or a game ends.
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
            // An empty part of the batch still replaces an older file.
            table.append(String::new())?;
        }
        Ok((table, 0))
    }

    /// The number in the table of a game of the batch.
    pub(super) fn number(&self, game: u64) -> u64 {
        number(self.first, game)
    }

    /// The number of the first game in the resumed file. Replaying it tells whether the table belongs to this batch.
    fn first_game(&self) -> Option<u64> {
        self.kept.as_ref()?.first.as_ref().map(|(number, _)| *number)
    }

    /// Continues after the completed games if `again`, the rows of the first game as replayed, agree with those in
    /// the file as far as both go.
    ///
    /// # Errors
    /// They differ: the file is the table of another batch and stays unchanged. Or the file cannot be written.
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

    /// Removes rows after the completed games.
    fn drop_interrupted(&mut self) -> Result<(), TableError> {
        let (Some(kept), Some(file)) = (self.kept.take(), &self.file) else { return Ok(()) };
        file.set_len(kept.length).map_err(|error| TableError::Write(self.path.clone(), error))
    }

    /// Adds a row of the game in progress.
    pub(super) fn add(&mut self, row: &str) {
        self.rows.push_str(row);
        self.rows.push('\n');
    }

    /// Writes the rows of a game that has ended.
    ///
    /// # Errors
    /// If the file cannot be written.
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
    /// Whether the file has more than part of the first line. If not, it was left empty, or the disk was full, and
    /// there is nothing to resume.
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

    /// Opens a table and finds what is kept of it.
    fn reopen(&self, path: &Path, numbers: impl Iterator<Item = u64>) -> Result<(File, Kept), TableError> {
        let file = OpenOptions::new().read(true).append(true).open(path);
        let file = file.map_err(|error| TableError::Read(path.into(), error))?;
        let kept = self
            .complete_games(&mut BufReader::new(&file), numbers)
            .map_err(|what| TableError::Other(path.into(), what))?;
        Ok((file, kept))
    }

    /// Reads the completed games of a table row by row, because it may be larger than memory.
    fn complete_games(
        &self,
        table: &mut impl BufRead,
        mut numbers: impl Iterator<Item = u64>,
    ) -> Result<Kept, String> {
        for header in self.header.split_inclusive('\n') {
            let found = next_line(table, 1)?;
            if self.numbered && header == format!("game,{found}") {
                return Err(
                    "a table of a single game, without the column `game`: a batch cannot continue it".into(),
                );
            }
            if found != header {
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

/// A message: which row was expected after this many rows of a game.
fn expected(number: Option<u64>, turns: usize) -> String {
    match number {
        None => "no more games".to_string(),
        Some(number) if turns > 0 => {
            format!("more of game {number}, of which there are {turns} here: games of this batch are longer")
        }
        Some(number) => format!("one of game {number}"),
    }
}

/// The next line, with its line end; empty at the end of the file. `number` is for error messages.
fn next_line(table: &mut impl BufRead, number: usize) -> Result<String, String> {
    let mut line = Vec::new();
    // A file without a line end in so many bytes is not a table.
    let read = table.take(LONGEST_ROW).read_until(b'\n', &mut line);
    read.map_err(|error| format!("line {number}: {error}"))?;
    String::from_utf8(line).map_err(|_| format!("line {number}: not UTF-8 text"))
}
