//! A side that plans: it tries its orders on copies of the campaign before it gives them.
//!
//! In a copy the opponent thinks, or the German side is supposed to do as the hunter does. Then the week is marched again
//! and again, in each march every corps with one of the orders that are still open to it, and each order is judged by what
//! comes of it around the corps. In rounds the worse half of every corps's orders is given up, until one is left
//! (sequential halving, by all corps at once). The dice of the copies are the planner's own: nobody knows those of the campaign.

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

/// Marches that are tried in each round of a week; all of them take less than a second of processor time.
const MARCHES: u32 = 50;
/// So many rounds leave one order of eight.
const ROUNDS: u32 = 3;

/// The player.
pub(crate) struct Planner {
    side: Side,
    hunter: Hunter,
    /// What the German side is supposed to do, if it is the enemy. The Russian one has its opponent in the machine.
    enemy: Option<Hunter>,
    /// For the order in which orders are tried, and the copies' dice.
    chance: Lcg,
}

/// A week that can be marched again and again.
struct Week<'a> {
    side: Side,
    /// The opponent has thought.
    campaign: Campaign,
    worth: Worth<'a>,
    chance: &'a mut Lcg,
}

/// What a corps may still do.
struct Candidates {
    unit: u8,
    trials: Vec<Trial>,
}

/// An order, and what came of it.
struct Trial {
    order: Order,
    worth: i64,
    count: i64,
}

impl Planner {
    /// Of a side, on the map and with the units of an edition of `assets`.
    pub(crate) fn new(assets: &Assets, side: Side, edition: Edition) -> Self {
        let enemy = (side == Side::Russian).then(|| Hunter::new(assets, Side::German, edition));
        Planner { side, hunter: Hunter::new(assets, side, edition), enemy, chance: Lcg::new(1) }
    }
}

impl Week<'_> {
    /// A number below `count`.
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

    /// Tries what the corps may do.
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

    /// One of those that were tried least.
    fn next(&self, week: &mut Week) -> usize {
        let least = self.trials.iter().map(|trial| trial.count).min();
        let mut open = (0..self.trials.len()).filter(|&n| Some(self.trials[n].count) == least);
        let count = open.clone().count();
        open.nth(week.below(count)).unwrap_or(0)
    }

    /// Gives up the worse half; those that are left begin anew.
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
        // Nobody sees how the copies march: without a picture that takes little more than half the time. The dice do not know.
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
