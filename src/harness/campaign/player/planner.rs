//! A side that plans: it tries its orders on copies of the campaign before it gives them.
//!
//! It starts from what the hunter would do. In a copy the opponent thinks, or the German side is supposed to do as the
//! hunter does; then the week is marched again
//! and again, each time with other orders for one corps, and what leaves the army better is kept. The dice of the
//! copies are the planner's own: nobody knows those of the campaign.

use super::Player;
use super::hunter::{self, Choice, Hunter};
use crate::assets::Assets;
use crate::harness::campaign::Campaign;
use crate::harness::campaign::board;
use crate::harness::campaign::error::CampaignError;
use crate::harness::campaign::orders::Orders;
use crate::harness::campaign::state::{Side, State, Strength};
use crate::machine::Lcg;
use crate::titles::rasputitsa::{Edition, Level};

/// Marches that are tried in a week: between one and two seconds of processor time.
const MARCHES: u32 = 300;
/// Marches of every plan, each with other dice: with one the luckiest plan is chosen, with many too few plans are tried.
/// [measured: over five or six games each, one, two and three cannot be told apart]
const DICE: u32 = 2;
/// So many weeks before the end combat strength begins to count in place of muster strength, to which it recovers.
const RECOVERY: i64 = 4;
/// Strength that a point of score is worth. [spec: cartridge-extras 6]
const POINT: i64 = 128;
/// So many corps are drawn to a city that is not theirs yet ...
const DRAWN: usize = 3;
/// ... if they have this combat strength, ...
const FIT: u8 = 60;
/// ... each square nearer being worth as much strength for each of its points.
const PULL: i64 = 1;
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
    choices: Vec<Choice>,
}

/// The number of each corps's orders among its [`Choice`].
type Plan = Vec<usize>;

impl Planner {
    /// Of a side, on the map and with the units of an edition of `assets`.
    pub(crate) fn new(assets: &Assets, side: Side, edition: Edition) -> Self {
        let enemy = (side == Side::Russian).then(|| Hunter::new(assets, Side::German, edition));
        Planner { side, hunter: Hunter::new(assets, side, edition), enemy, dice: 0 }
    }

    /// What a state is worth, in quarters of strength.
    fn value(&self, state: &State) -> i64 {
        let left = i64::from(hunter::last_turn(state).saturating_sub(state.turn)).min(RECOVERY);
        let worth = |strength: Strength| {
            i64::from(strength.combat) * (RECOVERY - left) + i64::from(strength.muster) * left
        };
        let german = worth(state.strength(Side::German)) / if counts_losses(state) { 1 } else { 4 };
        let russian = worth(state.strength(Side::Russian));
        let strength = if self.side == Side::German { german - russian } else { russian - german };
        let cities: i64 = self.hunter.cities(state).map(|city| self.city(state, city)).sum();
        let closed = self.hunter.closed_ways(state) as i64 / CLOSED;
        strength + RECOVERY * (cities + closed)
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
        -points * PULL * ways.iter().take(DRAWN).sum::<usize>() as i64
    }
}

/// Whether what the German side loses lowers the score.
fn counts_losses(state: &State) -> bool {
    !state.second.is_some_and(|second| matches!(second.level, Level::Learner | Level::Beginner))
}

impl Player for Planner {
    fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError> {
        self.dice += DICE;
        let mut campaign = campaign.clone();
        campaign.record(false);
        if let Some(enemy) = &mut self.enemy {
            let supposed = enemy.orders(state, &campaign)?;
            campaign.give(Side::German, &supposed);
            campaign.give(Side::Russian, &Orders::default());
        }
        campaign.think()?;
        let week = Week { planner: self, campaign, choices: self.hunter.choices(state) };
        let plan = week.best_plan()?;
        Ok(week.orders(&plan))
    }
}

impl Week<'_> {
    /// The best plan found: from the hunter's on, for one corps after the other, what proves better is kept.
    fn best_plan(&self) -> Result<Plan, CampaignError> {
        let mut plan = vec![0; self.choices.len()];
        let mut value = self.value(&plan)?;
        let mut marches = MARCHES;
        loop {
            let before = plan.clone();
            for (unit, choice) in self.choices.iter().enumerate() {
                for other in 0..choice.queues.len() {
                    let kept = plan[unit];
                    if choice.queues[other] == choice.queues[kept] {
                        continue;
                    }
                    if marches < DICE {
                        return Ok(plan);
                    }
                    marches -= DICE;
                    plan[unit] = other;
                    let tried = self.value(&plan)?;
                    if tried > value {
                        value = tried;
                    } else {
                        plan[unit] = kept;
                    }
                }
            }
            if plan == before {
                return Ok(plan);
            }
        }
    }

    /// What comes of a plan, with some dice and with others.
    fn value(&self, plan: &Plan) -> Result<i64, CampaignError> {
        let orders = self.orders(plan);
        (0..DICE).try_fold(0, |sum, die| {
            let mut campaign = self.campaign.clone();
            campaign.machine().set_random(Some(Lcg::new(self.planner.dice + die)));
            campaign.give(self.planner.side, &orders);
            campaign.march()?;
            Ok(sum + self.planner.value(&campaign.state()))
        })
    }

    fn orders(&self, plan: &Plan) -> Orders {
        let mut orders = Orders::default();
        for (choice, &chosen) in self.choices.iter().zip(plan) {
            orders.set(choice.unit, choice.queues[chosen].clone());
        }
        orders
    }
}
