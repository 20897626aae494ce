//! `front800 arena`: tournaments of players of the wargame.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use super::campaign::rules::RulesOptions;
use super::campaign::sides::seat;
use super::campaign::{failure, opponent, warn_without_opponent, warn_without_program};
use super::failed::title_error;
use super::games::{stream, timeout};
use super::options::{MachineOptions, within};
use super::outcome::Outcome;
use super::output;
use crate::harness::arena::page::Album;
use crate::harness::arena::{self, Entrant, Tournament};
use crate::harness::batch::{Runner, processors};
use crate::harness::campaign::batch::Batch;
use crate::harness::campaign::observation::Sight;
use crate::harness::campaign::players::Players;
use crate::harness::campaign::seats::Seats;
use crate::harness::campaign::state::Side;
use crate::harness::campaign::world::World;

/// Command-line arguments.
#[derive(Args)]
#[command(
    after_help = "A PLAYER is idle, east, west, advance, hunter, planner, a host program (a program on this computer), or program: the game's own 6502 opponent, \
    which plays only the Russian side. docs/campaign.md describes tournaments and their results."
)]
pub(super) struct Arguments {
    /// Players in the tournament
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    rules: RulesOptions,
    /// Games per pair and side; game k has seed + k
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u64>(1..))]
    games: u64,
    /// Games to play at a time (default: one per processor)
    #[arg(long, value_name = "N", value_parser = within::<u16>(1..=u16::MAX))]
    jobs: Option<u16>,
    /// Random bytes that the program reads from RANDOM: lcg:SEED, with SEED below 2^31 (default: POKEY's)
    #[arg(long, value_name = "lcg:SEED")]
    random: Option<String>,
    /// Score that counts as a draw (default: the median of all games)
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true)]
    par: Option<i16>,
    /// Number of turns in a game; the first is turn 0
    #[arg(long, value_name = "N", value_parser = within::<u8>(2..=u8::MAX))]
    turns: Option<u8>,
    /// Complete planning passes of the opponent in the program (otherwise 2)
    #[arg(long, value_name = "P", value_parser = within::<u8>(..=u8::MAX))]
    passes: Option<u8>,
    /// Tell programs that play only what their side may know
    #[arg(long)]
    fog: bool,
    /// Seconds a program that plays may take for an answer (otherwise 60)
    #[arg(long, value_name = "SECONDS", value_parser = within::<u64>(1..))]
    timeout: Option<u64>,
    /// Print one JSON document with ratings and games instead of the table
    #[arg(long)]
    json: bool,
    /// Write a page with the tables and a view of the games with the first seed
    #[arg(long, value_name = "FILE.html", value_parser = output::named(&["html", "htm"]))]
    html: Option<PathBuf>,
    #[command(flatten)]
    machine: MachineOptions,
}

/// Runs the subcommand.
pub(super) fn arena(arguments: &Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    output::check_outputs_beside(true, arguments.html.as_deref())?;
    let tournament = arguments.tournament()?;
    let built = arguments.machine.built(arguments.rules.rules.entry().name)?;
    let assets = arguments.machine.sources().assets().map_err(|error| title_error("rasputitsa", error))?;
    let world = World::new(&assets, arguments.rules.edition());
    let shown = if arguments.html.is_some() { tournament.pairs().len() as u64 } else { 0 };
    let mut album = Album::default();
    let played = tournament.play(&built, |game, week| {
        if game < shown {
            album.add(game, &week.state);
        }
        ControlFlow::Continue(())
    });
    let played = played.map_err(|error| failure(error, tournament.games()))?;
    match arguments.json {
        true => outcome.print_json(&played),
        false => outcome.print(&table(&played)),
    };
    if let Some(path) = &arguments.html {
        let page = album.page(&arguments.rules.described(), &world, &played)?;
        outcome.write_file(path, page.as_bytes());
    }
    Ok(())
}

impl Arguments {
    fn tournament(&self) -> anyhow::Result<Tournament> {
        let assets = self.machine.sources().assets().map_err(|error| title_error("rasputitsa", error))?;
        let seats = Seats {
            assets,
            edition: self.rules.edition(),
            timeout: timeout(self.timeout),
            sight: if self.fog { Sight::Fog } else { Sight::Open },
            files: false,
        };
        let mut entrants: Vec<Entrant> = Vec::new();
        for name in &self.players {
            ensure!(
                entrants.iter().all(|entrant| entrant.name != *name),
                "{name}: duplicate player: expected every player once"
            );
            let russian = seat(&seats, "arena", name, Side::Russian)?;
            entrants.push(Entrant { name: name.clone(), german: russian.clone(), russian });
        }
        let players: Vec<Option<&Players>> =
            entrants.iter().map(|entrant| entrant.russian.as_ref()).collect();
        warn_without_program(&players, [("--fog", self.fog), ("--timeout", self.timeout.is_some())]);
        warn_without_opponent(&players, [("--passes", self.passes.is_some())]);
        let whole = self.rules.edition().turns();
        let turns = self.turns.unwrap_or(whole);
        ensure!(
            turns <= whole,
            "--turns {turns}: a campaign by these rules is shorter: expected 2 to {whole}"
        );
        let jobs = self.jobs.map_or_else(processors, usize::from);
        let rules = Batch {
            runner: Runner::whole(1, 1),
            turns,
            seed: self.machine.seed,
            stream: stream(self.random.as_deref())?,
            setting: self.rules.setting()?,
            opponent: opponent(&self.rules, self.passes, None)?,
            german: Players::Idle,
            russian: None,
            from: None,
            save: false,
        };
        Ok(Tournament { entrants, seeds: self.games, jobs, par: self.par, rules })
    }
}

/// The ratings as text.
fn table(outcome: &arena::Outcome) -> String {
    let longest = outcome.players.iter().map(|player| player.player.chars().count()).max();
    let width = longest.unwrap_or(0).max("player".len());
    let mut text =
        format!("{:width$}   elo    95 percent  games   won drawn  lost  german russian\n", "player");
    for player in &outcome.players {
        let [low, high] = player.interval_95;
        let [german, russian] = [player.as_german, player.as_russian]
            .map(|score| score.map_or("-".into(), |score| score.to_string()));
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{:width$} {:5.0} {low:5.0} to {high:4.0} {:6} {:5} {:5} {:5} {german:>7} {russian:>7}",
            player.player, player.elo, player.games, player.won, player.drawn, player.lost
        );
    }
    let [low, high] = outcome.advantage.interval_95;
    let _ = writeln!(
        text,
        "par {}, the German side worth {:.0} ({low:.0} to {high:.0}); german and russian: median scores on these sides",
        outcome.par, outcome.advantage.value
    );
    text
}
