//! The result of a session in the window.

use super::error::WindowError;
use super::recorder::Change;
use crate::host::disks::DiskFiles;
use crate::machine::Machine;

/// The result of a session.
#[derive(Debug)]
pub struct Played {
    /// The person's input since power-on.
    pub changes: Vec<Change>,
    /// The number of frames run.
    pub frames: u64,
    /// Seconds from the first frame to the last.
    pub seconds: f64,
    /// How often the sound device ran out of samples; none without sound.
    pub underruns: Option<u64>,
    /// SDL's video driver and renderer.
    pub drawn_by: String,
    /// The machine in its final state.
    pub machine: Machine,
    /// The files of its disks.
    pub disks: DiskFiles,
    /// What went wrong with the window, if the person did not close it.
    pub failure: Option<WindowError>,
}
