//! Whole campaigns of the wargame, on the real program.

mod arena;
mod batch;
pub mod blocks;
pub mod commands;
mod papers;
mod properties;
mod random;
mod reference;
mod reference_1982;
pub mod schema;
mod sides;
mod weeks;

use std::ops::ControlFlow;

use front800::assembler::Output;
use front800::harness::campaign::batch::{Batch, Shard, Table};
use front800::harness::campaign::players::Players;
use front800::harness::campaign::state::State;
use front800::harness::campaign::{Campaign, Chance, Opponent, Setting};
use front800::machine::{Config, Machine, Ram};
use front800::media::xex::Xex;
use front800::titles::Sources;
use front800::titles::rasputitsa::Rules;

/// The program and the machine it runs on.
pub struct Built {
    config: Config,
    /// What is loaded, if it is not in the cartridge slot.
    file: Option<Xex>,
    output: Output,
}

impl Built {
    pub fn new(rules: Rules) -> Self {
        let sources = Sources::embedded();
        let os = sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
        let title = sources.rasputitsa_with(rules).unwrap_or_else(|error| panic!("{error}"));
        Built { config: Config::new(os), file: Some(title.xex.clone()), output: title.output.clone() }
    }

    /// As a cartridge in the smallest machine.
    pub fn cartridge(rules: Rules) -> Self {
        let sources = Sources::embedded();
        let os = sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
        let title = sources.rasputitsa_cart(rules).unwrap_or_else(|error| panic!("{error}"));
        let config = Config { cartridge: Some(title.cart.clone()), ram: Ram::Kb16, ..Config::new(os) };
        Built { config, file: None, output: title.output.clone() }
    }

    pub fn address(&self, label: &str) -> u16 {
        self.label(label).unwrap_or_else(|| panic!("no label {label}"))
    }

    /// A campaign at its first order phase.
    pub fn campaign(&self, passes: u8, chance: Chance) -> Campaign {
        self.campaign_at(Setting::default(), passes, chance)
    }

    /// The same at a level and in a year, which the edition of 1981 has not.
    pub fn campaign_at(&self, setting: Setting, passes: u8, chance: Chance) -> Campaign {
        let label = |name: &str| self.label(name);
        Campaign::begin_with(self.machine(0), label, Opponent::Passes(passes), chance, setting)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The states of a batch as they come.
    pub fn play(&self, batch: &Batch) -> Vec<(u64, State)> {
        let mut states = Vec::new();
        let played = batch.play(self, |game, week| {
            states.push((game, week.state));
            ControlFlow::Continue(())
        });
        played.unwrap_or_else(|failed| panic!("game {}: {}", failed.game, failed.error));
        states
    }
}

impl Table for Built {
    fn machine(&self, seed: u64) -> Machine {
        let mut machine = Machine::new(&Config { seed, ..self.config.clone() });
        if let Some(file) = &self.file {
            machine.load_program(file.clone());
        }
        machine
    }

    fn label(&self, name: &str) -> Option<u16> {
        self.output.symbol(name).and_then(|value| u16::try_from(value).ok())
    }
}

/// One game with one pass of planning.
pub fn one_game(players: Players, turns: u8) -> Batch {
    Batch {
        games: 1,
        shard: Shard::WHOLE,
        played: 0,
        jobs: 1,
        turns,
        seed: 0,
        stream: Some(1),
        setting: Setting::default(),
        opponent: Opponent::Passes(1),
        german: players,
        russian: None,
        from: None,
        save: false,
    }
}
