//! The picture of a saved state.

use crate::inspect::game::{Game, Week};
use crate::machine::{Machine, StateError};

/// What a saved state shows.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The next picture that the machine draws, in the format of [`Machine::picture`].
    pub picture: Vec<u8>,
    /// Its week, in a game that goes by weeks.
    pub week: Option<Week>,
}

impl Preview {
    /// Runs a state that was saved by a machine like `machine`, on a copy.
    ///
    /// # Errors
    /// As those of [`Machine::load`].
    pub fn of(machine: &Machine, game: &Game, state: &[u8]) -> Result<Self, StateError> {
        let mut copy = machine.clone();
        copy.set_audio(None);
        copy.load(state)?;
        let week = game.calendar.and_then(|calendar| calendar.week(&copy));
        copy.run_frame();
        Ok(Preview { picture: copy.picture().to_vec(), week })
    }
}
