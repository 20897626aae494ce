//! A side that plans: it tries its orders on copies of the campaign before it gives them.
//!
//! It starts from what the hunter would do, or from nobody moving. In a copy the opponent thinks, or the German side is
//! supposed to do as the hunter does; then the week is marched again
//! and again, each time with other orders for one corps, and what leaves the army better is kept. The dice of the
//! copies are the planner's own: nobody knows those of the campaign.

mod options;

use std::cell::Cell;

use super::Player;
use super::hunter::{self, Hunter};
use crate::assets::Assets;
use crate::harness::campaign::Campaign;
use crate::harness::campaign::board;
use crate::harness::campaign::error::CampaignError;
use crate::harness::campaign::orders::Orders;
use crate::harness::campaign::state::{Side, State, Strength};
use crate::inspect::screen::SDMCTL;
use crate::machine::Lcg;
use crate::titles::rasputitsa::{Edition, Level};
use options::Options;

/// Marches that are tried in a week: less than a second of processor time.
const MARCHES: u32 = 150;
/// What an army is worth is counted in parts of its strength: ...
const PARTS: i64 = 4;
/// ... of muster strength two, and of combat strength what is left to four; in the last weeks fewer of muster strength, as
/// only combat strength counts at the end. [measured: with muster strength alone two games of one pair ended 10 points lower]
const MUSTER_PARTS: i64 = 2;
/// Strength that a point of score is worth. [spec: cartridge-extras 6]
const POINT: i64 = 128;
/// So many corps are drawn to a city that is not theirs yet ...
const DRAWN: usize = 3;
/// ... if they have this combat strength, each square nearer being worth as much strength as the city has points.
const FIT: u8 = 60;
/// A way closed to an army of the enemy's is worth its combat strength divided by this. [guess; measured: without any, the median
/// of six games is the same]
const CLOSED: i64 = 13;

/// The player.
pub(crate) struct Planner {
    side: Side,
    hunter: Hunter,
    /// What the German side is supposed to do, if it is the enemy. The Russian one has its opponent in the machine.
    enemy: Option<Hunter>,
    /// Seeds the next week's dice.
    dice: u32,
}

/// A week that can be marched again and again.
struct Week<'a> {
    planner: &'a Planner,
    /// The opponent has thought.
    campaign: Campaign,
    options: Vec<Options>,
    /// How often it may still be marched.
    marches: Cell<u32>,
}

/// The number of each corps's orders among its [`Options`].
type Plan = Vec<usize>;

/// What comes of a plan with each of two dice: with one the luckiest plan is chosen, with many too few plans are tried.
type Worth = [i64; 2];

impl Planner {
    /// Of a side, on the map and with the units of an edition of `assets`.
    pub(crate) fn new(assets: &Assets, side: Side, edition: Edition) -> Self {
        let enemy = (side == Side::Russian).then(|| Hunter::new(assets, Side::German, edition));
        Planner { side, hunter: Hunter::new(assets, side, edition), enemy, dice: 0 }
    }

    /// What a state is worth, in parts of strength.
    fn value(&self, state: &State) -> i64 {
        let left = i64::from(hunter::last_turn(state).saturating_sub(state.turn)).min(MUSTER_PARTS);
        let worth = |strength: Strength| {
            i64::from(strength.combat) * (PARTS - left) + i64::from(strength.muster) * left
        };
        let german = worth(state.strength(Side::German)) / if counts_losses(state) { 1 } else { 4 };
        let russian = worth(state.strength(Side::Russian));
        let strength = if self.side == Side::German { german - russian } else { russian - german };
        let cities: i64 = self.hunter.cities(state).map(|city| self.city(state, city)).sum();
        let closed = self.hunter.closed_ways(state) as i64 / CLOSED;
        strength + PARTS * (cities + closed)
    }

