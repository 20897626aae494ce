//! Whole games of the companion titles, played on the real program.
//!
//! A [`Game`] is a machine that runs the program, stopped at its doors, where it can be driven
//! ([`Doors`](crate::titles::companion::Doors)). A [`Batch`] lets players ([`Who`]) play many such games; its results
//! are the lines of the rules' traces.

mod error;
mod game;
mod player;
pub mod summary;
pub mod table;

use std::ops::ControlFlow;

use serde_json::Value;

use crate::harness::batch::{self, Built, Runner, Watch};
use crate::harness::chance::Chance;
use crate::harness::driver::DriverError;
use crate::titles::companion::{Find, GameOptions, Outcome};
pub use error::MatchError;
pub use game::{Event, Game, Setup};
use player::Players;
pub use player::{ActionFile, Lineup, Who};

/// Refused actions in a row after which a player has failed.
const MOST_REFUSALS: u32 = 10;
/// Actions of any kind after which a player is not asked again before the next step: setting a game up takes a few.
const MOST_ACTIONS: u32 = 100;

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Which games are played, and how many in parallel.
    pub runner: Runner,
    /// Power-on seed of game 0; game k has this seed plus k.
    pub seed: u64,
    /// Seed of game 0's random stream, if random numbers come from a stream.
    pub stream: Option<u32>,
    /// The options chosen at the title.
    pub options: GameOptions,
    /// Frames that the program may think about a move; its own limit of five seconds if none.
    pub think: Option<u16>,
    /// The players.
    pub lineup: Lineup,
    /// The number of steps after which a game is ended.
    pub steps: u64,
    /// Whether trace lines are produced at all.
    pub lines: bool,
    /// Whether the lines contain what the player to move may know.
    pub view: bool,
}

/// A result of a game.
#[derive(Clone, Debug)]
pub enum Item {
    /// A trace line: a step, or a refused action.
    Line(Value),
    /// The game is over.
    End(Ending),
}

/// A completed game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// Its outcome; none if a player had no more actions or the limit of steps was reached.
    pub outcome: Option<Outcome>,
    /// The number of steps.
    pub steps: u64,
    /// The number of refused actions.
    pub refused: u64,
    /// Random bytes read by the program.
    pub bytes: u64,
    /// Machine cycles since its beginning.
    pub cycles: u64,
    /// For each side, the machine cycles of each step that the program itself played.
    pub thinking: Vec<Vec<u64>>,
}

/// A game of a batch that failed.
pub type BatchError = batch::BatchError<MatchError>;

impl Batch {
    /// Plays the games. `watch` gets the results in the order of games and steps; breaking ends the batch.
    ///
    /// # Errors
    /// The failed game with the lowest number.
    pub fn play(
        &self,
        built: &Built,
        find: Find,
        watch: impl FnMut(u64, Item) -> ControlFlow<()>,
    ) -> Result<(), BatchError> {
        self.runner.run(|game, watch: Watch<Item>| self.play_game(built, find, game, watch), watch)
    }

    /// Replays one of the games, whose ending is reproducible. None if an external program takes part, because it may
    /// play differently the next time.
    ///
    /// # Errors
    /// If the game fails.
    fn play_again(&self, built: &Built, find: Find, game: u64) -> Result<Option<Ending>, MatchError> {
        let mut ending = None;
        if !self.lineup.sides.iter().any(|who| matches!(who, Who::Program { .. })) {
            Batch { lines: false, ..self.clone() }.play_game(built, find, game, &mut |item| {
                if let Item::End(end) = item {
                    ending = Some(end);
                }
                ControlFlow::Continue(())
            })?;
        }
        Ok(ending)
    }

    fn play_game(
        &self,
        built: &Built,
        find: Find,
        number: u64,
        watch: Watch<Item>,
    ) -> Result<(), MatchError> {
        let seed = self.seed.wrapping_add(number);
        let stream = self.stream.map(|stream| stream.wrapping_add(number as u32));
        let chance = Chance::of(stream, seed);
        let setup = Setup { options: self.options, computers: self.lineup.computers(), think: self.think };
        let game = Game::begin(built.machine(seed), &|name| built.label(name), find, &setup, chance)?;
        // With a stream the power-on seed changes nothing.
        let players = Players::seat(&self.lineup, stream.map_or(seed, u64::from))?;
        let ending = Ending::new(&self.lineup);
        Sitting { batch: self, game, players, watch, ending, actions: 0, refusals: 0, refused: Value::Null }
            .play()
    }
}

impl Ending {
    fn new(lineup: &Lineup) -> Self {
        let thinking = vec![Vec::new(); lineup.sides.len()];
        Ending { outcome: None, steps: 0, refused: 0, bytes: 0, cycles: 0, thinking }
    }
}

/// A game being played.
struct Sitting<'a> {
    batch: &'a Batch,
    game: Game,
    players: Players<'a>,
    watch: Watch<'a, Item>,
    ending: Ending,
    /// Actions since the last step.
    actions: u32,
    /// How many of them have been refused.
    refusals: u32,
    /// The line of the last that was.
    refused: Value,
}

