//! `front800 match`: whole games of a companion title.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde_json::Value;

use super::games::{BatchOptions, Progress, message, warn_without};
use super::options::{MachineOptions, within};
use super::outcome::Outcome;
use super::{Failed, output};
use crate::harness::batch::Built;
use crate::harness::matches::summary::Collector;
use crate::harness::matches::table::MatchTable;
use crate::harness::matches::{ActionFile, Batch, BatchError, Item, Lineup, MatchError, Who};
use crate::harness::table::BeginError;
use crate::media::counted;
use crate::titles::companion::{Choice, Companion, Find, GameOptions, Variant};
use crate::titles::shelf::{self, Entry, SHELF};

/// Command-line arguments.
#[derive(Args)]
#[command(
    after_help = "A player is `computer` (the program's own), `random` (each accepted action is as likely as the \
    others), a text file with one action per line, or a host program (a program on this computer). Prints a JSON line \
    for each step, or with --summary one JSON document at the end. docs/match.md describes these lines and those \
    exchanged with host programs."
)]
pub(super) struct Arguments {
    /// Which game is played
    #[arg(value_name = "TITLE", value_parser = parse_title, help = title_help())]
    title: &'static Entry,
    /// Who plays the first side
    #[arg(long, value_name = "WHO", default_value = "computer")]
    first: String,
    /// Who plays the second side
    #[arg(long, value_name = "WHO", default_value = "computer")]
    second: String,
    /// Who plays the third side, in games that have one
    #[arg(long, value_name = "WHO")]
    third: Option<String>,
    /// Who plays the fourth side, in games that have one
    #[arg(long, value_name = "WHO", requires = "third")]
    fourth: Option<String>,
    #[command(flatten)]
    game: ChoiceOptions,
    /// Frames that the program may think about a move (default: its own five seconds)
    #[arg(long, value_name = "FRAMES", value_parser = within::<u16>(1..=u16::MAX))]
    think: Option<u16>,
    /// Give up a game after this many steps
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = within::<u64>(1..))]
    steps: u64,
    /// Add to each line what the player to move may know
    #[arg(long, conflicts_with = "summary")]
    view: bool,
    /// Continue the table of --csv after the games that it already has
    #[arg(long, requires = "csv", conflicts_with = "summary")]
    resume: bool,
    #[command(flatten)]
    batch: BatchOptions,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Choices on the title screen, from the command line.
#[derive(Args)]
struct ChoiceOptions {
    /// Level of the game, if it has levels
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Number of players, if the game lets you choose; 0 is teach mode
    #[arg(long, value_name = "N", value_parser = within::<u8>(..=4))]
    players: Option<u8>,
    /// Variant of the game, if it has variants
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
    /// Plies that the computer looks ahead, if the game lets you choose
    #[arg(long, value_name = "N", value_parser = within::<u8>(1..=3))]
    plies: Option<u8>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Level {
    #[value(alias = "1")]
    Basic,
    #[value(alias = "2")]
    Intermediate,
    #[value(alias = "3")]
    Advanced,
}

impl ValueEnum for Variant {
    fn value_variants<'a>() -> &'a [Self] {
        &Variant::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, others) = self.names();
        Some(PossibleValue::new(name).aliases(others))
    }
}

/// The titles that can be played.
fn playable() -> impl Iterator<Item = &'static Entry> {
    SHELF.iter().filter(|entry| entry.companion.is_some())
}

fn title_help() -> String {
    let names: Vec<&str> = playable().map(|entry| entry.name).collect();
    format!("The game to play: {}", names.join(", "))
}

fn parse_title(name: &str) -> Result<&'static Entry, String> {
    let entry = shelf::named(name).filter(|entry| entry.companion.is_some());
    entry.ok_or_else(|| {
        let names: Vec<&str> = playable().map(|entry| entry.name).collect();
        format!("expected {}", names.join(", "))
    })
}