    /// What a city is worth: its points, or how near it is to having them.
    fn city(&self, state: &State, city: hunter::City) -> i64 {
        let points = city.points as i64;
        if city.is_ours {
            return points * POINT;
        }
        let fit = state.on_map(self.side).filter(|unit| unit.combat > FIT);
        let mut ways: Vec<usize> =
            fit.map(|unit| board::apart(city.square, board::at(unit.x, unit.y))).collect();
        ways.sort_unstable();
        -points * ways.iter().take(DRAWN).sum::<usize>() as i64
    }
}

/// Whether what the German side loses lowers the score.
fn counts_losses(state: &State) -> bool {
    !state.second.is_some_and(|second| matches!(second.level, Level::Learner | Level::Beginner))
}

impl Player for Planner {
    fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError> {
        self.dice += 2;
        let mut campaign = campaign.clone();
        campaign.record(false);
        if let Some(enemy) = &mut self.enemy {
            let supposed = enemy.orders(state, &campaign)?;
            campaign.give(Side::German, &supposed);
            campaign.give(Side::Russian, &Orders::default());
        }
        campaign.think()?;
        // Nobody sees how the copies march: without a picture that takes little more than half the time. The dice do not know.
        campaign.machine().poke(SDMCTL, 0);
        let options = options::options(&self.hunter, self.side, state);
        let week = Week { planner: self, campaign, options, marches: Cell::new(MARCHES) };
        let plan = week.best_plan()?;
        Ok(week.orders(&plan))
    }
}

impl Week<'_> {
    /// The best plan found: from the better of two beginnings on, for one corps after the other, what proves better is kept.
    fn best_plan(&self) -> Result<Plan, CampaignError> {
        let (mut plan, mut worth) = self.first_plan()?;
        loop {
            let before = plan.clone();
            for (corps, options) in self.options.iter().enumerate() {
                for other in 0..options.all.len() {
                    let kept = plan[corps];
                    if other == kept {
                        continue;
                    }
                    if self.marches.get() < 2 {
                        return Ok(plan);
                    }
                    plan[corps] = other;
                    match self.better(&plan, worth)? {
                        Some(better) => worth = better,
                        None => plan[corps] = kept,
                    }
                }
            }
            if plan == before {
                return Ok(plan);
            }
        }
    }

    /// What the hunter would do, or nothing.
    fn first_plan(&self) -> Result<(Plan, Worth), CampaignError> {
        let hunting = vec![0; self.options.len()];
        let hunted = [self.value(&hunting, 0)?, self.value(&hunting, 1)?];
        let resting = self.options.iter().map(|options| options.rest).collect();
        Ok(self.better(&resting, hunted)?.map_or((hunting, hunted), |rested| (resting, rested)))
    }

    /// What a plan is worth if that is more than `worth`. Who does worse with the first die gets no second one.
    fn better(&self, plan: &Plan, worth: Worth) -> Result<Option<Worth>, CampaignError> {
        let first = self.value(plan, 0)?;
        if first <= worth[0] {
            return Ok(None);
        }
        let tried = [first, self.value(plan, 1)?];
        Ok((tried.iter().sum::<i64>() > worth.iter().sum()).then_some(tried))
    }

    /// What comes of a plan with one die.
    fn value(&self, plan: &Plan, die: u32) -> Result<i64, CampaignError> {
        self.marches.set(self.marches.get().saturating_sub(1));
        let mut campaign = self.campaign.clone();
        campaign.machine().set_random(Some(Lcg::new(self.planner.dice + die)));
        campaign.give(self.planner.side, &self.orders(plan));
        campaign.march()?;
        Ok(self.planner.value(&campaign.state()))
    }

    fn orders(&self, plan: &Plan) -> Orders {
        let mut orders = Orders::default();
        for (options, &chosen) in self.options.iter().zip(plan) {
            let order = &options.all[chosen];
            orders.set(options.unit, order.queue.clone());
            if let Some(mode) = order.mode {
                orders.set_mode(options.unit, mode);
            }
        }
        orders
    }
}
