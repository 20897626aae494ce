//! The four sound channels, and the record of their output.

use serde::{Deserialize, Serialize};

use super::poly::{GATE_PERIOD, Poly};

/// AUDC bits.
const UNGATED: u8 = 0x80;
const SHORT_NOISE: u8 = 0x40;
const SQUARE: u8 = 0x20;
const VOLUME_ONLY: u8 = 0x10;
const VOLUME: u8 = 0x0F;

/// The output level for each sum of the four volumes. Two channels at 15 give one and a half times the level of one,
/// and four about double. [guess]
static MIX: [u16; 61] = mix_table();

/// f(s) = 1 - 2^(-s/15), scaled so that all four channels at 15 give full scale.
const fn mix_table() -> [u16; 61] {
    /// 2^(-1/15).
    const STEP: f64 = 0.954_841_603_910_416_5;
    const FULL: f64 = 1.0 - 0.0625;
    let mut table = [0; 61];
    let mut power = 1.0;
    let mut sum = 0;
    while sum < 61 {
        table[sum] = ((1.0 - power) / FULL * 65535.0 + 0.5) as u16;
        power *= STEP;
        sum += 1;
    }
    table
}

/// Pulses of a timer: groups that repeat, each of equidistant pulses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pulses {
    /// Cycle of the first pulse.
    pub(super) first: u64,
    /// The number of groups.
    pub(super) groups: u64,
    /// Cycles from one group to the next.
    pub(super) period: u64,
    /// Pulses in a group; the low timer of a linked pair has several.
    pub(super) per_group: u64,
    /// Cycles between the pulses of a group.
    pub(super) turn: u64,
}

impl Pulses {
    /// A single pulse.
    pub(super) fn one(at: u64) -> Self {
        Pulses { first: at, groups: 1, period: 0, per_group: 1, turn: 0 }
    }

    fn count(&self) -> u64 {
        self.groups * self.per_group
    }

    /// These pulses and `others`, if both are single ones that continue in the same rhythm.
    fn and(&self, others: &Pulses) -> Option<Pulses> {
        let period = if self.groups == 1 { others.first - self.first } else { self.period };
        let goes_on = self.per_group == 1
            && others.per_group == 1
            && others.first == self.first + self.groups * period
            && (others.groups == 1 || others.period == period);
        goes_on.then_some(Pulses { groups: self.groups + others.groups, period, ..*self })
    }

    /// The cycles of the pulses, in order.
    fn times(self) -> impl Iterator<Item = u64> {
        let group = move |group| {
            let first = self.first + group * self.period;
            (0..self.per_group).map(move |turn| first + turn * self.turn)
        };
        (0..self.groups).flat_map(group)
    }

    fn at(&self, index: u64) -> u64 {
        let (group, turn) = (index / self.per_group, index % self.per_group);
        self.first + group * self.period + turn * self.turn
    }

    /// How many of the pulses pass a gate of [`GATE_PERIOD`], computed from the first and the last period only. A
    /// counter that has just been released takes some cycles to reach the later channels, so the first pulses are
    /// checked one by one.
    fn passing(&self, open: impl Fn(u64) -> bool) -> u64 {
        let head = self.groups.min(4);
        let periods = (self.groups - head) / GATE_PERIOD;
        let tail = head + periods * GATE_PERIOD;
        let per_group = self.per_group;
        let passing = |from: u64, to: u64| {
            (from * per_group..to * per_group).filter(|&index| open(index)).count() as u64
        };
        let periodic = if periods > 0 { passing(head, head + GATE_PERIOD) } else { 0 };
        passing(0, head) + periods * periodic + passing(tail, self.groups)
    }
}

/// The state of a channel apart from its timer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Channel {
    /// AUDC.
    control: u8,
    /// The output flip-flop.
    output: bool,
    /// The flip-flop of the high-pass filter; set while the filter is off.
    filter: bool,
}

/// The four channels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Audio {
    channels: [Channel; 4],
    /// Whether the high-pass filters of channels 1 and 2 are on.
    filtered: [bool; 2],
    /// Pulses that the channels have not been given yet, because they are not audible.
    #[serde(skip)]
    late: [Option<Pulses>; 4],
}

impl Audio {
    /// Silent channels; the low bits of `undefined` determine the flip-flops.
    pub(super) fn new(undefined: u64) -> Self {
        let channel = |n: u32| Channel { control: 0, output: undefined >> n & 1 == 1, filter: true };
        Audio { channels: [0, 1, 2, 3].map(channel), filtered: [false; 2], late: [None; 4] }
    }

    /// The values of AUDC1 to AUDC4.
    pub(super) fn controls(&self) -> [u8; 4] {
        [0, 1, 2, 3].map(|n: usize| self.channels[n].control)
    }

