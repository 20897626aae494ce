//! The trigger lines of the joysticks. Light pens pull them, too, and all of them lead to ANTIC's light pen input.

use super::atari::Atari;

/// [`Atari::sticks`]: the button.
const BUTTON: u8 = 0x10;

impl Atari {
    /// Bit n: the button of joystick n is held.
    pub(super) fn buttons(&self) -> u8 {
        (0..4).filter(|&port| self.sticks[port] & BUTTON != 0).fold(0, |held, port| held | 1 << port)
    }

    /// Tells the chips what the pens' lines have done until `cycle` of the current line.
    #[inline]
    pub(crate) fn follow_pens(&mut self, cycle: u32) {
        if self.pens.are_aimed {
            let now = self.line_start + u64::from(cycle);
            self.pens.tell(self.buttons(), now, &mut self.antic, &mut self.gtia);
            self.pens.told(now);
        }
    }

    /// Sets the closed switches of joystick `port`, as in [`Atari::sticks`], at the present.
    pub(crate) fn close_switches(&mut self, port: usize, closed: u8) {
        self.change_triggers(|atari| atari.sticks[port] = closed);
    }

    /// Aims the pen in jack `port` at a clock of a scan line, or at nothing, from the present on.
    pub(crate) fn aim_pen(&mut self, port: usize, place: Option<(u8, u16)>) {
        self.change_triggers(|atari| atari.pens.aim(port, place, atari.now()));
    }

    fn change_triggers(&mut self, change: impl FnOnce(&mut Atari)) {
        self.follow_pens(self.cycle);
        let low = |atari: &Atari| atari.buttons() | atari.pens.low(2 * atari.now());
        let before = low(self);
        change(self);
        let now = low(self);
        if before == 0 && now != 0 {
            self.antic.latch_pen(self.current_line(), 2 * self.cycle as u8);
        }
        self.gtia.set_triggers(now, 0);
    }
}
