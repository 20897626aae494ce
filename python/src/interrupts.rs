//! Ctrl-C while the library runs. Only the running thread itself can ask Python whether a signal has arrived.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use front800::debug::cancel::CancelToken;
use front800::harness::session::Observer;
use front800::machine::{LINE_CYCLES, Machine};
use pyo3::prelude::*;

/// Frames between two checks for signals, usually less than a tenth of a second. Checks are not more frequent because each has to wait
/// for the global interpreter lock.
pub const FRAMES: u64 = 1024;
/// Machine cycles between two checks.
pub const CYCLES: u64 = FRAMES * 262 * LINE_CYCLES as u64;
/// Instructions between two checks.
pub const INSTRUCTIONS: u64 = 1 << 20;

/// Runs Python's handlers for signals that have arrived. Fails with the exception of a handler, usually `KeyboardInterrupt`.
pub fn look() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Runs `act` with the global interpreter lock released, and cancels it when a signal handler raises an exception. The library decides
/// what state cancelled work leaves behind.
pub fn hearing<T: Send>(py: Python<'_>, act: impl FnOnce(&CancelToken) -> T + Send) -> PyResult<T> {
    let (given_up, error) = (AtomicBool::new(false), Mutex::new(None));
    let heard = Arc::new((given_up, error));
    let (caller, hears) = (thread::current().id(), heard.clone());
    let cancel = CancelToken::new(move || {
        let (given_up, error) = &*hears;
        // Only the calling thread checks for signals; worker threads read the flag.
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

/// Ends a session when a signal handler raises an exception.
pub struct Interrupts(pub PyResult<()>);

impl Observer for Interrupts {
    fn frame_done(&mut self, _: &mut Machine, frames: u64) -> ControlFlow<()> {
        if frames.is_multiple_of(FRAMES) {
            self.0 = look();
        }
        if self.0.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
