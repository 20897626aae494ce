//! Ctrl-C while the library runs: nobody but who runs can ask Python whether there is a signal.

use std::ops::ControlFlow;

use front800::harness::session::Observer;
use front800::machine::{LINE_CYCLES, Machine};
use pyo3::prelude::*;

/// Frames from one look to the next, most often less than a tenth of a second: whoever looks waits for Python's lock.
pub const FRAMES: u64 = 1024;
/// Machine cycles from one look to the next.
pub const CYCLES: u64 = FRAMES * 262 * LINE_CYCLES as u64;
/// Instructions from one look to the next.
pub const INSTRUCTIONS: u64 = 1 << 20;

/// The error of what Python does on a signal that has come, `KeyboardInterrupt` above all.
pub fn look() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Ends a session on a signal.
pub struct Interrupts(pub PyResult<()>);

impl Observer for Interrupts {
    fn frame_done(&mut self, _: &mut Machine, frames: u64) -> ControlFlow<()> {
        if frames.is_multiple_of(FRAMES) {
            self.0 = look();
        }
        if self.0.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
