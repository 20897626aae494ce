//! Everything that a person operates, as values. Input scripts, the window and its recorder share this vocabulary.

use super::{Console, Machine, Pen, Stick};
use crate::chips::pokey::Keyboard;

/// The new state of one control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Control {
    /// Joystick 0 to 3.
    Stick(usize, Stick),
    /// The light pen or light gun in the jack of joystick 0 to 3.
    Pen(usize, Pen),
    /// START, SELECT and OPTION.
    Console(Console),
    /// The keyboard.
    Keyboard(Keyboard),
    /// Paddle 0 to 7, position 0 to [`MOST_PADDLE`](super::MOST_PADDLE).
    Paddle(usize, u8),
    /// The RESET key, held or not.
    ResetKey(bool),
    /// The disk in drive 0 to 3: its number, or none.
    Disk(usize, Option<usize>),
}

impl Control {
    /// Puts the control of `machine` into this state. Returns false and does nothing if the machine has no such control
    /// or no such disk.
    pub fn apply(self, machine: &mut Machine) -> bool {
        match self {
            Control::Stick(port, stick) => return machine.set_stick(port, stick),
            Control::Pen(port, pen) => return machine.set_pen(port, pen),
            Control::Paddle(n, position) => return machine.set_paddle(n, position),
            Control::Disk(drive, disk) => return machine.insert_disk(drive, disk),
            Control::Console(console) => machine.set_console(console),
            Control::Keyboard(keys) => machine.set_keyboard(keys),
            Control::ResetKey(held) => machine.set_reset_key(held),
        }
        true
    }
}
