//! Fixed programs with fixed input: what benchmarks run and what the interrupt budget of the
//! wargame is measured with.

pub mod mixed;

use crate::harness::script::{Entry, Script};
use crate::harness::session::{Limits, Session, Unobserved};
use crate::inspect::symbols::Symbols;
use crate::machine::control::Control;
use crate::machine::{Config, Console, Machine, Stick};
use crate::titles::{Sources, TitleError};
use mixed::Mixed;

/// Frames after which the wargame has booted and shows its title, and, START having been pressed
/// there, its first turn.
const RASPUTITSA_TITLE: u64 = 60;
const RASPUTITSA_READY: u64 = 120;

/// What a workload does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    /// The operating system waits for keys.
    Idle,
    /// The map stands still; in place of the wargame's main program the mixed loop runs.
    Map,
    /// The map scrolls diagonally.
    Scrolling,
    /// The mixed loop alone: no display, no interrupts.
    Cpu,
}

/// Sound samples a second, where sound is made.
const SOUND_RATE: u32 = 44_100;

/// A program with its input.
#[derive(Clone, Debug)]
pub struct Workload {
    /// What it is called.
    pub name: &'static str,
    /// Whether sound is made. Pictures are drawn always.
    pub sounds: bool,
    program: Program,
}

/// All workloads, each without sound and with it.
pub fn all() -> Vec<Workload> {
    let workload = |name, program, sounds| Workload { name, sounds, program };
    vec![
        workload("idle", Program::Idle, false),
        workload("idle, sound", Program::Idle, true),
        workload("map", Program::Map, false),
        workload("map, sound", Program::Map, true),
        workload("scrolling", Program::Scrolling, false),
        workload("scrolling, sound", Program::Scrolling, true),
        workload("cpu", Program::Cpu, false),
        workload("cpu, sound", Program::Cpu, true),
    ]
}

/// The workload of that name.
pub fn named(name: &str) -> Option<Workload> {
    all().into_iter().find(|workload| workload.name == name)
}

impl Workload {
    /// A session that has come to where the program does what it is called.
    pub fn session(&self, config: &Config, sources: &Sources) -> Result<Session, TitleError> {
        let mut machine = Machine::new(config);
        if self.draws_map() {
            machine.load_program(sources.rasputitsa()?.xex.clone());
        }
        let mut session = Session::new(machine, self.script());
        session.run(&Limits::frames(RASPUTITSA_READY), &mut Unobserved);
        let machine = session.machine();
        match self.program {
            Program::Cpu => Mixed::build(sources)?.alone(machine),
            Program::Map => {
                let symbols = Symbols::from_assembly(&sources.rasputitsa()?.output);
                Mixed::build(sources)?.replace_main(machine, &symbols);
            }
            Program::Idle | Program::Scrolling => {}
        }
        machine.set_audio(self.sounds.then_some(SOUND_RATE));
        Ok(session)
    }

    fn draws_map(&self) -> bool {
        matches!(self.program, Program::Map | Program::Scrolling)
    }

    /// Its input.
    pub fn script(&self) -> Script {
        if matches!(self.program, Program::Idle | Program::Cpu) {
            return Script::default();
        }
        let mut player = Player::in_the_first_turn();
        if self.program == Program::Scrolling {
            // To and fro between two corners, a good quarter of an hour.
            for _ in 0..50 {
                player.hold(600, RIGHT_DOWN).hold(600, LEFT_UP);
            }
        }
        player.script
    }
}

/// Frames to hold the stick for one, three and eight steps of the cursor.
const ONE_STEP: u64 = 11;
const THREE_STEPS: u64 = 23;
const ONE_SQUARE: u64 = 37;

const CENTER: Stick = Stick { up: false, down: false, left: false, right: false, fire: false };
const UP: Stick = Stick { up: true, ..CENTER };
const DOWN: Stick = Stick { down: true, ..CENTER };
const LEFT: Stick = Stick { left: true, ..CENTER };
const RIGHT: Stick = Stick { right: true, ..CENTER };
const RIGHT_DOWN: Stick = Stick { down: true, ..RIGHT };
const RIGHT_UP: Stick = Stick { up: true, ..RIGHT };
const LEFT_DOWN: Stick = Stick { down: true, ..LEFT };
const LEFT_UP: Stick = Stick { up: true, ..LEFT };

