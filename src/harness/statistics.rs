//! Statistics over the games of a batch.

use std::collections::BTreeMap;

use serde::Serialize;

/// The 97.5 percent quantile of the standard normal distribution; 95 percent lie between it and its negative.
pub(super) const NORMAL_975: f64 = 1.959_963_984_540_054;

/// A histogram of numbers: its size is that of the number of different values.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts: BTreeMap<i64, u64>,
}

impl Tally {
    /// Counts a number.
    pub fn add(&mut self, number: i64) {
        *self.counts.entry(number).or_default() += 1;
    }

    /// How many numbers have been counted.
    pub fn len(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Whether none has been counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Their distribution; none if nothing has been counted.
    pub fn spread(&self) -> Option<Spread> {
        let last = self.len().checked_sub(1)?;
        Some(Spread {
            min: *self.counts.first_key_value()?.0,
            p5: self.nth(last * 5 / 100)?,
            median: self.nth(last / 2)?,
            mean: self.mean(),
            // As far from the end as p5 is from the beginning.
            p95: self.nth(last - last * 5 / 100)?,
            max: *self.counts.last_key_value()?.0,
        })
    }

    /// The number at this place in ascending order, from 0.
    fn nth(&self, place: u64) -> Option<i64> {
        let mut seen = 0;
        let reaches = |(&number, &count): (&i64, &u64)| {
            seen += count;
            (seen > place).then_some(number)
        };
        self.counts.iter().find_map(reaches)
    }

    fn mean(&self) -> f64 {
        self.sum(|number| number) / self.len() as f64
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.counts.iter().map(|(&number, &count)| of(number as f64) * count as f64).sum()
    }

    /// Statistics of non-negative numbers, divided by `unit`.
    pub fn average(&self, unit: f64) -> Option<Average> {
        let spread = self.spread()?;
        let (count, mean) = (self.len() as f64, self.mean());
        let variance = if count > 1.0 { self.sum(|n| (n - mean) * (n - mean)) / (count - 1.0) } else { 0.0 };
        let margin = NORMAL_975 * (variance / count).sqrt();
        Some(Average {
            count: self.len(),
            mean: mean * unit,
            interval_95: [(mean - margin).max(0.0) * unit, (mean + margin) * unit],
            median: spread.median as f64 * unit,
            p95: spread.p95 as f64 * unit,
            max: spread.max as f64 * unit,
        })
    }
}

/// The distribution of a number over the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Smallest.
    pub min: i64,
    /// The 5th percentile: of n numbers, the one (n - 1) / 20 places after the first, rounded down.
    pub p5: i64,
    /// The median; the lower one of two.
    pub median: i64,
    /// Arithmetic mean.
    pub mean: f64,
    /// The 95th percentile: as many places before the last.
    pub p95: i64,
    /// Largest.
    pub max: i64,
}

/// Statistics of measured values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Average {
    /// The number of values.
    pub count: u64,
    /// Arithmetic mean.
    pub mean: f64,
    /// The 95 percent confidence interval of the mean (normal approximation).
    pub interval_95: [f64; 2],
    /// The median; the lower one of two.
    pub median: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// Largest.
    pub max: f64,
}

/// How often something happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The number of cases in which it happened.
    pub count: u64,
    /// The fraction of all cases.
    pub share: f64,
    /// The 95 percent confidence interval of its probability (Wilson).
    pub interval_95: [f64; 2],
}

impl Share {
    /// `count` of `all`, which is at least 1.
    pub fn of(count: u64, all: u64) -> Share {
        let (n, share, z2) = (all as f64, count as f64 / all as f64, NORMAL_975 * NORMAL_975);
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let margin = NORMAL_975 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        // Exact at the ends, where rounding would leave a trace.
        let low = if count == 0 { 0.0 } else { middle - margin };
        let high = if count == all { 1.0 } else { middle + margin };
        Share { count, share, interval_95: [low, high] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(numbers: impl IntoIterator<Item = i64>) -> Tally {
        let mut tally = Tally::default();
        numbers.into_iter().for_each(|number| tally.add(number));
        tally
    }

    #[test]
    fn a_spread_is_symmetric_and_of_one_number_it_is_that_number() {
        assert_eq!(tally([]).spread(), None);
        let one = Spread { min: 7, p5: 7, median: 7, mean: 7.0, p95: 7, max: 7 };
        assert_eq!(tally([7]).spread(), Some(one));
        let spread = tally((0..=100).rev()).spread().unwrap();
        assert_eq!((spread.p5, spread.median, spread.p95, spread.max), (5, 50, 95, 100));
        assert_eq!(tally([4, 1, 3, 2]).spread().unwrap().median, 2);
    }

    #[test]
    fn intervals_are_those_of_the_textbook() {
        let average = tally([2, 4, 4, 4, 5, 5, 7, 9]).average(0.5).unwrap();
        // The standard deviation is the square root of 32/7.
        assert!((average.mean - 2.5).abs() < 1e-9);
        assert!((average.interval_95[1] - 2.5 - 0.5 * 1.96 * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-4);
        let share = Share::of(90, 100);
        assert!((share.interval_95[0] - 0.8256).abs() < 1e-4 && (share.interval_95[1] - 0.9448).abs() < 1e-4);
        assert_eq!(Share::of(0, 5).interval_95[0], 0.0);
        assert_eq!(tally([3]).average(1.0).unwrap().interval_95, [3.0, 3.0]);
    }
}
