//! The triggers of the joysticks.

use super::registers::{TRIG0, TRIG3};
use super::{Gtia, TRIGGER_LATCH};

impl Gtia {
    /// Whether a read of `reg` returns a trigger.
    #[inline(always)]
    pub fn shows_trigger(reg: u8) -> bool {
        matches!(reg & 0x1F, TRIG0..=TRIG3)
    }

    /// Sets the joystick triggers: those in `held` are held (bit n for trigger n); those in `meanwhile` were held at
    /// some time since.
    pub fn set_triggers(&mut self, held: u8, meanwhile: u8) {
        self.triggers = held & 15;
        if self.gractl() & TRIGGER_LATCH != 0 {
            self.latched |= (held | meanwhile) & 15;
        }
    }
}
