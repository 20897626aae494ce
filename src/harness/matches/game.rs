//! A single game: a machine that is stopped at the doors of its program.

use std::fmt;
use std::sync::{Arc, OnceLock};

use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::error::MatchError;
use crate::debug::cancel::CancelToken;
use crate::harness::chance::{Chance, RANDOM_PERIOD, hesitate};
use crate::harness::driver::{Driver, DriverError};
use crate::machine::Machine;
use crate::titles::companion::{
    ACTION_BEGIN, Companion, Doors, Find, GameOptions, Label, Outcome, Poke, Switches, word,
};

/// Frames within which the program must reach the next door, in addition to its thinking.
const PATIENCE: u64 = 20_000;
/// Machine cycles that pass at most at the title, a minute. A game begins with a frame, and each frame of this time makes
/// it another game.
const MOST_AT_TITLE: u32 = 60 * 1_789_773;

/// The settings of a game.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The options chosen at the title.
    pub options: GameOptions,
    /// Bit n: the program itself plays side n.
    pub computers: u8,
    /// Frames that the program may think about a move; its own limit of five seconds if none.
    pub think: Option<u16>,
}

/// The door that the program has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It waits for an action.
    Waits,
    /// A step is complete, or the first position is set up.
    Done,
    /// An action has been refused.
    Refused,
}

/// A game at one of its doors. Clones are independent.
#[derive(Clone)]
pub struct Game {
    driver: Driver,
    companion: Arc<dyn Companion>,
    doors: Doors,
    switches: Switches,
    patience: u64,
    sides: usize,
    /// The actions accepted in this position, if they have been requested.
    legal: OnceLock<Vec<String>>,
    /// The bytes changed by the last action: address, old value, new value.
    changed: Vec<(u16, u8, u8)>,
    /// How long passes before each step, if that matters.
    hesitation: Option<ChaCha8Rng>,
    /// Positions that have been reached, the first among them.
    positions: u64,
    /// Random bytes taken: the program counts the low 16 bits.
    bytes: u64,
    begun: u64,
    /// The machine cycle at which the program last left a door.
    went_on: u64,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("sides", &self.sides)
            .field("machine", self.machine())
            .finish_non_exhaustive()
    }
}

impl Game {
    /// Starts the program that `machine` was switched on with, and begins a game at its title.
    ///
    /// # Errors
    /// [`MatchError::Label`] if the program lacks a label, [`MatchError::Options`] for options that the game does not
    /// have, and [`MatchError::Program`] if the program does not get to its title.
    pub fn begin(
        machine: Machine,
        label: Label,
        find: Find,
        setup: &Setup,
        chance: Chance,
    ) -> Result<Self, MatchError> {
        let companion: Arc<dyn Companion> = find(label)?.into();
        let (doors, switches) = (Doors::find(label)?, Switches::find(label)?);
        let mut pokes = companion.options(&setup.options).map_err(MatchError::Options)?;
        pokes.extend([
            (switches.computers, setup.computers),
            (switches.haste, 1),
            (switches.action, ACTION_BEGIN),
        ]);
        if let Some(think) = setup.think {
            pokes.extend((switches.think_limit..).zip(think.to_le_bytes()));
        }
        let mut driver = Driver::new(machine);
        let patience = PATIENCE + u64::from(setup.think.unwrap_or(0));
        let failed = |error| MatchError::Program { step: 0, error };
        driver.run_to("start", &[switches.start], PATIENCE).map_err(failed)?;
        let mut hesitation = chance.set(&mut driver);
        driver.run_to_door("title_wait", &[doors.title_wait], PATIENCE).map_err(failed)?;
        if let Some(random) = &mut hesitation {
            hesitate(&mut driver, random, MOST_AT_TITLE).map_err(failed)?;
        }
        driver.poke(pokes);
        driver.pass();
        let begun = driver.machine().cycle();
        let sides = companion.sides(&setup.options);
        Ok(Game {
            driver,
            companion,
            doors,
            switches,
            patience,
            sides,
            legal: OnceLock::new(),
            changed: Vec::new(),
            hesitation,
            positions: 0,
            bytes: 0,
            begun,
            went_on: begun,
        })
    }

    /// Sets the token that cancels the game. A cancelled game is left between two actions, and the lines up to there
    /// are lost.
    pub fn set_cancel(&mut self, cancel: CancelToken) {
        self.driver.set_cancel(cancel);
    }

    /// Performs `action`, if given and if the program waits for one, then runs until an action is awaited or the game
    /// is over. Returns the lines as in a batch: one for each step, or the refusal of the action.
    ///
    /// # Errors
    /// If the program does not get to a door.
    pub fn play(&mut self, action: Option<&str>) -> Result<Vec<Value>, DriverError> {
        let mut lines = Vec::new();
        if let Some(text) = action {
            match self.pokes(text) {
                Some(pokes) => self.act(pokes),
                None => return Ok(vec![self.refusal(text, false)?]),
            }
        }
        loop {
            match self.next_event()? {
                Event::Waits => return Ok(lines),
                Event::Done => {
                    lines.push(self.state()?);
                    if self.outcome().is_some() {
                        return Ok(lines);
                    }
                }
                Event::Refused => lines.push(self.refusal(action.unwrap_or_default(), true)?),
            }
            self.go_on();
        }
    }

