//! Writes to the registers of the screen: colours, PRIOR and HITCLR.

use serde::{Deserialize, Serialize};

/// A change that takes effect at a clock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Change {
    /// A colour register, 0 to 8 from COLPM0 to COLBK.
    Colour {
        /// 0 to 8.
        register: u8,
        /// The value as written.
        value: u8,
    },
    /// PRIOR bits 5:0.
    Priority(u8),
    /// PRIOR bits 7:6, the clock before [`Change::Mode`].
    BeforeMode(u8),
    /// PRIOR bits 7:6.
    Mode(u8),
    /// HITCLR.
    ClearCollisions,
}