const START: Console = Console { start: true, select: false, option: false };
const SELECT: Console = Console { start: false, select: true, option: false };
const OPTION: Console = Console { start: false, select: false, option: true };

/// Writes a script as somebody would play it.
struct Player {
    script: Script,
    frame: u64,
}

impl Player {
    /// One who has pressed START in the title.
    fn in_the_first_turn() -> Self {
        let mut player = Player { script: Script::default(), frame: RASPUTITSA_TITLE };
        player.console(4, START);
        player.frame = RASPUTITSA_READY;
        player
    }

    fn set(&mut self, control: Control) -> &mut Self {
        self.script.entries.push(Entry { frame: self.frame, control });
        self
    }

    fn wait(&mut self, frames: u64) -> &mut Self {
        self.frame += frames;
        self
    }

    /// Holds the first stick for a number of frames.
    fn hold(&mut self, frames: u64, stick: Stick) -> &mut Self {
        self.set(Control::Stick(0, stick)).wait(frames)
    }

    /// The same with the button down.
    fn press(&mut self, frames: u64, stick: Stick) -> &mut Self {
        self.hold(frames, Stick { fire: true, ..stick })
    }

    /// Presses a key of the keyboard for a number of frames.
    fn key(&mut self, frames: u64, name: &str) -> &mut Self {
        let mut keys = crate::chips::pokey::Keyboard::default();
        crate::harness::keys::press(&mut keys, name);
        self.set(Control::Keyboard(keys)).wait(frames).set(Control::Keyboard(Default::default()))
    }

    fn console(&mut self, frames: u64, console: Console) -> &mut Self {
        self.set(Control::Console(console)).wait(frames).set(Control::Console(Console::default()))
    }
}

/// The input with which the interrupt budget of the wargame is measured: every path of its
/// vertical blank routine, in the order phase and during movement. [spec: display-and-input 4]
pub fn rasputitsa_budget() -> Script {
    let mut player = Player::in_the_first_turn();
    // All corners, so that the map scrolls in all eight directions. The few steps before two
    // of the diagonals make both fine scroll registers wrap in the same frame.
    player.hold(620, RIGHT_DOWN).hold(620, LEFT_UP).hold(400, RIGHT).hold(4, CENTER);
    player.hold(THREE_STEPS, LEFT).hold(4, CENTER).hold(620, LEFT_DOWN).hold(4, CENTER);
    player.hold(ONE_STEP, RIGHT).hold(4, CENTER).hold(620, RIGHT_UP);
    player.hold(620, DOWN).hold(400, LEFT).hold(620, UP).hold(20, CENTER);
    orders(&mut player);
    // Another unit, one of the enemy's, and nobody further north.
    for _ in 0..2 {
        player.hold(ONE_SQUARE, RIGHT).hold(10, CENTER);
        player.press(20, CENTER).press(20, RIGHT).press(10, CENTER).hold(20, CENTER);
    }
    player
        .hold(80, UP)
        .hold(10, CENTER)
        .press(20, CENTER)
        .press(20, RIGHT)
        .press(10, CENTER)
        .hold(20, CENTER);
    coast(&mut player);
    player.console(4, OPTION).wait(10);
    // The movement phase: slow while the button is down, halted, hurried; the map still scrolls.
    player.console(20, START).wait(60);
    player.press(60, CENTER).hold(100, RIGHT_DOWN).key(4, "SPACE").hold(100, LEFT_UP).key(4, "SPACE");
    player.console(300, SELECT).hold(300, LEFT_UP).hold(60, CENTER);
    player.script
}

