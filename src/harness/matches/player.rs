//! Who plays the sides of a game.

use std::path::PathBuf;
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use super::error::MatchError;
use super::game::Game;
use crate::debug::cancel::CancelToken;
use crate::harness::driver::DriverError;
use crate::harness::host_program::{HostError, HostProgram};

/// What a program answers with is called so where something is said of it.
const ANSWER: &str = "line with an action";

/// Somebody who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Who {
    /// The program itself.
    Computer,
    /// Nobody: each of the actions that are accepted is as likely as the others.
    Random,
    /// What a file says: its place among [`Lineup::files`].
    File(usize),
    /// A program of the host, started anew for each game.
    Program {
        /// Its file.
        path: PathBuf,
        /// How long it may take for an action.
        timeout: Duration,
    },
}

/// Actions, one a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionFile {
    /// What it is called.
    pub name: String,
    /// Each with the number of its line, from 1.
    lines: Vec<(usize, String)>,
}

impl ActionFile {
    /// Reads the text: an action a line; empty lines and those that begin with `#` say nothing.
    pub fn parse(name: &str, text: &str) -> Self {
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let lines = lines.map(|(number, line)| (number, line.to_string())).collect();
        ActionFile { name: name.to_string(), lines }
    }
}

/// Who plays which side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The sides in the order of their first turns.
    pub sides: Vec<Who>,
    /// Files of actions. Sides with the same file take its lines in turn.
    pub files: Vec<ActionFile>,
}

impl Lineup {
    /// Bit n: the program itself plays side n.
    pub fn computers(&self) -> u8 {
        let bits = self.sides.iter().enumerate().filter(|(_, who)| **who == Who::Computer);
        bits.fold(0, |bits, (side, _)| bits | 1 << side)
    }
}

/// A line that a program of the host may answer with, if not with the bare action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    action: String,
}

/// The players of one game.
pub(super) struct Players<'a> {
    lineup: &'a Lineup,
    seats: Vec<Seat>,
    /// Lines taken of each file.
    taken: Vec<usize>,
}

/// What a side needs to play.
enum Seat {
    Computer,
    Random(Box<ChaCha8Rng>),
    File(usize),
    Program(HostProgram),
}

impl<'a> Players<'a> {
    /// Seats the players for a game with this seed.
    pub(super) fn seat(lineup: &'a Lineup, seed: u64) -> Result<Self, MatchError> {
        let seat = |(side, who): (usize, &Who)| -> Result<Seat, MatchError> {
            Ok(match who {
                Who::Computer => Seat::Computer,
                Who::Random => {
                    let mut random = ChaCha8Rng::seed_from_u64(seed);
                    random.set_stream(side as u64);
                    Seat::Random(Box::new(random))
                }
                Who::File(file) => Seat::File(*file),
                Who::Program { path, timeout } => {
                    let started = HostProgram::start(path, *timeout);
                    Seat::Program(started.map_err(|HostError(message)| MatchError::Start {
                        side,
                        name: path.display().to_string(),
                        message,
                    })?)
                }
            })
        };
        let seats = lineup.sides.iter().enumerate().map(seat).collect::<Result<_, _>>()?;
        Ok(Players { lineup, seats, taken: vec![0; lineup.files.len()] })
    }

    /// Whether the program itself plays the side.
    pub(super) fn is_computer(&self, side: usize) -> bool {
        matches!(self.seats.get(side), Some(Seat::Computer))
    }

    /// Whether a file says what the side does.
    pub(super) fn is_file(&self, side: usize) -> bool {
        matches!(self.seats.get(side), Some(Seat::File(_)))
    }

    /// Whether a program of the host plays the side.
    pub(super) fn is_external(&self, side: usize) -> bool {
        matches!(self.seats.get(side), Some(Seat::Program(_)))
    }

