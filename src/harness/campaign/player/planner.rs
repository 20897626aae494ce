//! A planner: it tries out orders on copies of the campaign before it gives them.
//!
//! In a copy, the opponent thinks (or the German side, if it is the enemy, is assumed to play like the hunter). The
//! week is then marched many times. In each march every corps has one of its remaining orders, and the order is
//! judged by the result around the corps. After each round the worse half of every corps's orders is dropped, until
//! one is left (sequential halving, for all corps at once). The copies use random numbers of the planner's own, as
//! those of the campaign are unknown.

mod options;
mod worth;

use std::cmp::Reverse;

use super::Player;
use super::hunter::Hunter;
use crate::assets::Assets;
use crate::harness::campaign::Campaign;
use crate::harness::campaign::error::CampaignError;
use crate::harness::campaign::orders::Orders;
use crate::harness::campaign::state::{Side, State};
use crate::inspect::screen::SDMCTL;
use crate::machine::Lcg;
use crate::titles::rasputitsa::Edition;
use options::{Options, Order};
use worth::Worth;

/// Marches per round of a week; all of them together take less than a second of processor time.
const MARCHES: u32 = 50;
/// Enough rounds to reduce eight orders to one.
const ROUNDS: u32 = 3;

/// The player.
pub(crate) struct Planner {
    side: Side,
    hunter: Hunter,
    /// What the German side is assumed to do if it is the enemy. A Russian enemy is the opponent in the machine.
    enemy: Option<Hunter>,
    /// Random numbers, for the order of trials and for the copies.
    chance: Lcg,
}

/// A week that can be marched repeatedly.
struct Week<'a> {
    side: Side,
    /// A copy in which the opponent has thought.
    campaign: Campaign,
    worth: Worth<'a>,
    chance: &'a mut Lcg,
}

/// The remaining orders of a corps.
struct Candidates {
    unit: u8,
    trials: Vec<Trial>,
}

/// An order and its results.
struct Trial {
    order: Order,
    worth: i64,
    count: i64,
}

impl Planner {
    /// A player of a side, with the map and units of an edition.
    pub(crate) fn new(assets: &Assets, side: Side, edition: Edition) -> Self {
        let enemy = (side == Side::Russian).then(|| Hunter::new(assets, Side::German, edition));
        Planner { side, hunter: Hunter::new(assets, side, edition), enemy, chance: Lcg::new(1) }
    }
}

impl Week<'_> {
    /// A random number below `count`.
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.chance.next_byte()) * count / 256
    }

    /// Marches the week with an order for each corps.
    fn march(&mut self, plan: &Orders) -> Result<State, CampaignError> {
        let dice = (0..4).fold(0, |dice, _| dice << 8 | u32::from(self.chance.next_byte()));
        let mut campaign = self.campaign.what_if(Lcg::new(dice));
        campaign.give(self.side, plan)?;
        campaign.march()?;
        Ok(campaign.state())
    }

    /// Plays a round of trials.
    fn round(&mut self, corps: &mut [Candidates]) -> Result<(), CampaignError> {
        for _ in 0..MARCHES {
            let mut orders = Orders::default();
            let chosen: Vec<usize> = corps.iter().map(|candidates| candidates.next(self)).collect();
            for (candidates, &chosen) in corps.iter().zip(&chosen) {
                candidates.trials[chosen].order.give(candidates.unit, &mut orders);
            }
            let end = self.march(&orders)?;
            let outcome = self.worth.outcome(&end);
            for (candidates, &chosen) in corps.iter_mut().zip(&chosen) {
                let trial = &mut candidates.trials[chosen];
                trial.worth += outcome.around(candidates.unit);
                trial.count += 1;
            }
        }
        Ok(())
    }
}

impl Candidates {
    fn new(options: Options) -> Self {
        let trials = options.all.into_iter().map(|order| Trial { order, worth: 0, count: 0 });
        Candidates { unit: options.unit, trials: trials.collect() }
    }

    /// One of the orders that have been tried least.
    fn next(&self, week: &mut Week) -> usize {
        let least = self.trials.iter().map(|trial| trial.count).min();
        let mut open = (0..self.trials.len()).filter(|&n| Some(self.trials[n].count) == least);
        let count = open.clone().count();
        open.nth(week.below(count)).unwrap_or(0)
    }

    /// Drops the worse half, and resets the results of the rest.
    fn halve(&mut self) {
        self.trials.sort_by_key(|trial| Reverse(trial.worth / trial.count.max(1)));
        self.trials.truncate(self.trials.len().div_ceil(2));
        for trial in &mut self.trials {
            (trial.worth, trial.count) = (0, 0);
        }
    }
}

impl Player for Planner {
    fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError> {
        let mut campaign = campaign.clone();
        campaign.record(false);
        if let Some(enemy) = &mut self.enemy {
            let supposed = enemy.orders(state, &campaign)?;
            campaign.give(Side::German, &supposed)?;
            campaign.give(Side::Russian, &Orders::default())?;
        }
        campaign.think()?;
        // No one sees the copies march. Without a picture that takes little more than half the time, and it does not
        // affect the random numbers.
        campaign.machine_mut().poke(SDMCTL, 0);
        let options = options::options(&self.hunter, self.side, state);
        let worth = Worth::new(&self.hunter, self.side, state);
        let mut week = Week { side: self.side, campaign, worth, chance: &mut self.chance };
        let mut corps: Vec<Candidates> = options.into_iter().map(Candidates::new).collect();
        for _ in 0..ROUNDS {
            week.round(&mut corps)?;
            corps.iter_mut().for_each(Candidates::halve);
        }
        let mut orders = Orders::default();
        for candidates in &corps {
            candidates.trials[0].order.give(candidates.unit, &mut orders);
        }
        Ok(orders)
    }
}
