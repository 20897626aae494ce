//! Where a program's random numbers come from.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::driver::{Driver, DriverError};
use crate::machine::Lcg;

/// After this many machine cycles POKEY's random numbers repeat.
pub(super) const RANDOM_PERIOD: u32 = 131_071;
/// Frames within which an interrupt returns that comes while somebody waits.
const PATIENCE: u64 = 20_000;

/// Where the program's random numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// From POKEY. As they depend on the time alone, somebody thinks for a while in each order phase of a campaign, at the
    /// title of a match and before each of its steps. How long depends on the seed.
    Pokey {
        /// Decides how long.
        seed: u64,
    },
    /// From a stream that takes no notice of time.
    Stream(Lcg),
}

impl Chance {
    /// From a stream with that seed if there is one, else from POKEY.
    pub fn of(stream: Option<u32>, seed: u64) -> Self {
        stream.map_or(Chance::Pokey { seed }, |stream| Chance::Stream(Lcg::new(stream)))
    }

    /// Replaces RANDOM in a machine, or leaves it to POKEY; then this decides for how long somebody thinks.
    pub(super) fn set(self, driver: &mut Driver) -> Option<ChaCha8Rng> {
        match self {
            Chance::Pokey { seed } => {
                driver.machine_mut().set_random(None);
                Some(ChaCha8Rng::seed_from_u64(seed))
            }
            Chance::Stream(stream) => {
                driver.machine_mut().set_random(Some(stream));
                None
            }
        }
    }
}

/// Passes less than `most` machine cycles before the next instruction: it comes at a moment that nobody could repeat by hand.
pub(super) fn hesitate(driver: &mut Driver, random: &mut ChaCha8Rng, most: u32) -> Result<(), DriverError> {
    driver.wait(u64::from(random.next_u32() % most), PATIENCE)
}
