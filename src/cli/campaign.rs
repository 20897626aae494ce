//! `front800 campaign`: whole campaigns of the wargame.

pub(super) mod rules;
pub(super) mod sides;

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use serde::Serialize;

use super::failed::title_error;
use super::games::{BatchOptions, Progress, message, warn_without};
use super::options::{MachineOptions, within};
use super::outcome::Outcome;
use super::{Failed, output};
use crate::debug::cancel::CancelToken;
use crate::harness::batch::{Built, Runner};
use crate::harness::campaign::batch::{Batch, BatchError, Week};
use crate::harness::campaign::observation::Sight;
use crate::harness::campaign::players::Players;
use crate::harness::campaign::seats::Seats;
use crate::harness::campaign::state::{Side, State};
use crate::harness::campaign::summary::Collector;
use crate::harness::campaign::table::CampaignTable;
use crate::harness::campaign::{CampaignError, Opponent, plot};
use crate::harness::table::BeginError;
use crate::machine::StateError;
use crate::media::counted;
use rules::RulesOptions;
use sides::seat;

/// Largest number of frames that the opponent may think: almost two days.
const MOST_THINKING: u64 = 10_000_000;
/// Planning passes of the opponent, unless others are wanted.
const PASSES: u8 = 2;

/// Command-line arguments.
#[derive(Args)]
#[command(
    after_help = "WHO plays a side: idle, east, west, advance, hunter, planner, an orders file or a host program (a program on this computer); \
    for the Russian side also program, the game's own 6502 opponent. \
    Prints one JSON line at the start of every turn, or with --summary one JSON document at the end. \
    docs/campaign.md describes these lines and those exchanged with host programs."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    rules: RulesOptions,
    /// Who plays the German side; --player is the same
    #[arg(long, visible_alias = "player", value_name = "WHO", default_value = "idle")]
    german: String,
    /// Who plays the Russian side
    #[arg(long, value_name = "WHO", default_value = "program")]
    russian: String,
    /// Orders for the German side, rows of turn,unit,orders,mode; without mode under the rules corrected and
    /// 1981
    #[arg(long, value_name = "FILE", conflicts_with = "german")]
    orders: Option<PathBuf>,
    /// Limit the view of host programs to what their side may know
    #[arg(long)]
    fog: bool,
    /// Complete planning passes of the opponent (otherwise 2)
    #[arg(long, value_name = "P", conflicts_with = "think", value_parser = within::<u8>(..=u8::MAX))]
    passes: Option<u8>,
    /// Frames the opponent may think, instead of passes
    #[arg(long, value_name = "FRAMES", value_parser = within::<u64>(..=MOST_THINKING))]
    think: Option<u64>,
    /// Number of turns to show; the first is turn 0, or that of --from
    #[arg(long, value_name = "N", value_parser = within::<u8>(1..=u8::MAX))]
    turns: Option<u8>,
    /// Start in the week in which this machine state was saved
    #[arg(long, value_name = "STATE")]
    from: Option<PathBuf>,
    /// Play N continuations of the week of --from, each with its own random numbers
    #[arg(long, value_name = "N", requires = "from", conflicts_with = "games", value_parser = within::<u64>(1..))]
    fork: Option<u64>,
    /// Save the machine's state in the last turn shown (one game only)
    #[arg(long, value_name = "STATE")]
    save: Option<PathBuf>,
    /// Continue the table of --csv after the games that it already has
    #[arg(long, requires = "csv", conflicts_with_all = ["summary", "plot"])]
    resume: bool,
    /// Draw the statistics
    #[arg(long, value_name = "FILE.svg", value_parser = output::named(output::SVG))]
    plot: Option<PathBuf>,
    #[command(flatten)]
    batch: BatchOptions,
    #[command(flatten)]
    machine: MachineOptions,
}

/// A line of standard output.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    #[serde(flatten)]
    state: &'a State,
}

