//! Saving without being asked.

use std::io;

use super::{Reason, Saves};
use crate::inspect::game::{Game, Week};
use crate::machine::Machine;

/// Watches a program and saves what would be lost, if it is one of those that are kept.
#[derive(Debug)]
pub struct Keeper {
    saves: Saves,
    game: Game,
    week: Option<Week>,
    is_touched: bool,
}

impl Keeper {
    /// A program that has just been switched on.
    pub fn new(saves: Saves, game: Game) -> Self {
        Keeper { saves, game, week: None, is_touched: false }
    }

    /// Where the saves of the program are.
    pub fn saves(&self) -> &Saves {
        &self.saves
    }

    /// What is known of the program.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// A person did something: there is more to lose than what was saved.
    pub fn touch(&mut self) {
        self.is_touched = true;
    }

    /// The machine is somewhere else than a frame ago: as it was saved, or switched off and on.
    pub fn begin_at(&mut self, machine: &Machine) {
        self.week = self.week_of(machine);
        self.is_touched = false;
    }

    /// A frame is complete. If a week begins, it is saved; none if nothing was to be saved.
    pub fn frame_done(&mut self, machine: &Machine) -> Option<io::Result<()>> {
        let week = self.week_of(machine);
        let before = std::mem::replace(&mut self.week, week);
        let is_open = |week: &Week| week.orders_open;
        let (week, before) = (week.filter(is_open)?, before.filter(is_open));
        let begins = before.is_none_or(|before| before.turn != week.turn);
        (begins && self.game.is_kept).then(|| self.save(Reason::Week, machine))
    }

    /// The machine is about to go somewhere else. Saves it if something would be lost; says whether it did.
    ///
    /// # Errors
    /// As those of [`Saves::note`]; what would be lost is still to be saved then.
    pub fn leave(&mut self, reason: Reason, machine: &Machine) -> io::Result<bool> {
        let is_played = self.game.calendar.is_none() || self.week_of(machine).is_some();
        if !(self.game.is_kept && self.is_touched && is_played) {
            return Ok(false);
        }
        self.save(reason, machine).map(|()| true)
    }

    fn save(&mut self, reason: Reason, machine: &Machine) -> io::Result<()> {
        self.saves.note(reason, &machine.save())?;
        self.is_touched = false;
        Ok(())
    }

    fn week_of(&self, machine: &Machine) -> Option<Week> {
        self.game.calendar.and_then(|calendar| calendar.week(machine))
    }
}
