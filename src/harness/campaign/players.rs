//! The players that a batch can be given.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::Campaign;
use super::error::CampaignError;
use super::host_program::Commander;
use super::orders::{FIRST_AIR, MOST, Orders, OrdersFile};
use super::player::Player;
use super::player::advance::Advance;
use super::player::hunter::Hunter;
use super::player::planner::Planner;
use super::state::{Side, State};
use crate::assets::Assets;
use crate::titles::rasputitsa::{Direction, Edition, Level, Mode};

/// A player for each game of a batch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Players {
    /// No orders at all.
    Idle,
    /// Every unit on the map goes east, every turn.
    East,
    /// Every unit goes for a city.
    Advance(Arc<Assets>, Edition),
    /// Every unit goes for what promises most.
    Hunter(Arc<Assets>, Edition),
    /// Tries its orders on copies of the campaign.
    Planner(Arc<Assets>, Edition),
    /// What a file says.
    File(Arc<OrdersFile>),
    /// A program of the host, started anew for each game.
    Program {
        /// Its file.
        path: PathBuf,
        /// How long it may take for a turn.
        timeout: Duration,
    },
}

impl Players {
    /// The player for one game.
    pub fn player(&self) -> Result<Box<dyn Player>, CampaignError> {
        Ok(match self {
            Players::Idle => Box::new(Idle),
            Players::East => Box::new(East),
            Players::Advance(assets, edition) => Box::new(Advance::new(assets, *edition)),
            Players::Hunter(assets, edition) => Box::new(Hunter::new(assets, *edition)),
            Players::Planner(assets, edition) => Box::new(Planner::new(assets, *edition)),
            Players::File(file) => Box::new(FromFile(file.clone())),
            Players::Program { path, timeout } => Box::new(Commander::start(path, *timeout)?),
        })
    }
}

struct Idle;

impl Player for Idle {
    fn orders(&mut self, _: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        Ok(Orders::default())
    }
}

struct East;

impl Player for East {
    fn orders(&mut self, state: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        let mut orders = Orders::default();
        for unit in state.on_map(Side::German) {
            orders.set(unit.unit, vec![Direction::East; MOST]);
            if state.second.is_some_and(|second| second.level == Level::Expert) {
                let flies = unit.unit >= FIRST_AIR;
                orders.set_mode(unit.unit, if flies { Mode::Forced } else { Mode::Standard });
            }
        }
        Ok(orders)
    }
}

struct FromFile(Arc<OrdersFile>);

impl Player for FromFile {
    fn orders(&mut self, state: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        Ok(self.0.orders(state)?)
    }
}