/// From the north-western corner to a corps that stands there at the beginning, and through
/// every case of giving it orders.
fn orders(player: &mut Player) {
    // Four squares east and eighteen south.
    player.hold(57, RIGHT).hold(10, CENTER).hold(265, DOWN).hold(10, CENTER);
    // Too early for an order, diagonal, then nine orders in a row.
    player.press(2, CENTER).press(20, UP).press(40, CENTER).press(24, RIGHT_UP).press(10, CENTER);
    for direction in [RIGHT, DOWN, LEFT, UP, RIGHT, RIGHT, UP, UP, LEFT] {
        player.press(20, direction).press(4, CENTER);
    }
    // The arrow walks all the way; the last order is taken back, then all; one new order; release.
    player.press(300, CENTER).key(4, "DELETE").press(40, CENTER).key(4, "SPACE").press(40, CENTER);
    player.press(20, RIGHT).press(40, CENTER);
    player.hold(20, CENTER);
    // Lifted again, and released in the middle of an error.
    player.press(80, CENTER).press(24, RIGHT_UP).hold(20, CENTER);
}

/// To the Finns in the north, who can neither leave the map nor walk over the sea.
fn coast(player: &mut Player) {
    player.hold(620, LEFT_UP).hold(10, CENTER).hold(108, RIGHT).hold(10, CENTER);
    player.press(50, CENTER).press(20, UP).press(4, CENTER);
    player.press(20, DOWN).press(4, CENTER).press(20, DOWN).press(4, CENTER).hold(20, CENTER);
    player.hold(37, LEFT_DOWN).hold(10, CENTER).press(50, CENTER).press(20, DOWN).hold(20, CENTER);
    // Leningrad, where nobody stands.
    player.hold(36, RIGHT_DOWN).hold(16, RIGHT).hold(10, CENTER);
    player.press(20, CENTER).press(20, RIGHT).hold(20, CENTER);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::harness::session::Session;
    use crate::inspect::symbols::Symbols;
    use crate::machine::Video;
    use crate::titles::rasputitsa::{State, Variables};

    /// The states of the wargame after every frame of the budget script.
    fn diary() -> Vec<State> {
        let sources = Sources::embedded();
        let title = sources.rasputitsa().unwrap_or_else(|error| panic!("{error}"));
        let symbols = Symbols::from_assembly(&title.output);
        let variables = Variables::find(|name| symbols.value(name)).unwrap();
        let os = sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
        let config = Config {
            os,
            cartridge: None,
            right_cartridge: None,
            ram_kilobytes: 48,
            video: Video::Ntsc,
            seed: 0,
        };
        let mut machine = Machine::new(&config);
        machine.load_program(title.xex.clone());
        let script = rasputitsa_budget();
        let frames = script.last_frame() + 1;
        let mut session = Session::new(machine, script);
        (0..frames)
            .map(|_| {
                session.frame();
                State::read(&variables, |address| session.machine().peek(address))
            })
            .collect()
    }

    #[test]
    fn the_budget_script_takes_every_path_of_the_vertical_blank() {
        let diary = diary();
        let mut diagonals = BTreeSet::new();
        for pair in diary.windows(2) {
            let (a, b) = (pair[0].window, pair[1].window);
            if a.view_x / 8 != b.view_x / 8 && a.view_y / 16 != b.view_y / 16 {
                diagonals.insert((a.view_x < b.view_x, a.view_y < b.view_y));
            }
        }
        assert_eq!(diagonals.len(), 4, "both fine scroll registers wrap at once in all four directions");
        let views = |state: &State| (state.window.view_x, state.window.view_y);
        for corner in [(224, 2), (0, 2), (0, 504), (224, 504)] {
            assert!(diary.iter().any(|state| views(state) == corner), "{corner:?}");
        }
        let errors: BTreeSet<u8> = diary.iter().map(|state| state.hold.error).collect();
        assert_eq!(errors.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 7, 8, 9]);
        let held: BTreeSet<u8> = diary.iter().filter_map(|state| state.hold.unit).collect();
        assert!(held.iter().any(|&unit| unit < 55) && held.iter().any(|&unit| unit >= 55), "{held:?}");
        let queued = |unit: u8, state: &State| state.units[usize::from(unit) - 1].orders.len();
        let counts: Vec<usize> =
            diary.iter().filter_map(|state| Some(queued(state.hold.unit?, state))).collect();
        assert!(counts.contains(&8), "eight orders");
        assert!(counts.windows(2).any(|pair| pair == [8, 7]), "the last order taken back");
        assert!(counts.windows(2).any(|pair| pair == [7, 0]), "all orders deleted at once");
        let last = diary.last().unwrap();
        assert!(last.turn > 0 || !last.orders_open, "START was pressed");
    }
}
