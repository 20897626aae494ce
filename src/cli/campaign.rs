//! `front800 campaign`: whole campaigns of the wargame.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, ValueEnum, value_parser};
use serde::Serialize;

use super::failed::title_error;
use super::games::{BatchOptions, Built, Progress};
use super::options::MachineOptions;
use super::{Failed, output};
use crate::harness::batch::Runner;
use crate::harness::campaign::batch::{Batch, BatchError};
use crate::harness::campaign::orders::OrdersFile;
use crate::harness::campaign::players::Players;
use crate::harness::campaign::state::{State, columns};
use crate::harness::campaign::summary::Collector;
use crate::harness::campaign::{CampaignError, Opponent, Setting, plot};
use crate::titles::rasputitsa::{Edition, Level, Rules, Scenario};

/// Frames that the opponent may think at most: almost two days.
const MOST_THINKING: u64 = 10_000_000;

/// Arguments as typed.
#[derive(Args)]
#[command(
    after_help = "Prints one JSON line after every turn's start, or with --summary one JSON document at the end. \
    The lines, and those that a host program gets and gives, are described in docs/campaign.md."
)]
pub struct Arguments {
    /// Which rules the campaign is played by
    #[arg(long, value_name = "RULES", default_value = "modern")]
    rules: RulesName,
    /// Level of difficulty, with the rules modern and 1982; expert if none is named
    #[arg(long, value_name = "LEVEL")]
    level: Option<LevelName>,
    /// When the campaign begins, for experts; 1941 if nothing is said
    #[arg(long, value_name = "YEAR")]
    scenario: Option<ScenarioName>,
    /// The German side's orders, rows of turn,unit,orders,mode; with the rules corrected and 1981 without mode
    #[arg(long, value_name = "FILE", conflicts_with = "player")]
    orders: Option<PathBuf>,
    /// Who plays the German side: idle, east, advance, hunter, planner, or a program of this computer
    #[arg(long, value_name = "PLAYER|FILE", default_value = "idle")]
    player: String,
    /// Complete planning passes of the opponent
    #[arg(long, value_name = "P", default_value_t = 2, conflicts_with = "think")]
    passes: u8,
    /// Frames the opponent may think, instead of passes
    #[arg(long, value_name = "FRAMES", value_parser = value_parser!(u64).range(..=MOST_THINKING))]
    think: Option<u64>,
    /// Turns to show, the first being turn 0
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..))]
    turns: Option<u8>,
    /// Draw the statistics
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    batch: BatchOptions,
    #[command(flatten)]
    machine: MachineOptions,
}

/// The rules by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RulesName {
    /// Those of 1981 to the letter
    #[value(name = "1981")]
    Edition1981,
    /// Those of 1982 to the letter
    #[value(name = "1982")]
    Edition1982,
    /// Those of 1981 with its defects corrected: rasputitsa:classic
    Corrected,
    /// Those of 1982 with the defects of both editions corrected: rasputitsa
    Modern,
}

impl RulesName {
    fn rules(self) -> Rules {
        match self {
            RulesName::Edition1981 => Rules::Edition1981,
            RulesName::Edition1982 => Rules::Edition1982,
            RulesName::Corrected => Rules::Corrected,
            RulesName::Modern => Rules::Modern,
        }
    }
}

/// The levels by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LevelName {
    Learner,
    Beginner,
    Intermediate,
    Advanced,
    Expert,
}

