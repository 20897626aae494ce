//! The person's side: window, sound device, gamepads, picture and sound files.

pub mod files;
pub mod gif;
pub mod palette;
pub mod picture;
pub mod wav;
#[cfg(feature = "window")]
pub mod window;

use crate::machine::Machine;
use crate::machine::control::Control;

/// Told of a change of a control and of the frame at whose line 0 it was applied.
pub type OnChange = Box<dyn FnMut(u64, Control)>;

/// Everything a window needs to play: the machine with its program, and how to show it.
pub struct Session {
    /// Switched on, with its program arranged for.
    pub machine: Machine,
    /// Stands in the title bar.
    pub title: String,
    /// Window pixels for each line of the picture.
    pub scale: u32,
    /// Start on the whole screen.
    pub fullscreen: bool,
    /// Without sound.
    pub mute: bool,
    /// With scan lines and the blur of a television.
    pub tv: bool,
    /// The colours.
    pub palette: palette::Palette,
    /// The recorder, if there is one.
    pub on_change: Option<OnChange>,
}