    /// The next line of the side's file.
    pub(super) fn peek_file(&self, side: usize) -> Option<&'a str> {
        let Some(Seat::File(file)) = self.seats.get(side) else { return None };
        self.lineup.files[*file].lines.get(self.taken[*file]).map(|(_, line)| line.as_str())
    }

    /// The action of a side, none if its file has no more.
    pub(super) fn choose(
        &mut self,
        side: usize,
        step: u64,
        game: &mut Game,
    ) -> Result<Option<String>, MatchError> {
        let program = |error: DriverError| MatchError::Program { step, error };
        let chosen = match self.seats.get_mut(side) {
            None | Some(Seat::Computer) => {
                Err("is to be asked, though the program plays this side itself".to_string())
            }
            Some(Seat::Random(random)) => match game.legal().map_err(program)? {
                [] => Err("has no action to choose from".to_string()),
                legal => Ok(Some(legal[random.random_range(0..legal.len())].clone())),
            },
            Some(Seat::File(_)) => {
                let line = self.peek_file(side).map(str::to_string);
                if let Some(Seat::File(file)) = self.seats.get(side) {
                    self.taken[*file] += usize::from(line.is_some());
                }
                Ok(line)
            }
            Some(Seat::Program(host)) => {
                let view = game.view().map_err(program)?;
                host.ask(view.to_string(), ANSWER, &CancelToken::default())
                    .map_err(|HostError(message)| message)
                    .and_then(|reply| action_of(&reply))
                    .map(Some)
            }
        };
        chosen.map_err(|message| self.failed(side, step, message))
    }

    /// The game is over: closes the input of programs of the host, and gives them time to end.
    pub(super) fn finish(&mut self, step: u64) -> Result<(), MatchError> {
        for side in 0..self.seats.len() {
            if let Some(Seat::Program(host)) = self.seats.get_mut(side) {
                let ended = host.finish(None, ANSWER);
                ended.map_err(|HostError(message)| self.failed(side, step, message))?;
            }
        }
        Ok(())
    }

    /// The error of a player.
    pub(super) fn failed(&self, side: usize, step: u64, message: String) -> MatchError {
        let name = match self.lineup.sides.get(side) {
            None | Some(Who::Computer) => "computer".to_string(),
            Some(Who::Random) => "random".to_string(),
            Some(Who::File(file)) => {
                let ActionFile { name, lines } = &self.lineup.files[*file];
                let last = self.taken[*file].checked_sub(1).and_then(|last| lines.get(last));
                last.map_or_else(|| name.clone(), |(line, _)| format!("{name}:{line}"))
            }
            Some(Who::Program { path, .. }) => path.display().to_string(),
        };
        MatchError::Player { side, name, step, message }
    }
}

/// The action in a program's answer: `{"action": "E4E6"}`, `"E4E6"` or the bare text.
fn action_of(reply: &str) -> Result<String, String> {
    let reply = reply.trim();
    let parsed = match reply.as_bytes().first() {
        Some(b'{') => serde_json::from_str(reply).map(|Reply { action }| action),
        Some(b'"') => serde_json::from_str(reply),
        _ => Ok(reply.to_string()),
    };
    parsed.map_err(|error| format!("its answer is no line such as {{\"action\":\"E4E6\"}}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_three_forms() {
        for reply in ["{\"action\": \"FIRE U\"}", "\"FIRE U\"", " FIRE U "] {
            assert_eq!(action_of(reply), Ok("FIRE U".to_string()));
        }
        for reply in ["{\"move\": \"FIRE U\"}", "{", "\"FIRE"] {
            assert!(action_of(reply).unwrap_err().contains("such as {\"action\""), "{reply}");
        }
    }

    #[test]
    fn files_have_an_action_a_line() {
        let file = ActionFile::parse("f", "# mine\nE4E5\n\n  E5E6  \n");
        assert_eq!(file.lines, [(2, "E4E5".to_string()), (4, "E5E6".to_string())]);
    }
}
