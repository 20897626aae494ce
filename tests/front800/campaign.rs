//! Whole campaigns of the wargame, on the real program.

mod batch;
mod commands;
mod papers;
mod properties;
mod random;
mod reference;
mod schema;

use std::ops::ControlFlow;
use std::sync::Arc;

use front800::harness::campaign::batch::{Batch, Shard, Table};
use front800::harness::campaign::player::Players;
use front800::harness::campaign::state::State;
use front800::harness::campaign::{Campaign, Chance, Opponent};
use front800::machine::{Config, Machine};
use front800::titles::rasputitsa::Rules;
use front800::titles::{Sources, Title};

/// The program and the machine it runs on.
pub struct Built {
    config: Config,
    title: Arc<Title>,
}

impl Built {
    pub fn new(rules: Rules) -> Self {
        let sources = Sources::embedded();
        let os = sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
        let title = sources.rasputitsa_with(rules).unwrap_or_else(|error| panic!("{error}"));
        let config = Config::new(os);
        Built { config, title }
    }

    pub fn address(&self, label: &str) -> u16 {
        self.label(label).unwrap_or_else(|| panic!("no label {label}"))
    }

    /// A campaign at its first order phase.
    pub fn campaign(&self, passes: u8, chance: Chance) -> Campaign {
        Campaign::begin(self.machine(0), |name| self.label(name), Opponent::Passes(passes), chance)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The states of a batch as they come.
    pub fn play(&self, batch: &Batch) -> Vec<(u64, State)> {
        let mut states = Vec::new();
        let played = batch.play(self, |game, state| {
            states.push((game, state));
            ControlFlow::Continue(())
        });
        played.unwrap_or_else(|failed| panic!("game {}: {}", failed.game, failed.error));
        states
    }
}

impl Table for Built {
    fn machine(&self, seed: u64) -> Machine {
        let mut machine = Machine::new(&Config { seed, ..self.config.clone() });
        machine.load_program(self.title.xex.clone());
        machine
    }

    fn label(&self, name: &str) -> Option<u16> {
        self.title.output.symbol(name).and_then(|value| u16::try_from(value).ok())
    }
}

/// One game with one pass of planning.
pub fn one_game(players: Players, turns: u8) -> Batch {
    Batch {
        games: 1,
        shard: Shard::WHOLE,
        jobs: 1,
        turns,
        seed: 0,
        stream: Some(1),
        opponent: Opponent::Passes(1),
        players,
    }
}
