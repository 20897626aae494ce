//! The table of a batch: the rows of a game are written when it ends, so that a batch that is interrupted keeps
//! what it has and another run can go on.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::output;
use crate::harness::batch::Runner;
use crate::host::files;

/// Longest row that is read, in bytes; real ones have less than 1,000.
const LONGEST_ROW: u64 = 1 << 16;

/// A table that is being written.
pub(super) struct Table {
    path: PathBuf,
    header: String,
    /// Open since its first game ended, or from the beginning if it has none.
    file: Option<File>,
    /// Rows of the game being played.
    rows: String,
}

/// What a table's rows are like.
pub(super) struct Format<'a> {
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
    /// The one at `path`, if there is any: begun when the first game has ended, or with `resume` after the games that it
    /// has to their ends. How many of the `runner`'s games these are comes with it; rows of a game that was interrupted
    /// are dropped.
    pub(super) fn begin(
        path: Option<&Path>,
        resume: bool,
        format: &Format,
        runner: &Runner,
    ) -> anyhow::Result<(Option<Self>, u64)> {
        let Some(path) = path else { return Ok((None, 0)) };
        ensure!(
            !output::is_standard_output(path),
            "--csv -: standard output has what is printed of the games: expected a file"
        );
        output::check_outputs([path])?;
        let mut table =
            Table { path: path.into(), header: format.header.into(), file: None, rows: String::new() };
        let mut games = 0;
        if resume && path.exists() {
            let (file, ended) = format.reopen(path, runner)?;
            (table.file, games) = (Some(file), ended);
        } else if runner.count() == 0 {
            // What was there before is not taken for this part of the batch.
            table.append(String::new())?;
        }
        Ok((Some(table), games))
    }

    /// Adds a row of the game being played.
    pub(super) fn add(&mut self, row: &str) {
        self.rows.push_str(row);
        self.rows.push('\n');
    }

    /// The game has ended: its rows are written.
    pub(super) fn end_game(&mut self) -> anyhow::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        self.append(rows)
    }

    fn append(&mut self, rows: String) -> anyhow::Result<()> {
        let unwritable = || output::unwritable(&self.path);
        let (file, text) = match &mut self.file {
            Some(file) => (file, rows),
            None => {
                let file = files::stream(&self.path).with_context(unwritable)?;
                (self.file.insert(file), format!("{}{rows}", self.header))
            }
        };
        file.write_all(text.as_bytes()).with_context(unwritable)
    }
}

impl Format<'_> {
    /// Opens a table behind the games that ended, and tells how many these are.
    fn reopen(&self, path: &Path, runner: &Runner) -> anyhow::Result<(File, u64)> {
        let unreadable = || format!("{} cannot be read", path.display());
        let file = OpenOptions::new().read(true).append(true).open(path).with_context(unreadable)?;
        let (length, games) = self
            .complete_games(&mut BufReader::new(&file), runner)
            .with_context(|| path.display().to_string())?;
        file.set_len(length).with_context(|| output::unwritable(path))?;
        Ok((file, games))
    }

    /// How much of a table the games that ended fill, in bytes, and how many these are. It is read row by row: such a
    /// table may be larger than what fits into memory.
    fn complete_games(&self, table: &mut impl BufRead, runner: &Runner) -> anyhow::Result<(u64, u64)> {
        for header in self.header.split_inclusive('\n') {
            if next_line(table, 1)? != header {
                bail!("its first line is not that of this batch: expected `{}`", self.header.trim_end());
            }
        }
        let (mut length, mut games, mut turns) = (self.header.len() as u64, 0, 0);
        let mut at = length;
        let mut numbers = runner.numbers();
        let mut number = numbers.next();
        for line in 1 + self.header.lines().count().. {
            let row = next_line(table, line)?;
            at += row.len() as u64;
            let Some(row) = row.strip_suffix('\n') else { break };
            let mut fields = row.split(',');
            if self.numbered {
                let found = fields.next().and_then(|field| field.parse().ok());
                ensure!(
                    found.is_some() && found == number,
                    "line {line}: `{row}` is no row of the next game of this batch"
                );
            }
            ensure!(number.is_some(), "line {line}: more games than this batch has");
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
fn next_line(table: &mut impl BufRead, number: usize) -> anyhow::Result<String> {
    let mut line = Vec::new();
    // What has no end of a line in so many bytes is no table.
    table.take(LONGEST_ROW).read_until(b'\n', &mut line)?;
    String::from_utf8(line).with_context(|| format!("line {number}: not UTF-8 text"))
}
