//! GTIA's registers by name. Reading and writing share their numbers, not their meaning.

/// Horizontal positions: of the players here and in the next three, then of the missiles.
pub const HPOSP0: u8 = 0x00;
/// The last of them.
pub const HPOSM3: u8 = 0x07;
/// Sizes of the players.
pub const SIZEP0: u8 = 0x08;
/// The last of them.
pub const SIZEP3: u8 = 0x0B;
/// Sizes of the missiles.
pub const SIZEM: u8 = 0x0C;
/// Graphics of the players.
pub const GRAFP0: u8 = 0x0D;
/// Graphics of the missiles.
pub const GRAFM: u8 = 0x11;
/// Colours: of the players, the playfields and the background.
pub const COLPM0: u8 = 0x12;
/// The last of them.
pub const COLBK: u8 = 0x1A;
/// Priority and the modes of GTIA.
pub const PRIOR: u8 = 0x1B;
/// Vertical delay.
pub const VDELAY: u8 = 0x1C;
/// Whether DMA data and triggers are latched.
pub const GRACTL: u8 = 0x1D;
/// Clears the collisions.
pub const HITCLR: u8 = 0x1E;
/// Console keys and speaker, read and written.
pub const CONSOL: u8 = 0x1F;

/// Read: the last of the sixteen collision registers.
pub const P3PL: u8 = 0x0F;
/// Read: the triggers.
pub const TRIG0: u8 = 0x10;
/// The last of them.
pub const TRIG3: u8 = 0x13;
/// Read: the television standard.
pub const PAL: u8 = 0x14;
