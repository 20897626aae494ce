//! A program on its way into the machine, as if from a disk.

use serde::{Deserialize, Serialize};

use crate::media::xex::{RETURN, Segment, Xex};

/// What is worth knowing about how a program loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadNote {
    /// The INIT routine at this address came back with interrupts disabled.
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

/// A program on its way into the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Loader {
    /// Where they go and what they hold.
    pub segments: Vec<(u16, Vec<u8>)>,
    /// The next segment to load.
    pub next: usize,
    /// The host has taken over.
    pub started: bool,
    /// The INIT routine that runs.
    pub init: u16,
}

impl Loader {
    /// Waits for the OS to boot.
    pub(super) fn new(program: &Xex) -> Self {
        let segments =
            program.segments.iter().map(|Segment { start, bytes }| (*start, bytes.clone())).collect();
        Loader { segments, next: 0, started: false, init: RETURN }
    }
}
