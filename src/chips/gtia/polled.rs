//! Collisions that are read before the line is over, if they are known without running it.

use super::Gtia;
use super::change::Change;
use super::collisions::Collisions;
use super::objects::FIRST_MISSILE;
use crate::chips::an::{AnLine, CLOCKS, FIRST_VISIBLE_CLOCK};

/// The collisions at the end of a line, provided that it is not disturbed.
#[derive(Clone, Copy, Debug)]
pub struct Foreseen(Collisions);

impl Gtia {
    /// The collisions at the end of line number `line`, of which nothing has been run yet, if ANTIC says `an` in it,
    /// DMA loads those `players`, if any, and nothing more is written.
    pub fn foresee_collisions(&mut self, line: u16, players: Option<[u8; 4]>, an: &AnLine) -> Foreseen {
        let before = (self.written, self.objects.clone(), self.screen.clone());
        if let Some(players) = players {
            self.load_players(line, players);
        }
        if !self.show_recoloured(an, &mut None) {
            self.run_line(an, None);
        }
        let foreseen = self.screen.collisions;
        (self.written, self.objects, self.screen) = before;
        self.reached = 0;
        self.work.coverage.clear();
        if foreseen != self.screen.collisions {
            // These collisions have not happened yet, so they must be recorded when the line is run: `mixed` must not
            // take them for known.
            self.work.mixed.forget();
        }
        Foreseen(foreseen)
    }

    /// Whether the collision register `reg` stays as it was at the beginning of that line, in which no collisions are
    /// cleared: nothing meets for the first time.
    pub fn keeps_collision(&self, reg: u8, foreseen: Foreseen) -> bool {
        self.screen.collisions.read(reg) == foreseen.0.read(reg)
    }

    /// The number of pending changes in the line, of which nothing has been run yet.
    #[inline]
    pub fn pending(&self) -> usize {
        self.objects.schedule.all().len() + self.screen.schedule.all().len()
    }

    /// Whether nothing of the line has been run yet and no collisions are cleared in it.
    pub fn may_foresee_collisions(&self) -> bool {
        self.reached == 0 && self.keeps_collisions(CLOCKS as u32 / 2)
    }

    /// Whether no pending change clears collisions before `cycle`.
    pub fn keeps_collisions(&self, cycle: u32) -> bool {
        let clears = |(_, change): &(u16, Change)| matches!(change, Change::ClearCollisions);
        !self.screen.schedule.due(2 * cycle as u16).iter().any(clears)
    }

    /// Whether nothing can meet in a line before `cycle`, because that comes before the visible area.
    pub fn is_before_collisions(cycle: u32) -> bool {
        2 * cycle as usize <= FIRST_VISIBLE_CLOCK
    }

    /// Whether the object of the collision register `reg` is not lit before `cycle` in the part of the line that has
    /// not been run, even if DMA loads these `players` in it.
    pub fn is_unlit(&self, reg: u8, cycle: u32, players: Option<[u8; 4]>) -> bool {
        // Missiles 0 to 3 and players 0 to 3 with playfields, then the same with players.
        let object = usize::from(reg & 7) ^ FIRST_MISSILE;
        let loaded = players.and_then(|players| players.get(object).copied());
        self.objects.is_unlit(object, loaded.unwrap_or(0), 2 * cycle as usize)
    }
}
