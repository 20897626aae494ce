//! The time of the devices on the bus: microseconds of their own clocks.

use crate::machine::config::Video;

/// A cycle that never comes.
pub(super) const NEVER: u64 = u64::MAX;
/// More cycles or microseconds than anything under way takes.
pub(super) const FAR: u64 = 1 << 40;

/// The ratio between a device's microseconds and machine cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rate(u64);

impl Rate {
    /// The ratio for a machine with this television standard.
    pub(super) fn new(video: Video) -> Self {
        Rate(video.millihertz())
    }

    /// Whole machine cycles in `micros` microseconds.
    pub(super) fn cycles(self, micros: u64) -> u64 {
        (u128::from(micros) * u128::from(self.0) / 1_000_000_000) as u64
    }

    /// Whole microseconds in `cycles` machine cycles.
    pub(super) fn micros(self, cycles: u64) -> u64 {
        (u128::from(cycles) * 1_000_000_000 / u128::from(self.0)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_of_52_microseconds_has_93_cycles() {
        let rate = Rate::new(Video::Ntsc);
        assert_eq!((rate.cycles(52), rate.cycles(1_000_000)), (93, 1_789_772));
        assert_eq!(rate.micros(1_789_773), 1_000_000);
        // A century of running overflows nothing.
        assert_eq!(rate.micros(u64::MAX / 4), 2_576_688_388_288_113_658);
    }
}
