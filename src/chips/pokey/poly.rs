//! The polynomial counters: random numbers and noise. They step every machine cycle; a value is looked up by the
//! distance from the last change of mode.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// Stages of the long shift register.
const STAGES: usize = 17;
/// All stages set: the state to which initialisation mode leads.
const ALL_ONES: u32 = (1 << STAGES) - 1;
/// The stages that the nine-bit polynomial uses.
const NINE_BITS: u32 = ALL_ONES & !0xFF;
/// The stage at the right end of RANDOM, from which noise is taken.
const NOISE_STAGE: usize = 8;

/// Steps after which the nine-bit mode is periodic: the low stages only follow.
const NINE_SETTLE: u64 = 8;
const NINE_PERIOD: u64 = 511;
const SEVENTEEN_PERIOD: u64 = 131_071;

/// Output of the four-bit counter, from the first cycle after initialisation mode on.
const POLY4: &[u8; 15] = b"000011101100101";
/// Output of the five-bit counter, from the same cycle on.
const POLY5: &[u8; 31] = b"0000011100100010101111011010011";

/// Period of the five-bit counter, which gates pulses.
pub(super) const GATE_PERIOD: u64 = POLY5.len() as u64;
/// Bit n: the five-bit counter lets pulses pass in step n.
const OPEN: u32 = {
    let (mut open, mut n) = (0, 0);
    while n < POLY5.len() {
        open |= ((POLY5[n] == b'1') as u32) << n;
        n += 1;
    }
    open
};

/// Bytes read at once: enough for the register, from any bit of a byte on.
const WINDOW_BYTES: usize = 4;

/// The states of a shift register that is fed the sum of its right end and the fifth stage from there: all except zero.
/// State n is in the bits from n on.
struct Sequence {
    bits: Vec<u8>,
    /// The place of each state.
    places: Vec<u32>,
}

/// The nine stages at the left of the register when they are fed back alone, and all stages.
static NINE: LazyLock<Sequence> = LazyLock::new(|| Sequence::of(9));
static SEVENTEEN: LazyLock<Sequence> = LazyLock::new(|| Sequence::of(STAGES));

impl Sequence {
    fn of(stages: usize) -> Self {
        let period = (1 << stages) - 1;
        let mut bits = vec![0; period / 8 + 2 * WINDOW_BYTES];
        let mut places = vec![0; 1 << stages];
        let mut state = period;
        // A little more than the whole sequence, as it is read beyond its end.
        for n in 0..8 * bits.len() {
            bits[n / 8] |= ((state & 1) << (n % 8)) as u8;
            if n < period {
                places[state] = n as u32;
            }
            state = state >> 1 | ((state ^ state >> 5) & 1) << (stages - 1);
        }
        Sequence { bits, places }
    }

    /// The register at a place.
    fn window(&self, place: u64) -> u32 {
        let bytes = self.bits[place as usize / 8..].first_chunk::<WINDOW_BYTES>();
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes) >> (place % 8) & ALL_ONES)
    }
}

/// The register one step later in nine-bit mode: everything moves right, and the sum of two stages enters at the left.
fn nine_bit_step(value: u32) -> u32 {
    value >> 1 | ((value >> NOISE_STAGE ^ value >> 13) & 1) << (STAGES - 1)
}

/// What enters the long register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Feedback {
    /// Ones: initialisation mode.
    Ones,
    /// The nine-bit polynomial x^9 + x^4 + 1.
    Nine,
    /// The seventeen-bit polynomial x^17 + x^12 + 1.
    Seventeen,
}

/// The stages that are fed back.
fn used_by(feedback: Feedback) -> u32 {
    if feedback == Feedback::Nine { NINE_BITS } else { ALL_ONES }
}

/// The counters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Poly {
    feedback: Feedback,
    /// The register at the start of cycle `since`, stored as RANDOM reads it (the hardware
    /// holds the inverse).
    value: u32,
    /// Cycle of the last change of `feedback`.
    since: u64,
    /// Cycle of the write that ended initialisation mode.
    released: u64,
}

impl Poly {
    /// Counters that have been held in reset for long.
    pub(super) fn new() -> Self {
        Poly { feedback: Feedback::Ones, value: ALL_ONES, since: 0, released: 0 }
    }

