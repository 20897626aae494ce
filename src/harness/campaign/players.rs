//! The kinds of players that a batch can have.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::Campaign;
use super::error::CampaignError;
use super::host_program::Commander;
use super::observation::{Observer, Sight};
use super::orders::{MOST, Orders, OrdersFile};
use super::player::Player;
use super::player::advance::Advance;
use super::player::hunter::Hunter;
use super::player::planner::Planner;
use super::state::{Side, State};
use crate::assets::Assets;
use crate::titles::rasputitsa::{Direction, Edition, Level, Mode};

/// How a side is played: makes a player for each game of a batch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Players {
    /// No orders at all.
    Idle,
    /// Every unit on the map goes east, every turn.
    East,
    /// Every unit on the map goes west, every turn.
    West,
    /// Every unit heads for a city.
    Advance(Arc<Assets>),
    /// Every unit heads for the most promising goal.
    Hunter(Arc<Assets>),
    /// Tries its orders on copies of the campaign.
    Planner(Arc<Assets>),
    /// Orders from a file.
    File(Arc<OrdersFile>),
    /// An external program, started again for each game.
    Program {
        /// Its file.
        path: PathBuf,
        /// The time limit per turn.
        timeout: Duration,
        /// The map and the units that it is told of.
        assets: Arc<Assets>,
        /// How much it is told.
        sight: Sight,
    },
    /// The caller's own players: see [`Players::own`].
    Own(Own),
}

/// Makes a player for a game.
type Make = dyn Fn(Side) -> Box<dyn Player> + Send + Sync;

/// Players provided by the caller: see [`Players::own`].
#[derive(Clone)]
pub struct Own(Arc<Make>);

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Own")
    }
}

impl Players {
    /// The names of the built-in players.
    pub const NAMES: [&str; 6] = ["idle", "east", "west", "advance", "hunter", "planner"];

    /// A built-in player by name. `assets` are the map and the units.
    ///
    /// # Errors
    /// A name that is none of [`Players::NAMES`].
    pub fn named(name: &str, assets: &Arc<Assets>) -> Result<Self, UnknownPlayer> {
        let assets = Arc::clone(assets);
        match name {
            "idle" => Ok(Players::Idle),
            "east" => Ok(Players::East),
            "west" => Ok(Players::West),
            "advance" => Ok(Players::Advance(assets)),
            "hunter" => Ok(Players::Hunter(assets)),
            "planner" => Ok(Players::Planner(assets)),
            _ => Err(UnknownPlayer(name.to_string())),
        }
    }

    /// The caller's own players: `make` is called with the side, once for each game. Games may run in parallel, but
    /// each player takes part in one game only; results then do not depend on the number of threads. The events of
    /// weeks are recorded for it ([`Campaign::recorder`]).
    pub fn own(make: impl Fn(Side) -> Box<dyn Player> + Send + Sync + 'static) -> Players {
        Players::Own(Own(Arc::new(make)))
    }

    /// Makes the player of a side for one game of an edition.
    ///
    /// # Errors
    /// A program that cannot be started, or an orders file for the other side or edition.
    pub fn player(&self, side: Side, edition: Edition) -> Result<Box<dyn Player>, CampaignError> {
        Ok(match self {
            Players::Idle => Box::new(Idle),
            Players::East => Box::new(Drill { side, direction: Direction::East }),
            Players::West => Box::new(Drill { side, direction: Direction::West }),
            Players::Advance(assets) => Box::new(Advance::new(assets, side, edition)),
            Players::Hunter(assets) => Box::new(Hunter::new(assets, side, edition)),
            Players::Planner(assets) => Box::new(Planner::new(assets, side, edition)),
            Players::File(file) => {
                file.check(side, edition)?;
                Box::new(FromFile(file.clone()))
            }
            Players::Program { path, timeout, assets, sight } => {
                let observer = Observer::new(assets, edition, side, *sight);
                Box::new(Commander::start(path, *timeout, observer)?)
            }
            Players::Own(own) => (own.0)(side),
        })
    }

    /// Whether they always play the same in the same game.
    pub(super) fn always_plays_alike(&self) -> bool {
        !matches!(self, Players::Program { .. } | Players::Own(_))
    }

    /// Whether they need the events of weeks.
    pub(super) fn wants_events(&self) -> bool {
        matches!(self, Players::Program { .. } | Players::Own(_))
    }
}

/// There is no built-in player with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlayer(pub String);

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no player `{}`: expected {}", self.0, Players::NAMES.join(", "))
    }
}

impl std::error::Error for UnknownPlayer {}

struct Idle;

impl Player for Idle {
    fn orders(&mut self, _: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        Ok(Orders::default())
    }
}

/// Moves every unit in one direction.
struct Drill {
    side: Side,
    direction: Direction,
}

impl Player for Drill {
    fn orders(&mut self, state: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        let mut orders = Orders::default();
        for unit in state.on_map(self.side) {
            orders.set(unit.unit, vec![self.direction; MOST]);
            if state.second.is_some_and(|second| second.level == Level::Expert) {
                let flies = state.edition.air().contains(&unit.unit);
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