/// The scenarios by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScenarioName {
    /// From 22 June 1941
    #[value(name = "1941")]
    Of1941,
    /// From 24 May 1942
    #[value(name = "1942")]
    Of1942,
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
pub fn campaign(arguments: Arguments) -> anyhow::Result<()> {
    let batch = arguments.batch()?;
    let title = arguments.machine.sources().rasputitsa_with(arguments.rules.rules());
    let title = title.map_err(|error| title_error("rasputitsa", error))?;
    let config = arguments.machine.config()?;
    let built = Built { config, xex: &title.xex, output: &title.output };

    let mut report = Report::new(&arguments, &batch);
    let mut written = Ok(());
    let played = batch.play(&built, |game, state| {
        written = report.take(game, &state);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    report.progress.clear();
    written?;
    played.map_err(|error| failure(error, batch.games))?;
    report.finish(&arguments)
}

impl Arguments {
    /// How many turns are played: all that a campaign by these rules has, unless fewer are wanted.
    fn turns(&self) -> anyhow::Result<u8> {
        // The last orders are followed by a turn without, and the first turn is turn 0.
        let whole = self.rules.rules().edition().last_orders() + 2;
        let turns = self.turns.unwrap_or(whole);
        ensure!(
            turns <= whole,
            "--turns {turns}: a campaign by these rules is shorter: expected 1 to {whole}"
        );
        Ok(turns)
    }

    fn batch(&self) -> anyhow::Result<Batch> {
        let whole_pass = self.rules != RulesName::Edition1981;
        ensure!(
            !(whole_pass && self.passes == 0),
            "--passes 0: but with the rules of 1981 START is not taken before one pass: expected 1 to 255"
        );
        let opponent = match self.think {
            Some(frames) => Opponent::Frames { frames, whole_pass },
            None => Opponent::Passes(self.passes),
        };
        let Runner { games, shard, jobs } = self.batch.runner()?;
        Ok(Batch {
            games,
            shard,
            jobs,
            turns: self.turns()?,
            seed: self.machine.seed,
            stream: self.batch.stream()?,
            setting: self.setting()?,
            opponent,
            players: self.players()?,
        })
    }

    fn setting(&self) -> anyhow::Result<Setting> {
        let first = self.rules.rules().edition() == Edition::First;
        ensure!(
            !(first && (self.level.is_some() || self.scenario.is_some())),
            "--level, --scenario: the rules of 1981 have neither: expected --rules 1982 or modern with them"
        );
        let level = self.level.unwrap_or(LevelName::Expert);
        let of_1942 = self.scenario == Some(ScenarioName::Of1942);
        ensure!(
            !of_1942 || level == LevelName::Expert,
            "--scenario 1942: the campaign of 1942 is for experts: expected --level expert"
        );
        let scenario = if of_1942 { Scenario::Of1942 } else { Scenario::Of1941 };
        Ok(Setting { level: Level::ALL[level as usize], scenario })
    }

    fn players(&self) -> anyhow::Result<Players> {
        if let Some(path) = &self.orders {
            let text = output::read_text(path)?;
            return Ok(Players::File(Arc::new(OrdersFile::parse(
                &path.display().to_string(),
                &text,
                self.rules.rules().edition(),
            )?)));
        }
        Ok(match self.player.as_str() {
            "idle" => Players::Idle,
            "east" => Players::East,
            "advance" | "hunter" | "planner" => {
                let assets = self.machine.sources().assets();
                let assets = assets.map_err(|error| title_error("rasputitsa", error))?;
                let player = match self.player.as_str() {
                    "advance" => Players::Advance,
                    "hunter" => Players::Hunter,
                    _ => Players::Planner,
                };
                player(assets, self.rules.rules().edition())
            }
            path if Path::new(path).is_file() => {
                Players::Program { path: path.into(), timeout: self.batch.timeout() }
            }
            name => {
                bail!(
                    "--player {name}: there is no such file: expected idle, east, advance, hunter, planner or a program"
                )
            }
        })
    }
}

/// Exit status 1 if the program or a player failed, 2 if what they were given is wrong.
fn failure(failed: BatchError, games: u64) -> anyhow::Error {
    let message = match games {
        1 => failed.error.to_string(),
        _ => format!("game {}: {}", failed.game, failed.error),
    };
    match failed.error {
        CampaignError::Orders(_) => anyhow!(message),
        CampaignError::Player(error) if error.turn.is_none() => anyhow!(message),
        _ => anyhow!(Failed(message)),
    }
}

/// What comes out of a batch.
struct Report {
    lines: bool,
    /// Games have numbers.
    numbered: bool,
    csv: Option<String>,
    statistics: Option<Collector>,
    progress: Progress,
    /// Games of which something has come out.
    begun: u64,
}

impl Report {
    fn new(arguments: &Arguments, batch: &Batch) -> Self {
        let numbered = batch.games > 1;
        let columns = columns(arguments.rules.rules().edition());
        let header = match (arguments.batch.no_header, numbered) {
            (true, _) => String::new(),
            (false, true) => format!("game,{columns}\n"),
            (false, false) => format!("{columns}\n"),
        };
        Report {
            lines: !arguments.batch.summary,
            numbered,
            csv: arguments.batch.csv.is_some().then_some(header),
            statistics: (arguments.batch.summary || arguments.plot.is_some()).then(Collector::default),
            progress: Progress::new(&batch.runner(), &arguments.batch),
            begun: 0,
        }
    }

    fn take(&mut self, game: u64, state: &State) -> anyhow::Result<()> {
        self.begun += u64::from(state.turn == 0);
        self.progress.show(self.begun, format_args!("turn {:2}", state.turn));
        if let Some(csv) = &mut self.csv {
            if self.numbered {
                write!(csv, "{game},")?;
            }
            writeln!(csv, "{}", state.csv())?;
        }
        if let Some(statistics) = &mut self.statistics {
            statistics.add(state);
        }
        if self.lines {
            output::print_json(&Line { game: self.numbered.then_some(game), state })?;
        }
        Ok(())
    }

    fn finish(self, arguments: &Arguments) -> anyhow::Result<()> {
        if let (Some(path), Some(csv)) = (&arguments.batch.csv, &self.csv) {
            output::write_file(path, csv.as_bytes())?;
        }
        let Some(statistics) = self.statistics else { return Ok(()) };
        let summary = statistics.finish().context("this part of the batch has no games")?;
        if let Some(path) = &arguments.plot {
            output::write_file(path, plot::svg(&summary, &arguments.title()).as_bytes())?;
        }
        if arguments.batch.summary {
            output::print_json(&summary)?;
        }
        Ok(())
    }
}

impl Arguments {
    /// What stands above a plot.
    fn title(&self) -> String {
        let rules = match self.rules {
            RulesName::Edition1981 => "rules of 1981",
            RulesName::Edition1982 => "rules of 1982",
            RulesName::Corrected => "rules of 1981, corrected",
            RulesName::Modern => "rules of 1982, corrected",
        };
        let german = match &self.orders {
            Some(path) => path.display().to_string(),
            None => self.player.clone(),
        };
        let opponent = match self.think {
            Some(frames) => format!("{frames} frames to think"),
            None => format!("{} planning passes", self.passes),
        };
        format!("{german}, {rules}, {opponent}")
    }
}
