//! The person's side: window, sound device, gamepads, picture and sound files.

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

/// A machine with a program.
#[derive(Debug)]
pub struct Program {
    /// Switched on, with its program arranged for.
    pub machine: Machine,
    /// The files of its disks.
    pub disks: disks::DiskFiles,
    /// Stands in the title bar and in the names of files.
    pub title: String,
    /// What the window may do for it.
    pub game: Game,
}

/// Everything a window needs to play: the machine with its program, and how to show it.
pub struct Session {
    /// What is played.
    pub program: Program,
    /// The colours.
    pub palette: palette::Palette,
    /// How it is shown.
    pub show: Show,
    /// Where it begins.
    pub start: Start,
    /// Somebody wants what was done, [`window::Played::changes`]: the window says when that ends.
    pub recorded: bool,
    /// What automatic tests of the window ask for.
    pub trial: Trial,
    /// Makes a machine of a file that is dropped on the window.
    pub open: Open,
    /// By which a debugger may come in.
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

/// Makes a machine of a file: switched on, and a text of what is worth knowing about the file; or says why not.
pub type Open = Box<dyn Fn(&Path) -> Result<(Program, String), String>>;

/// Where a session begins that may go on where another one ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// There, if the person wants to.
    Ask,
    /// There.
    Resume,
    /// With the machine switched on.
    Fresh,
}

/// How a session is shown and heard.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// Window pixels for each line of the picture; fewer where the screen has no room for that.
    pub scale: u32,
    /// Start on the whole screen.
    pub fullscreen: bool,
    /// Without sound.
    pub mute: bool,
    /// With scan lines and the blur of a television.
    pub tv: bool,
    /// With square pixels instead of those of a television.
    pub square: bool,
}

/// What automatic tests of the window ask for.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// Play though nobody can see it.
    pub allow_dummy: bool,
    /// Close the window when this frame is complete.
    pub quit_after: Option<u64>,
    /// Pause when this frame is complete.
    pub pause_at: Option<u64>,
    /// From when this frame is complete nothing can be drawn any more.
    pub fail_at: Option<u64>,
    /// Drop this file when this frame is complete.
    pub drop: Option<(u64, PathBuf)>,
}
