//! Whole games of the companion titles, played on the real program.
//!
//! A [`Game`] is a machine with the program in it, stopped at the doors where it can be talked to
//! ([`Doors`](crate::titles::companion::Doors)). A [`Batch`] seats players ([`Who`]) at many such games; out come the lines of the rules' traces.

mod error;
mod game;
mod player;
pub mod summary;
pub mod table;

use std::ops::ControlFlow;

use serde_json::Value;

use crate::harness::batch::{self, Built, Runner, Watch};
use crate::harness::driver::DriverError;
use crate::machine::Lcg;
use crate::titles::companion::{Find, GameOptions, Outcome};
pub use error::MatchError;
pub use game::{Event, Game, Setup};
use player::Players;
pub use player::{ActionFile, Lineup, Who};

/// Refusals in a row after which a player is not asked again.
const MOST_REFUSALS: u32 = 10;

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Which games are played, and how many at a time.
    pub runner: Runner,
    /// Power-on seed of game 0; that of game k is k more.
    pub seed: u64,
    /// Seed of game 0's stream of random numbers, if they come from a stream.
    pub stream: Option<u32>,
    /// What is chosen at the title.
    pub options: GameOptions,
    /// Frames that the program may think about a move, if not its own five seconds.
    pub think: Option<u16>,
    /// Who plays.
    pub lineup: Lineup,
    /// Steps after which a game is given up.
    pub steps: u64,
    /// Whether there are lines at all.
    pub lines: bool,
    /// Whether lines tell what the player to move may know.
    pub view: bool,
}

/// What comes out of a game.
#[derive(Clone, Debug)]
pub enum Item {
    /// A step of it, or a refused action: a line of the trace.
    Line(Value),
    /// The game is over.
    End(Ending),
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// How it has ended; none if a player had no more actions or the steps were too many.
    pub outcome: Option<Outcome>,
    /// Steps of it.
    pub steps: u64,
    /// Actions that were refused.
    pub refused: u64,
    /// Random bytes taken.
    pub bytes: u64,
    /// Machine cycles from its beginning.
    pub cycles: u64,
    /// Of each side, the machine cycles of each of its steps that the program itself played.
    pub thinking: Vec<Vec<u64>>,
}

/// A game of a batch that came to nothing.
pub type BatchError = batch::BatchError<MatchError>;

impl Batch {
    /// Plays the games. `watch` gets what comes out of one game after the other, in the order of their numbers
    /// and steps; breaking ends the batch.
    ///
    /// # Errors
    /// The first game, by its number, that failed.
    pub fn play(
        &self,
        built: &Built,
        find: Find,
        watch: impl FnMut(u64, Item) -> ControlFlow<()>,
    ) -> Result<(), BatchError> {
        self.runner.run(|game, watch: Watch<Item>| self.play_game(built, find, game, watch), watch)
    }

    /// How one of the games ends whenever it is played; not told where a program of the host plays, which may play otherwise
    /// the next time.
    ///
    /// # Errors
    /// If it fails.
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
        let setup = Setup { options: self.options, computers: self.lineup.computers(), think: self.think };
        let game =
            Game::begin(built.machine(seed), &|name| built.label(name), find, &setup, stream.map(Lcg::new))?;
        // With a stream the power-on seed changes nothing.
        let players = Players::seat(&self.lineup, stream.map_or(seed, u64::from))?;
        let mut sitting =
            Sitting { batch: self, game, players, watch, ending: Ending::new(&self.lineup), refusals: 0 };
        sitting.play()
    }
}

impl Ending {
    fn new(lineup: &Lineup) -> Self {
        let thinking = vec![Vec::new(); lineup.sides.len()];
        Ending { outcome: None, steps: 0, refused: 0, bytes: 0, cycles: 0, thinking }
    }
}

/// A game that is being played.
struct Sitting<'a> {
    batch: &'a Batch,
    game: Game,
    players: Players<'a>,
    watch: Watch<'a, Item>,
    ending: Ending,
    /// Actions that have been refused since the last step.
    refusals: u32,
}

impl Sitting<'_> {
    fn play(&mut self) -> Result<(), MatchError> {
        let mut first = true;
        let mut asked: Option<String> = None;
        // Nobody has chosen it.
        let mut is_opening = false;
        loop {
            let side = self.game.turn();
            match self.game.next_event().map_err(|error| self.failed(error))? {
                Event::Done => {
                    self.count_step(side, first);
                    (first, self.refusals) = (false, 0);
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
                    if self.refusals >= MOST_REFUSALS && !self.players.is_file(self.game.turn()) {
                        let message = format!("its last {MOST_REFUSALS} actions were refused");
                        return Err(self.players.failed(self.game.turn(), self.ending.steps, message));
                    }
                    let opening = self.opening();
                    is_opening = opening.is_some();
                    let chosen = match opening {
                        Some(opening) => Some(opening.to_string()),
                        None => self.players.choose(self.game.turn(), self.ending.steps, &mut self.game)?,
                    };
                    let Some(text) = chosen else { return self.end() };
                    let may_choose =
                        !self.players.is_external(self.game.turn()) || !self.game.is_for_others(&text);
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

    /// What goes on before the first move by itself: neither does the side's file say it, nor is a program asked.
    fn opening(&mut self) -> Option<&'static str> {
        let opening = self.game.opening()?;
        let side = self.game.turn();
        let in_file = self.players.peek_file(side).is_some_and(|text| self.game.pokes(text).is_some());
        (!in_file && !self.players.is_external(side)).then_some(opening)
    }

    /// What goes on by itself was refused: nothing else would be done the next time.
    fn cannot_begin(&mut self, side: usize, text: &str) -> MatchError {
        let refusal = match self.game.refusal(text, true) {
            Ok(refusal) => refusal,
            Err(error) => return self.failed(error),
        };
        let why = refusal["why"].as_str().unwrap_or_default();
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

    /// Counts a refused action and shows it.
    fn refuse(&mut self, text: &str, by_program: bool) -> Result<ControlFlow<()>, MatchError> {
        self.ending.refused += 1;
        self.refusals += 1;
        if !self.batch.lines {
            return Ok(ControlFlow::Continue(()));
        }
        let line = self.game.refusal(text, by_program).map_err(|error| self.failed(error))?;
        Ok((self.watch)(Item::Line(line)))
    }

    fn failed(&self, error: DriverError) -> MatchError {
        MatchError::Program { step: self.ending.steps, error }
    }

    fn end(&mut self) -> Result<(), MatchError> {
        self.players.finish(self.ending.steps)?;
        self.ending.bytes = self.game.bytes();
        self.ending.cycles = self.game.cycles();
        // It was the last.
        let _ = (self.watch)(Item::End(self.ending.clone()));
        Ok(())
    }
}