impl Sitting<'_> {
    fn play(&mut self) -> Result<(), MatchError> {
        let mut first = true;
        let mut asked: Option<String> = None;
        // Whether the pending action is the opening, which no player has chosen.
        let mut is_opening = false;
        loop {
            let side = self.game.turn();
            match self.game.next_event().map_err(|error| self.failed(error))? {
                Event::Done => {
                    self.count_step(side, first);
                    (first, self.actions, self.refusals) = (false, 0, 0);
                    if self.show_step()?.is_break() {
                        return Ok(());
                    }
                    self.ending.outcome = self.game.outcome();
                    if self.ending.outcome.is_some() || self.ending.steps >= self.batch.steps {
                        return self.end();
                    }
                    self.game.go_on();
                }
                Event::Refused => {
                    let text = asked.as_deref().unwrap_or_default();
                    if self.refuse(text, true)?.is_break() {
                        return Ok(());
                    }
                    if is_opening {
                        return Err(self.cannot_begin(side, text));
                    }
                    self.game.go_on();
                }
                Event::Waits => {
                    let side = self.game.turn();
                    self.check_actions(side)?;
                    let opening = self.opening(side)?;
                    is_opening = opening.is_some();
                    let chosen = match opening {
                        Some(opening) => Some(opening.to_string()),
                        None => self.players.choose(side, self.ending.steps, &mut self.game)?,
                    };
                    let Some(text) = chosen else { return self.end() };
                    self.actions += 1;
                    let may_choose = !self.players.is_external(side) || self.game.may_choose(&text);
                    match self.game.pokes(&text).filter(|_| may_choose) {
                        Some(pokes) => self.game.act(pokes),
                        None if self.refuse(&text, false)?.is_break() => return Ok(()),
                        None => {}
                    }
                    asked = Some(text);
                }
            }
        }
    }

    /// A file has an end, and so does the time for an answer; that a player comes to a step has one here.
    fn check_actions(&self, side: usize) -> Result<(), MatchError> {
        let message = if self.refusals >= MOST_REFUSALS {
            let [text, why] = ["refused", "why"].map(|key| self.refused[key].as_str());
            let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
            let text = text.unwrap_or_default();
            format!("its last {MOST_REFUSALS} actions were refused, the last `{text}`{why}")
        } else if self.actions >= MOST_ACTIONS {
            let expected = self.game.opening().map(|opening| format!(": expected {opening}"));
            format!(
                "its last {MOST_ACTIONS} actions made no step of the game{}",
                expected.unwrap_or_default()
            )
        } else {
            return Ok(());
        };
        match self.players.is_file(side) {
            true => Ok(()),
            false => Err(self.players.failed(side, self.ending.steps, message)),
        }
    }

    /// What goes on before the first move by itself: neither does the side's file say it, nor is a program asked.
    fn opening(&self, side: usize) -> Result<Option<&'static str>, MatchError> {
        let Some(opening) = self.game.opening() else { return Ok(None) };
        if let Some((name, line, text)) = self.players.next_line(side)
            && let Some(message) = self.game.opening_fault(text)
        {
            return Err(MatchError::Opening { name: name.to_string(), line, message });
        }
        let in_file = self.players.next_line(side).is_some_and(|(.., text)| self.game.pokes(text).is_some());
        Ok((!in_file && !self.players.is_external(side)).then_some(opening))
    }

    /// What goes on by itself was refused: nothing else would be done the next time.
    fn cannot_begin(&self, side: usize, text: &str) -> MatchError {
        let why = self.refused["why"].as_str().unwrap_or_default();
        let message = format!("the game cannot begin: {text} was refused ({why})");
        self.players.failed(side, self.ending.steps, message)
    }

    fn count_step(&mut self, side: usize, first: bool) {
        let cycles = self.game.cycles_since_last();
        if first {
            return;
        }
        self.ending.steps += 1;
        if self.players.is_computer(side) {
            self.ending.thinking[side].push(cycles);
        }
    }

    fn show_step(&mut self) -> Result<ControlFlow<()>, MatchError> {
        if !self.batch.lines {
            return Ok(ControlFlow::Continue(()));
        }
        let mut line = self.game.state().map_err(|error| self.failed(error))?;
        if self.batch.view {
            let view = self.game.view().map_err(|error| self.failed(error))?;
            if let Some(line) = line.as_object_mut() {
                line.insert("view".to_string(), view);
            }
        }
        Ok((self.watch)(Item::Line(line)))
    }

    /// Counts a refused action and reports it.
    fn refuse(&mut self, text: &str, by_program: bool) -> Result<ControlFlow<()>, MatchError> {
        self.ending.refused += 1;
        self.refusals += 1;
        self.refused = self.game.refusal(text, by_program).map_err(|error| self.failed(error))?;
        if !self.batch.lines {
            return Ok(ControlFlow::Continue(()));
        }
        Ok((self.watch)(Item::Line(self.refused.clone())))
    }

    fn failed(&self, error: DriverError) -> MatchError {
        MatchError::Program { step: self.ending.steps, error }
    }

    fn end(&mut self) -> Result<(), MatchError> {
        self.players.finish(self.ending.steps)?;
        self.ending.bytes = self.game.bytes();
        self.ending.cycles = self.game.cycles();
        // The last result, so breaking changes nothing.
        let _ = (self.watch)(Item::End(self.ending.clone()));
        Ok(())
    }
}
