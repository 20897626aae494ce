//! Whole campaigns of the wargame, on the real program.

mod arena;
mod batch;
pub mod blocks;
pub mod commands;
mod kept;
mod papers;
mod properties;
mod random;
mod reference;
mod reference_1982;
pub mod schema;
mod sides;
mod weeks;

use std::ops::{ControlFlow, Deref};

use front800::harness;
use front800::harness::campaign::batch::{Batch, Runner};
use front800::harness::campaign::players::Players;
use front800::harness::campaign::state::State;
use front800::harness::campaign::{Campaign, Chance, Opponent, Setting};
use front800::harness::open::{Form, Options, Program};
use front800::machine::Ram;
use front800::titles::rasputitsa::Rules;

/// The program and the machine it runs on.
pub struct Built(harness::batch::Built);

impl Deref for Built {
    type Target = harness::batch::Built;

    fn deref(&self) -> &harness::batch::Built {
        &self.0
    }
}

impl Built {
    pub fn new(rules: Rules) -> Self {
        Built::with(rules, Options::default())
    }

    /// As a cartridge in the smallest machine.
    pub fn cartridge(rules: Rules) -> Self {
        Built::with(rules, Options { form: Form::Cart, ram: Ram::Kb16, ..Options::default() })
    }

    fn with(rules: Rules, options: Options) -> Self {
        let program = Program::named(rules.entry().name, options);
        Built(program.and_then(harness::batch::Built::new).unwrap_or_else(|error| panic!("{error}")))
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

/// One game with one pass of planning.
pub fn one_game(players: Players, turns: u8) -> Batch {
    Batch {
        runner: Runner::whole(1, 1),
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
