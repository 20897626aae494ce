//! What happens when somebody else ends the process: Ctrl+C, `kill`, a terminal that is closed.

use crate::harness::host_program;
use crate::host::files;

/// What a process ended by a signal has as its exit status, as shells have it: the signal's number more.
const ENDED_BY_SIGNAL: i32 = 128;

/// From now on such an end leaves no temporary file and no program that plays behind, and gives the terminal back. Without it
/// (where the system has no signals to be told of) they stay, and nothing worse.
#[cfg(unix)]
pub(super) fn in_order() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end(ENDED_BY_SIGNAL + signal);
        }
    });
}

/// The same.
#[cfg(not(unix))]
pub(super) fn in_order() {
    /// That of Ctrl+C, by which all others go here.
    const INTERRUPT: i32 = 2;
    let _ = ctrlc::set_handler(|| end(ENDED_BY_SIGNAL + INTERRUPT));
}

fn end(status: i32) -> ! {
    host_program::end_all();
    #[cfg(feature = "debugger")]
    super::debug::terminal::restore();
    files::end_process(status)
}
