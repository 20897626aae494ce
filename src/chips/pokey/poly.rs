//! The polynomial counters: random numbers and noise. They step every machine cycle; a
//! value is computed from the distance to the last change of mode, never by stepping.

use serde::{Deserialize, Serialize};

/// Stages of the long shift register.
const STAGES: usize = 17;
/// All stages set: the state initialisation mode leads to.
const ALL_ONES: u32 = (1 << STAGES) - 1;
/// The stages that the nine-bit polynomial uses.
const NINE_BITS: u32 = ALL_ONES & !0xFF;
/// The stage at the right end of RANDOM, from which noise is taken.
const NOISE_STAGE: usize = 8;

/// Steps after which the nine-bit mode is periodic: the low stages only follow.
const NINE_SETTLE: u64 = 8;
const NINE_PERIOD: u64 = 511;
const SEVENTEEN_PERIOD: u64 = 131_071;

/// Output of the four-bit counter, first cycle after initialisation mode first.
const POLY4: &[u8; 15] = b"000011101100101";
/// Output of the five-bit counter, likewise.
const POLY5: &[u8; 31] = b"0000011100100010101111011010011";

/// Period of the five-bit counter, which gates pulses.
pub(super) const GATE_PERIOD: u64 = POLY5.len() as u64;
/// Bit n: the five-bit counter lets pulses through in step n.
const OPEN: u32 = {
    let (mut open, mut n) = (0, 0);
    while n < POLY5.len() {
        open |= ((POLY5[n] == b'1') as u32) << n;
        n += 1;
    }
    open
};

/// Bits of the register that a table look-up takes at once. Six would make the tables a ninth of what a web page loads,
/// one would take twice as long. [measured]
const PART_BITS: usize = 3;
const PART: usize = 1 << PART_BITS;
const PARTS: usize = STAGES.div_ceil(PART_BITS);

/// A linear map of the register: what each value of each part of it becomes.
type Map = [[u32; PART]; PARTS];

/// How many distances of each size are kept.
const CHUNK: usize = 64;

/// 0 to 63 times one step, 64 steps, and 4096 steps: with the nine-bit and the seventeen-bit feedback.
type Jumps = [[Map; CHUNK]; 3];
static NINE_JUMPS: Jumps = jumps(8, 13);
static SEVENTEEN_JUMPS: Jumps = jumps(0, 5);

/// One step: everything moves right, the sum of the stages `a` and `b` enters at the left.
const fn step(value: u32, a: usize, b: usize) -> u32 {
    value >> 1 | ((value >> a ^ value >> b) & 1) << (STAGES - 1)
}

const fn jumps(a: usize, b: usize) -> Jumps {
    let mut jumps = [[[[0; PART]; PARTS]; CHUNK]; 3];
    let mut unit = [0; STAGES];
    let mut bit = 0;
    while bit < STAGES {
        unit[bit] = step(1 << bit, a, b);
        bit += 1;
    }
    let mut level = 0;
    while level < jumps.len() {
        let unit_map = map_of(&unit);
        // What each bit of the register becomes.
        let mut images = [0; STAGES];
        let mut bit = 0;
        while bit < STAGES {
            images[bit] = 1 << bit;
            bit += 1;
        }
        let mut times = 0;
        while times < CHUNK {
            jumps[level][times] = map_of(&images);
            let mut bit = 0;
            while bit < STAGES {
                images[bit] = apply(&unit_map, images[bit]);
                bit += 1;
            }
            times += 1;
        }
        unit = images;
        level += 1;
    }
    jumps
}

/// The map that takes each single bit to its image.
const fn map_of(images: &[u32; STAGES]) -> Map {
    let mut map = [[0; PART]; PARTS];
    let mut bit = 0;
    while bit < STAGES {
        // All values of the part whose highest bit this is.
        let (part, top) = (bit / PART_BITS, 1 << (bit % PART_BITS));
        let mut low = 0;
        while low < top {
            map[part][top + low] = images[bit] ^ map[part][low];
            low += 1;
        }
        bit += 1;
    }
    map
}

const fn apply(map: &Map, value: u32) -> u32 {
    let (mut sum, mut part) = (0, 0);
    while part < PARTS {
        sum ^= map[part][(value >> (PART_BITS * part)) as usize % PART];
        part += 1;
    }
    sum
}

/// `value` after `steps` steps, fewer than 2^18.
fn jump(jumps: &Jumps, mut value: u32, steps: u64) -> u32 {
    let mut steps = steps as usize;
    for jumps in jumps {
        value = apply(&jumps[steps % CHUNK], value);
        steps /= CHUNK;
    }
    value
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
    /// Counters held in reset since long.
    pub(super) fn new() -> Self {
        Poly { feedback: Feedback::Ones, value: ALL_ONES, since: 0, released: 0 }
    }

    /// Whether the counters can be so in cycle `now`.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        self.value <= ALL_ONES && self.since.max(self.released) <= now
    }

    /// Changes the feedback by a write in cycle `now`: the next step is the first with it.
    pub(super) fn set_feedback(&mut self, now: u64, feedback: Feedback) {
        if feedback == self.feedback {
            return;
        }
        self.value = self.register(now);
        // Feedback of zeros alone would stay zero; the real register is not seen to lock up.
        // [guess]
        let used = if feedback == Feedback::Nine { NINE_BITS } else { ALL_ONES };
        if self.value & used == 0 {
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

    /// The long noise as channel `channel` (0 to 3) hears it in cycle `now`. Each channel hears
    /// a bit one cycle after the one before it, which is one stage further to the right.
    pub(super) fn long_noise(&self, now: u64, channel: usize) -> bool {
        self.register(now) >> (NOISE_STAGE - channel) & 1 == 0
    }

    /// The four-bit noise as channel `channel` hears it.
    pub(super) fn short_noise(&self, now: u64, channel: usize) -> bool {
        self.steps(now, channel).is_some_and(|n| POLY4[(n % 15) as usize] == b'1')
    }

    /// Whether the five-bit counter lets a pulse of channel `channel` through.
    pub(super) fn gate(&self, now: u64, channel: usize) -> bool {
        self.steps(now, channel).is_none_or(|n| OPEN >> (n % GATE_PERIOD) & 1 != 0)
    }

    /// Where the pulses of channel `channel` that begin in cycle `first` and come every `period` cycles stand in the
    /// pattern of the five-bit counter, as the place of the first one and the distance to the next; none if the
    /// counter does not run yet for the first one.
    pub(super) fn gate_places(&self, first: u64, period: u64, channel: usize) -> Option<(u32, u32)> {
        let place = (self.steps(first, channel)? % GATE_PERIOD) as u32;
        Some((place, (period % GATE_PERIOD) as u32))
    }

    /// How many of `count` pulses that stand so in the pattern pass.
    pub(super) fn count_passing(&self, (mut place, distance): (u32, u32), count: u64) -> u64 {
        // After so many pulses all places, or the same one so many times, have been visited.
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

    /// Position in the patterns of the short counters, none while they are held in reset.
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
            Feedback::Nine if steps <= NINE_SETTLE => jump(&NINE_JUMPS, self.value, steps),
            Feedback::Nine => {
                let steps = NINE_SETTLE + (steps - NINE_SETTLE) % NINE_PERIOD;
                jump(&NINE_JUMPS, self.value, steps)
            }
            Feedback::Seventeen => jump(&SEVENTEEN_JUMPS, self.value, steps % SEVENTEEN_PERIOD),
        }
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
