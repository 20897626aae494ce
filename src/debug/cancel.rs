//! Cancelling work that takes long.

use std::fmt;
use std::sync::Arc;

/// Frames from one check to the next: usually less than a tenth of a second.
const FRAMES: u64 = 1024;

/// Checked now and then by everything that works for long, and by threads that wait for it: whether to give up. Clones share one check.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use front800::debug::cancel::CancelToken;
///
/// let cancelled = Arc::new(AtomicBool::new(false));
/// let shared = cancelled.clone();
/// let cancel = CancelToken::new(move || shared.load(Ordering::Relaxed));
/// assert!(!cancel.is_cancelled());
/// cancelled.store(true, Ordering::Relaxed);
/// assert!(cancel.is_cancelled());
/// assert!(!CancelToken::default().is_cancelled());
/// ```
#[derive(Clone, Default)]
pub struct CancelToken(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl CancelToken {
    /// Cancelled once `is_cancelled` returns true. Any thread may call it. A thread that has seen true does not ask again; where several threads
    /// share one piece of work, it must keep returning true until each of them has asked.
    pub fn new(is_cancelled: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        CancelToken(Some(Arc::new(is_cancelled)))
    }

    /// Whether to give up. The default token is never cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(|is_cancelled| is_cancelled())
    }

    /// The same for a machine that has completed this frame; most frames do not check.
    pub fn is_cancelled_after(&self, frame: u64) -> bool {
        frame.is_multiple_of(FRAMES) && self.is_cancelled()
    }

    /// False for the default token, which nothing cancels.
    pub fn can_be_cancelled(&self) -> bool {
        self.0.is_some()
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.can_be_cancelled() { "CancelToken(checking)" } else { "CancelToken(never)" })
    }
}
