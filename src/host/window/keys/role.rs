//! What keys of the host are while they are down.

use crate::machine::Stick;
use crate::machine::typed::AtariKey;

/// What a host key is while it is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// This key of the 800.
    Key(AtariKey),
    /// BREAK.
    Break,
    /// START.
    Start,
    /// SELECT.
    Select,
    /// OPTION.
    Option,
    /// Joystick 0: closes these switches.
    Stick(Stick),
    /// The machine runs fast.
    Turbo,
    /// The machine runs backwards.
    Rewind,
}
