//! Automatic saving.

use std::io;

use super::{Reason, Saves};
use crate::inspect::game::{Game, Week};
use crate::machine::Machine;

/// Watches a program and saves automatically what would be lost, if the program is one that is saved.
#[derive(Debug)]
pub struct Keeper {
    saves: Saves,
    game: Game,
    week: Option<Week>,
    is_touched: bool,
}

impl Keeper {
    /// For a program that has just been switched on.
    pub fn new(saves: Saves, game: Game) -> Self {
        Keeper { saves, game, week: None, is_touched: false }
    }

    /// The program's saves.
    pub fn saves(&self) -> &Saves {
        &self.saves
    }

    /// What is known about the program.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Call when the person has done something: there is now more to lose than what was saved.
    pub fn touch(&mut self) {
        self.is_touched = true;
    }

    /// Call when the machine's state has been replaced: by loading a save, or by switching it off and on.
    pub fn begin_at(&mut self, machine: &Machine) {
        self.week = self.week_of(machine);
        self.is_touched = false;
    }

    /// Call when a frame is complete. Saves the beginning of a week; none if there was nothing to save.
    pub fn frame_done(&mut self, machine: &Machine) -> Option<io::Result<()>> {
        let week = self.week_of(machine);
        let before = std::mem::replace(&mut self.week, week);
        let is_open = |week: &Week| week.orders_open;
        let (week, before) = (week.filter(is_open)?, before.filter(is_open));
        let begins = before.is_none_or(|before| before.turn != week.turn);
        (begins && self.game.is_kept).then(|| self.save(Reason::Week, machine))
    }

    /// Call before the machine's state is replaced. Saves it if something would be lost, and returns whether it did.
    ///
    /// # Errors
    /// As those of [`Saves::note`]; the state remains unsaved then.
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
