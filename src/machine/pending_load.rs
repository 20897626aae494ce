//! A program that is being loaded, as if from a disk.

use serde::{Deserialize, Serialize};

use crate::media::xex::{RETURN, Segment, Xex};

/// A note about how a program loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadNote {
    /// The INIT routine at this address returned with interrupts disabled.
    InterruptsOff(u16),
}

impl std::fmt::Display for LoadNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadNote::InterruptsOff(init) => {
                write!(f, "the INIT routine at ${init:04X} returned with interrupts disabled (I set)")
            }
        }
    }
}

/// A program that is being loaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Loader {
    /// Address and contents of each segment.
    pub segments: Vec<(u16, Vec<u8>)>,
    /// The next segment to load.
    pub next: usize,
    /// The host has taken over from the OS.
    pub started: bool,
    /// The INIT routine that is running.
    pub init: u16,
}

impl Loader {
    /// A program that waits for the OS to boot.
    pub(super) fn new(program: &Xex) -> Self {
        let segments =
            program.segments.iter().map(|Segment { start, bytes }| (*start, bytes.clone())).collect();
        Loader { segments, next: 0, started: false, init: RETURN }
    }
}
