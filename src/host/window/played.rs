//! What is left when the window is closed.

use super::error::WindowError;
use super::recorder::Change;
use crate::host::disks::DiskFiles;
use crate::machine::Machine;

/// What was played.
#[derive(Debug)]
pub struct Played {
    /// What the person did, from power-on.
    pub changes: Vec<Change>,
    /// Frames run.
    pub frames: u64,
    /// Time from the first frame to the last.
    pub seconds: f64,
    /// How often the sound device had nothing to play, if there was sound.
    pub underruns: Option<u64>,
    /// SDL's video driver and renderer.
    pub drawn_by: String,
    /// The machine at the end.
    pub machine: Machine,
    /// The files of its disks.
    pub disks: DiskFiles,
    /// What was wrong with the window, if it was not the person who closed it.
    pub failure: Option<WindowError>,
}
