//! The table of a batch: the rows of a game are written when it ends, so that a batch that is interrupted keeps
//! what it has and another run can go on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::files;

/// Longest row that is read, in bytes; real ones have less than 1,000.
const LONGEST_ROW: u64 = 1 << 16;

/// Why a table cannot be written, or not gone on with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Its file cannot be written.
    #[error("{} cannot be written: {}", .0.display(), .1)]
    Write(PathBuf, #[source] io::Error),
    /// Its file cannot be read.
    #[error("{} cannot be read: {}", .0.display(), .1)]
    Read(PathBuf, #[source] io::Error),
    /// What its file holds is no table of this batch: where, and why.
    #[error("{}: {}", .0.display(), .1)]
    Other(PathBuf, String),
}

/// A table that is being written.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    header: String,
    /// Open since its first game ended, or from the beginning if it has none.
    file: Option<File>,
    /// Rows of the game being played.
    rows: String,
}

/// What a table's rows are like.
#[derive(Clone, Copy, Debug)]
pub struct Format<'a> {
    /// The line with the names of the columns; empty if there is none.
    pub header: &'a str,
    /// Whether a number of the game comes first.
    pub numbered: bool,
    /// Rows of a game that does not say sooner that it is over.
    pub turns: usize,
    /// The turn behind which none comes, if rows have one: a game that was begun in a later one has fewer rows.
    pub last_turn: Option<u8>,
}

impl Table {
    /// The one at `path`: begun when the first game has ended, or with `resume` after the games that it
    /// has to their ends. How many of the games of these `numbers`, in order, that are comes with it; rows of a game that was
    /// interrupted are dropped.
    ///
    /// # Errors
    /// If there is a file that cannot be gone on with, or none can be written.
    pub fn begin(
        path: &Path,
        resume: bool,
        format: &Format,
        numbers: impl Iterator<Item = u64>,
    ) -> Result<(Self, u64), TableError> {
        let mut numbers = numbers.peekable();
        let mut table =
            Table { path: path.into(), header: format.header.into(), file: None, rows: String::new() };
        let mut games = 0;
        if resume && path.exists() {
            let (file, ended) = format.reopen(path, numbers)?;
            (table.file, games) = (Some(file), ended);
        } else if numbers.peek().is_none() {
            // What was there before is not taken for this part of the batch.
            table.append(String::new())?;
        }
        Ok((table, games))
    }

    /// Adds a row of the game being played.
    pub fn add(&mut self, row: &str) {
        self.rows.push_str(row);
        self.rows.push('\n');
    }

    /// The game has ended: its rows are written.
    ///
    /// # Errors
    /// If they cannot be.
    pub fn end_game(&mut self) -> Result<(), TableError> {
        let rows = std::mem::take(&mut self.rows);
        self.append(rows)
    }

    fn append(&mut self, rows: String) -> Result<(), TableError> {
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

impl Format<'_> {
    /// Opens a table behind the games that ended, and tells how many these are.
    fn reopen(&self, path: &Path, numbers: impl Iterator<Item = u64>) -> Result<(File, u64), TableError> {
        let file = OpenOptions::new().read(true).append(true).open(path);
        let file = file.map_err(|error| TableError::Read(path.into(), error))?;
        let (length, games) = self
            .complete_games(&mut BufReader::new(&file), numbers)
            .map_err(|what| TableError::Other(path.into(), what))?;
        file.set_len(length).map_err(|error| TableError::Write(path.into(), error))?;
        Ok((file, games))
    }

    /// How much of a table the games that ended fill, in bytes, and how many these are. It is read row by row: such a
    /// table may be larger than what fits into memory.
    fn complete_games(
        &self,
        table: &mut impl BufRead,
        mut numbers: impl Iterator<Item = u64>,
    ) -> Result<(u64, u64), String> {
        for header in self.header.split_inclusive('\n') {
            if next_line(table, 1)? != header {
                let expected = self.header.trim_end();
                return Err(format!("its first line is not that of this batch: expected `{expected}`"));
            }
        }
        let (mut length, mut games, mut turns) = (self.header.len() as u64, 0, 0);
        let mut at = length;
        let mut number = numbers.next();
        for line in 1 + self.header.lines().count().. {
            let row = next_line(table, line)?;
            at += row.len() as u64;
            let Some(row) = row.strip_suffix('\n') else { break };
            let mut fields = row.split(',');
            if self.numbered {
                let found = fields.next().and_then(|field| field.parse().ok());
                if found.is_none() || found != number {
                    return Err(format!("line {line}: `{row}` is no row of the next game of this batch"));
                }
            }
            if number.is_none() {
                return Err(format!("line {line}: more games than this batch has"));
            }
            turns += 1;
            let turn = fields.next().and_then(|field| field.parse().ok());
            let is_last = turn.is_some() && turn == self.last_turn;
            let ended = matches!(fields.nth(1), Some("over" | "won"));
            if turns == self.turns || is_last || ended {
                (length, games, turns) = (at, games + 1, 0);
                number = numbers.next();
            }
        }
        Ok((length, games))
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
