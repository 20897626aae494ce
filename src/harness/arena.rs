//! Tournaments of players of the wargame: every player meets every other one on both sides, under the same
//! conditions.
//!
//! A score above par wins the game for the German side, a score below it loses. Par is the median of all scores
//! unless it is given. So every game counts, even those of players that play only one side. The results give
//! [ratings](rating): one for each player, and the advantage of the German side.

pub mod page;
pub mod rating;

use std::ops::ControlFlow;

use serde::Serialize;

use super::batch::{Built, Runner, Watch};
use super::campaign::batch::{Batch, BatchError, Week};
use super::campaign::players::Players;
use rating::{Rated, Rating, rate};

/// A participant.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// How the participant plays the German side; none if it does not.
    pub german: Option<Players>,
    /// How the participant plays the Russian side; none is the program's own opponent.
    pub russian: Option<Players>,
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The participants, at least two.
    pub entrants: Vec<Entrant>,
    /// Games of each pair on each side; game k of every pair has seed + k.
    pub seeds: u64,
    /// Threads.
    pub jobs: usize,
    /// The score that counts as a draw; the median if none.
    pub par: Option<i16>,
    /// The rules of the games; its fields for games, threads and players are ignored.
    pub rules: Batch,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// Index of the German player.
    #[serde(skip)]
    pub german: usize,
    /// Index of the Russian player.
    #[serde(skip)]
    pub russian: usize,
    /// Name of the German player.
    #[serde(rename = "german")]
    pub german_name: String,
    /// Name of the Russian player.
    #[serde(rename = "russian")]
    pub russian_name: String,
    /// The number of the game within its pairing.
    pub number: u64,
    /// The last turn.
    pub turn: u8,
    /// The score of that turn.
    pub score: i16,
}

/// A player's results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The player's name.
    pub player: String,
    /// The Elo rating; the mean of all players is 1500.
    pub elo: f64,
    /// The 95 percent confidence interval of the rating.
    pub interval_95: [f64; 2],
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games that ended with a score of par.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Median of the scores as the German side, where more is better; none if it never played it.
    pub as_german: Option<i16>,
    /// Median of the scores as the Russian side, where less is better; none if it never played it.
    pub as_russian: Option<i16>,
}

/// The result of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The score that counted as a draw.
    pub par: i16,
    /// The advantage of the German side, on the Elo scale.
    pub advantage: Rating,
    /// The players, best first.
    pub players: Vec<Standing>,
    /// All games.
    pub games: Vec<Game>,
}

/// The mean Elo rating.
const MIDDLE: f64 = 1500.0;

impl Tournament {
    /// The pairings, by index, the German player first.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let all = 0..self.entrants.len();
        let pairs = all.clone().flat_map(|german| all.clone().map(move |russian| (german, russian)));
        let plays = |&(german, russian): &(usize, usize)| {
            german != russian
                && self.entrants[german].german.is_some()
                && self.entrants[russian].plays_russian()
        };
        pairs.filter(plays).collect()
    }

    /// The number of games in all.
    pub fn games(&self) -> u64 {
        self.pairs().len() as u64 * self.seeds
    }

    /// Plays the tournament. `watch` gets each result with the number of its game, in order.
    ///
    /// # Errors
    /// The failed game with the lowest number.
    pub fn play(
        &self,
        built: &Built,
        mut watch: impl FnMut(u64, &Week) -> ControlFlow<()>,
    ) -> Result<Outcome, BatchError> {
        let pairs = self.pairs();
        let batches: Vec<Batch> = pairs.iter().filter_map(|&pair| self.batch(pair)).collect();
        let runner = Runner::whole(self.games(), self.jobs);
        // All pairings play one seed before the next, so that a tournament stopped early has games of everybody.
        let place = |game: u64| ((game % pairs.len() as u64) as usize, game / pairs.len() as u64);
        let mut games = Vec::new();
        runner.run(
            |game, watch: Watch<Week>| {
                let (pair, number) = place(game);
                batches[pair].play_game(built, number, watch)
            },
            |game, week| {
                if week.last {
                    let (pair, number) = place(game);
                    games.push(self.game(pairs[pair], number, &week));
                }
                watch(game, &week)
            },
        )?;
        Ok(self.outcome(games))
    }

    fn batch(&self, (german, russian): (usize, usize)) -> Option<Batch> {
        let german = self.entrants[german].german.clone()?;
        Some(Batch { german, russian: self.entrants[russian].russian.clone(), ..self.rules.clone() })
    }

    fn game(&self, (german, russian): (usize, usize), number: u64, week: &Week) -> Game {
        Game {
            german,
            russian,
            german_name: self.entrants[german].name.clone(),
            russian_name: self.entrants[russian].name.clone(),
            number,
            turn: week.state.turn,
            score: week.state.score,
        }
    }

    /// Computes the ratings from games.
    pub fn outcome(&self, games: Vec<Game>) -> Outcome {
        let par = self.par.or_else(|| median(games.iter().map(|game| game.score))).unwrap_or_default();
        let results: Vec<Rated> = games.iter().map(|game| rated(game, par)).collect();
        let (ratings, advantage) = rate(self.entrants.len(), &results);
        let standing = |(player, rating): (usize, Rating)| self.standing(player, rating, &games, par);
        let mut players: Vec<Standing> = ratings.into_iter().enumerate().map(standing).collect();
        players.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        Outcome { par, advantage, players, games }
    }

    fn standing(&self, player: usize, rating: Rating, games: &[Game], par: i16) -> Standing {
        let german = games.iter().filter(|game| game.german == player);
        let russian = games.iter().filter(|game| game.russian == player);
        let ahead = german.clone().map(|game| game.score.cmp(&par));
        let behind = russian.clone().map(|game| par.cmp(&game.score));
        let (mut won, mut drawn, mut lost) = (0, 0, 0);
        for result in ahead.chain(behind) {
            let count = match result {
                std::cmp::Ordering::Greater => &mut won,
                std::cmp::Ordering::Equal => &mut drawn,
                std::cmp::Ordering::Less => &mut lost,
            };
            *count += 1;
        }
        Standing {
            player: self.entrants[player].name.clone(),
            elo: MIDDLE + rating.value,
            interval_95: rating.interval_95.map(|end| MIDDLE + end),
            games: won + drawn + lost,
            won,
            drawn,
            lost,
            as_german: median(german.map(|game| game.score)),
            as_russian: median(russian.map(|game| game.score)),
        }
    }
}

impl Entrant {
    /// Whether the participant plays the Russian side: every player of the German side does, and so does the
    /// program's opponent.
    fn plays_russian(&self) -> bool {
        self.russian.is_some() || self.german.is_none()
    }
}

fn rated(game: &Game, par: i16) -> Rated {
    let result = match game.score.cmp(&par) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    Rated { first: game.german, second: game.russian, result }
}

/// The median; the lower one of two.
fn median(scores: impl Iterator<Item = i16>) -> Option<i16> {
    let mut scores: Vec<i16> = scores.collect();
    scores.sort_unstable();
    let middle = scores.len().checked_sub(1)? / 2;
    scores.get(middle).copied()
}
