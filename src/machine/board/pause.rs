//! Pauses after work that was in vain.

/// In frames this is two seconds.
const LONGEST_PAUSE: u8 = 127;

/// What was done in vain is not tried again for some turns, and for more of them each time: on a screen that changes
/// all the time, keeping lines would cost more than it saves. A turn of a line is a frame; a turn of polled collisions
/// is a read.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pause {
    left: u8,
    length: u8,
}

impl Pause {
    /// Whether the pause is over.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// A turn has passed.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    /// Whether the pause has its greatest length, because the work has been in vain for long.
    pub(crate) fn is_longest(&self) -> bool {
        self.length == LONGEST_PAUSE
    }

    /// Ends the pause.
    pub(crate) fn end(&mut self) {
        self.left = 0;
    }

    /// Starts the pause again with the same length.
    pub(crate) fn begin_again(&mut self) {
        self.left = self.length;
    }

    /// Starts a pause about twice as long as the last one.
    pub(crate) fn begin_longer(&mut self) {
        self.length = (2 * self.length + 1).min(LONGEST_PAUSE);
        self.left = self.length;
    }
}