    /// Gives channel `n` its pending pulses. To be called before a change of anything that determines their effect, and
    /// before channels are compared or saved.
    #[inline]
    pub(super) fn settle(&mut self, n: usize, poly: &Poly) {
        if let Some(pulses) = self.late[n].take() {
            self.channels[n].pulse_all(n, pulses, poly);
        }
    }

    /// Handles a write to AUDC in cycle `now`. The channel must have got its pulses, unless the write
    /// [changes only the volume](Audio::changes_volume_alone).
    pub(super) fn write_control(&mut self, now: u64, n: usize, value: u8, record: &mut Record) {
        self.channels[n].control = value;
        record.note(n, now + 1, self.amplitude(n));
    }

    /// Whether replacing channel `n`'s AUDC by `value` leaves the effect of earlier pulses unchanged. Only their volume
    /// may change, and that only if the output is not recorded, or if they are inaudible before or after.
    pub(super) fn changes_volume_alone(&self, n: usize, value: u8, record: &Record) -> bool {
        let old = self.channels[n].control;
        (old ^ value) & (UNGATED | SHORT_NOISE | SQUARE) == 0
            && (!record.on || old & value & VOLUME_ONLY != 0)
    }

    /// Turns the high-pass filter of channel `n` (0, 1) on or off, for a write in cycle `now`.
    pub(super) fn set_filtered(&mut self, now: u64, n: usize, on: bool, record: &mut Record) {
        self.filtered[n] = on;
        if !on {
            self.channels[n].filter = true;
            record.note(n, now + 1, self.amplitude(n));
        }
    }

    /// Whether the high-pass filter of channel `n` (0, 1) is on.
    pub(super) fn filtered(&self, n: usize) -> bool {
        self.filtered[n]
    }

    /// Sets all output flip-flops, for a write to STIMER.
    pub(super) fn set_outputs(&mut self, at: u64, record: &mut Record) {
        self.late = [None; 4];
        for n in 0..4 {
            self.channels[n].output = true;
            record.note(n, at, self.amplitude(n));
        }
    }

    /// Timer `n` fires as in `pulses`. If there is a high-pass filter between channels, it may be only one pulse.
    pub(super) fn pulse(&mut self, n: usize, pulses: Pulses, poly: &Poly, record: &mut Record) {
        if record.on && self.channels[n].audible() {
            self.settle(n, poly);
            if self.channels[n].is_tone() {
                self.pulse_tone(n, pulses, record);
            } else {
                for at in pulses.times() {
                    self.channels[n].pulse(n, at, poly);
                    record.note(n, at, self.amplitude(n));
                }
            }
        } else if let Some(all) = self.late[n].and_then(|late| late.and(&pulses)) {
            self.late[n] = Some(all);
        } else {
            self.settle(n, poly);
            self.late[n] = Some(pulses);
        }
        if n >= 2 && self.filtered[n - 2] {
            self.settle(n - 2, poly);
            let filtered = &mut self.channels[n - 2];
            filtered.filter = filtered.output;
            record.note(n - 2, pulses.first, self.amplitude(n - 2));
        }
    }

    /// A pure tone: each pulse switches between two levels.
    fn pulse_tone(&mut self, n: usize, pulses: Pulses, record: &mut Record) {
        let now = self.amplitude(n);
        self.channels[n].output ^= true;
        let after = self.amplitude(n);
        self.channels[n].output ^= pulses.count() & 1 == 0;
        record.alternate(n, pulses, [now, after]);
    }

    /// The contribution of channel `n` to the sum, 0 to 15.
    fn amplitude(&self, n: usize) -> u8 {
        let channel = &self.channels[n];
        // Channels 3 and 4 have no filter stage, and therefore no inversion.
        let bit = channel.output ^ (n < 2 && channel.filter);
        if bit || channel.control & VOLUME_ONLY != 0 { channel.control & VOLUME } else { 0 }
    }
}

impl Channel {
    /// Whether its pulses are audible.
    fn audible(&self) -> bool {
        self.control & VOLUME != 0 && self.control & VOLUME_ONLY == 0
    }

    /// Whether each pulse changes the output.
    fn is_tone(&self) -> bool {
        self.control & (UNGATED | SQUARE) == UNGATED | SQUARE
    }

    fn pulse(&mut self, n: usize, at: u64, poly: &Poly) {
        if self.control & UNGATED == 0 && !poly.gate(at, n) {
            return;
        }
        self.output = if self.control & SQUARE != 0 { !self.output } else { self.noise(n, at, poly) };
    }

    fn noise(&self, n: usize, at: u64, poly: &Poly) -> bool {
        if self.control & SHORT_NOISE != 0 { poly.short_noise(at, n) } else { poly.long_noise(at, n) }
    }

