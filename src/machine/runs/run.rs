//! Runs: lines that are known, and in which nothing happens that the CPU could notice, are passed in one stretch,
//! without anybody looking at them before it is over. [measured: 1.5 of 11 host instructions a machine cycle where
//! nothing is shown]

use super::pins::LONGEST_OVERRUN;
use crate::machine::board::atari::{Atari, LINE};

/// No stretch goes through more lines than that: what has been looked at is often in vain.
const LONGEST_RUN: u64 = 8;

impl Atari {
    /// A stretch has ended before `slot`: a run that came to its end is worth a longer one.
    #[inline]
    pub(super) fn measure_run(&mut self, slot: i32) {
        self.run.lines = if slot < self.run.slots { 1 } else { (2 * self.run.lines).clamp(2, LONGEST_RUN) };
    }

    /// Finds out through how many lines behind the current one, which is quiet and undisturbed, a quick stretch may go
    /// on: they are known, they are quiet, and nothing comes from outside ANTIC in them.
    #[inline]
    pub(super) fn begin_run(&mut self, target: u64, masked: bool) {
        if self.run.lines < 2 || !self.kept_lines.known {
            return;
        }
        let undisturbed =
            if masked { target } else { target.min(self.irq_until.saturating_sub(LONGEST_OVERRUN)) };
        let lines = undisturbed.saturating_sub(self.line_start + 1) / u64::from(LINE);
        let behind = lines.min(self.run.lines).saturating_sub(1);
        self.run.slots =
            self.line_slots + self.kept_lines.slots_behind(self.kept_lines.place, behind, &mut self.memory);
        self.run.all_changes = self.memory.all_changes;
    }

    /// After an access that somebody may see: whether a run through lines that are known is over with it.
    #[inline]
    pub(super) fn leaves_run(&mut self) -> bool {
        let over = self.run.slots != self.line_slots
            && (!self.kept_lines.known || self.memory.all_changes != self.run.all_changes);
        if over {
            self.run.slots = self.line_slots;
        }
        over
    }
}
