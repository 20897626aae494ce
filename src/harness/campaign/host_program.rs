//! A program of the host that plays the German side: one JSON line of state to it, one
//! JSON line of orders back. `docs/campaign.md` describes both lines.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use super::Campaign;
use super::error::{CampaignError, PlayerError};
use super::orders::{Orders, OrdersError, parse_mode, parse_queue, refuse_absent, refuse_unit};
use super::player::Player;
use super::state::State;
use crate::harness::host_program::{HostError, HostProgram};
use crate::titles::rasputitsa::Level;

/// The line that comes back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    /// Letters by unit number.
    orders: BTreeMap<u32, String>,
    /// Letters of modes by unit number, in the edition of 1982.
    #[serde(default)]
    modes: BTreeMap<u32, String>,
}

/// A running program.
pub struct Commander {
    name: String,
    program: HostProgram,
}

impl Commander {
    /// Starts it; it may take `timeout` for each reply.
    pub fn start(path: &Path, timeout: Duration) -> Result<Self, PlayerError> {
        let name = path.display().to_string();
        match HostProgram::start(path, timeout) {
            Ok(program) => Ok(Commander { name, program }),
            Err(HostError(message)) => Err(PlayerError { player: name, turn: None, message }),
        }
    }

    fn failed(&self, turn: u8, message: String) -> CampaignError {
        PlayerError { player: self.name.clone(), turn: Some(turn), message }.into()
    }

    fn line(&self, state: &State) -> Result<String, CampaignError> {
        serde_json::to_string(state).map_err(|error| self.failed(state.turn, error.to_string()))
    }

    /// The orders in a reply of the program `name`, checked against the state it answers.
    pub fn orders_of(name: &str, line: &str, state: &State) -> Result<Orders, OrdersError> {
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
            let wrong = refuse_unit(number, state.edition).or_else(|| refuse_absent(number as u8, state));
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
    fn orders(&mut self, state: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        let line = self.line(state)?;
        let reply = self.program.ask(line, "line of orders");
        let reply = reply.map_err(|HostError(message)| self.failed(state.turn, message))?;
        Ok(Self::orders_of(&self.name, &reply, state)?)
    }

    /// Shows it the end, and gives it time to end by itself.
    fn finish(&mut self, state: &State) -> Result<(), CampaignError> {
        let line = self.line(state)?;
        self.program.finish(Some(line)).map_err(|HostError(message)| self.failed(state.turn, message))
    }
}