/// Runs the subcommand.
pub(super) fn play(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let entry = arguments.title;
    let find = entry.companion.context("this title does not support playing whole games")?;
    let built = arguments.machine.built(entry.name)?;
    let companion =
        find(&|name| built.label(name)).map_err(|missing| anyhow!(Failed(missing.to_string())))?;
    let options = arguments.options(&*companion);
    let flag = |choice: Choice| format!("--{}", choice.name());
    companion.options(&options).map_err(|error| anyhow!(error.told(flag)))?;
    let names = arguments.names(companion.sides(&options))?;
    let mut batch = arguments.batch(options, &names)?;

    let games = batch.runner.games;
    let mut report = Report::new(&arguments, &mut batch, (&built, find), names, outcome)?;
    let played = batch.play(&built, find, |game, item| {
        report.take(game, item);
        if report.is_owed() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    report.progress.clear();
    played.map_err(|error| failure(error, games))?;
    report.conclude()
}

impl Arguments {
    /// The players, one for each side of the game.
    fn names(&self, sides: usize) -> anyhow::Result<Vec<String>> {
        let mut names = vec![self.first.clone(), self.second.clone()];
        names.extend([&self.third, &self.fourth].into_iter().flatten().cloned());
        ensure!(
            names.len() <= sides,
            "{}: there are {} players for a game of {sides} sides",
            self.title.name,
            names.len()
        );
        names.resize(sides, "computer".to_string());
        Ok(names)
    }

    /// The choices on the title screen. The number of players defaults to the number named.
    fn options(&self, companion: &dyn Companion) -> GameOptions {
        let typed = GameOptions {
            level: self.game.level.map(|level| level as u8 + 1),
            players: self.game.players,
            is_super: self.game.variant.map(|variant| variant == Variant::Super),
            plies: self.game.plies,
        };
        let named = 2 + [&self.third, &self.fourth].into_iter().flatten().count();
        let counted = GameOptions { players: typed.players.or(Some(named as u8)), ..typed };
        if named > 2 && companion.sides(&counted) == named { counted } else { typed }
    }

    fn batch(&self, options: GameOptions, names: &[String]) -> anyhow::Result<Batch> {
        let lineup = self.lineup(names)?;
        let plays = |is_such: fn(&Who) -> bool| lineup.sides.iter().any(is_such);
        let computer = [("--plies", self.game.plies.is_some()), ("--think", self.think.is_some())];
        warn_without(plays(|who| *who == Who::Computer), "computer", computer);
        let program = plays(|who| matches!(who, Who::Program { .. }));
        let timeout = [("--timeout", self.batch.timeout.is_some())];
        warn_without(program, "a host program", timeout);
        Ok(Batch {
            runner: self.batch.runner()?,
            seed: self.machine.seed,
            stream: self.batch.stream()?,
            options,
            think: self.think,
            lineup,
            steps: self.steps,
            lines: !self.batch.summary,
            view: self.view,
        })
    }

    fn lineup(&self, names: &[String]) -> anyhow::Result<Lineup> {
        let mut lineup = Lineup { sides: Vec::new(), files: Vec::new() };
        for name in names {
            let path = Path::new(name);
            let who = match name.as_str() {
                "computer" => Who::Computer,
                "random" => Who::Random,
                _ if !path.is_file() => {
                    bail!(
                        "{name}: there is no such file: expected computer, random, a file of actions or a program"
                    )
                }
                _ if is_program(path) => {
                    Who::Program { path: path.to_path_buf(), timeout: self.batch.timeout() }
                }
                _ => {
                    let known = lineup.files.iter().position(|file| file.name == *name);
                    Who::File(match known {
                        Some(place) => place,
                        None => {
                            lineup.files.push(ActionFile::parse(name, &output::read_text(path)?));
                            lineup.files.len() - 1
                        }
                    })
                }
            };
            lineup.sides.push(who);
        }
        Ok(lineup)
    }
}

/// Whether a file is a program rather than text, by whether the system would run it.
#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
}

/// Whether a file is a program rather than text, by whether the system would run it.
#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    ["exe", "bat", "cmd", "com"].iter().any(|program| extension.eq_ignore_ascii_case(program))
}

/// Exit status 1 if the program or a player failed, 2 if their input is wrong.
fn failure(failed: BatchError, games: u64) -> anyhow::Error {
    let message = message(&failed, games);
    match failed.error {
        MatchError::Options(_) | MatchError::Start { .. } | MatchError::Opening { .. } => anyhow!(message),
        _ => anyhow!(Failed(message)),
    }
}

/// Writes the outputs of a batch, as long as they can be written.
struct Report<'a> {
    lines: bool,
    /// Whether lines have a game number.
    numbered: bool,
    table: Option<MatchTable>,
    statistics: Option<Collector>,
    outcome: &'a mut Outcome,
    progress: Progress,
    /// Games that are over, and steps of the current one.
    ended: u64,
    steps: u64,
}

impl<'a> Report<'a> {
    fn new(
        arguments: &Arguments,
        batch: &mut Batch,
        (built, find): (&Built, Find),
        who: Vec<String>,
        outcome: &'a mut Outcome,
    ) -> anyhow::Result<Self> {
        let games = batch.runner.games;
        let table = match arguments.batch.place(arguments.resume)? {
            Some(place) => Some(batch.table(built, find, &place).map_err(|error| match error {
                BeginError::Game(error) => failure(error, games),
                error => error.into(),
            })?),
            None => None,
        };
        Ok(Report {
            lines: batch.lines,
            numbered: games > 1,
            table,
            statistics: arguments.batch.summary.then(|| Collector::new(who, built.cycles_per_second())),
            outcome,
            progress: Progress::new(&batch.runner, &arguments.batch),
            ended: 0,
            steps: 0,
        })
    }

    /// Whether any output is still possible.
    fn is_owed(&self) -> bool {
        self.lines || self.table.is_some() || self.statistics.is_some()
    }

    fn take(&mut self, game: u64, item: Item) {
        match item {
            Item::Line(mut line) => {
                self.steps += 1;
                self.progress.show(self.ended + 1, format_args!("step {}", self.steps));
                if let Some(line) = line.as_object_mut().filter(|_| self.numbered) {
                    line.insert("number".to_string(), Value::from(game));
                }
                self.lines = self.lines && self.outcome.print_json(&line);
            }
            Item::End(ending) => {
                self.ended += 1;
                self.steps = 0;
                self.progress.show(self.ended, format_args!("{}", counted(ending.steps, "step")));
                if let Some(table) = &mut self.table
                    && !self.outcome.note(table.add(game, &ending).map_err(Into::into))
                {
                    self.table = None;
                }
                if let Some(statistics) = &mut self.statistics {
                    statistics.add(&ending);
                }
            }
        }
    }

    /// Writes what concerns all games.
    fn conclude(&mut self) -> anyhow::Result<()> {
        let Some(statistics) = self.statistics.take() else { return Ok(()) };
        let summary = statistics.finish().context("this part of the batch has no games")?;
        self.outcome.print_json(&summary);
        Ok(())
    }
}
