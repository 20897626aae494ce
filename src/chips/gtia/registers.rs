//! GTIA's registers by name. A read and a write register may share a number without being related.

/// Horizontal positions: player 0 here, then the other players and the missiles.
pub(super) const HPOSP0: u8 = 0x00;
/// The last of them.
pub(super) const HPOSM3: u8 = 0x07;
/// Sizes of the players.
pub(super) const SIZEP0: u8 = 0x08;
/// The last of them.
pub(super) const SIZEP3: u8 = 0x0B;
/// Sizes of the missiles.
pub(super) const SIZEM: u8 = 0x0C;
/// Graphics of the players.
pub(super) const GRAFP0: u8 = 0x0D;
/// The last of them.
pub(super) const GRAFP3: u8 = 0x10;
/// Graphics of the missiles.
pub(super) const GRAFM: u8 = 0x11;
/// Colours: of the players, the playfields and the background.
pub(super) const COLPM0: u8 = 0x12;
/// The last of them.
pub(super) const COLBK: u8 = 0x1A;
/// Priority and the modes of GTIA.
pub(super) const PRIOR: u8 = 0x1B;
/// Vertical delay.
pub(super) const VDELAY: u8 = 0x1C;
/// Enables DMA data and the latching of triggers.
pub(super) const GRACTL: u8 = 0x1D;
/// Clears the collisions.
pub(super) const HITCLR: u8 = 0x1E;
/// Console keys and speaker, read and written.
pub(super) const CONSOL: u8 = 0x1F;

/// Read: the last of the sixteen collision registers.
pub(super) const P3PL: u8 = 0x0F;
/// Read: the triggers.
pub(super) const TRIG0: u8 = 0x10;
/// The last of them.
pub(super) const TRIG3: u8 = 0x13;
/// Read: the television standard.
pub(super) const PAL: u8 = 0x14;
