//! The program on a machine: hands that play it, doors at which it is talked to, eyes.

use front800::assembler::Output;
use front800::machine::{Config, Lcg, Machine};
use front800::titles::companion::{Companion, GameOptions};
use front800::titles::{Sources, magna, shelf};
use serde_json::Value;

use crate::hands::Hands;

/// Cycles within which the program gets from one door to the next.
const PATIENCE: u64 = 60_000_000;
/// The title's `action` from outside.
const BEGIN: u8 = 0xFF;
/// Values of `phase`.
pub const NUMBER: u8 = 0;
pub const TURN: u8 = 1;
pub const OVER: u8 = 2;
pub const WON: u8 = 3;

#[derive(Clone)]
pub struct Console {
    pub machine: Machine,
    output: Output,
}

impl Console {
    /// At the first instruction.
    pub fn new() -> Console {
        let sources = Sources::embedded();
        let os = sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
        let title = sources.title(shelf::named("magna").expect("a title"));
        let title = title.unwrap_or_else(|error| panic!("{error}"));
        let mut machine = Machine::new(&Config::new(os));
        machine.load_program(title.xex.clone());
        let mut console = Console { machine, output: title.output.clone() };
        console.run_to(&["start"]);
        console
    }

    /// Switched on, with the title on the screen.
    pub fn on() -> Console {
        let mut console = Console::new();
        console.frames(60);
        console
    }

    /// A game that is played from outside, but for the ships of `computers`; at its first state. Nothing
    /// waits for the eye.
    pub fn game(level: u8, players: u8, computers: u8, seed: u32) -> Console {
        let mut console = Console::new();
        console.run_to(&["title_wait"]);
        console.machine.set_random(Some(Lcg::new(seed)));
        let options = GameOptions { level: Some(level), players: Some(players), ..GameOptions::default() };
        let pokes = console.companion().options(&options).unwrap_or_else(|error| panic!("{error}"));
        for (address, value) in pokes {
            console.machine.poke(address, value);
        }
        console.poke("computers", computers);
        console.poke("haste", 1);
        console.poke("action", BEGIN);
        console.run_to(&["step_done"]);
        console
    }

    pub fn companion(&self) -> Box<dyn Companion> {
        magna::find(&|name| self.find(name)).unwrap_or_else(|error| panic!("{error}"))
    }

    fn find(&self, name: &str) -> Option<u16> {
        self.output.symbol(name).and_then(|value| u16::try_from(value).ok())
    }

    pub fn label(&self, name: &str) -> u16 {
        self.find(name).unwrap_or_else(|| panic!("no label {name}"))
    }

    pub fn byte(&mut self, name: &str) -> u8 {
        self.at(name, 0)
    }

    pub fn at(&mut self, table: &str, index: u16) -> u8 {
        let address = self.label(table) + index;
        self.machine.peek(address)
    }

    pub fn poke(&mut self, name: &str, value: u8) {
        self.poke_at(name, 0, value);
    }

    pub fn poke_at(&mut self, table: &str, index: u16, value: u8) {
        let address = self.label(table) + index;
        self.machine.poke(address, value);
    }

    /// The bytes of a table.
    pub fn bytes(&mut self, table: &str, size: u16) -> Vec<u8> {
        (0..size).map(|index| self.at(table, index)).collect()
    }

    pub fn memory(&mut self) -> Vec<u8> {
        (0..=u16::MAX).map(|address| self.machine.peek(address)).collect()
    }

    /// What is accepted, where the program stands at a door.
    pub fn legal(&mut self) -> Vec<String> {
        let memory = self.memory();
        self.companion().legal(&|address| memory[usize::from(address)])
    }

    /// The line of a trace.
    pub fn state(&mut self) -> Value {
        let (memory, legal) = (self.memory(), self.legal());
        self.companion().state(&|address| memory[usize::from(address)], &legal)
    }

    /// What the player who is to act may know.
    pub fn view(&mut self) -> Value {
        let (memory, legal) = (self.memory(), self.legal());
        self.companion().view(&|address| memory[usize::from(address)], &legal)
    }

    /// Runs to the first of these labels, at least one instruction.
    pub fn run_to(&mut self, names: &[&str]) -> usize {
        let labels: Vec<u16> = names.iter().map(|name| self.label(name)).collect();
        let end = self.machine.cycle() + PATIENCE;
        while self.machine.cycle() < end {
            self.machine.step();
            let pc = self.machine.cpu().pc;
            if let Some(found) = labels.iter().position(|&label| label == pc) {
                return found;
            }
        }
        let pc = self.machine.cpu().pc;
        panic!("{names:?} not reached, but ${pc:04X}:\n{}", self.text());
    }

    /// An action from outside, until the program has done or refused it (false).
    pub fn play(&mut self, action: &str) -> bool {
        self.run_to(&["action_wait"]);
        let pokes =
            self.companion().action(action, &|_| 0).unwrap_or_else(|| panic!("{action} is no action"));
        for (address, value) in pokes {
            self.machine.poke(address, value);
        }
        self.run_to(&["step_done", "step_refused"]) == 0
    }
}

impl Hands for Console {
    fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }
}
