//! What a machine is built from, and the measures of its picture.

use crate::media::cart::Cart;

/// Picture width in half-clock pixels: colour clocks $22 to $DD.
pub const FRAME_WIDTH: usize = crate::chips::gtia::LINE_PIXELS;
/// Picture height: scan lines 8 to 247.
pub const FRAME_HEIGHT: usize = 240;
/// Machine cycles of a scan line.
pub const LINE_CYCLES: u32 = 114;

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
    /// Machine cycles a second, in thousandths of a hertz.
    pub const fn millihertz(self) -> u64 {
        match self {
            Video::Ntsc => 1_789_772_500,
            Video::Pal => 1_773_447_500,
        }
    }
}

/// What a machine is built from.
///
/// # Examples
///
/// ```
/// use front800::machine::{Config, Machine, Video};
/// use front800::titles::Sources;
///
/// let os = Sources::embedded().os()?.rom.clone();
/// let small = Config { ram_kilobytes: 16, video: Video::Pal, ..Config::new(os) };
/// assert_eq!(Machine::new(&small).video(), Video::Pal);
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
#[derive(Clone)]
pub struct Config {
    /// The OS ROM: 10,240 bytes for $D800 to $FFFF.
    pub os: Vec<u8>,
    /// The cartridge in the left slot, if any.
    pub cartridge: Option<Cart>,
    /// The cartridge in the right slot, if any.
    pub right_cartridge: Option<Cart>,
    /// Installed RAM in kilobytes: 16, 32 or 48.
    pub ram_kilobytes: u8,
    /// Television standard.
    pub video: Video,
    /// Decides everything that is undefined at power-on, and nothing else does.
    pub seed: u64,
}

impl Config {
    /// An NTSC machine with 48K, this OS ROM and no cartridge.
    pub fn new(os: Vec<u8>) -> Self {
        Config { os, cartridge: None, right_cartridge: None, ram_kilobytes: 48, video: Video::Ntsc, seed: 0 }
    }
}