    /// Runs to the next door, unless the program is at one.
    ///
    /// # Errors
    /// As those of [`Driver::run_to`], if the program does not get to a door.
    pub fn next_event(&mut self) -> Result<Event, DriverError> {
        let doors = [self.doors.action_wait, self.doors.step_done, self.doors.step_refused];
        let stood = self.driver.stands_at(&doors);
        if let Some(random) = self.hesitation.as_mut().filter(|_| !stood) {
            hesitate(&mut self.driver, random, RANDOM_PERIOD)?;
            self.went_on = self.driver.machine().cycle();
        }
        let door = self.driver.run_to_door("action_wait", &doors, self.patience)?;
        let bytes = self.driver.look(|peek| word(peek, self.switches.byte_count));
        self.bytes += u64::from(bytes.wrapping_sub(self.bytes as u16));
        Ok(match doors.iter().position(|&other| other == door) {
            Some(0) => Event::Waits,
            Some(1) => {
                self.positions += u64::from(!stood);
                self.legal = OnceLock::new();
                Event::Done
            }
            _ => {
                self.take_back();
                Event::Refused
            }
        })
    }

    /// Undoes a refused action: bytes that still have the poked value get their old one back.
    fn take_back(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        let still = changed.into_iter().filter(|&(address, _, poked)| self.driver.peek(address) == poked);
        let before: Vec<Poke> = still.map(|(address, before, _)| (address, before)).collect();
        self.driver.poke(before);
        self.legal = OnceLock::new();
    }

    /// Leaves the door.
    pub fn go_on(&mut self) {
        self.driver.pass();
        self.went_on = self.driver.machine().cycle();
    }

    /// Performs an action and leaves the door at which the program waits for one.
    pub fn act(&mut self, pokes: Vec<Poke>) {
        let changed = pokes.iter().map(|&(address, value)| (address, self.driver.peek(address), value));
        self.changed = changed.collect();
        self.driver.poke(pokes);
        // Setting up an army changes the accepted actions without a step.
        if self.opening().is_some() {
            self.legal = OnceLock::new();
        }
        self.go_on();
    }

    /// The bytes to poke for an action; none if the text is not an action.
    pub fn pokes(&self, text: &str) -> Option<Vec<Poke>> {
        self.driver.look(|peek| self.companion.action(text, peek))
    }

    /// The side to act, from 0.
    pub fn turn(&self) -> usize {
        self.driver.look(|peek| self.companion.turn(peek))
    }

    /// The outcome of the game, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.driver.look(|peek| self.companion.outcome(peek))
    }

    /// Whether the player whose turn it is may choose an action: see [`Companion::may_choose`].
    pub fn may_choose(&self, text: &str) -> bool {
        self.driver.look(|peek| self.companion.may_choose(text, peek))
    }

    /// What is wrong with a text that is meant to set a game up: see [`Companion::opening_fault`].
    pub fn opening_fault(&self, text: &str) -> Option<String> {
        self.companion.opening_fault(text)
    }

    /// During the setup before the first move: the action that completes it without a choice.
    pub fn opening(&self) -> Option<&'static str> {
        self.driver.look(|peek| self.companion.opening(peek))
    }

    /// The number of sides.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// All actions that can ever be accepted, except those before the first move; see [`Companion::actions`].
    pub fn actions(&self) -> Vec<String> {
        self.companion.actions()
    }

    /// All actions accepted now, in the order of the rules.
    ///
    /// # Errors
    /// As those of [`Driver::run_to`], if the routine that lists them does not return.
    pub fn legal(&self) -> Result<&[String], DriverError> {
        if let Some(legal) = self.legal.get() {
            return Ok(legal);
        }
        let legal = self.ask_legal()?;
        Ok(self.legal.get_or_init(|| legal))
    }

    fn ask_legal(&self) -> Result<Vec<String>, DriverError> {
        if self.outcome().is_some() {
            return Ok(Vec::new());
        }
        if let Some(opening) = self.opening() {
            return Ok(vec![opening.to_string()]);
        }
        let mut copy = self.driver.clone();
        copy.call("legal_list", self.switches.legal_list, PATIENCE)?;
        Ok(copy.look(|peek| self.companion.legal(peek)))
    }

    /// The trace line of the position, at [`Event::Done`].
    ///
    /// # Errors
    /// As those of [`Game::legal`].
    pub fn state(&self) -> Result<Value, DriverError> {
        let legal = self.legal()?;
        let mut line = self.driver.look(|peek| self.companion.state(peek, legal));
        self.companion.set_counts(&mut line, self.positions.saturating_sub(1), self.bytes);
        Ok(line)
    }

    /// What the player to act may know.
    ///
    /// # Errors
    /// As those of [`Game::legal`].
    pub fn view(&self) -> Result<Value, DriverError> {
        let legal = self.legal()?;
        Ok(self.driver.look(|peek| self.companion.view(peek, legal)))
    }

    /// The trace line of a refused action: refused by the program, at [`Event::Refused`], or not an action at all.
    ///
    /// # Errors
    /// As those of [`Game::legal`].
    pub fn refusal(&self, text: &str, by_program: bool) -> Result<Value, DriverError> {
        let legal = self.legal()?;
        let why = by_program.then(|| self.driver.peek(self.switches.refused_why));
        Ok(self.driver.look(|peek| self.companion.refusal(text, why, peek, legal)))
    }

    /// Random bytes read in this game.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Machine cycles since the game began.
    pub fn cycles(&self) -> u64 {
        self.driver.machine().cycle() - self.begun
    }

    /// Machine cycles since the program last left a door.
    pub fn cycles_since_last(&self) -> u64 {
        self.driver.machine().cycle() - self.went_on
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        self.driver.machine()
    }

    /// The machine, to change what is not part of its state: drawing, sound.
    pub fn machine_mut(&mut self) -> &mut Machine {
        self.driver.machine_mut()
    }
}
