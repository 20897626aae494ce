//! What happens when a signal ends the process: Ctrl+C, `kill`, a closed terminal.

use crate::files;
use crate::harness::host_program;

/// Added to the signal's number to give the exit status, as in shells.
const ENDED_BY_SIGNAL: i32 = 128;

/// From now on, a process ended by a signal leaves behind no temporary file and no player program, and gives
/// the terminal back. Where the system has no signals, they stay behind, which does no other harm. Signals
/// that the parent process had us ignore stay ignored, as `nohup` wants it for SIGHUP; only on Linux can safe
/// code find out which.
#[cfg(unix)]
pub(super) fn in_order() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = std::fs::read_to_string("/proc/self/status").map_or(0, |status| ignored(&status));
    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(heard) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end(ENDED_BY_SIGNAL + signal);
        }
    });
}

/// The signals that a process ignores, from its status as Linux prints it: bit 0 is signal 1.
#[cfg(unix)]
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// As above, where the system has no signals but Ctrl+C.
#[cfg(not(unix))]
pub(super) fn in_order() {
    /// The signal number of Ctrl+C. All other ways to end a process arrive as Ctrl+C here.
    const INTERRUPT: i32 = 2;
    let _ = ctrlc::set_handler(|| end(ENDED_BY_SIGNAL + INTERRUPT));
}

fn end(status: i32) -> ! {
    host_program::end_all();
    #[cfg(feature = "debugger")]
    super::debug::terminal::restore();
    files::end_process(status)
}
