//! Turns levels into samples: each change of level becomes a band-limited step.
//!
//! A change at any moment adds a short impulse (a windowed sinc, from a table) to the samples around it; the running
//! sum of these impulses is the band-limited wave. All arithmetic on samples is in integers, and each impulse adds up
//! to exactly the change, so levels never drift. Impulses have 16 bits, which every host can multiply with vector
//! instructions. [measured: half of the instructions]

use std::sync::LazyLock;

/// Samples that an impulse covers.
const TAPS: usize = 32;
/// Positions between two samples for which the impulse is computed exactly.
const PHASES: usize = 64;
/// Subdivisions of the distance between two phases; for each, the impulse is interpolated once.
const PHASE_PARTS: i32 = 16;
/// Positions between two samples at which a step can fall: it is at most 1/1024 of a sample early.
const PLACES: u64 = PHASES as u64 * PHASE_PARTS as u64;
/// Cut-off as a fraction of the sample rate: the middle of the window's transition band, which ends at one half.
const CUT_OFF: f64 = 0.4305;
/// How many samples the windowed sinc extends to each side.
const REACH: f64 = TAPS as f64 / 2.0 - 0.5;
/// The sum of an impulse is two to this power: when computed and, in the next constant, when used. With changes of 16
/// bits, everything that adds up in a sample fits into 32 bits.
const COMPUTED_BITS: u32 = 16;
const UNIT_BITS: u32 = 13;

/// Time constant of the high-pass after POKEY and of the one after the mixer, in
/// microseconds. [sheet: pokey 7]
const HIGH_PASS_MICROSECONDS: [u64; 2] = [2_600, 24_700];
const HIGH_PASS_BITS: u32 = 24;

/// An impulse.
type Impulse = [i16; TAPS];

/// The impulse for each place between two samples.
static IMPULSES: LazyLock<Box<[Impulse]>> = LazyLock::new(|| {
    (0..PHASES).flat_map(|phase| (0..PHASE_PARTS).map(move |part| between(phase, part))).collect()
});

/// The impulse `part` of [`PHASE_PARTS`] after a phase. The peak absorbs the rounding errors of the sum.
fn between(phase: usize, part: i32) -> Impulse {
    let (early, late) = (&COMPUTED[phase], &COMPUTED[phase + 1]);
    let bits = COMPUTED_BITS + PHASE_PARTS.ilog2() - UNIT_BITS;
    let mut impulse: Impulse = std::array::from_fn(|tap| {
        let value = early[tap] * (PHASE_PARTS - part) + late[tap] * part;
        ((value + (1 << (bits - 1))) >> bits) as i16
    });
    impulse[TAPS / 2] += (1 << UNIT_BITS) - impulse.iter().sum::<i16>();
    impulse
}

/// Adds `impulse` times `change`.
fn add_scaled(sum: &mut [i32; TAPS], impulse: &Impulse, change: i16) {
    for (sum, &part) in sum.iter_mut().zip(impulse) {
        *sum += i32::from(part) * i32::from(change);
    }
}

/// The impulse at each phase; the last row is the first one shifted by one sample.
static COMPUTED: [[i32; TAPS]; PHASES + 1] = impulses();

/// A sinc with a Kaiser window, 70 dB down from half the sample rate on. Only basic floating-point operations are used,
/// so the table is the same on every host.
const fn impulses() -> [[i32; TAPS]; PHASES + 1] {
    let mut table = [[0; TAPS]; PHASES + 1];
    let mut phase = 0;
    while phase <= PHASES {
        let mut values = [0.0; TAPS];
        let mut sum = 0.0;
        let mut tap = 0;
        while tap < TAPS {
            let distance = tap as f64 - (TAPS / 2) as f64 - phase as f64 / PHASES as f64;
            values[tap] = sample_mean(distance);
            sum += values[tap];
            tap += 1;
        }
        table[phase] = normalised(values, sum);
        phase += 1;
    }
    table
}