/// Runs the subcommand.
pub(super) fn campaign(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    let mut batch = arguments.batch()?;
    let built = arguments.machine.built(arguments.rules.rules.entry().name)?;
    // When all inputs are known: no output may replace one.
    let outputs = [&arguments.batch.csv, &arguments.plot, &arguments.save];
    output::check_outputs_beside(true, outputs.into_iter().flatten().map(PathBuf::as_path))?;
    let mut report = Report::new(&arguments, &mut batch, &built, outcome)?;

    let played = batch.play(&built, |game, week| {
        report.take(game, &week);
        if report.is_owed() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    report.progress.clear();
    played.map_err(|error| arguments.failure(error, batch.runner.games))?;
    report.conclude(&arguments)
}

impl Arguments {
    /// How many turns to play: all that a campaign by these rules has, unless fewer were requested.
    fn turns(&self) -> anyhow::Result<u8> {
        let whole = self.rules.edition().turns();
        let turns = self.turns.unwrap_or(whole);
        ensure!(
            turns <= whole,
            "--turns {turns}: a campaign by these rules is shorter: expected 1 to {whole}"
        );
        Ok(turns)
    }

    fn batch(&self) -> anyhow::Result<Batch> {
        let runner = self.batch.runner()?;
        let games = self.fork.unwrap_or(runner.games);
        ensure!(self.save.is_none() || games == 1, "--save: saves the machine of one game, not of {games}");
        ensure!(
            !(self.from.is_some() && self.rules.chooses_setting()),
            "--level, --scenario: already fixed by the state of --from: leave them out"
        );
        let from = self.from.as_deref().map(|path| output::read_state("--from", path)).transpose()?;
        let (german, russian) = self.players()?;
        let (passes, think) = (self.passes.is_some(), self.think.is_some());
        let (fog, timeout) = (self.fog, self.batch.timeout.is_some());
        let players = [Some(&german), russian.as_ref()];
        warn_without_program(&players, [("--fog", fog), ("--timeout", timeout)]);
        warn_without_opponent(&players, [("--passes", passes), ("--think", think)]);
        Ok(Batch {
            runner: Runner { games, ..runner },
            turns: self.turns()?,
            seed: self.machine.seed,
            stream: self.batch.stream()?,
            setting: self.rules.setting()?,
            opponent: opponent(&self.rules, self.passes, self.think)?,
            german,
            russian,
            from: from.map(Into::into),
            save: self.save.is_some(),
        })
    }

    /// The error message for a batch of this many games. A mistake in the starting state is reported with the
    /// state's file.
    fn failure(&self, error: BatchError, games: u64) -> anyhow::Error {
        match (&self.from, &error.error) {
            (Some(path), CampaignError::State(wrong @ StateError::OtherProgram(_))) => {
                anyhow!("{}: {wrong}: expected a state saved with the same --rules", path.display())
            }
            (Some(path), CampaignError::State(wrong)) => anyhow!("{}: {wrong}", path.display()),
            _ => failure(error, games),
        }
    }

    /// The players of the German side and of the Russian one.
    fn players(&self) -> anyhow::Result<(Players, Option<Players>)> {
        let assets = self.machine.sources().assets().map_err(|error| title_error("rasputitsa", error))?;
        let seats = Seats {
            assets,
            edition: self.rules.edition(),
            timeout: self.batch.timeout(),
            sight: if self.fog { Sight::Fog } else { Sight::Open },
            files: true,
        };
        let german = match &self.orders {
            Some(path) => {
                let text =
                    output::read_named("--orders", path, "lines of `turn,unit,orders`", output::read_text)?;
                seats.file(&output::called(path), &text, Side::German)?
            }
            None => {
                let german = seat(&seats, "--german", &self.german, Side::German)?;
                german.context("the program has no player for the German side")?
            }
        };
        Ok((german, seat(&seats, "--russian", &self.russian, Side::Russian)?))
    }
}

/// Warns of options for host programs, if none plays.
pub(super) fn warn_without_program<const N: usize>(players: &[Option<&Players>], options: [(&str, bool); N]) {
    let plays = players.iter().flatten().any(|players| matches!(players, Players::Program { .. }));
    warn_without(plays, "a host program", options);
}

/// Warns of options for the opponent in the program, if it plays no side. `planner` asks it, too.
pub(super) fn warn_without_opponent<const N: usize>(
    players: &[Option<&Players>],
    options: [(&str, bool); N],
) {
    let plays = players.iter().any(|players| matches!(players, None | Some(Players::Planner(_))));
    warn_without(plays, "the opponent in the program", options);
}

/// How long the opponent thinks, as typed.
pub(super) fn opponent(
    rules: &RulesOptions,
    passes: Option<u8>,
    think: Option<u64>,
) -> anyhow::Result<Opponent> {
    let passes = passes.unwrap_or(PASSES);
    let passes =
        Opponent::passes(passes, rules.rules).map_err(|error| anyhow!("--passes {passes}: {error}"))?;
    Ok(think.map_or(passes, Opponent::Frames))
}

/// Exit status 1 if the program or a player failed, 2 if their input is wrong.
pub(super) fn failure(failed: BatchError, games: u64) -> anyhow::Error {
    let message = message(&failed, games);
    match failed.error {
        CampaignError::Orders(_) => anyhow!(message),
        CampaignError::Player(error) if error.turn.is_none() => anyhow!(message),
        _ => anyhow!(Failed(message)),
    }
}

/// Writes the outputs of a batch, as long as they can be written.
struct Report<'a> {
    lines: bool,
    /// Whether lines have a game number.
    numbered: bool,
    table: Option<CampaignTable>,
    save: Option<PathBuf>,
    statistics: Option<Collector>,
    outcome: &'a mut Outcome,
    progress: Progress,
    /// Games written completely.
    ended: u64,
}

impl<'a> Report<'a> {
    fn new(
        arguments: &Arguments,
        batch: &mut Batch,
        built: &Built,
        outcome: &'a mut Outcome,
    ) -> anyhow::Result<Self> {
        let games = batch.runner.games;
        let table = match arguments.batch.place(arguments.resume)? {
            Some(place) => {
                Some(batch.table(&CancelToken::default(), built, &place).map_err(|error| match error {
                    BeginError::Game(error) => arguments.failure(error, games),
                    error => error.into(),
                })?)
            }
            None => None,
        };
        Ok(Report {
            lines: !arguments.batch.summary,
            numbered: games > 1,
            table,
            save: arguments.save.clone(),
            statistics: (arguments.batch.summary || arguments.plot.is_some()).then(Collector::default),
            outcome,
            progress: Progress::new(&batch.runner, &arguments.batch),
            ended: 0,
        })
    }

    /// Whether any output is still possible.
    fn is_owed(&self) -> bool {
        self.lines || self.table.is_some() || self.save.is_some() || self.statistics.is_some()
    }

    fn take(&mut self, game: u64, week: &Week) {
        let state = &week.state;
        self.progress.show(self.ended + 1, format_args!("turn {:2}", state.turn));
        self.ended += u64::from(week.last);
        if let Some(table) = &mut self.table
            && !self.outcome.note(table.add(game, week).map_err(Into::into))
        {
            self.table = None;
        }
        if let (Some(path), Some(saved)) = (&self.save, &week.saved) {
            self.outcome.write_file(path, saved);
        }
        if let Some(statistics) = &mut self.statistics {
            statistics.add(state, week.last);
        }
        if self.lines {
            let line = Line { game: self.numbered.then_some(game), state };
            self.lines = self.outcome.print_json(&line);
        }
    }

    /// Writes what concerns all games.
    fn conclude(&mut self, arguments: &Arguments) -> anyhow::Result<()> {
        let Some(statistics) = self.statistics.take() else { return Ok(()) };
        let summary = statistics.finish().context("this part of the batch has no games")?;
        if let Some(path) = &arguments.plot {
            let picture = plot::svg(&summary, &arguments.title());
            self.outcome.write_file(path, picture.as_bytes());
        }
        if arguments.batch.summary {
            self.outcome.print_json(&summary);
        }
        Ok(())
    }
}

impl Arguments {
    /// The heading of a plot.
    fn title(&self) -> String {
        let german = match &self.orders {
            Some(path) => path.display().to_string(),
            None => self.german.clone(),
        };
        let opponent = match self.think {
            Some(frames) => format!("{} to think", counted(frames, "frame")),
            None => match self.passes.unwrap_or(PASSES) {
                1 => "1 planning pass".to_string(),
                passes => format!("{passes} planning passes"),
            },
        };
        let russian = if self.russian == "program" { opponent } else { format!("against {}", self.russian) };
        format!("{german}, {}, {russian}", self.rules.title())
    }
}
