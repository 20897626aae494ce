//! Fixed programs with fixed input: what benchmarks run and what the interrupt budget of the
//! wargame is measured with.

use crate::harness::script::{Entry, Script};
use crate::machine::control::Control;
use crate::machine::{Config, Console, Machine, Stick};
use crate::titles::{Sources, TitleError};

/// Frames after which the wargame has booted and shows its first turn.
const RASPUTITSA_READY: u64 = 400;

/// What a workload does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    /// The operating system waits for keys.
    Idle,
    /// The map stands still, and the opponent thinks.
    Map,
    /// The map scrolls diagonally.
    Scrolling,
}

/// A program with its input.
#[derive(Clone, Debug)]
pub struct Workload {
    /// What it is called.
    pub name: &'static str,
    /// Whether pictures are drawn.
    pub draws: bool,
    /// Whether sound is made.
    pub sounds: bool,
    /// The frame from which on the program does what it is called.
    pub first_frame: u64,
    program: Program,
}

/// All workloads.
pub fn all() -> Vec<Workload> {
    let workload = |name, program, first_frame, draws, sounds| Workload { name, draws, sounds, first_frame, program };
    vec![
        workload("idle", Program::Idle, 120, true, false),
        workload("map", Program::Map, RASPUTITSA_READY, true, false),
        workload("scrolling", Program::Scrolling, RASPUTITSA_READY, true, false),
        workload("scrolling, sound", Program::Scrolling, RASPUTITSA_READY, true, true),
        workload("map, not drawn", Program::Map, RASPUTITSA_READY, false, false),
    ]
}

impl Workload {
    /// A machine switched on with the program in it.
    pub fn machine(&self, config: &Config, sources: &Sources) -> Result<Machine, TitleError> {
        let mut machine = Machine::new(config);
        if self.program != Program::Idle {
            machine.load_program(sources.rasputitsa()?.xex.clone());
        }
        Ok(machine)
    }

    /// Its input.
    pub fn script(&self) -> Script {
        if self.program != Program::Scrolling {
            return Script::default();
        }
        let mut player = Player::from_frame(RASPUTITSA_READY - 200);
        // To and fro between two corners, a good quarter of an hour.
        for _ in 0..50 {
            player.hold(600, RIGHT_DOWN).hold(600, LEFT_UP);
        }
        player.script
    }
}

const CENTER: Stick = Stick { up: false, down: false, left: false, right: false, fire: false };
const UP: Stick = Stick { up: true, ..CENTER };
const DOWN: Stick = Stick { down: true, ..CENTER };
const LEFT: Stick = Stick { left: true, ..CENTER };
const RIGHT: Stick = Stick { right: true, ..CENTER };
const RIGHT_DOWN: Stick = Stick { down: true, ..RIGHT };
const RIGHT_UP: Stick = Stick { up: true, ..RIGHT };
const LEFT_DOWN: Stick = Stick { down: true, ..LEFT };
const LEFT_UP: Stick = Stick { up: true, ..LEFT };

/// Writes a script as somebody would play it.
struct Player {
    script: Script,
    frame: u64,
}

impl Player {
    fn from_frame(frame: u64) -> Self {
        Player { script: Script::default(), frame }
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
    let mut player = Player::from_frame(RASPUTITSA_READY);
    // All corners, so that the map scrolls in all eight directions and both fine scroll registers
    // wrap in the same frame.
    player.hold(620, RIGHT_DOWN).hold(620, LEFT_UP).hold(350, RIGHT).hold(620, LEFT_DOWN);
    player.hold(620, RIGHT_UP).hold(600, DOWN).hold(350, LEFT).hold(600, UP);
    player.hold(20, CENTER);
    orders(&mut player);
    // A unit of the enemy, or nobody, further east.
    player.hold(60, RIGHT).hold(10, CENTER).press(20, CENTER).press(20, RIGHT).press(10, CENTER).hold(20, CENTER);
    player.console(4, Console { option: true, ..Console::default() }).wait(10);
    // The movement phase: the button is ignored, the map still scrolls.
    player.console(4, Console { start: true, ..Console::default() });
    player.press(60, CENTER).hold(300, RIGHT_DOWN).hold(300, LEFT_UP).hold(60, CENTER);
    player.script
}

/// From the north-western corner to a corps that stands there at the beginning, and through
/// every case of giving it orders.
fn orders(player: &mut Player) {
    // Four squares east, and eighteen south; acceleration makes 36 frames of the first eight steps.
    player.hold(65, RIGHT).hold(10, CENTER).hold(265, DOWN).hold(10, CENTER);
    // Too early for an order, diagonal, then nine orders in a row.
    player.press(2, CENTER).press(20, UP).press(40, CENTER).press(24, RIGHT_UP).press(10, CENTER);
    for direction in [RIGHT, DOWN, LEFT, UP, RIGHT, RIGHT, UP, UP, LEFT] {
        player.press(20, direction).press(4, CENTER);
    }
    // The arrow walks all the way; the orders are deleted; one new order; release.
    player.press(300, CENTER).key(4, "SPACE").press(40, CENTER).press(20, RIGHT).press(40, CENTER);
    player.hold(20, CENTER);
}
