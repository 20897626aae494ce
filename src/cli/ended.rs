//! What happens when somebody else ends the process: Ctrl+C, `kill`, a terminal that is closed.

use crate::files;
use crate::harness::host_program;

/// What a process ended by a signal has as its exit status, as shells have it: the signal's number more.
const ENDED_BY_SIGNAL: i32 = 128;

/// From now on such an end leaves no temporary file and no program that plays behind, and gives the terminal back. Without it
/// (where the system has no signals to be told of) they stay, and nothing worse. What whoever started us has us ignore stays ignored, as
/// `nohup` wants it of SIGHUP; that is known on Linux alone, as no safe call tells it.
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

/// The signals that a process ignores by its status, as Linux writes it: bit 0 is signal 1.
#[cfg(unix)]
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
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
