//! Pauses in what has been done in vain.

/// Of frames, two seconds.
const LONGEST_PAUSE: u8 = 127;

/// What was done in vain is not done again for some turns, the more the oftener that happens: on a screen that changes all the time to
/// keep lines would cost more than it saves. Their turns are frames, those of collisions that are polled the reads.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pause {
    left: u8,
    length: u8,
}

impl Pause {
    /// Whether it is over.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// What it was begun for might have been done once more.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    /// Whether it is as long as any: it has been in vain for long.
    pub(crate) fn is_longest(&self) -> bool {
        self.length == LONGEST_PAUSE
    }

    /// It is over at once.
    pub(crate) fn end(&mut self) {
        self.left = 0;
    }

    /// Begins once more.
    pub(crate) fn begin_again(&mut self) {
        self.left = self.length;
    }

    /// Begins another one, about twice as long as the last.
    pub(crate) fn begin_longer(&mut self) {
        self.length = (2 * self.length + 1).min(LONGEST_PAUSE);
        self.left = self.length;
    }
}
