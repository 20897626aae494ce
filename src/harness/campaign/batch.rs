//! Many campaigns side by side.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::players::Players;
use super::state::{Side, State};
use super::{Campaign, CampaignError, Chance, Opponent, Setting};
use crate::debug::cancel::CancelToken;
use crate::harness::batch::{self, Watch};
pub use crate::harness::batch::{Built, Runner, Shard};
use crate::titles::rasputitsa::Edition;

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Which games are played, and how many at a time.
    pub runner: Runner,
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
    pub german: Players,
    /// The Russian side, if not the program's own opponent.
    pub russian: Option<Players>,
    /// A machine's state in which a week was saved: all games go on from there.
    pub from: Option<Arc<[u8]>>,
    /// Whether the last state seen of a game comes with the machine's.
    pub save: bool,
}

/// What comes out of a game in a turn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Week {
    /// What anybody may know.
    pub state: State,
    /// The last of the game.
    pub last: bool,
    /// The machine's state, if it was asked for.
    pub saved: Option<Vec<u8>>,
}

/// A game of a batch that came to nothing.
pub type BatchError = batch::BatchError<CampaignError>;

impl Batch {
    /// Plays the games. `watch` gets the weeks of one game after the other, in the order of their
    /// numbers and turns; breaking ends the batch.
    ///
    /// # Errors
    /// The first game, by its number, that failed.
    pub fn play(
        &self,
        built: &Built,
        watch: impl FnMut(u64, Week) -> ControlFlow<()>,
    ) -> Result<(), BatchError> {
        self.play_with(&CancelToken::default(), built, watch)
    }

    /// The same, as long as there is leave to go on: without it the batch ends as if `watch` had ended it, in the middle of a week, too.
    ///
    /// # Errors
    /// As those of [`Batch::play`], and none when there is no leave any more.
    pub fn play_with(
        &self,
        cancel: &CancelToken,
        built: &Built,
        watch: impl FnMut(u64, Week) -> ControlFlow<()>,
    ) -> Result<(), BatchError> {
        let play = |game, watch: Watch<Week>| self.play_game_with(cancel, built, game, watch);
        let played = self.runner.run_with(cancel, play, watch);
        if cancel.can_be_cancelled() && cancel.is_cancelled() { Ok(()) } else { played }
    }

    /// Plays one of the games.
    ///
    /// # Errors
    /// A campaign that cannot be begun or does not go on (as those of [`Campaign::begin_with`], [`Campaign::resume`] and
    /// [`Campaign::play_turn`]), and a player that cannot be had ([`Players::player`]), does not play or gives wrong orders.
    pub fn play_game(&self, built: &Built, game: u64, watch: Watch<Week>) -> Result<(), CampaignError> {
        self.play_game_with(&CancelToken::default(), built, game, watch)
    }

    /// The states of one of the games that come out whenever it is played: all of them; where a program of the host or a
    /// player of one's own plays, who may play otherwise the next time, that of the first turn alone.
    ///
    /// # Errors
    /// As those of [`Batch::play_game`]; and if there is no leave to go on any more.
    pub(super) fn play_again(
        &self,
        cancel: &CancelToken,
        built: &Built,
        game: u64,
    ) -> Result<Vec<State>, CampaignError> {
        let mut players = [Some(&self.german), self.russian.as_ref()].into_iter().flatten();
        let known = players.all(Players::always_plays_alike);
        // Nobody has to be there for the first turn.
        let begun = || Batch { turns: 1, german: Players::Idle, russian: None, ..self.clone() };
        let mut states = Vec::new();
        let mut watch = |week: Week| {
            states.push(week.state);
            ControlFlow::Continue(())
        };
        match known {
            true => self.play_game_with(cancel, built, game, &mut watch)?,
            false => begun().play_game_with(cancel, built, game, &mut watch)?,
        }
        Ok(states)
    }

    fn play_game_with(
        &self,
        cancel: &CancelToken,
        built: &Built,
        game: u64,
        watch: Watch<Week>,
    ) -> Result<(), CampaignError> {
        let edition = Edition::find(|name| built.label(name));
        let russian = self.russian.as_ref().map(|players| players.player(Side::Russian, edition));
        let (mut german, mut russian) = (self.german.player(Side::German, edition)?, russian.transpose()?);
        let mut campaign = self.begin(built, game)?;
        campaign.set_cancel(cancel.clone());
        let mut players = [Some(&self.german), self.russian.as_ref()].into_iter().flatten();
        campaign.record(players.any(Players::wants_events));
        for turn in 1..=self.turns {
            let state = campaign.state();
            let last = campaign.is_over() || turn == self.turns;
            if last {
                german.finish(&state, &campaign)?;
                russian.as_mut().map_or(Ok(()), |russian| russian.finish(&state, &campaign))?;
            } else {
                let ours = german.orders(&state, &campaign)?;
                let theirs = russian.as_mut().map(|russian| russian.orders(&state, &campaign)).transpose()?;
                campaign.give(Side::German, &ours)?;
                if let Some(theirs) = theirs {
                    campaign.give(Side::Russian, &theirs)?;
                }
            }
            let saved = (last && self.save).then(|| campaign.machine().save());
            if watch(Week { state, last, saved }).is_break() || last {
                break;
            }
            campaign.play_turn()?;
        }
        Ok(())
    }

    fn begin(&self, built: &Built, game: u64) -> Result<Campaign, CampaignError> {
        let seed = self.seed.wrapping_add(game);
        let chance = Chance::of(self.stream.map(|stream| stream.wrapping_add(game as u32)), seed);
        let label = |name: &str| built.label(name);
        match &self.from {
            Some(saved) => Campaign::resume(built.machine(self.seed), saved, label, self.opponent, chance),
            None => Campaign::begin_with(built.machine(seed), label, self.opponent, chance, self.setting),
        }
    }
}
