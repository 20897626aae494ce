//! What the subcommands that play whole games have in common.

use std::error::Error;
use std::io::{IsTerminal, Write as _, stderr, stdout};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, bail, ensure};
use clap::Args;

use super::options::within;
use super::output;
use crate::files;
use crate::harness::batch::{BatchError, Runner, Shard, processors};
use crate::harness::table::Place;

/// Which games to play and what to write, from the command line.
#[derive(Args)]
pub(super) struct BatchOptions {
    /// Number of games, numbered from 0; game k has seed + k
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u64>(1..))]
    pub games: u64,
    /// Games to play at a time (default: one per processor)
    #[arg(long, value_name = "N", value_parser = within::<u16>(1..=u16::MAX))]
    jobs: Option<u16>,
    /// Play only part I of N of the games: games I, I+N, …; part N has game 0
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Random bytes that the program reads from RANDOM: lcg:SEED, with SEED below 2^31 (default: POKEY's)
    #[arg(long, value_name = "lcg:SEED")]
    random: Option<String>,
    /// Seconds a program that plays may take for an answer (otherwise 60)
    #[arg(long, value_name = "SECONDS", value_parser = within::<u64>(1..))]
    pub timeout: Option<u64>,
    /// Write a table
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Leave out the header line of the table
    #[arg(long, requires = "csv")]
    pub no_header: bool,
    /// Print statistics over all games instead of a line for each turn or step
    #[arg(long)]
    pub summary: bool,
}

impl BatchOptions {
    /// The runner for these games, this part and these threads.
    pub(super) fn runner(&self) -> anyhow::Result<Runner> {
        Ok(Runner {
            games: self.games,
            shard: self.shard.as_deref().map_or(Ok(Shard::WHOLE), parse_shard)?,
            played: 0,
            jobs: self.jobs.map_or_else(processors, usize::from),
        })
    }

    /// The seed of the stream that replaces RANDOM.
    pub(super) fn stream(&self) -> anyhow::Result<Option<u32>> {
        stream(self.random.as_deref())
    }

    /// Where to write the table, if one was requested: a new one, or with `resume` a continued one.
    pub(super) fn place(&self, resume: bool) -> anyhow::Result<Option<Place<'_>>> {
        let Some(path) = &self.csv else { return Ok(None) };
        ensure!(
            !files::leads_to_standard_output(path),
            "--csv {}: standard output is taken by the printed results of the games: expected a file",
            path.display()
        );
        Ok(Some(Place { path, resume, header: !self.no_header, first: 0 }))
    }

    /// How long a host program may take for an answer.
    pub(super) fn timeout(&self) -> Duration {
        timeout(self.timeout)
    }
}

/// How long a program that plays may take, as typed.
pub(super) fn timeout(seconds: Option<u64>) -> Duration {
    Duration::from_secs(seconds.unwrap_or(60))
}

/// Warns of options that have no effect, because none of the players is `whom`. Scripts give the same options to all
/// their runs, so this is no error.
pub(super) fn warn_without<const N: usize>(plays: bool, whom: &str, options: [(&str, bool); N]) {
    for (option, _) in options.into_iter().filter(|(_, is_given)| *is_given && !plays) {
        output::say(format_args!("warning: {option} has no effect: it is for {whom}, which does not play"));
    }
}

/// Parses the seed of the stream that replaces RANDOM.
pub(super) fn stream(random: Option<&str>) -> anyhow::Result<Option<u32>> {
    random.map(parse_random).transpose()
}

fn parse_shard(text: &str) -> anyhow::Result<Shard> {
    let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
        _ => bail!("--shard {text}: expected I/N with I from 1 to N, as in 2/8"),
    }
}

fn parse_random(text: &str) -> anyhow::Result<u32> {
    let seed = text.strip_prefix("lcg:").and_then(|seed| seed.parse::<u32>().ok());
    seed.filter(|&seed| seed < 1 << 31).ok_or_else(|| {
        anyhow!(
            "--random {text}: expected lcg:SEED with a seed of 0 to 2147483647, as in lcg:1; the stream counts modulo 2^31"
        )
    })
}

/// Why a batch has failed, without the game's number if there is only one.
pub(super) fn message<E: Error>(failed: &BatchError<E>, games: u64) -> String {
    if games == 1 { failed.error.to_string() } else { failed.to_string() }
}

/// Progress of a batch, shown on a terminal.
pub(super) struct Progress {
    shown: bool,
    games: u64,
    width: usize,
}

impl Progress {
    /// Shows nothing if the results go to the same terminal.
    pub(super) fn new(runner: &Runner, options: &BatchOptions) -> Self {
        let shown = stderr().is_terminal() && (options.summary || !stdout().is_terminal());
        Progress { shown, games: runner.count(), width: 0 }
    }

    /// Shows the current game, counted from 1, and the position in it.
    pub(super) fn show(&mut self, game: u64, place: impl std::fmt::Display) {
        if self.shown {
            let text = format!("game {game} of {}, {place}", self.games);
            let width = self.width.max(text.chars().count());
            // Errors do not matter: this is only for display.
            let _ = write!(stderr(), "\r{text:width$}");
            self.width = width;
        }
    }

    /// Clears the progress line.
    pub(super) fn clear(&mut self) {
        if self.shown {
            let _ = write!(stderr(), "\r{:1$}\r", "", self.width);
        }
    }
}
