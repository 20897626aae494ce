//! Collisions that are read before the line is over, where they are known without running it.

use super::Gtia;
use super::change::Change;
use super::objects::FIRST_MISSILE;
use crate::chips::an::FIRST_VISIBLE_CLOCK;

impl Gtia {
    /// Whether no collisions will be cleared before `cycle` that are known now.
    pub fn keeps_collisions(&self, cycle: u32) -> bool {
        let clears = |(_, change): &(u16, Change)| matches!(change, Change::ClearCollisions);
        !self.screen.schedule.due(2 * cycle as u16).iter().any(clears)
    }

    /// Whether nothing can meet anything in a line before `cycle`, as that comes before the visible area.
    pub fn is_before_collisions(cycle: u32) -> bool {
        2 * cycle as usize <= FIRST_VISIBLE_CLOCK
    }

    /// Whether the object of which the collision register `reg` tells is not lit before `cycle` in what has not been run yet of the line,
    /// even if DMA loads these `players` in it.
    pub fn is_unlit(&self, reg: u8, cycle: u32, players: Option<[u8; 4]>) -> bool {
        // Missiles 0 to 3 and players 0 to 3 over playfields, and the same over players.
        let object = usize::from(reg & 7) ^ FIRST_MISSILE;
        let loaded = players.and_then(|players| players.get(object).copied());
        self.objects.is_unlit(object, loaded.unwrap_or(0), 2 * cycle as usize)
    }
}
