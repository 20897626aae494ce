//! What a machine is built from, and the dimensions of its picture.

use std::fmt;

use crate::chips::antic::timing;
use crate::media::cart::Cart;
use crate::media::os_rom::OsRom;

/// Picture width in half-clock pixels: colour clocks $22 to $DD.
pub const FRAME_WIDTH: usize = crate::chips::gtia::LINE_PIXELS;
/// Picture height: scan lines 8 to 247.
pub const FRAME_HEIGHT: usize = (timing::BLANK_LINE - timing::FIRST_LINE) as usize;
/// Machine cycles of a scan line.
pub const LINE_CYCLES: u32 = timing::LINE_CYCLES as u32;
/// The first scan line of a picture.
pub const FIRST_LINE: u32 = timing::FIRST_LINE as u32;
/// The scan line after the last one of a picture, where the vertical blank begins.
pub const BLANK_LINE: u32 = timing::BLANK_LINE as u32;

/// Television standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Video {
    /// 262 lines, 59.92 frames a second.
    #[default]
    Ntsc,
    /// 312 lines, 49.86 frames a second.
    Pal,
}

impl Video {
    /// Scan lines of a frame.
    pub const fn lines(self) -> u32 {
        match self {
            Video::Ntsc => 262,
            Video::Pal => 312,
        }
    }
    /// Machine cycles per 1000 seconds.
    pub const fn millihertz(self) -> u64 {
        match self {
            Video::Ntsc => 1_789_772_500,
            Video::Pal => 1_773_447_500,
        }
    }
    /// Frames per second.
    pub fn frame_rate(self) -> f64 {
        self.millihertz() as f64 / 1000.0 / f64::from(self.lines() * LINE_CYCLES)
    }
}

/// Installed RAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ram {
    /// 16 kilobytes.
    Kb16,
    /// 32 kilobytes.
    Kb32,
    /// 48 kilobytes.
    #[default]
    Kb48,
}

impl Ram {
    /// All sizes.
    pub(super) const ALL: [Ram; 3] = [Ram::Kb16, Ram::Kb32, Ram::Kb48];

    /// Its size in kilobytes.
    pub const fn kilobytes(self) -> u8 {
        match self {
            Ram::Kb16 => 16,
            Ram::Kb32 => 32,
            Ram::Kb48 => 48,
        }
    }

    /// Its size in bytes, which is the address after the last one.
    pub const fn bytes(self) -> u16 {
        self.kilobytes() as u16 * 1024
    }
}

impl TryFrom<u8> for Ram {
    type Error = RamSize;

    fn try_from(kilobytes: u8) -> Result<Self, RamSize> {
        Ram::ALL.into_iter().find(|ram| ram.kilobytes() == kilobytes).ok_or(RamSize(kilobytes))
    }
}

/// Error: a number of kilobytes that no machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RamSize(pub u8);

impl fmt::Display for RamSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} KB of RAM: expected 16, 32 or 48", self.0)
    }
}

impl std::error::Error for RamSize {}

/// What a machine is built from.
///
/// # Examples
///
/// ```
/// use front800::machine::{Config, Machine, Ram, Video};
/// use front800::titles::Sources;
///
/// let os = Sources::embedded().os()?.rom.clone();
/// let small = Config { ram: Ram::Kb16, video: Video::Pal, ..Config::new(os) };
/// assert_eq!(Machine::new(&small).video(), Video::Pal);
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// The OS ROM.
    pub os: OsRom,
    /// The cartridge in the left slot, if any.
    pub cartridge: Option<Cart>,
    /// The cartridge in the right slot, if any.
    pub right_cartridge: Option<Cart>,
    /// Installed RAM.
    pub ram: Ram,
    /// Television standard.
    pub video: Video,
    /// Determines everything that is undefined at power-on, and nothing else.
    pub seed: u64,
}

impl Config {
    /// An NTSC machine with 48K, this OS ROM and no cartridge.
    pub fn new(os: OsRom) -> Self {
        Config { os, cartridge: None, right_cartridge: None, ram: Ram::Kb48, video: Video::Ntsc, seed: 0 }
    }
}
