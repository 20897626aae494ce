//! GTIA: playfield colours, players and missiles, priority, collisions.

use super::an::AnLine;

/// Half-clock pixels in a picture line: colour clocks $22 to $DD, two each.
pub const LINE_PIXELS: usize = 376;

/// The chip. Calls arrive in cycle order within a line; `cycle` is the machine cycle of
/// the line, 0 to 113.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub struct Gtia {}

impl Gtia {
    /// A chip as after power-on. `pal` sets the PAL register.
    pub fn new(_pal: bool) -> Self {
        Gtia {}
    }
    /// CPU write in `cycle` to register `reg` (0 to 31).
    pub fn write(&mut self, _cycle: u8, _reg: u8, _value: u8) {}
    /// CPU read in `cycle`; `an` is valid for the clocks before `2 * cycle`. Has no side
    /// effect that a program could see, so it serves `peek` too.
    pub fn read(&mut self, _cycle: u8, _reg: u8, _an: &AnLine) -> u8 {
        0x0F
    }
    /// Missile DMA at cycle 0 of scan line `line`: accepted as GRACTL and VDELAY say.
    pub fn load_missiles(&mut self, _line: u16, _value: u8) {}
    /// Player DMA in `cycle` (2 to 7), likewise.
    pub fn load_player(&mut self, _line: u16, _cycle: u8, _player: usize, _value: u8) {}
    /// GRACTL as last written: the machine asks whether phantom loads are possible.
    pub fn gractl(&self) -> u8 {
        0
    }
    /// Brings the picture and the collisions up to the start of machine cycle `cycle`.
    pub fn catch_up(&mut self, _cycle: u8, _an: &AnLine) {}
    /// Ends the line: all of `an` is valid. The picture (palette indices) goes to `picture`
    /// when somebody wants it; the state afterwards does not depend on that.
    pub fn end_line(&mut self, _an: &AnLine, _picture: Option<&mut [u8; LINE_PIXELS]>) {}
    /// Joystick trigger 0 to 3.
    pub fn set_trigger(&mut self, _n: usize, _pressed: bool) {}
    /// Console keys held: bit 0 START, 1 SELECT, 2 OPTION.
    pub fn set_console(&mut self, _pressed: u8) {}
    /// Level of the console speaker's line.
    pub fn speaker(&self) -> bool {
        false
    }
}
