//! The real program, stopped at its doors, and at the title, and played from there.

use std::path::Path;
use std::sync::OnceLock;

use front800::harness::driver::Driver;
use front800::machine::{Config, Lcg, Machine, Video};
use front800::titles::companion::{Companion, Doors, GameOptions, Outcome, Poke, Switches};
use front800::titles::{Sources, Title, shelf};
use serde_json::Value;

use crate::os::computer::config;

/// Frames from power-on until the title stands.
const START_FRAMES: u32 = 60;
/// Frames within which the program comes to its next door, thinking included.
const DOOR_FRAMES: u64 = 400;
/// Bytes of the board's page that hold the position.
const BOARD_BYTES: u16 = 0xD0;

/// The program and what is known about it.
pub struct Played {
    pub driver: Driver,
    companion: Box<dyn Companion>,
    doors: Doors,
    switches: Switches,
}

/// The program, assembled once.
pub fn program() -> &'static Title {
    static PROGRAM: OnceLock<Title> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let sources = Sources::folder(Path::new(env!("CARGO_MANIFEST_DIR")));
        let entry = shelf::named("eleven").expect("on the shelf");
        sources.build_title(entry).unwrap_or_else(|error| panic!("{error}"))
    })
}

/// The value of a label.
pub fn label(name: &str) -> Option<u16> {
    program().output.symbol(name).and_then(|value| u16::try_from(value).ok())
}

/// A machine with the program in it, just switched on.
pub fn machine(video: Video) -> Machine {
    let mut machine = Machine::new(&Config { video, ..config() });
    machine.load_program(program().xex.clone());
    machine
}

impl Played {
    /// The program waits at its title.
    pub fn title(video: Video) -> Played {
        let find = shelf::named("eleven").and_then(|entry| entry.companion).expect("played from outside");
        let companion = find(&label).expect("all labels");
        let doors = Doors::find(&label).expect("all doors");
        let switches = Switches::find(&label).expect("all switches");
        let mut machine = machine(video);
        for _ in 0..START_FRAMES {
            machine.run_frame();
        }
        let driver = Driver::new(machine);
        let mut played = Played { driver, companion, doors, switches };
        played.seed(1);
        assert_eq!(played.door(), played.doors.title_wait);
        played
    }

    /// The stream that RANDOM gives from now on.
    pub fn seed(&mut self, seed: u32) {
        self.driver.machine_mut().set_random(Some(Lcg::new(seed)));
    }

    /// Frames that the program may think about a move.
    pub fn think_limit(&mut self, frames: u16) {
        let [low, high] = frames.to_le_bytes();
        let at = self.switches.think_limit;
        self.driver.poke([(at, low), (at + 1, high)]);
    }

    /// Begins a game in haste; bit n of `computers`: the program plays side n. It stands at the first
    /// position.
    pub fn begin(&mut self, computers: u8, plies: u8) {
        let options = GameOptions { plies: Some(plies), ..GameOptions::default() };
        let options = self.companion.options(&options).expect("plies");
        self.driver.poke(options);
        let switches = self.switches;
        self.driver.poke([(switches.haste, 1), (switches.computers, computers), (switches.action, 0xFF)]);
        self.driver.pass();
        assert_eq!(self.door(), self.doors.step_done);
    }

    fn door(&mut self) -> u16 {
        let doors = self.doors;
        let all = [doors.title_wait, doors.action_wait, doors.step_done, doors.step_refused];
        self.driver.run_to_door("a door", &all, DOOR_FRAMES).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The next move is the program's. How many frames it took.
    pub fn computer(&mut self) -> u64 {
        let start = self.driver.machine().frame_number();
        self.driver.pass();
        assert_eq!(self.door(), self.doors.step_done, "the program moves");
        self.driver.machine().frame_number() - start
    }

    /// The bytes that stand for an action.
    pub fn pokes(&mut self, text: &str) -> Option<Vec<Poke>> {
        self.driver.look(|peek| self.companion.action(text, peek))
    }

    /// Does something: the line that comes of it.
    pub fn act(&mut self, text: &str) -> Value {
        let pokes = self.pokes(text).expect(text);
        self.driver.pass();
        assert_eq!(self.door(), self.doors.action_wait, "{text}");
        self.driver.poke(pokes);
        self.driver.pass();
        let door = self.door();
        if door == self.doors.step_done {
            return self.line();
        }
        assert_eq!(door, self.doors.step_refused, "{text}");
        let why = self.driver.peek(self.switches.refused_why);
        self.driver.look(|peek| self.companion.refusal(text, Some(why), peek, &[]))
    }

    /// The legal moves. What lists them runs on a copy of the machine.
    pub fn legal(&mut self) -> Vec<String> {
        let mut copy = self.driver.clone();
        copy.call("legal_list", self.switches.legal_list, DOOR_FRAMES).expect("a list");
        copy.look(|peek| self.companion.legal(peek))
    }

    /// The line of the position.
    pub fn line(&mut self) -> Value {
        let legal = self.legal();
        self.driver.look(|peek| self.companion.state(peek, &legal))
    }

    /// Whose turn it is.
    pub fn turn(&mut self) -> usize {
        self.driver.look(|peek| self.companion.turn(peek))
    }

    /// How the game has ended.
    pub fn outcome(&mut self) -> Option<Outcome> {
        self.driver.look(|peek| self.companion.outcome(peek))
    }

    /// All that the rules and the search keep about the position.
    pub fn position(&mut self) -> Vec<(&'static str, Vec<u8>)> {
        let parts = [
            ("board", BOARD_BYTES),
            ("piece_square", 27),
            ("piece_strength", 27),
            ("piece_due", 27),
            ("zp_turn", 1),
            ("zp_worth", 4),
            ("zp_clock", 2),
            ("zp_undo", 1),
            ("move_count", 2),
            ("winner", 1),
            ("reason", 1),
        ];
        let bytes = |name: &str, count: u16| {
            let at = label(name).expect(name);
            (at..at + count).map(|address| self.driver.peek(address)).collect()
        };
        parts.into_iter().map(|(name, count)| (name, bytes(name, count))).collect()
    }
}

/// Two positions are the same; where not, the name of the variable is told.
pub fn before_and_after(before: &[(&'static str, Vec<u8>)], after: &[(&'static str, Vec<u8>)]) {
    for ((name, before), (_, after)) in before.iter().zip(after) {
        assert_eq!(before, after, "{name}");
    }
}
