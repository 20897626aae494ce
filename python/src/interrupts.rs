//! Ctrl-C while the library runs: nobody but who runs can ask Python whether there is a signal.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use front800::debug::cancel::CancelToken;
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

/// Runs `act` while other threads of Python run, and cancels it when a signal arrives. What cancelled work leaves behind is up to the
/// library.
pub fn hearing<T: Send>(py: Python<'_>, act: impl FnOnce(&CancelToken) -> T + Send) -> PyResult<T> {
    let (given_up, error) = (AtomicBool::new(false), Mutex::new(None));
    let heard = Arc::new((given_up, error));
    let (caller, hears) = (thread::current().id(), heard.clone());
    let cancel = CancelToken::new(move || {
        let (given_up, error) = &*hears;
        // Signals are the business of who has called; threads that work for him are told.
        if thread::current().id() == caller
            && !given_up.load(Ordering::Relaxed)
            && let Err(what) = look()
        {
            *error.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
            given_up.store(true, Ordering::Relaxed);
        }
        given_up.load(Ordering::Relaxed)
    });
    let done = py.detach(|| act(&cancel));
    let error = heard.1.lock().unwrap_or_else(PoisonError::into_inner).take();
    error.map_or(Ok(done), Err)
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
