//! Many campaigns side by side.

use std::ops::ControlFlow;

use super::players::Players;
use super::state::{Side, State};
use super::{Campaign, CampaignError, Chance, Opponent, Setting};
use crate::harness::batch::{self, Runner, Watch};
pub use crate::harness::batch::{Shard, Table};
use crate::machine::Lcg;

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Games of the whole batch, numbered from 0.
    pub games: u64,
    /// Those of them to be played here.
    pub shard: Shard,
    /// Threads.
    pub jobs: usize,
    /// States to see of each game at most, the first being that of turn 0.
    pub turns: u8,
    /// Power-on seed of game 0; that of game k is k more.
    pub seed: u64,
    /// Seed of game 0's stream of random numbers, if they come from a stream.
    pub stream: Option<u32>,
    /// What is chosen on the title, in the edition of 1982.
    pub setting: Setting,
    /// How long the opponent may think.
    pub opponent: Opponent,
    /// The German side.
    pub players: Players,
}

/// A game of a batch that came to nothing.
pub type BatchError = batch::BatchError<CampaignError>;

impl Batch {
    /// Which games are played, and how many at a time.
    pub fn runner(&self) -> Runner {
        Runner { games: self.games, shard: self.shard, jobs: self.jobs }
    }

    /// Plays the games. `watch` gets the states of one game after the other, in the order of their
    /// numbers and turns; breaking ends the batch.
    pub fn play(
        &self,
        table: &impl Table,
        watch: impl FnMut(u64, State) -> ControlFlow<()>,
    ) -> Result<(), BatchError> {
        self.runner().run(|game, watch: Watch<State>| self.campaign(table, game, watch), watch)
    }

    fn campaign(&self, table: &impl Table, game: u64, watch: Watch<State>) -> Result<(), CampaignError> {
        let seed = self.seed.wrapping_add(game);
        let chance = match self.stream {
            Some(stream) => Chance::Stream(Lcg::new(stream.wrapping_add(game as u32))),
            None => Chance::Pokey { seed },
        };
        let mut player = self.players.player()?;
        let (machine, label) = (table.machine(seed), |name: &str| table.label(name));
        let mut campaign = Campaign::begin_with(machine, label, self.opponent, chance, self.setting)?;
        for turn in 1..=self.turns {
            let state = campaign.state();
            let last = campaign.is_over() || turn == self.turns;
            match last {
                true => player.finish(&state)?,
                false => campaign.give(Side::German, &player.orders(&state, &campaign)?),
            }
            if watch(state).is_break() || last {
                break;
            }
            campaign.play_turn()?;
        }
        Ok(())
    }
}
