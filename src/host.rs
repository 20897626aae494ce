//! What a person needs to play: window, sound device, gamepads, picture and sound files.

pub mod attach;
pub mod disks;
pub mod gif;
pub mod observation;
pub mod palette;
pub mod picture;
pub mod saves;
pub mod sidecars;
pub mod sources;
pub mod storage;
pub mod wav;
#[cfg(feature = "window")]
pub mod window;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::inspect::game::Game;
use crate::machine::Machine;

/// A machine with a program, as the window plays it.
#[derive(Debug)]
pub struct Program {
    /// Switched on, with the program loaded.
    pub machine: Machine,
    /// The files behind its disks.
    pub disks: disks::DiskFiles,
    /// Shown in the title bar and used in file names.
    pub title: String,
    /// What the window can do for this particular program.
    pub game: Game,
}

/// Everything a window needs in order to play: the machine with its program, and how to show it.
pub struct Session {
    /// What is played.
    pub program: Program,
    /// The colours.
    pub palette: palette::Palette,
    /// How it is shown and heard.
    pub show: Show,
    /// Where play begins.
    pub start: Start,
    /// Whether the caller wants a record of the input, [`window::Played::changes`]: the window then says when the
    /// recording stops.
    pub recorded: bool,
    /// Used by automatic tests of the window.
    pub trial: Trial,
    /// Opens a file that is dropped on the window.
    pub open: Open,
    /// The connection through which a debugger can borrow the machine.
    pub port: Option<attach::AttachPort>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Session")
            .field("program", &self.program)
            .field("start", &self.start)
            .finish_non_exhaustive()
    }
}

/// Opens a file: returns a machine that is switched on, with notes on the file for the person (empty if there are
/// none); or a message saying why it cannot.
pub type Open = Box<dyn Fn(&Path) -> Result<(Program, String), String>>;

/// Where a session begins if an earlier one has been saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Where the earlier one ended, if the person says so when asked.
    Ask,
    /// Where the earlier one ended.
    Resume,
    /// At power-on.
    Fresh,
}

/// How a session is shown and heard.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// Window pixels per line of the picture; fewer if the display has no room.
    pub scale: u32,
    /// Starts in full screen.
    pub fullscreen: bool,
    /// Without sound.
    pub mute: bool,
    /// Scan lines and blur, as on a television.
    pub tv: bool,
    /// Square pixels instead of a television's.
    pub square: bool,
}

/// Used by automatic tests of the window.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// Plays even if SDL has no visible display.
    pub allow_dummy: bool,
    /// Closes the window when this frame is complete.
    pub quit_after: Option<u64>,
    /// Pauses when this frame is complete.
    pub pause_at: Option<u64>,
    /// Drawing fails from the end of this frame on.
    pub fail_at: Option<u64>,
    /// Drops this file on the window when this frame is complete.
    pub drop: Option<(u64, PathBuf)>,
}
