//! The machine's sound: samples made from the levels of POKEY and the speaker.

use super::config::Video;
use super::synth::{Source, Synth};
use crate::chips::pokey::Pokey;

/// Level of the console speaker when it is on; POKEY's loudest is 65,535. [guess]
const SPEAKER_LEVEL: u16 = 12_000;

/// A synthesizer with its rate.
#[derive(Clone)]
pub(super) struct Sound {
    rate: u32,
    video: Video,
    synth: Synth,
    levels: Vec<(u64, u16)>,
}

impl Sound {
    /// Sound at `rate` hertz from cycle `now` on.
    pub(super) fn new(rate: u32, video: Video, now: u64) -> Self {
        Sound { rate, video, synth: Synth::new(rate, video.millihertz(), now), levels: Vec::new() }
    }

    /// Samples a second.
    pub(super) fn rate(&self) -> u32 {
        self.rate
    }

    /// Sound at the same rate, for a machine whose time is `now`.
    pub(super) fn restarted(&self, now: u64) -> Self {
        Sound::new(self.rate, self.video, now)
    }

    /// Appends the samples up to cycle `now` to `into`. `speaker` holds the changes of the console speaker since the
    /// last call; it is emptied.
    pub(super) fn take(
        &mut self,
        pokey: &mut Pokey,
        speaker: &mut Vec<(u64, bool)>,
        now: u64,
        into: &mut Vec<i16>,
    ) {
        self.levels.clear();
        pokey.take_levels(now, &mut self.levels);
        self.synth.add(Source::Pokey, &self.levels);
        self.levels.clear();
        self.levels.extend(speaker.drain(..).map(|(cycle, on)| (cycle, if on { SPEAKER_LEVEL } else { 0 })));
        self.synth.add(Source::Speaker, &self.levels);
        self.synth.finish(now, into);
    }
}
