//! A program of the host that plays a side: one JSON line of what it may know to it, one
//! JSON line of orders back. `docs/campaign.md` describes both lines.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::Campaign;
use super::error::{CampaignError, PlayerError};
use super::observation::Observer;
use super::orders::{Orders, OrdersError, parse_mode, parse_queue, refuse_absent, refuse_unit};
use super::player::Player;
use super::state::{Side, State};
use crate::harness::host_program::{HostError, HostProgram};
use crate::titles::rasputitsa::Level;

/// What comes back is called so where something is said of it.
const ANSWER: &str = "line of orders";

/// The line that comes back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with orders by unit number")]
struct Reply {
    /// Letters by unit number.
    #[serde(deserialize_with = "by_unit")]
    orders: BTreeMap<u32, String>,
    /// Letters of modes by unit number, in the edition of 1982.
    #[serde(default, deserialize_with = "by_unit")]
    modes: BTreeMap<u32, String>,
}

/// What is said of units, of each once: of two texts for a unit nobody can tell which is meant.
fn by_unit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<u32, String>, D::Error> {
    deserializer.deserialize_map(ByUnit)
}

struct ByUnit;

impl<'de> Visitor<'de> for ByUnit {
    type Value = BTreeMap<u32, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("letters by unit number")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut all = BTreeMap::new();
        while let Some((unit, letters)) = map.next_entry()? {
            if all.insert(unit, letters).is_some() {
                return Err(A::Error::custom(format_args!("unit {unit} stands there twice")));
            }
        }
        Ok(all)
    }
}

/// A running program.
#[derive(Debug)]
pub struct Commander {
    name: String,
    program: HostProgram,
    observer: Observer,
    /// It has been told something.
    introduced: bool,
}

impl Commander {
    /// Starts it; it may take `timeout` for each reply, and is told what `observer` sees.
    ///
    /// # Errors
    /// As those of [`HostProgram::start`], with its name.
    pub fn start(path: &Path, timeout: Duration, observer: Observer) -> Result<Self, PlayerError> {
        let name = path.display().to_string();
        match HostProgram::start(path, timeout) {
            Ok(program) => Ok(Commander { name, program, observer, introduced: false }),
            Err(HostError(message)) => Err(PlayerError { player: name, turn: None, message }),
        }
    }

    fn failed(&self, turn: u8, message: String) -> CampaignError {
        PlayerError { player: self.name.clone(), turn: Some(turn), message }.into()
    }

    fn line(&mut self, state: &State, campaign: &Campaign) -> Result<String, CampaignError> {
        let introduces = !std::mem::replace(&mut self.introduced, true);
        let seen = self.observer.observe(&mut campaign.clone(), introduces);
        serde_json::to_string(&seen).map_err(|error| self.failed(state.turn, error.to_string()))
    }

    /// The orders in a reply of the program `name`, which plays `side`, checked against the state it answers.
    ///
    /// # Errors
    /// A reply that is no line of orders, a unit that is none of the side or not on the map, a queue or a mode that cannot be, and modes
    /// where only experts of the edition of 1982 have them.
    pub fn orders_of(name: &str, line: &str, side: Side, state: &State) -> Result<Orders, OrdersError> {
        let refused = |message: String| OrdersError {
            source: format!("{name}: turn {}", state.turn),
            place: None,
            message,
        };
        let reply: Reply = serde_json::from_str(line).map_err(|error| {
            refused(format!(
                "its reply is no line of orders such as {{\"orders\":{{\"7\":\"NNE\"}}}}: {error}"
            ))
        })?;
        let there = |number: u32| {
            let wrong =
                refuse_unit(number, side, state.edition).or_else(|| refuse_absent(number as u8, state));
            wrong.map_or(Ok(number as u8), |message| Err(refused(message)))
        };
        let mut orders = Orders::default();
        for (number, letters) in reply.orders {
            let queue =
                parse_queue(&letters).map_err(|(_, message)| refused(format!("unit {number}: {message}")))?;
            orders.set(there(number)?, queue);
        }
        if !reply.modes.is_empty() && state.second.is_none_or(|second| second.level != Level::Expert) {
            return Err(refused("modes, where only experts of the edition of 1982 have them".into()));
        }
        for (number, letter) in reply.modes {
            let unit = there(number)?;
            match parse_mode(unit, &letter).map_err(refused)? {
                Some(mode) => orders.set_mode(unit, mode),
                None => return Err(refused(format!("unit {number}: an empty mode: expected S, A, F or E"))),
            }
        }
        Ok(orders)
    }
}

impl Player for Commander {
    fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError> {
        let line = self.line(state, campaign)?;
        let reply = self.program.ask(line, ANSWER, campaign.cancel_token());
        let reply = reply.map_err(|HostError(message)| self.failed(state.turn, message))?;
        Ok(Self::orders_of(&self.name, &reply, self.observer.side(), state)?)
    }

    /// Shows it the end, and gives it time to end by itself.
    fn finish(&mut self, state: &State, campaign: &Campaign) -> Result<(), CampaignError> {
        let line = self.line(state, campaign)?;
        self.program.finish(Some(line), ANSWER).map_err(|HostError(message)| self.failed(state.turn, message))
    }
}
