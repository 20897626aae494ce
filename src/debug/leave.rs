//! Leave to go on: whoever waits for something long may have enough of it.

use std::fmt;
use std::sync::Arc;

/// Frames from one question to the next: most often less than a tenth of a second.
const FRAMES: u64 = 1024;

/// Asked now and then by all that work for something long, and by who waits for them, whether to go on. Copies ask the same.
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
    /// To go on as long as this is true. Any thread asks it. Who is told not to go on asks no more; where several work on one thing it has to stay
    /// false until all of them have asked.
    pub fn asking(goes_on: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Leave(Some(Arc::new(goes_on)))
    }

    /// Whether to go on; the default is to do so always.
    pub fn goes_on(&self) -> bool {
        self.0.as_ref().is_none_or(|goes_on| goes_on())
    }

    /// The same for a machine at the end of this frame, which asks in few of them.
    pub fn goes_on_behind(&self, frame: u64) -> bool {
        !frame.is_multiple_of(FRAMES) || self.goes_on()
    }

    /// Whether it may ever end.
    pub fn may_end(&self) -> bool {
        self.0.is_some()
    }
}

impl fmt::Debug for Leave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.may_end() { "Leave(asking)" } else { "Leave(always)" })
    }
}
