//! The players that a batch can be given.

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

/// A player for each game of a batch, of either side.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Players {
    /// No orders at all.
    Idle,
    /// Every unit on the map goes east, every turn.
    East,
    /// Every unit on the map goes west, every turn.
    West,
    /// Every unit goes for a city.
    Advance(Arc<Assets>),
    /// Every unit goes for what promises most.
    Hunter(Arc<Assets>),
    /// Tries its orders on copies of the campaign.
    Planner(Arc<Assets>),
    /// What a file says.
    File(Arc<OrdersFile>),
    /// A program of the host, started anew for each game.
    Program {
        /// Its file.
        path: PathBuf,
        /// How long it may take for a turn.
        timeout: Duration,
        /// What it is told of: the map and the units.
        assets: Arc<Assets>,
        /// How much it is told.
        sight: Sight,
    },
    /// Players of one's own: see [`Players::own`].
    Own(Own),
}

/// What makes a player of one's own for a game.
type Make = dyn Fn(Side) -> Box<dyn Player> + Send + Sync;

/// Players that are not built in: see [`Players::own`].
#[derive(Clone)]
pub struct Own(Arc<Make>);

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Own")
    }
}

impl Players {
    /// The names of those that are built in.
    pub const NAMES: [&str; 6] = ["idle", "east", "west", "advance", "hunter", "planner"];

    /// One that is built in, by its name. `assets` are the map and the units.
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

    /// Players of one's own: `make` makes one for each game, of the side that it is asked for. Games may be played at the same time, and
    /// a player sees those of its game alone: then the same games come out however many threads play them. What happens in the weeks is
    /// recorded for it ([`Campaign::recorder`]).
    pub fn own(make: impl Fn(Side) -> Box<dyn Player> + Send + Sync + 'static) -> Players {
        Players::Own(Own(Arc::new(make)))
    }

    /// The player of a side for one game of an edition.
    ///
    /// # Errors
    /// A program that cannot be started, and an orders file of the other side or edition.
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

    /// Whether all that they do follows from the game.
    pub(super) fn always_plays_alike(&self) -> bool {
        !matches!(self, Players::Program { .. } | Players::Own(_))
    }

    /// Whether it wants to know what happens in the weeks.
    pub(super) fn wants_events(&self) -> bool {
        matches!(self, Players::Program { .. } | Players::Own(_))
    }
}

/// A name that no built-in player has.
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

/// Everybody in one direction.
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
