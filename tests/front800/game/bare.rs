//! The wargame's bytes in flat memory, under a CPU without an Atari around it: routines are called
//! by label, with their inputs poked and their outputs peeked.

use std::collections::VecDeque;
use std::sync::Arc;

use front800::cpu::{Bus, Cpu, flags};
use front800::titles::rasputitsa::{Rules, State, Variables};
use front800::titles::{Sources, Title};

/// Hardware and OS locations that the routines read or write.
pub const ATRACT: u16 = 0x4D;
pub const DRKMSK: u16 = 0x4E;
pub const PADDL2: u16 = 0x0272;
pub const PADDL3: u16 = 0x0273;
pub const STICK0: u16 = 0x0278;
pub const PTRIG2: u16 = 0x027E;
pub const STRIG0: u16 = 0x0284;
pub const PCOLR0: u16 = 0x02C0;
pub const PAL: u16 = 0xD014;
pub const CH: u16 = 0x02FC;
pub const HPOSP0: u16 = 0xD000;
pub const CONSOL: u16 = 0xD01F;
pub const AUDF1: u16 = 0xD200;
pub const AUDC1: u16 = 0xD201;
pub const RANDOM: u16 = 0xD20A;
pub const HSCROL: u16 = 0xD404;
pub const VSCROL: u16 = 0xD405;

/// Stick positions as the OS gives them.
pub const CENTRE: u8 = 15;
pub const UP: u8 = 14;
pub const DOWN: u8 = 13;
pub const LEFT: u8 = 11;
pub const RIGHT: u8 = 7;

/// Where a called routine returns to.
const RETURN: u16 = 0xFFF0;
/// More than any routine takes.
const TOO_LONG: u64 = 2_000_000;

/// Builds the wargame.
pub fn title_with(rules: Rules) -> Arc<Title> {
    Sources::embedded().rasputitsa_with(rules).unwrap_or_else(|error| panic!("{error}"))
}

/// The address of a label.
pub fn label(title: &Title, name: &str) -> u16 {
    let value = title.output.symbol(name).unwrap_or_else(|| panic!("no label {name}"));
    u16::try_from(value).unwrap_or_else(|_| panic!("{name} is no address"))
}

struct Flat {
    bytes: Vec<u8>,
    cycles: u64,
    /// What must never be written to: the program.
    constant: std::ops::Range<u16>,
    /// What RANDOM gives next; after that it is a byte like others.
    random: VecDeque<u8>,
    random_reads: usize,
}

impl Bus for Flat {
    fn read(&mut self, address: u16) -> u8 {
        self.cycles += 1;
        if address == RANDOM {
            self.random_reads += 1;
            if let Some(byte) = self.random.pop_front() {
                return byte;
            }
        }
        self.bytes[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.cycles += 1;
        assert!(
            !self.constant.contains(&address),
            "a write of ${value:02X} to ${address:04X}, inside the program"
        );
        self.bytes[usize::from(address)] = value;
    }
}

/// The program as it is when the first order phase begins.
pub struct Game {
    title: Arc<Title>,
    variables: Variables,
    cpu: Cpu,
    memory: Flat,
    /// CPU cycles of the longest frame so far.
    pub longest_frame: u64,
}

impl Game {
    /// Set up, turn 0 begun, the order phase open. Corrected rules.
    pub fn new() -> Self {
        Game::with(Rules::Corrected)
    }

    /// The same with a choice of rules; on the first level, where there are any.
    pub fn with(rules: Rules) -> Self {
        Game::begun(rules, &[])
    }

    /// The rules with everything in them: 1982 corrected, for experts, in 1941 or 1942.
    pub fn expert(scenario: u8) -> Self {
        Game::begun(Rules::Modern, &[("level", 4), ("scenario", scenario)])
    }

    /// For experts by other rules of 1982.
    pub fn expert_by(rules: Rules) -> Self {
        Game::begun(rules, &[("level", 4), ("scenario", 0)])
    }

