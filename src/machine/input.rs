//! Joysticks and console keys.

use super::board::atari::Atari;

/// A joystick: which switches are closed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Stick {
    /// Pushed up.
    pub up: bool,
    /// Pushed down.
    pub down: bool,
    /// Pushed left.
    pub left: bool,
    /// Pushed right.
    pub right: bool,
    /// The button.
    pub fire: bool,
}

/// The console keys held down.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Console {
    /// START.
    pub start: bool,
    /// SELECT.
    pub select: bool,
    /// OPTION.
    pub option: bool,
}

impl Atari {
    /// Puts joystick `port` (0 to 3) into the PIA's and GTIA's pins.
    pub(super) fn set_stick(&mut self, port: usize, stick: Stick) {
        let closed = u8::from(stick.up)
            | u8::from(stick.down) << 1
            | u8::from(stick.left) << 2
            | u8::from(stick.right) << 3;
        self.sticks[port] = closed;
        let half = port / 2;
        self.pia.set_port(half, !(self.sticks[2 * half] | self.sticks[2 * half + 1] << 4));
        self.gtia.set_trigger(port, stick.fire);
    }
}