    /// Executes all pulses with the same result as [`Channel::pulse`] for each: of toggles only the parity counts, of
    /// noise only the last sample.
    fn pulse_all(&mut self, n: usize, pulses: Pulses, poly: &Poly) {
        let open = |index: u64| self.control & UNGATED != 0 || poly.gate(pulses.at(index), n);
        if self.control & SQUARE != 0 {
            let places =
                || poly.gate_places(pulses.first, pulses.period, n).filter(|_| pulses.per_group == 1);
            let toggles = match self.control & UNGATED {
                0 => match places() {
                    Some(places) => poly.count_passing(places, pulses.groups),
                    None => pulses.passing(open),
                },
                _ => pulses.count(),
            };
            self.output ^= toggles & 1 == 1;
        } else {
            let oldest = pulses.count().saturating_sub(GATE_PERIOD * pulses.per_group);
            if let Some(index) = (oldest..pulses.count()).rev().find(|&index| open(index)) {
                self.output = self.noise(n, pulses.at(index), poly);
            }
        }
    }
}

/// The record of the output. Not part of the state: all records compare equal.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    on: bool,
    /// For each channel: the cycle of each change, and the amplitude from then on.
    edges: [Vec<(u64, u8)>; 4],
    /// For each channel: the amplitude after the last edge noted.
    noted: [u8; 4],
    /// For each channel: the amplitude after the last edge taken.
    taken: [u8; 4],
    /// The level last returned.
    level: u16,
}

impl PartialEq for Record {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Record {}

impl Record {
    /// Starts with the present output in cycle `now`, or stops and clears the record.
    pub(super) fn switch(&mut self, now: u64, on: bool, audio: &Audio) {
        if on == self.on {
            return;
        }
        *self = Record { on, ..Record::default() };
        for n in 0..4 {
            self.note(n, now, audio.amplitude(n));
        }
    }

    fn note(&mut self, n: usize, at: u64, amplitude: u8) {
        if self.on && self.noted[n] != amplitude {
            self.noted[n] = amplitude;
            self.forget(n, at);
            self.edges[n].push((at, amplitude));
        }
    }

    /// Removes an earlier change of a channel in the same cycle: only the last one is kept.
    fn forget(&mut self, n: usize, at: u64) {
        if self.edges[n].last().is_some_and(|edge| edge.0 == at) {
            self.edges[n].pop();
        }
    }

    /// Lets the amplitude alternate between the two values, from pulse to pulse.
    fn alternate(&mut self, n: usize, pulses: Pulses, between: [u8; 2]) {
        let [mut now, mut then] = between;
        debug_assert_eq!(self.noted[n], now);
        self.forget(n, pulses.first);
        let edges = &mut self.edges[n];
        edges.reserve(pulses.count() as usize);
        for at in pulses.times() {
            (now, then) = (then, now);
            edges.push((at, now));
        }
        self.noted[n] = now;
    }

    /// Merges what the channels did before cycle `now` into changes of the mixed level, at most one a cycle.
    pub(super) fn take(&mut self, now: u64, into: &mut Vec<(u64, u16)>) {
        let mut next = [0; 4];
        loop {
            let times: [u64; 4] =
                std::array::from_fn(|n| self.edges[n].get(next[n]).map_or(now, |edge| edge.0.min(now)));
            let n = (0..4).min_by_key(|&n| times[n]).unwrap_or_default();
            if times[n] == now {
                break;
            }
            // What this channel does before the next change of another one is merged without checking the others.
            let others = (0..4).filter(|&other| other != n);
            let until = others.clone().map(|other| times[other]).min().unwrap_or(now);
            if until == times[n] {
                self.taken[n] = self.edges[n][next[n]].1;
                next[n] += 1;
                continue;
            }
            let others: usize = others.map(|other| self.taken[other] as usize).sum();
            for &(at, amplitude) in self.edges[n][next[n]..].iter().take_while(|edge| edge.0 < until) {
                next[n] += 1;
                self.taken[n] = amplitude;
                let level = MIX[others + amplitude as usize];
                if level != self.level {
                    self.level = level;
                    into.push((at, level));
                }
            }
        }
        for (edges, taken) in self.edges.iter_mut().zip(next) {
            edges.drain(..taken);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mix_is_linear_for_one_channel_and_compresses_beyond() {
        let ratio = |a: usize, b: usize| f64::from(MIX[a]) / f64::from(MIX[b]);
        assert_eq!((MIX[0], MIX[60]), (0, 65535));
        assert!((ratio(30, 15) - 1.5).abs() < 0.01);
        assert!((ratio(60, 15) - 1.9).abs() < 0.1);
        assert!(MIX.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