    fn begun(rules: Rules, choice: &[(&str, u8)]) -> Self {
        let title = title_with(rules);
        let mut bytes = vec![0; 0x10000];
        let (mut first, mut end) = (u16::MAX, 0);
        for segment in title.xex.segments.iter().filter(|segment| segment.start >= 0x1000) {
            let start = usize::from(segment.start);
            bytes[start..start + segment.bytes.len()].copy_from_slice(&segment.bytes);
            first = first.min(segment.start);
            end = end.max(segment.start + segment.bytes.len() as u16);
        }
        let variables =
            Variables::find(|name| title.output.symbol(name).and_then(|value| u16::try_from(value).ok()))
                .unwrap_or_else(|error| panic!("{error}"));
        let mut cpu = Cpu::new();
        cpu.reset_due = false;
        let mut game = Game {
            title,
            variables,
            cpu,
            memory: Flat { bytes, cycles: 0, constant: first..end, random: VecDeque::new(), random_reads: 0 },
            longest_frame: 0,
        };
        game.poke(STICK0, CENTRE);
        game.poke(STRIG0, 1);
        game.point(228, 228);
        game.poke(PTRIG2, 1);
        game.poke(PAL, 0x0F);
        game.poke(CONSOL, 7);
        game.poke(DRKMSK, 0xFE);
        for &(name, value) in choice {
            game.set_byte(name, value);
        }
        for routine in ["memory_clear", "tables_copy", "variables_set", "screen_build"] {
            game.call(routine);
        }
        game.begin_turn();
        game.cpu.a = 0; // MSG_PROMPT
        game.call("text_message");
        let orders_open = game.variables.zp_orders_open;
        game.poke(orders_open, 1);
        game.hold(CENTRE, 1);
        game
    }

    /// What `turn_begin` does, without waiting for a frame.
    pub fn begin_turn(&mut self) {
        let turn = self.variables.turn;
        self.poke(turn, self.peek(turn).wrapping_add(1));
        for routine in ["calendar_step", "text_date", "season_step", "reinforce"] {
            self.call(routine);
        }
    }

    pub fn at(&self, name: &str) -> u16 {
        label(&self.title, name)
    }

    pub fn peek(&self, address: u16) -> u8 {
        self.memory.bytes[usize::from(address)]
    }

    pub fn poke(&mut self, address: u16, value: u8) {
        self.memory.bytes[usize::from(address)] = value;
    }

    /// The byte at a label.
    pub fn byte(&self, name: &str) -> u8 {
        self.peek(self.at(name))
    }

    pub fn set_byte(&mut self, name: &str, value: u8) {
        self.poke(self.at(name), value);
    }

    pub fn state(&self) -> State {
        State::read(&self.variables, |address| self.peek(address))
    }

    /// Calls a routine; how many CPU cycles it took.
    pub fn call(&mut self, name: &str) -> u64 {
        let start = self.at(name);
        let [low, high] = (RETURN - 1).to_le_bytes();
        self.cpu.s = 0xFD;
        self.poke(0x01FE, low);
        self.poke(0x01FF, high);
        self.run(start, RETURN)
    }

    /// Calls a routine with A, X and Y; how many CPU cycles it took.
    pub fn call_with(&mut self, name: &str, a: u8, x: u8, y: u8) -> u64 {
        (self.cpu.a, self.cpu.x, self.cpu.y) = (a, x, y);
        self.call(name)
    }

    /// A, X and Y as the last routine left them.
    pub fn registers(&self) -> (u8, u8, u8) {
        (self.cpu.a, self.cpu.x, self.cpu.y)
    }

    /// Carry as the last routine left it.
    pub fn carry(&self) -> bool {
        self.cpu.p & flags::C != 0
    }

