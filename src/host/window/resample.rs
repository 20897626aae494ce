//! Adapts sound to the clock of the sound device.
//!
//! The machine produces samples by its own clock, and the device consumes them by another. The number of samples
//! waiting for the device shows which one is ahead. The sound is stretched or squeezed slightly, far below what can
//! be heard, to keep that number at its target.

/// The largest change of speed. 0.75 % is an eighth of a semitone.
const MOST_CHANGE: f64 = 0.0075;

/// Resamples at a ratio that varies slightly.
pub(super) struct Resampler {
    /// Position of the next output sample between `last[1]` and `last[2]`, 0 to 1.
    position: f64,
    /// The last four input samples.
    last: [f64; 4],
}

impl Resampler {
    /// Begins with silence.
    pub(super) fn new() -> Self {
        Resampler { position: 0.0, last: [0.0; 4] }
    }

    /// Appends `input` to `output`, with `1 / pace` output samples per input sample.
    pub(super) fn run(&mut self, input: &[i16], pace: f64, output: &mut Vec<i16>) {
        for &sample in input {
            self.last.rotate_left(1);
            self.last[3] = f64::from(sample);
            while self.position < 1.0 {
                let value = cubic(self.last, self.position);
                output.push(value.round().clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16);
                self.position += pace;
            }
            self.position -= 1.0;
        }
    }
}

/// The curve through `b` and `c`, with slopes from the neighbours (Catmull-Rom).
fn cubic([a, b, c, d]: [f64; 4], t: f64) -> f64 {
    let slopes = (c - a) + t * ((2.0 * a - 5.0 * b + 4.0 * c - d) + t * (3.0 * (b - c) + d - a));
    b + 0.5 * t * slopes
}

/// The pace for a device with `waiting` samples instead of `wanted`.
pub(super) fn pace(waiting: usize, wanted: usize) -> f64 {
    let surplus = waiting as f64 / wanted.max(1) as f64 - 1.0;
    1.0 + MOST_CHANGE * surplus.clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_pace_one_the_samples_pass_unchanged() {
        let input: Vec<i16> = (0..100).map(|n| (n * 321 % 977) as i16).collect();
        let mut output = Vec::new();
        Resampler::new().run(&input, 1.0, &mut output);
        assert_eq!(output[2..], input[..98]);
    }

    #[test]
    fn a_sine_stays_a_sine_at_another_pace() {
        let wave = |x: f64| (10_000.0 * libm::sin(x * 0.05)) as i16;
        let input: Vec<i16> = (0..10_000).map(|n| wave(f64::from(n))).collect();
        let mut output = Vec::new();
        Resampler::new().run(&input, 1.005, &mut output);
        assert!((output.len() as f64 - 10_000.0 / 1.005).abs() < 2.0);
        for (n, &sample) in output.iter().enumerate().skip(4) {
            let expected = wave(n as f64 * 1.005 - 2.0);
            assert!((sample - expected).abs() < 20, "sample {n}: {sample}, expected {expected}");
        }
    }

    /// Runs a minute of frames through a device that is faster than the machine by `drift`; returns the least and
    /// most samples waiting when the next frame comes.
    fn waiting(drift: f64) -> (usize, usize) {
        let (wanted, per_frame) = (1440, 801);
        let (mut waiting, mut least, mut most) = (wanted as f64, usize::MAX, 0);
        let (mut resampler, mut output) = (Resampler::new(), Vec::new());
        for _ in 0..3600 {
            least = least.min(waiting as usize);
            most = most.max(waiting as usize);
            output.clear();
            resampler.run(&vec![0; per_frame], pace(waiting as usize, wanted), &mut output);
            waiting += output.len() as f64 - per_frame as f64 * (1.0 + drift);
        }
        (least, most)
    }

    #[test]
    fn a_device_half_a_percent_off_neither_runs_dry_nor_piles_up() {
        for drift in [-0.005, -0.0013, 0.0, 0.0013, 0.005] {
            let (least, most) = waiting(drift);
            assert!(least > 400 && most < 2480, "{drift}: {least} to {most}");
        }
    }
}
