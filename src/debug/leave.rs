//! Cancellation of long operations: `Leave`, permission to go on.

use std::fmt;
use std::sync::Arc;

/// Frames between two checks: usually less than a tenth of a second.
const FRAMES: u64 = 1024;

/// A cancellation token. Long operations, and those that wait for them, check it regularly. Clones share the same
/// check.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use front800::debug::leave::Leave;
///
/// let enough = Arc::new(AtomicBool::new(false));
/// let asked = enough.clone();
/// let leave = Leave::asking(move || !asked.load(Ordering::Relaxed));
/// assert!(leave.goes_on());
/// enough.store(true, Ordering::Relaxed);
/// assert!(!leave.goes_on());
/// assert!(Leave::default().goes_on());
/// ```
#[derive(Clone, Default)]
pub struct Leave(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Leave {
    /// A token that permits to go on while `goes_on` returns true. Any thread may call it. A caller that gets false
    /// stops asking; if several threads share one task, the answer must stay false until all have asked.
    pub fn asking(goes_on: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Leave(Some(Arc::new(goes_on)))
    }

    /// Whether to go on; always true for the default token.
    pub fn goes_on(&self) -> bool {
        self.0.as_ref().is_none_or(|goes_on| goes_on())
    }

    /// Like [`Leave::goes_on`], for a machine at the end of this frame; checks only once in many frames.
    pub fn goes_on_behind(&self, frame: u64) -> bool {
        !frame.is_multiple_of(FRAMES) || self.goes_on()
    }

    /// Whether it can be cancelled at all.
    pub fn may_end(&self) -> bool {
        self.0.is_some()
    }
}

impl fmt::Debug for Leave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.may_end() { "Leave(asking)" } else { "Leave(always)" })
    }
}
