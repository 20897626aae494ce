//! The whole program on the machine, as somebody plays it.

use front800::assembler::Output;
use front800::chips::pokey::Keyboard;
use front800::harness::keys;
use front800::inspect::screen;
use front800::machine::{Config, Console, FRAME_WIDTH, Machine, Ram, Stick};
use front800::media::cart::Cart;
use front800::titles::Sources;
use front800::titles::rasputitsa::{EntryPoints, Level, Rules, Scenario, State, Variables};

/// Frames until the title is on the screen (or, in the 1981 rules, the first order phase).
const TITLE: u64 = 60;
/// Frames from START in the title to the first order phase.
const SET_UP: u64 = 60;

pub struct Play {
    pub machine: Machine,
    pub output: Output,
    pub entry: EntryPoints,
    pub variables: Variables,
    rules: Rules,
}

impl Play {
    /// The corrected rules of 1981, loaded, in the first order phase.
    pub fn new(kilobytes: u8) -> Self {
        let mut play = Play::loaded(Rules::Corrected, kilobytes, 0);
        play.begin();
        play
    }

    /// The binary-load file after some frames: at the title.
    pub fn loaded(rules: Rules, kilobytes: u8, seed: u64) -> Self {
        let title = Sources::embedded().rasputitsa_with(rules).unwrap_or_else(|error| panic!("{error}"));
        let mut machine = Self::machine(None, kilobytes, seed);
        machine.load_program(title.xex.clone());
        Play::started(machine, title.output.clone(), rules)
    }

    /// The cartridge in a machine with 16K, after some frames.
    pub fn cartridge(rules: Rules) -> Self {
        let title = Sources::embedded().cartridge(rules.entry()).unwrap_or_else(|error| panic!("{error}"));
        Play::started(Self::machine(Some(title.cart.clone()), 16, 0), title.output.clone(), rules)
    }

    pub fn machine(cartridge: Option<Cart>, kilobytes: u8, seed: u64) -> Machine {
        let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
        Machine::new(&Config { cartridge, ram: Ram::try_from(kilobytes).unwrap(), seed, ..Config::new(os) })
    }

    fn started(machine: Machine, output: Output, rules: Rules) -> Self {
        let find = |name: &str| output.symbol(name).and_then(|value| u16::try_from(value).ok());
        let entry = EntryPoints::find(find).unwrap_or_else(|error| panic!("{error}"));
        let variables = Variables::find(find).unwrap_or_else(|error| panic!("{error}"));
        let mut play = Play { machine, output, entry, variables, rules };
        play.frames(TITLE);
        play
    }

    /// From the title, if there is one, to the first order phase: in the edition of 1982 as a learner.
    pub fn begin(&mut self) {
        self.begin_at(Level::Learner, Scenario::Of1941);
    }

    /// The same at a level and in a year, which the edition of 1981 has not.
    pub fn begin_at(&mut self, level: Level, scenario: Scenario) {
        if self.rules != Rules::Edition1981 {
            (0..level as u8).for_each(|_| self.press_select());
            self.press_start(4);
        }
        if level == Level::Expert {
            self.frames(4);
            (0..scenario as u8).for_each(|_| self.press_select());
            self.press_start(4);
        }
        self.frames(SET_UP);
        assert!(self.state().orders_open, "no order phase");
        assert_eq!(self.state().turn, 0);
    }

    pub fn frames(&mut self, frames: u64) {
        for _ in 0..frames {
            self.machine.run_frame();
        }
    }

    /// Frames until something is so; how many.
    pub fn until(&mut self, what: &str, mut so: impl FnMut(&mut Self) -> bool) -> u64 {
        (0..3000)
            .find(|_| {
                let now = so(self);
                if !now {
                    self.frames(1);
                }
                now
            })
            .unwrap_or_else(|| panic!("3,000 frames, and never {what}"))
    }

    /// Until START is taken: it was up in this week, and the opponent has considered every army once.
    pub fn let_him_think(&mut self) {
        self.until("a whole pass", |play| {
            play.byte("start_released") > 0 && play.byte("thinking_passes") > 0
        });
    }

    pub fn at(&self, name: &str) -> u16 {
        let value = self.output.symbol(name).unwrap_or_else(|| panic!("no label {name}"));
        u16::try_from(value).unwrap_or_else(|_| panic!("{name} is no address"))
    }

    /// The byte at a label.
    pub fn byte(&mut self, name: &str) -> u8 {
        let at = self.at(name);
        self.machine.peek(at)
    }

