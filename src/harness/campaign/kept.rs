//! A campaign as bytes: the state of its machine, and the rest.

use std::ops::Range;

use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::events::Noted;
use super::{Campaign, CampaignError, Opponent};
use crate::harness::sealed;
use crate::machine::{Machine, StateError};

/// A saved campaign.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// In JSON, because the encoding of the rest cannot represent tagged enums.
    noted: String,
    machine: Vec<u8>,
    hesitation: Option<ChaCha8Rng>,
    first_read: u64,
    start_held: Range<u64>,
    russian_given: bool,
    records: bool,
    recorded: bool,
    over: bool,
}

impl Campaign {
    /// Serialises everything that its future depends on, and the record of its last week. The state of its machine
    /// alone is less: [`Campaign::resume`] continues from that with other random numbers.
    ///
    /// # Examples
    ///
    /// See [`Campaign::load`].
    pub fn save(&self) -> Vec<u8> {
        let kept = Kept {
            noted: serde_json::to_string(self.recorder.noted()).expect("events are plain values"),
            machine: self.machine().save(),
            hesitation: self.hesitation.clone(),
            first_read: self.first_read,
            start_held: self.start_held.clone(),
            russian_given: self.russian_given,
            records: self.records,
            recorded: self.recorded,
            over: self.over,
        };
        sealed::to_bytes(&kept)
    }

    /// Restores a saved campaign on `machine` with the same program; it continues exactly as the saved one would.
    ///
    /// # Errors
    /// The bytes are not a saved campaign of this program; and as those of [`Campaign::begin_with`].
    ///
    /// # Examples
    ///
    /// ```
    /// use front800::harness::campaign::{Campaign, Chance, Opponent};
    /// use front800::machine::{Config, Machine};
    /// use front800::titles::Sources;
    ///
    /// let sources = Sources::embedded();
    /// let (config, title) = (Config::new(sources.os()?.rom.clone()), sources.rasputitsa()?);
    /// let label = |name: &str| title.output.symbol(name).and_then(|value| u16::try_from(value).ok());
    /// let mut machine = Machine::new(&config);
    /// machine.load_program(title.xex.clone());
    /// let begin = |machine| Campaign::begin(machine, label, Opponent::Passes(1), Chance::of(Some(7), 0));
    /// let mut campaign = begin(machine.clone())?;
    /// let mut again = Campaign::load(machine, &campaign.save(), label, Opponent::Passes(1))?;
    /// campaign.play_turn()?;
    /// again.play_turn()?;
    /// assert_eq!(again.state(), campaign.state());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(
        mut machine: Machine,
        saved: &[u8],
        label: impl Fn(&str) -> Option<u16>,
        opponent: Opponent,
    ) -> Result<Self, CampaignError> {
        let kept: Kept = sealed::from_bytes(saved)?;
        let noted: Noted = serde_json::from_str(&kept.noted).map_err(|_| StateError::Foreign)?;
        machine.load(&kept.machine)?;
        if kept.first_read > machine.random_reads() {
            return Err(StateError::Impossible.into());
        }
        let mut campaign = Campaign::with(machine, label, opponent)?;
        campaign.recorder.restore(noted);
        Ok(Campaign {
            hesitation: kept.hesitation,
            first_read: kept.first_read,
            start_held: kept.start_held,
            russian_given: kept.russian_given,
            records: kept.records,
            recorded: kept.recorded,
            over: kept.over,
            ..campaign
        })
    }
}
