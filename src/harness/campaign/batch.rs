//! Many games side by side. What a game is depends on the seed and its number alone; the order
//! of what comes out does not depend on how many run at a time.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use super::player::Players;
use super::state::State;
use super::{Campaign, CampaignError, Chance, Opponent};
use crate::machine::{Lcg, Machine};

/// A part of a batch: the games whose number is `index` modulo `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// 1 to `of`.
    pub index: u64,
    /// Parts in all.
    pub of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };

    fn plays(self, game: u64) -> bool {
        game % self.of == self.index % self.of
    }
}

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
    /// How long the opponent may think.
    pub opponent: Opponent,
    /// The German side.
    pub players: Players,
}

/// A game of a batch that came to nothing.
#[derive(Debug)]
pub struct BatchError {
    /// Its number.
    pub game: u64,
    /// Why.
    pub error: CampaignError,
}

/// The program and what it runs on.
pub trait Table: Sync {
    /// A machine switched on with this seed, with the program in it.
    fn machine(&self, seed: u64) -> Machine;
    /// The value of one of the program's labels.
    fn label(&self, name: &str) -> Option<u16>;
}

/// What comes out of a game.
enum News {
    State(Box<State>),
    Failed(CampaignError),
    Ended,
}

impl Batch {
    /// The numbers of the games played here, in order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        let shard = self.shard;
        (0..self.games).filter(move |&game| shard.plays(game))
    }

    /// Plays the games. `watch` gets the states of one game after the other, in the order of their
    /// numbers and turns; breaking ends the batch.
    pub fn play(
        &self,
        table: &impl Table,
        mut watch: impl FnMut(u64, State) -> ControlFlow<()>,
    ) -> Result<(), BatchError> {
        let games: Vec<u64> = self.numbers().collect();
        let next = AtomicU64::new(0);
        let stopped = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..self.jobs.clamp(1, games.len().max(1)) {
                let (sender, games, next, stopped) = (sender.clone(), &games, &next, &stopped);
                scope.spawn(move || {
                    while !stopped.load(Ordering::Relaxed)
                        && let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                    {
                        self.play_game(table, game, &sender, stopped);
                    }
                });
            }
            drop(sender);
            let mut waiting: BTreeMap<u64, VecDeque<News>> = BTreeMap::new();
            let mut games = games.iter().copied().peekable();
            let result = loop {
                let Some(&game) = games.peek() else { break Ok(()) };
                let news = match waiting.get_mut(&game).and_then(VecDeque::pop_front) {
                    Some(news) => news,
                    None => match receiver.recv() {
                        Ok((from, news)) if from == game => news,
                        Ok((from, news)) => {
                            waiting.entry(from).or_default().push_back(news);
                            continue;
                        }
                        Err(_) => break Ok(()),
                    },
                };
                match news {
                    News::State(state) => {
                        if watch(game, *state).is_break() {
                            break Ok(());
                        }
                    }
                    News::Failed(error) => break Err(BatchError { game, error }),
                    News::Ended => {
                        waiting.remove(&game);
                        games.next();
                    }
                }
            };
            stopped.store(true, Ordering::Relaxed);
            result
        })
    }

    fn play_game(&self, table: &impl Table, game: u64, sender: &Sender<(u64, News)>, stopped: &AtomicBool) {
        let ended = self.campaign(table, game, &mut |state| {
            let sent = sender.send((game, News::State(Box::new(state)))).is_ok();
            if sent && !stopped.load(Ordering::Relaxed) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        // If nobody listens any more, nobody misses it.
        let _ = sender.send((game, ended.map_or_else(News::Failed, |()| News::Ended)));
    }

    fn campaign(
        &self,
        table: &impl Table,
        game: u64,
        watch: &mut dyn FnMut(State) -> ControlFlow<()>,
    ) -> Result<(), CampaignError> {
        let seed = self.seed.wrapping_add(game);
        let chance = match self.stream {
            Some(stream) => Chance::Stream(Lcg::new(stream.wrapping_add(game as u32))),
            None => Chance::Pokey { seed },
        };
        let mut player = self.players.player()?;
        let mut campaign =
            Campaign::begin(table.machine(seed), |name| table.label(name), self.opponent, chance)?;
        for turn in 1..=self.turns {
            let state = campaign.state();
            let last = campaign.is_over() || turn == self.turns;
            match last {
                true => player.finish(&state)?,
                false => campaign.give(&player.orders(&state)?),
            }
            if watch(state).is_break() || last {
                break;
            }
            campaign.play_turn()?;
        }
        Ok(())
    }
}
