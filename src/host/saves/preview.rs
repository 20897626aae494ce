//! What a saved machine looks like.

use crate::inspect::game::{Game, Week};
use crate::machine::{Machine, StateError};

/// What a saved machine looks like: the picture that it shows next.
#[derive(Clone, Debug)]
pub struct Preview {
    /// As [`Machine::picture`] gives it.
    pub picture: Vec<u8>,
    /// What week it is there, in a game by weeks.
    pub week: Option<Week>,
}

impl Preview {
    /// Looks into a state that was saved by a machine like `machine`.
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