/// Mean of the windowed sinc over the sample around `distance` (Gauss's rule of three points): the
/// running sum over samples then equals the integral over time.
const fn sample_mean(distance: f64) -> f64 {
    /// Half the square root of 3/5.
    const NODE: f64 = 0.387_298_334_620_741_7;
    let outer = impulse(distance - NODE) + impulse(distance + NODE);
    (5.0 * outer + 8.0 * impulse(distance)) / 18.0
}

const fn impulse(distance: f64) -> f64 {
    sinc(2.0 * CUT_OFF * distance) * window(distance / REACH)
}

/// `values` as integers whose sum is exactly one unit; the peak absorbs rounding errors.
const fn normalised(values: [f64; TAPS], sum: f64) -> [i32; TAPS] {
    let mut row = [0; TAPS];
    let mut left = 1 << COMPUTED_BITS;
    let mut tap = 0;
    while tap < TAPS {
        let scaled = values[tap] / sum * (1 << COMPUTED_BITS) as f64;
        row[tap] = if scaled < 0.0 { (scaled - 0.5) as i32 } else { (scaled + 0.5) as i32 };
        left -= row[tap];
        tap += 1;
    }
    row[TAPS / 2] += left;
    row
}

/// sin(pi x) / (pi x).
const fn sinc(x: f64) -> f64 {
    let whole = if x < 0.0 { (x - 0.5) as i64 } else { (x + 0.5) as i64 };
    let rest = (x - whole as f64) * std::f64::consts::PI;
    let mut term = rest;
    let mut sine = rest;
    let mut n = 1;
    while n < 10 {
        term = -term * rest * rest / ((2 * n) * (2 * n + 1)) as f64;
        sine += term;
        n += 1;
    }
    if x == 0.0 { 1.0 } else { (if whole % 2 == 0 { sine } else { -sine }) / (std::f64::consts::PI * x) }
}

/// The Kaiser window, not normalised: the Bessel function I0 of beta sqrt(1 - x^2), by its series.
const fn window(x: f64) -> f64 {
    const BETA: f64 = 6.76;
    if x < -1.0 || x > 1.0 {
        return 0.0;
    }
    let quarter = BETA * BETA * (1.0 - x * x) / 4.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    let mut n = 1;
    while n < 25 {
        term *= quarter / (n * n) as f64;
        sum += term;
        n += 1;
    }
    sum
}

/// A one-pole filter that removes the constant part.
#[derive(Clone, Copy, Debug)]
struct HighPass {
    /// 1 / (time constant in samples), in units of 2^-[`HIGH_PASS_BITS`].
    rate: i64,
    constant: i64,
}

impl HighPass {
    fn new(sample_rate: u32, microseconds: u64) -> Self {
        let rate = (1_000_000 << HIGH_PASS_BITS) / (microseconds * u64::from(sample_rate));
        HighPass { rate: rate as i64, constant: 0 }
    }

    fn filter(&mut self, input: i64) -> i64 {
        let output = input - self.constant;
        self.constant += (output * self.rate) >> HIGH_PASS_BITS;
        output
    }
}

/// The source of a level; the levels of all sources are added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The sound chip.
    Pokey,
    /// The speaker in the console.
    Speaker,
}

/// Makes samples from level changes. The number of samples is an exact fraction of the number of cycles; they lag
/// behind by 16 samples.
#[derive(Clone, Debug)]
pub struct Synth {
    /// Samples per 1000 seconds and cycles per 1000 seconds.
    sample_rate: u64,
    clock: u64,
    /// Sample 0 of `impulses` is at `base_part / clock` samples before cycle `base`.
    base: u64,
    base_part: u64,
    /// The levels after the last change given, halved.
    levels: [i16; 2],
    /// Impulses added to the samples that have not been output yet.
    impulses: Vec<i32>,
    /// Their running sum, in units of 2^-[`UNIT_BITS`].
    wave: i64,
    high_pass: [HighPass; 2],
}

impl Synth {
    /// Makes samples at `rate` hertz from machine cycle `from` on, with `clock_millihertz` machine cycles per 1000
    /// seconds. All levels are 0 at first.
    pub fn new(rate: u32, clock_millihertz: u64, from: u64) -> Self {
        Synth {
            sample_rate: u64::from(rate) * 1000,
            clock: clock_millihertz,
            base: from,
            base_part: 0,
            levels: [0; 2],
            impulses: Vec::new(),
            wave: 0,
            high_pass: HIGH_PASS_MICROSECONDS.map(|time| HighPass::new(rate, time)),
        }
    }

