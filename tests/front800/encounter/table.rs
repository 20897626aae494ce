//! The program on a machine: hands that play it, doors at which it is talked to, eyes.

use front800::assembler::Output;
use front800::harness::driver::Driver;
use front800::machine::{Config, Lcg, Machine};
use front800::titles::companion::Companion;
use front800::titles::{Sources, encounter, shelf};

use crate::hands::Hands;

/// Frames within which the program gets from one door to the next.
const PATIENCE: u64 = 2000;
/// Values of `phase`.
pub const SETUP: u8 = 1;
pub const PLAY: u8 = 2;
/// Values of `action`.
const MOVE: u8 = 1;
const BEGIN: u8 = 0xFF;

#[derive(Clone)]
pub struct Table {
    driver: Driver,
    output: Output,
}

impl Table {
    /// Switched on, with the title on the screen.
    pub fn new() -> Table {
        let mut table = Table::with(None);
        table.frames(150);
        table
    }

    /// At the first instruction, with RANDOM from a stream.
    pub fn with(stream: Option<Lcg>) -> Table {
        let sources = Sources::embedded();
        let os = sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
        let title = sources.title(shelf::named("encounter").expect("a title"));
        let title = title.unwrap_or_else(|error| panic!("{error}"));
        let mut machine = Machine::new(&Config::new(os));
        machine.load_program(title.xex.clone());
        let mut table = Table { driver: Driver::new(machine), output: title.output.clone() };
        table.run_to(&["start"]);
        table.machine().set_random(stream);
        table
    }

    /// A game in which everything comes from outside but what `computers` says, at the door of the first
    /// move; nothing waits for the eye.
    pub fn game(computers: u8, is_super: bool, own: &str, theirs: &str) -> Table {
        let mut table = Table::with(None);
        table.begin(computers, is_super);
        assert!(table.play(&format!("SETUP {own} {theirs}")), "{own} {theirs}");
        table
    }

    /// From the first instruction to the door of the set-up.
    pub fn begin(&mut self, computers: u8, is_super: bool) {
        self.run_to(&["title_wait"]);
        self.poke("computers", computers);
        self.poke("haste", 1);
        self.poke("option_super", is_super.into());
        self.poke("action", BEGIN);
        self.run_to(&["action_wait"]);
    }

    pub fn companion(&self) -> Box<dyn Companion> {
        encounter::find(&|name| self.find(name)).unwrap_or_else(|error| panic!("{error}"))
    }

    fn find(&self, name: &str) -> Option<u16> {
        self.output.symbol(name).and_then(|value| u16::try_from(value).ok())
    }

    pub fn label(&self, name: &str) -> u16 {
        self.find(name).unwrap_or_else(|| panic!("no label {name}"))
    }

    pub fn byte(&mut self, name: &str) -> u8 {
        let address = self.label(name);
        self.machine().peek(address)
    }

    pub fn at(&mut self, table: &str, index: u8) -> u8 {
        let address = self.label(table) + u16::from(index);
        self.machine().peek(address)
    }

    pub fn poke(&mut self, name: &str, value: u8) {
        let address = self.label(name);
        self.machine().poke(address, value);
    }

    pub fn memory(&mut self) -> Vec<u8> {
        (0..=u16::MAX).map(|address| self.driver.peek(address)).collect()
    }

    /// Runs to the first of these labels, at least one instruction.
    pub fn run_to(&mut self, names: &[&str]) -> usize {
        let labels: Vec<u16> = names.iter().map(|name| self.label(name)).collect();
        let reached = self.driver.run_to("a door", &labels, PATIENCE);
        let place = reached.ok().and_then(|pc| labels.iter().position(|&label| label == pc));
        place.unwrap_or_else(|| panic!("{names:?} not reached:\n{}", self.text()))
    }

    /// What the program's own list says, found on a copy of the machine.
    pub fn legal(&mut self) -> Vec<String> {
        let mut copy = self.clone();
        copy.driver.call("legal_list", self.label("legal_list"), PATIENCE).expect("a list");
        let memory = copy.memory();
        self.companion().legal(&|address| memory[usize::from(address)])
    }

    /// At a door: an action from outside.
    pub fn act(&mut self, action: &str) {
        let memory = self.memory();
        let pokes = self.companion().action(action, &|address| memory[usize::from(address)]);
        for (address, value) in pokes.unwrap_or_else(|| panic!("{action} is no action")) {
            self.machine().poke(address, value);
        }
    }

    /// The same, until the program has done or refused it (false).
    pub fn play(&mut self, action: &str) -> bool {
        self.act(action);
        self.run_to(&["step_done", "step_refused"]) == 0
    }

    /// What the program has decided to do, up to the door through which it goes.
    pub fn decided(&mut self) -> (u8, u8) {
        self.run_to(&["action_do"]);
        assert_eq!(self.byte("action"), MOVE);
        (self.byte("action_from"), self.byte("action_to"))
    }
}

impl Hands for Table {
    fn machine(&mut self) -> &mut Machine {
        self.driver.machine_mut()
    }
}