    pub fn set_byte(&mut self, name: &str, value: u8) {
        let at = self.at(name);
        self.machine.poke(at, value);
    }

    pub fn state(&mut self) -> State {
        State::read(&self.variables, |address| self.machine.peek(address))
    }

    /// Directions by their first letters, `f` the button.
    pub fn stick(&mut self, directions: &str) {
        let pushed = |letter| directions.contains(letter);
        let (up, down, left, right) = (pushed('u'), pushed('d'), pushed('l'), pushed('r'));
        self.machine.set_stick(0, Stick { up, down, left, right, fire: pushed('f') });
    }

    /// Presses START for some frames.
    pub fn press_start(&mut self, frames: u64) {
        self.machine.set_console(Console { start: true, ..Console::default() });
        self.frames(frames);
        self.machine.set_console(Console::default());
    }

    /// Ends the order phase: START when it is taken, again where it asks.
    pub fn march(&mut self) {
        self.let_him_think();
        for frame in 0..40 {
            self.machine.set_console(Console { start: frame % 16 < 8, ..Console::default() });
            self.frames(1);
            if !self.state().orders_open {
                self.machine.set_console(Console::default());
                return;
            }
        }
        panic!("START is not taken");
    }

    /// Presses SELECT, and waits until it would be taken again.
    fn press_select(&mut self) {
        self.machine.set_console(Console { select: true, ..Console::default() });
        self.frames(4);
        self.machine.set_console(Console::default());
        self.frames(40);
    }

    /// Presses OPTION for some frames.
    pub fn press_option(&mut self, frames: u64) {
        self.machine.set_console(Console { option: true, ..Console::default() });
        self.frames(frames);
        self.machine.set_console(Console::default());
    }

    /// Presses a key for some frames.
    pub fn key(&mut self, name: &str, frames: u64) {
        let mut keyboard = Keyboard::default();
        keys::press(&mut keyboard, name);
        self.machine.set_keyboard(keyboard);
        self.frames(frames);
        self.machine.set_keyboard(Keyboard::default());
    }

    pub fn reset(&mut self) {
        self.machine.set_reset_key(true);
        self.frames(3);
        self.machine.set_reset_key(false);
    }

    /// The screen as text.
    pub fn screen(&mut self) -> String {
        screen::text(&self.machine)
    }

    /// The message line.
    pub fn message(&mut self) -> String {
        // No address: where the line begins in the text block.
        let offset = self.at("AT_MESSAGE");
        self.text(offset, 32)
    }

    /// Text from the text block, without blanks at its end.
    pub fn text(&mut self, offset: u16, length: u16) -> String {
        let text = self.variables.text + offset;
        let text: String =
            (text..text + length).map(|at| char::from((self.machine.peek(at) & 0x3F) + 0x20)).collect();
        text.trim_end().to_owned()
    }

    /// Whether the title waits for START.
    pub fn at_title(&mut self) -> bool {
        let (wait, look) = (self.at("title_wait"), self.at("begin_look"));
        let pc = self.machine.cpu().pc;
        (wait..wait + 6).contains(&pc) || (look..look + 42).contains(&pc)
    }

    /// The cursor to a square, as a player moves it.
    pub fn go_to(&mut self, x: u8, y: u8) {
        for _ in 0..3000 {
            let window = self.state().window;
            let west = i32::from(window.view_x) + 192 - i32::from(window.cursor_x);
            let north = 671 - 2 * i32::from(window.cursor_y) - i32::from(window.view_y);
            // At the edges of the map it stays off the middle of a square.
            let (goal_west, goal_north) = (i32::from(x) * 8 + 4, i32::from(y) * 16 + 8);
            let (dx, dy) = (goal_west.clamp(6, 362) - west, goal_north.clamp(11, 615) - north);
            let mut stick = String::new();
            if dx != 0 {
                stick.push(if dx < 0 { 'r' } else { 'l' });
            }
            if dy.abs() > 1 {
                stick.push(if dy > 0 { 'u' } else { 'd' });
            }
            self.stick(&stick);
            self.frames(1);
            if stick.is_empty() {
                self.frames(2);
                return;
            }
        }
        panic!("the cursor does not reach ({x},{y})");
    }

    /// The palette index at a colour clock and scan line.
    pub fn pixel(&self, clock: usize, line: usize) -> u8 {
        self.machine.picture()[(line - 8) * FRAME_WIDTH + 2 * (clock - 0x22)]
    }
}
