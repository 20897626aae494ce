//! One game: the machine at the doors of its program.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::error::MatchError;
use crate::debug::cancel::CancelToken;
use crate::harness::driver::{Driver, DriverError};
use crate::machine::{Lcg, Machine};
use crate::titles::companion::{
    ACTION_BEGIN, Companion, Doors, Find, GameOptions, Label, Outcome, Poke, Switches, word,
};

/// Frames within which the program must get from one door to the next, its thinking not counted.
const PATIENCE: u64 = 20_000;

/// What a game is begun with.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// What is chosen at the title.
    pub options: GameOptions,
    /// Bit n: the program itself plays side n.
    pub computers: u8,
    /// Frames that it may think about a move, if not its own five seconds.
    pub think: Option<u16>,
}

/// Where the program stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It waits for an action.
    Waits,
    /// A step has been done, or the first position stands.
    Done,
    /// An action has been refused.
    Refused,
}

/// A game at one of its doors. A copy goes its own way.
#[derive(Clone)]
pub struct Game {
    driver: Driver,
    companion: Arc<dyn Companion>,
    doors: Doors,
    switches: Switches,
    patience: u64,
    sides: usize,
    /// What is accepted in this position, once it has been asked.
    legal: OnceLock<Vec<String>>,
    /// What the last action has been poked over: address, what was there, what was poked.
    changed: Vec<(u16, u8, u8)>,
    begun: u64,
    /// When the program last went on from a door.
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
    /// [`MatchError::Label`] for a program without a label that is needed, [`MatchError::Options`] for options that the game does not have,
    /// and [`MatchError::Program`] if it does not get to its title.
    pub fn begin(
        machine: Machine,
        label: Label,
        find: Find,
        setup: &Setup,
        stream: Option<Lcg>,
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
        if stream.is_some() {
            driver.machine_mut().set_random(stream);
        }
        driver.run_to_door("title_wait", &[doors.title_wait], PATIENCE).map_err(failed)?;
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
            begun,
            went_on: begun,
        })
    }

    /// Whether it is played on is asked there from now on. A game that is given up stands somewhere between two choices, and has lost the
    /// lines up to there.
    pub fn set_cancel(&mut self, cancel: CancelToken) {
        self.driver.set_cancel(cancel);
    }

    /// Runs to where an action is waited for, or the end; `action` is what is done first, where one is waited for. The
    /// lines are those of a batch: a step each, or the refusal of the action.
    ///
    /// # Errors
    /// If the program does not get there.
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

    /// Runs to the next door, if it does not stand at one.
    ///
    /// # Errors
    /// If the program does not get there, as those of [`Driver::run_to`].
    pub fn next_event(&mut self) -> Result<Event, DriverError> {
        let doors = [self.doors.action_wait, self.doors.step_done, self.doors.step_refused];
        let door = self.driver.run_to_door("action_wait", &doors, self.patience)?;
        Ok(match doors.iter().position(|&other| other == door) {
            Some(0) => Event::Waits,
            Some(1) => {
                self.legal = OnceLock::new();
                Event::Done
            }
            _ => {
                self.take_back();
                Event::Refused
            }
        })
    }

    /// The action was refused, and so changes nothing: where something is still as it was poked, what was there before
    /// comes back.
    fn take_back(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        let still = changed.into_iter().filter(|&(address, _, poked)| self.driver.peek(address) == poked);
        let before: Vec<Poke> = still.map(|(address, before, _)| (address, before)).collect();
        self.driver.poke(before);
        self.legal = OnceLock::new();
    }

    /// Goes on from the door.
    pub fn go_on(&mut self) {
        self.driver.pass();
        self.went_on = self.driver.machine().cycle();
    }

    /// Goes on with an action, where the program waits for one.
    pub fn act(&mut self, pokes: Vec<Poke>) {
        let changed = pokes.iter().map(|&(address, value)| (address, self.driver.peek(address), value));
        self.changed = changed.collect();
        self.driver.poke(pokes);
        // Armies change before there is a step.
        if self.opening().is_some() {
            self.legal = OnceLock::new();
        }
        self.go_on();
    }

    /// The bytes that stand for an action, if the text is one.
    pub fn pokes(&self, text: &str) -> Option<Vec<Poke>> {
        self.driver.look(|peek| self.companion.action(text, peek))
    }

    /// The side that is to act, from 0.
    pub fn turn(&self) -> usize {
        self.driver.look(|peek| self.companion.turn(peek))
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.driver.look(|peek| self.companion.outcome(peek))
    }

    /// Whether an action decides what another side would choose: see [`Companion::is_for_others`].
    pub fn is_for_others(&self, text: &str) -> bool {
        self.companion.is_for_others(text)
    }

    /// The action that goes on before the first move, while there is nothing to choose.
    pub fn opening(&self) -> Option<&'static str> {
        self.driver.look(|peek| self.companion.opening(peek))
    }

    /// How many sides play.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// All that can ever be accepted, but for what comes before the first move; see [`Companion::actions`].
    pub fn actions(&self) -> Vec<String> {
        self.companion.actions()
    }

    /// All that is accepted now, in the order of the rules.
    ///
    /// # Errors
    /// If the routine that lists it does not return, as those of [`Driver::run_to`].
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

    /// The line of the position, at [`Event::Done`].
    ///
    /// # Errors
    /// As those of [`Game::legal`].
    pub fn state(&self) -> Result<Value, DriverError> {
        let legal = self.legal()?;
        Ok(self.driver.look(|peek| self.companion.state(peek, legal)))
    }

    /// What the player who is to act may know.
    ///
    /// # Errors
    /// As those of [`Game::legal`].
    pub fn view(&self) -> Result<Value, DriverError> {
        let legal = self.legal()?;
        Ok(self.driver.look(|peek| self.companion.view(peek, legal)))
    }

    /// The line for a refused action: refused by the program, at [`Event::Refused`], or no action at all.
    ///
    /// # Errors
    /// As those of [`Game::legal`].
    pub fn refusal(&self, text: &str, by_program: bool) -> Result<Value, DriverError> {
        let legal = self.legal()?;
        let why = by_program.then(|| self.driver.peek(self.switches.refused_why));
        Ok(self.driver.look(|peek| self.companion.refusal(text, why, peek, legal)))
    }

    /// Random bytes taken in this game.
    pub fn bytes(&self) -> u64 {
        self.driver.look(|peek| word(peek, self.switches.byte_count)).into()
    }

    /// Machine cycles since the game was begun.
    pub fn cycles(&self) -> u64 {
        self.driver.machine().cycle() - self.begun
    }

    /// Machine cycles since the program last went on from a door.
    pub fn cycles_since_last(&self) -> u64 {
        self.driver.machine().cycle() - self.went_on
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        self.driver.machine()
    }

    /// The machine, for what is no part of its state: drawing, sound.
    pub fn machine_mut(&mut self) -> &mut Machine {
        self.driver.machine_mut()
    }
}