    /// Adds level changes (cycle, 0 to 65535) of one source, in order, none earlier than the
    /// last [`Synth::finish`].
    pub fn add(&mut self, source: Source, levels: &[(u64, u16)]) {
        let Some(&(last, _)) = levels.last() else { return };
        let samples = (self.position(last) / self.clock) as usize + TAPS;
        if self.impulses.len() < samples {
            self.impulses.resize(samples, 0);
        }
        let impulses = &**IMPULSES;
        for &(cycle, level) in levels {
            // Half of full scale, so that a jump from one end to the other fits.
            let level = (level / 2) as i16;
            let change = level - self.levels[source as usize];
            self.levels[source as usize] = level;
            let (sample, place) = self.place(cycle);
            let Some(sum) = self.impulses[sample..].first_chunk_mut::<TAPS>() else { return };
            add_scaled(sum, &impulses[place], change);
        }
    }

    /// Outputs the samples before cycle `until`.
    pub fn finish(&mut self, until: u64, out: &mut Vec<i16>) {
        let position = self.position(until);
        let samples = (position / self.clock) as usize;
        if self.impulses.len() < samples {
            self.impulses.resize(samples, 0);
        }
        // Local copies, which can stay in host registers.
        let (mut wave, [mut pokey, mut mixer]) = (self.wave, self.high_pass);
        out.extend(self.impulses.drain(..samples).map(|impulse| {
            wave += i64::from(impulse);
            let filtered = mixer.filter(pokey.filter(wave));
            let sample = (filtered + (1 << (UNIT_BITS - 1))) >> UNIT_BITS;
            sample.clamp(i16::MIN.into(), i16::MAX.into()) as i16
        }));
        (self.wave, self.high_pass) = (wave, [pokey, mixer]);
        self.base = until;
        self.base_part = position % self.clock;
    }

    /// [`Synth::add`] for POKEY and [`Synth::finish`].
    pub fn run(&mut self, levels: &[(u64, u16)], until: u64, out: &mut Vec<i16>) {
        self.add(Source::Pokey, levels);
        self.finish(until, out);
    }

    /// The position of a cycle among the samples not output yet, in units of 1/`clock` of a sample.
    fn position(&self, cycle: u64) -> u64 {
        self.base_part + cycle.saturating_sub(self.base) * self.sample_rate
    }

    /// The sample of a cycle among those not output yet, and the place between it and the next one.
    fn place(&self, cycle: u64) -> (usize, usize) {
        let position = self.position(cycle);
        let place = position % self.clock * PLACES / self.clock;
        ((position / self.clock) as usize, place as usize)
    }
}

#[cfg(test)]
mod tests {
    use libm::cos;

    use super::*;
    use crate::machine::Video;

    const CLOCK: u64 = Video::Ntsc.millihertz();

    /// A square wave of half-period `half` cycles, for `cycles`.
    fn square(half: u64, cycles: u64) -> Vec<(u64, u16)> {
        (1..cycles / half).map(|n| (n * half, if n % 2 == 1 { 30_000 } else { 0 })).collect()
    }