    /// Whether the counters can be in this state in cycle `now`.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        let used = self.feedback == Feedback::Ones || self.value & used_by(self.feedback) != 0;
        self.value <= ALL_ONES && used && self.since.max(self.released) <= now
    }

    /// Changes the feedback, for a write in cycle `now`: the next step is the first one with it.
    pub(super) fn set_feedback(&mut self, now: u64, feedback: Feedback) {
        if feedback == self.feedback {
            return;
        }
        self.value = self.register(now);
        // With feedback of zeros alone the register would stay zero; the real one has not been seen to lock up. [guess]
        if self.value & used_by(feedback) == 0 {
            self.value |= 1 << (STAGES - 1);
        }
        if self.feedback == Feedback::Ones {
            self.released = now;
        }
        self.feedback = feedback;
        self.since = now;
    }

    /// The RANDOM register in cycle `now`.
    pub(super) fn random(&self, now: u64) -> u8 {
        (self.register(now) >> NOISE_STAGE) as u8
    }

    /// The long noise as channel `channel` (0 to 3) gets it in cycle `now`. Each channel gets a bit one cycle after the
    /// previous channel, which is one stage further to the right.
    pub(super) fn long_noise(&self, now: u64, channel: usize) -> bool {
        self.register(now) >> (NOISE_STAGE - channel) & 1 == 0
    }

    /// The four-bit noise as channel `channel` gets it.
    pub(super) fn short_noise(&self, now: u64, channel: usize) -> bool {
        self.steps(now, channel).is_some_and(|n| POLY4[(n % 15) as usize] == b'1')
    }

    /// Whether the five-bit counter lets a pulse of channel `channel` pass.
    pub(super) fn gate(&self, now: u64, channel: usize) -> bool {
        self.steps(now, channel).is_none_or(|n| OPEN >> (n % GATE_PERIOD) & 1 != 0)
    }

    /// Where pulses of channel `channel`, from cycle `first` on and every `period` cycles, fall in the pattern of the
    /// five-bit counter: the place of the first one and the distance to the next. None if the counter is not running
    /// yet for the first one.
    pub(super) fn gate_places(&self, first: u64, period: u64, channel: usize) -> Option<(u32, u32)> {
        let place = (self.steps(first, channel)? % GATE_PERIOD) as u32;
        Some((place, (period % GATE_PERIOD) as u32))
    }

    /// How many of `count` pulses at these places of the pattern pass.
    pub(super) fn count_passing(&self, (mut place, distance): (u32, u32), count: u64) -> u64 {
        // After this many pulses, all places, or the same place this many times, have been visited.
        let ones =
            if distance == 0 { GATE_PERIOD * u64::from(OPEN >> place & 1) } else { OPEN.count_ones().into() };
        let mut passing = count / GATE_PERIOD * ones;
        for _ in 0..count % GATE_PERIOD {
            passing += u64::from(OPEN >> place & 1);
            place += distance;
            if u64::from(place) >= GATE_PERIOD {
                place -= GATE_PERIOD as u32;
            }
        }
        passing
    }

    /// The position in the patterns of the short counters; none while they are held in reset.
    fn steps(&self, now: u64, channel: usize) -> Option<u64> {
        if self.feedback == Feedback::Ones {
            return None;
        }
        now.checked_sub(self.released + 1 + channel as u64)
    }

    fn register(&self, now: u64) -> u32 {
        let steps = now.saturating_sub(self.since);
        match self.feedback {
            Feedback::Ones => {
                let steps = steps.min(STAGES as u64);
                self.value >> steps | ALL_ONES & !(ALL_ONES >> steps)
            }
            Feedback::Nine if steps <= NINE_SETTLE => {
                (0..steps).fold(self.value, |value, _| nine_bit_step(value))
            }
            Feedback::Nine => {
                let first = NINE.places[(self.value >> NOISE_STAGE) as usize];
                NINE.window((u64::from(first) + (steps - NINE_SETTLE)) % NINE_PERIOD)
            }
            Feedback::Seventeen => SEVENTEEN.window(self.place(now)),
        }
    }

    /// The place in the sequence of the seventeen-bit polynomial, which is being fed back.
    fn place(&self, now: u64) -> u64 {
        let first = SEVENTEEN.places[self.value as usize];
        (u64::from(first) + now.saturating_sub(self.since)) % SEVENTEEN_PERIOD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_equals_as_many_single_steps() {
        for (feedback, a, b) in [(Feedback::Nine, 8, 13), (Feedback::Seventeen, 0, 5)] {
            let mut poly = Poly::new();
            poly.set_feedback(1000, feedback);
            let mut value = ALL_ONES;
            for n in 0..140_000 {
                assert_eq!(poly.register(1000 + n), value, "{feedback:?} after {n}");
                value = value >> 1 | (value << (16 - a) ^ value << (16 - b)) & 1 << 16;
            }
        }
    }

    #[test]
    fn initialisation_fills_with_ones_from_the_left() {
        let mut poly = Poly::new();
        poly.set_feedback(0, Feedback::Seventeen);
        poly.set_feedback(50_100, Feedback::Ones);
        let before = poly.register(50_100);
        assert_eq!(poly.register(50_103), 0b111 << 14 | before >> 3);
        assert_ne!(poly.random(50_108), 0xFF);
        assert_eq!(poly.random(50_109), 0xFF);
        assert_eq!(poly.register(50_117), ALL_ONES);
    }
}