    /// What RANDOM is to give next.
    pub fn roll(&mut self, bytes: &[u8]) {
        self.memory.random = bytes.iter().copied().collect();
        self.memory.random_reads = 0;
    }

    /// How often RANDOM was read since the last `roll`.
    pub fn rolls(&self) -> usize {
        self.memory.random_reads
    }

    /// One vertical blank.
    pub fn frame(&mut self) {
        let (start, exit) = (self.at("vbi_start"), self.at("vbi_exit"));
        self.cpu.s = 0xF0;
        let cycles = self.run(start, exit);
        self.longest_frame = self.longest_frame.max(cycles);
    }

    /// Runs from one label to another.
    pub fn run_to(&mut self, from: &str, to: &str) {
        let (from, to) = (self.at(from), self.at(to));
        self.cpu.s = 0xFF;
        self.run(from, to);
    }

    fn run(&mut self, start: u16, end: u16) -> u64 {
        self.cpu.pc = start;
        self.memory.cycles = 0;
        while self.cpu.pc != end {
            self.cpu.step(&mut self.memory);
            assert!(self.memory.cycles < TOO_LONG, "the routine at ${start:04X} does not end");
        }
        self.memory.cycles
    }

    /// Frames with the stick in a position, the button as it is.
    pub fn hold(&mut self, stick: u8, frames: usize) {
        self.poke(STICK0, stick);
        for _ in 0..frames {
            self.frame();
        }
    }

    /// Where the pointer is, as its paddles say it: 1 to 227, 228 for none.
    pub fn point(&mut self, across: u8, down: u8) {
        self.poke(PADDL2, across);
        self.poke(PADDL3, down);
    }

    /// Presses or releases the button: one frame with the stick centred.
    pub fn button(&mut self, down: bool) {
        self.poke(STRIG0, u8::from(!down));
        self.hold(CENTRE, 1);
    }

    /// Text from the text block.
    pub fn text(&self, offset: u16, length: u16) -> String {
        let text = self.variables.text + offset;
        (text..text + length).map(|at| char::from((self.peek(at) & 0x3F) + 0x20)).collect()
    }

    fn square(&self, table: u16, x: u8, y: u8) -> u16 {
        table + 48 * (39 - u16::from(y)) + 46 - u16::from(x)
    }

    /// The map code drawn on a square.
    pub fn drawn(&self, x: u8, y: u8) -> u8 {
        self.peek(self.square(self.variables.map, x, y))
    }

    /// The unit on a square, 0 for none.
    pub fn occupant(&self, x: u8, y: u8) -> u8 {
        self.peek(self.square(self.variables.occupants, x, y))
    }

    /// An entry of a table of units.
    pub fn unit(&self, table: &str, number: u8) -> u8 {
        self.peek(self.at(table) + u16::from(number))
    }

    /// Moves the cursor by stick until it is centred over a square (to a line).
    pub fn go_to(&mut self, x: u8, y: u8) {
        for _ in 0..2000 {
            let window = self.state().window;
            let west = i32::from(window.view_x) + 192 - i32::from(window.cursor_x);
            let north = 671 - 2 * i32::from(window.cursor_y) - i32::from(window.view_y);
            let (dx, dy) = (i32::from(x) * 8 + 4 - west, i32::from(y) * 16 + 8 - north);
            let mut stick = CENTRE;
            if dx != 0 {
                stick &= if dx < 0 { RIGHT } else { LEFT };
            }
            if dy.abs() > 1 {
                stick &= if dy > 0 { UP } else { DOWN };
            }
            if stick == CENTRE {
                self.hold(CENTRE, 1);
                return;
            }
            self.set_byte("zp_wait", 1);
            self.hold(stick, 1);
            // At an edge of the map the middle of a square may be out of reach.
            if self.state().window == window && window.square() == (x, y) {
                self.hold(CENTRE, 1);
                return;
            }
        }
        panic!("the cursor does not reach ({x},{y})");
    }
}
