//! Roles of host keys.

use crate::machine::Stick;
use crate::machine::typed::AtariKey;

/// What a host key does while it is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Presses this key of the 800.
    Key(AtariKey),
    /// Presses BREAK.
    Break,
    /// Presses START.
    Start,
    /// Presses SELECT.
    Select,
    /// Presses OPTION.
    Option,
    /// Closes these switches of joystick 0.
    Stick(Stick),
    /// Runs the machine at full speed.
    Turbo,
    /// Runs the machine backwards.
    Rewind,
}
