//! The sound device.

use sdl2::AudioSubsystem;
use sdl2::audio::{AudioQueue, AudioSpecDesired, AudioStatus};

use super::resample::{self, Resampler};

/// The requested sample rate, in hertz.
const RATE: i32 = 48_000;
/// Samples that the device takes at a time.
const DEVICE_SAMPLES: u16 = 512;
/// Milliseconds of sound that should wait when the next frame's sound comes: at first …
const FIRST_DELAY_MS: usize = 40;
/// … more, added whenever the device ran out …
const MORE_DELAY_MS: usize = 10;
/// … and at most.
const MOST_DELAY_MS: usize = 120;
/// Volume levels.
const MOST_VOLUME: u32 = 10;

/// The sound output.
pub(super) struct Speaker {
    queue: AudioQueue<i16>,
    resampler: Resampler,
    delay_ms: usize,
    volume: u32,
    muted: bool,
    /// Whether sound is flowing, so that an empty queue is an underrun.
    flowing: bool,
    underruns: u64,
    output: Vec<i16>,
}

impl Speaker {
    /// Opens the default device.
    pub(super) fn open(audio: &AudioSubsystem) -> Result<Self, String> {
        let wanted = AudioSpecDesired { freq: Some(RATE), channels: Some(1), samples: Some(DEVICE_SAMPLES) };
        let queue = audio.open_queue(None, &wanted)?;
        Ok(Speaker {
            queue,
            resampler: Resampler::new(),
            delay_ms: FIRST_DELAY_MS,
            volume: MOST_VOLUME,
            muted: false,
            flowing: false,
            underruns: 0,
            output: Vec::new(),
        })
    }

    /// The sample rate in hertz.
    pub(super) fn rate(&self) -> u32 {
        self.queue.spec().freq.unsigned_abs()
    }

    /// How often the device ran out of samples.
    pub(super) fn underruns(&self) -> u64 {
        self.underruns
    }

    /// Plays the sound of a frame.
    pub(super) fn play(&mut self, samples: &[i16]) {
        let waiting = self.waiting();
        if self.flowing && waiting == 0 {
            self.underruns += 1;
            self.delay_ms = (self.delay_ms + MORE_DELAY_MS).min(MOST_DELAY_MS);
            self.flowing = false;
        }
        let wanted = self.wanted();
        // A device that stops taking samples (because it was unplugged) must not fill the memory.
        if waiting > 8 * wanted {
            return;
        }
        self.output.clear();
        if !self.flowing {
            self.output.resize(wanted, 0);
            self.flowing = true;
        }
        let pace = if waiting == 0 { 1.0 } else { resample::pace(waiting, wanted) };
        let from = self.output.len();
        self.resampler.run(samples, pace, &mut self.output);
        let loudness = self.loudness();
        for sample in &mut self.output[from..] {
            *sample = (i32::from(*sample) * loudness / 256) as i16;
        }
        // If queueing fails, the device is gone; the game continues without it.
        if self.queue.queue_audio(&self.output).is_ok() && self.queue.status() != AudioStatus::Playing {
            self.queue.resume();
        }
    }

    /// The machine is paused, or runs too fast to be heard.
    pub(super) fn silence(&mut self) {
        if self.flowing {
            self.flowing = false;
            self.queue.pause();
            self.queue.clear();
        }
    }

    /// Changes the volume by one level; returns it in percent.
    pub(super) fn change_volume(&mut self, louder: bool) -> u32 {
        self.volume = if louder { (self.volume + 1).min(MOST_VOLUME) } else { self.volume.saturating_sub(1) };
        self.muted = false;
        100 * self.volume / MOST_VOLUME
    }

    /// Switches the sound off or on; returns whether it is off.
    pub(super) fn toggle_mute(&mut self) -> bool {
        self.muted = !self.muted;
        self.muted
    }

    /// Samples that the device has not taken yet.
    fn waiting(&self) -> usize {
        self.queue.size() as usize / size_of::<i16>()
    }

    /// The target for the number of waiting samples.
    fn wanted(&self) -> usize {
        self.rate() as usize * self.delay_ms / 1000
    }

    /// The factor applied to samples, in 256ths. Hearing is logarithmic; a square approximates that.
    fn loudness(&self) -> i32 {
        let volume = if self.muted { 0 } else { self.volume };
        (256 * volume * volume / (MOST_VOLUME * MOST_VOLUME)) as i32
    }
}