    /// Amplitude of each bin of the discrete Fourier transform, under a Blackman-Harris window.
    fn spectrum(samples: &[i16]) -> Vec<f64> {
        let n = samples.len();
        let turn = std::f64::consts::TAU / n as f64;
        let windowed: Vec<f64> = samples
            .iter()
            .enumerate()
            .map(|(i, &sample)| {
                let x = turn * i as f64;
                let window = 0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2.0 * x) - 0.01168 * cos(3.0 * x);
                f64::from(sample) * window
            })
            .collect();
        let bin = |k: usize| {
            // Goertzel's recurrence.
            let step = 2.0 * cos(turn * k as f64);
            let (a, b) = windowed.iter().fold((0.0, 0.0), |(a, b), x| (x + step * a - b, a));
            (a * a + b * b - step * a * b).max(0.0).sqrt()
        };
        (0..n / 2).map(bin).collect()
    }

    #[test]
    fn what_is_no_harmonic_of_a_tone_is_60_decibels_below_it() {
        const SAMPLES: usize = 4096;
        for rate in [44_100, 48_000] {
            for half in [112, 119, 121, 140, 168, 224, 300, 448, 895] {
                let tone = CLOCK as f64 / 2000.0 / half as f64;
                let cycles = CLOCK / 1000 * 2 / 3;
                let mut out = Vec::new();
                Synth::new(rate, CLOCK, 0).run(&square(half, cycles), cycles, &mut out);
                let bins = spectrum(&out[out.len() - SAMPLES..]);
                let hertz = f64::from(rate) / SAMPLES as f64;
                let fundamental = bins[(tone / hertz).round() as usize];
                for (bin, amplitude) in bins.iter().enumerate() {
                    let order = (bin as f64 * hertz / tone).round();
                    let harmonic = (bin as f64 - order * tone / hertz).abs() < 5.0;
                    let decibels = 20.0 * libm::log10(amplitude / fundamental);
                    let at = bin as f64 * hertz;
                    assert!(
                        harmonic || decibels < -60.0,
                        "{tone:.0} Hz at {rate}: {decibels:.1} dB at {at:.0} Hz"
                    );
                }
            }
        }
    }

    #[test]
    fn harmonics_that_can_be_heard_keep_their_strength() {
        let cycles = CLOCK / 1000 / 2;
        let mut out = Vec::new();
        Synth::new(44_100, CLOCK, 0).run(&square(448, cycles), cycles, &mut out);
        let bins = spectrum(&out[out.len() - 4096..]);
        let tone = CLOCK as f64 / 2000.0 / 448.0 * 4096.0 / 44_100.0;
        let peak = |order: f64| {
            let bin = (order * tone).round() as usize;
            bins[bin - 2..bin + 3].iter().fold(0.0, |a: f64, &b| a.max(b))
        };
        for order in [3.0, 5.0, 7.0] {
            let ratio = peak(order) * order / peak(1.0);
            assert!((0.8..1.2).contains(&ratio), "harmonic {order}: {ratio:.2} of its strength");
        }
    }

    #[test]
    fn the_samples_do_not_depend_on_how_the_time_is_cut() {
        let levels = square(333, 1_000_000);
        let mut whole = Vec::new();
        Synth::new(48_000, CLOCK, 0).run(&levels, 1_000_000, &mut whole);
        let mut pieces = Vec::new();
        let mut synth = Synth::new(48_000, CLOCK, 0);
        let mut rest = &levels[..];
        for until in (1..).map(|n| (n * n * 37).min(1_000_000)) {
            let (now, later) = rest.split_at(rest.partition_point(|edge| edge.0 < until));
            synth.run(now, until, &mut pieces);
            rest = later;
            if until == 1_000_000 {
                break;
            }
        }
        assert_eq!(whole, pieces);
    }

    #[test]
    fn an_hour_of_frames_has_the_exact_number_of_samples() {
        let mut synth = Synth::new(44_100, CLOCK, 0);
        let mut out = Vec::new();
        let mut samples = 0;
        let frames = 3600 * 60;
        for frame in 1..=frames {
            synth.finish(frame * 29_868, &mut out);
            samples += out.len() as u64;
            out.clear();
        }
        assert_eq!(samples, frames * 29_868 * 44_100_000 / CLOCK);
    }

    #[test]
    fn a_level_that_stays_falls_silent_and_leaves_nothing_behind() {
        let mut synth = Synth::new(44_100, CLOCK, 0);
        let mut out = Vec::new();
        let clicks: Vec<_> = (0..5000).map(|n| (n * 71, (n * 7919 % 65536) as u16)).collect();
        synth.add(Source::Speaker, &clicks);
        synth.run(&[(10, 65535)], 3_000_000, &mut out);
        assert!(out.iter().any(|&sample| sample.abs() > 10_000));
        assert!(out[out.len() - 100..].iter().all(|&sample| sample.abs() <= 1));
    }
}
