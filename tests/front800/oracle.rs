//! The lazy machine against the one that does everything in every cycle [time T8], on
//! programs that write random values to random chip registers at random cycles.

mod borders;
mod bytes;
mod collisions;
pub mod compare;
mod fonts;
mod foresight;
mod found;
mod midline;
mod objects;
mod pens;
mod phantoms;
mod pictures;
mod shortcuts;

use compare::{compare, difference, first_difference};
use front800::harness::workload::FAMILIES;
use front800::machine::{Config, Console, Machine, Ram, Stick, Video};
use front800::media::cart::{Cart, CartKind};
use front800::titles::Sources;
use front800::titles::rasputitsa::Rules;
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

const CODE: u16 = 0xE000;
const NMI: u16 = 0xF000;
const IRQ: u16 = 0xF100;
const DLIST: u16 = 0x2000;

/// What a random program does most.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Something else all the time.
    Restless,
    /// It writes HSCROL so often that the playfield is started twice or not stopped.
    Unstopped,
    /// It waits: most lines come out as in the frame before.
    Still,
    /// It writes to POKEY's timers, serial port and interrupts.
    Timed,
}

/// 6502 code being put together.
struct Code {
    bytes: Vec<u8>,
    rng: ChaCha8Rng,
    /// There is a cartridge with banks.
    banked: bool,
    kind: Kind,
}

impl Code {
    fn op(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn absolute(&mut self, opcode: u8, address: u16) {
        let [low, high] = address.to_le_bytes();
        self.op(&[opcode, low, high]);
    }

    /// A chip register that it is interesting to write.
    fn register(&mut self) -> u16 {
        if self.kind == Kind::Unstopped && self.rng.random() {
            return 0xD404;
        }
        if self.kind == Kind::Timed && self.rng.random_ratio(3, 4) {
            return 0xD200 + [0, 2, 4, 6, 8, 9, 0xD, 0xE, 0xE, 0xF][self.rng.random_range(0..10)];
        }
        match self.rng.random_range(0..12) {
            // An interrupt request that is not served keeps every line from repeating.
            4..=5 if self.kind == Kind::Still => 0xD01B,
            0..=3 => 0xD000 + self.rng.random_range(0..32),
            4..=5 => 0xD200 + self.rng.random_range(0..16),
            6 => 0xD300 + self.rng.random_range(0..4),
            7 => 0xD40A,
            8 => [0xD400, 0xD404, 0xD405, 0xD409][self.rng.random_range(0..4)],
            _ => 0xD400 + self.rng.random_range(0..16),
        }
    }

    /// The picture, the objects, the timers and the interrupts on.
    fn switch_on(&mut self) {
        self.op(&[0x78, 0xD8, 0xA2, 0xFF, 0x9A]);
        for (register, value) in [
            (0xD20F, 3),
            (0xD402, 0),
            (0xD403, 0x20),
            (0xD407, 0x30),
            (0xD409, 0x40),
            (0xD01D, 3),
            (0xD400, 0x3E),
            (0xD40E, 0xC0),
        ] {
            self.op(&[0xA9, value]);
            self.absolute(0x8D, register);
        }
    }

    /// A register value: display off and interrupts off are not what is to be tested.
    fn value(&mut self, register: u16) -> u8 {
        let value = self.rng.random::<u8>();
        match register {
            0xD400 if self.kind == Kind::Still => value & 0xDE | 0x22,
            0xD400 if self.rng.random_ratio(7, 8) => value | 0x22,
            0xD407 => 0x30,
            0xD409 => 0x40 + (value & 0x0E),
            0xD402 => value & 0x7F,
            0xD403 => (DLIST >> 8) as u8,
            0xD20F if self.rng.random_ratio(7, 8) => value | 3,
            // Timers that fire often, most of the time.
            0xD200..0xD208 if self.kind == Kind::Timed && self.rng.random_ratio(3, 4) => value & 0x1F,
            _ => value,
        }
    }

    /// A switch of a cartridge's banks, or a look at what is there.
    fn switch_bank(&mut self) {
        let control = match self.rng.random_range(0..8) {
            0 => [0x8FF6, 0x9FF6][self.rng.random_range(0..2)] + self.rng.random_range(0..4),
            1..=4 => 0xD500 + self.rng.random_range(0..16),
            _ => 0xD500 + self.rng.random_range(0..256),
        };
        let value = self.rng.random::<u8>() & 0x87;
        match self.rng.random_range(0..4) {
            0 => {
                self.op(&[0xA9, value]);
                self.absolute(0x8D, control);
            }
            1 => self.absolute(0xAD, control),
            2 => self.absolute(0xEE, control),
            _ => {
                let address = 0x8000 + self.rng.random_range(0..0x4000);
                self.absolute(0xAD, address);
                self.absolute(0x8D, 0x0720);
                self.absolute(0xEE, address ^ 0x1000);
            }
        }
    }

    /// Waits for up to a frame or so.
    fn wait(&mut self) {
        let turns = self.rng.random_range(1..25);
        self.op(&[0xA2, turns, 0xA0, 0x00, 0x88, 0xD0, 0xFD, 0xCA, 0xD0, 0xFA]);
    }

    /// Another byte in the display list, the objects, the font or the screen.
    fn change_display(&mut self) {
        let (start, size) =
            [(DLIST, 0xC0), (0x3000, 0x800), (0x4000, 0x400), (0x5000, 0x600)][self.rng.random_range(0..4)];
        let value = self.rng.random();
        self.op(&[0xA9, value]);
        let address = start + self.rng.random_range(0..size);
        self.absolute(0x8D, address);
    }

    fn something(&mut self) {
        if self.kind == Kind::Still {
            self.wait();
            if self.rng.random() {
                return self.change_display();
            }
        }
        if self.banked && self.rng.random_ratio(1, 4) {
            return self.switch_bank();
        }
        let register = self.register();
        match self.rng.random_range(0..16) {
            0..=5 => {
                let value = self.value(register);
                self.op(&[0xA9, value]);
                self.absolute(0x8D, register);
            }
            6 => self.absolute(0xEE, register),
            7..=8 => {
                self.absolute(0xAD, register);
                let address = 0x0600 + self.rng.random_range(0..256);
                self.absolute(0x8D, address);
            }
            9..=10 => {
                let turns = self.rng.random_range(1..40);
                self.op(&[0xA2, turns, 0xCA, 0xD0, 0xFD]);
            }
            11 => {
                // A store into something that DMA reads.
                let page = match self.kind {
                    Kind::Unstopped => self.rng.random_range(0x14..0x60) << 8,
                    _ => [0x2000, 0x3000, 0x3300, 0x4000, 0x5000, 0x5400][self.rng.random_range(0..6)],
                };
                let address = page + self.rng.random_range(0..256);
                self.absolute(0xEE, address);
            }
            12 => self.absolute(0x8D, 0xD40A),
            13 => {
                let opcode = [0x58, 0x78][self.rng.random_range(0..2)];
                self.op(&[opcode]);
            }
            14 => {
                let hole = [0xC000, 0xD100, 0xD5FF, 0x9000][self.rng.random_range(0..4)];
                self.absolute(0xAD, hole);
                self.absolute(0x8D, 0x0700);
            }
            _ => {
                let index = self.rng.random();
                self.op(&[0xA0, index]);
                self.absolute(0xB9, 0xD3F0);
                self.absolute(0x99, 0x0710);
            }
        }
    }
}

/// A machine with a random program, display list and memory.
pub fn random_machine(seed: u64) -> Machine {
    machine_with(seed, Kind::Restless)
}

fn machine_with(seed: u64, kind: Kind) -> Machine {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut cartridge = rng.random_ratio(1, 3).then(|| random_cartridge(&mut rng));
    let banked = cartridge.is_some();
    let mut code = Code { bytes: Vec::new(), rng, banked, kind };
    code.switch_on();
    let again = code.bytes.len() as u16;
    for _ in 0..if kind == Kind::Still { 120 } else { 300 } {
        code.something();
    }
    let in_ram = code.rng.random::<bool>();
    // In the part of a cartridge that is always there.
    let fixed = |cart: &&mut Cart| matches!(cart.kind.id(), 12 | 18);
    let in_cartridge = cartridge.as_mut().filter(fixed).filter(|_| !in_ram);
    let base = match (in_ram, &in_cartridge) {
        (true, _) => 0x0800,
        (false, Some(_)) => 0xA000,
        (false, None) => CODE,
    };
    code.absolute(0x4C, base + again);

    if let Some(cart) = in_cartridge {
        let last = cart.rom.len() - 0x2000;
        cart.rom[last..last + code.bytes.len()].copy_from_slice(&code.bytes);
    }
    let os = system(base, &code.bytes);
    let video = if code.rng.random() { Video::Ntsc } else { Video::Pal };
    let ram = [Ram::Kb32, Ram::Kb48, Ram::Kb48][code.rng.random_range(0..3)];
    let mut machine =
        Machine::new(&Config { os: os.into(), cartridge, right_cartridge: None, ram, video, seed });
    if in_ram {
        for (address, &byte) in (base..).zip(&code.bytes) {
            machine.poke(address, byte);
        }
    }
    if kind == Kind::Still {
        // Objects of some height: a line on which the missiles change is not like the one before.
        for address in (0x3000..0x3800).step_by(16) {
            let row = code.rng.random::<u8>() & code.rng.random::<u8>();
            (0..16).for_each(|n| machine.poke(address + n, row));
        }
    }
    put_display_list(&mut machine, &mut code.rng, banked, kind);
    machine
}

/// The system's ROM: the code at `base`, of which it has the bytes if that is where its own begins, and what interrupts do.
fn system(base: u16, code: &[u8]) -> [u8; 0x2800] {
    let mut os = [0xEA; 0x2800];
    let mut put = |address: u16, bytes: &[u8]| {
        let at = usize::from(address - 0xD800);
        os[at..at + bytes.len()].copy_from_slice(bytes);
    };
    match base {
        CODE => put(CODE, code),
        _ => put(CODE, &[0x4C, 0x00, (base >> 8) as u8]),
    }
    // NMI: a colour, sometimes after WSYNC, and the reset of NMIST.
    put(NMI, &[0x48, 0xAD, 0x0F, 0xD4, 0x8D, 0x0A, 0xD4, 0x8D, 0x18, 0xD0, 0x8D, 0x0F, 0xD4, 0x68, 0x40]);
    // IRQ: everything off and on again.
    put(IRQ, &[0x48, 0xA9, 0x00, 0x8D, 0x0E, 0xD2, 0xA9, 0xC7, 0x8D, 0x0E, 0xD2, 0xE6, 0x80, 0x68, 0x40]);
    for (vector, address) in [(0xFFFA, NMI), (0xFFFC, CODE), (0xFFFE, IRQ)] {
        put(vector, &address.to_le_bytes());
    }
    os
}

/// A cartridge of random bytes with one of the ways to switch banks.
fn random_cartridge(rng: &mut ChaCha8Rng) -> Cart {
    let id = [3, 8, 12, 15, 18, 18, 26, 28, 33, 42, 47, 54, 69][rng.random_range(0..13)];
    let kind = CartKind::by_id(id).expect("a type of cartridge");
    let mut rom = vec![0; kind.size()];
    rng.fill_bytes(&mut rom);
    Cart { kind, rom }
}

fn put_display_list(machine: &mut Machine, rng: &mut ChaCha8Rng, banked: bool, kind: Kind) {
    let mut at = DLIST;
    // Most lists of 32 bytes end within a frame, so that the next one is alike.
    let end = DLIST + if kind == Kind::Still { 0x20 } else { 0xC0 };
    while at < end {
        let instruction = match kind {
            Kind::Restless | Kind::Timed => rng.random(),
            Kind::Unstopped => rng.random::<u8>() | 0x10,
            // Few interrupts, and few late requests, which take what the CPU puts on the bus.
            Kind::Still if rng.random_ratio(7, 8) => rng.random::<u8>() & 0x6F,
            Kind::Still => rng.random(),
        };
        if instruction & 15 == 1 || (kind == Kind::Unstopped && instruction & 15 == 0) {
            continue;
        }
        machine.poke(at, instruction);
        at += 1;
        if instruction & 0x40 != 0 && instruction & 15 > 1 {
            machine.poke(at, rng.random());
            let pages = if banked { &[0x50, 0x80, 0x8F, 0xA0, 0xBC][..] } else { &[0x50, 0x54, 0x20] };
            machine.poke(at + 1, pages[rng.random_range(0..pages.len())]);
            at += 2;
        }
    }
    for (offset, byte) in [0x41, 0x00, 0x20].into_iter().enumerate() {
        machine.poke(at + offset as u16, byte);
    }
}

/// All registers of all chips, and where nothing answers.
fn looked_at() -> impl Iterator<Item = u16> {
    (0xD000..0xD020).chain(0xD200..0xD210).chain(0xD300..0xD304).chain(0xD400..0xD410).chain([0xD100, 0xCFFF])
}

#[test]
fn looking_shows_what_the_oracle_has_and_changes_nothing() {
    for seed in 0..8 {
        let mut lazy = random_machine(seed);
        let mut left_alone = lazy.clone();
        let mut oracle = lazy.clone();
        oracle.set_oracle(true);
        for step in 0..20_000 {
            lazy.step();
            oracle.step();
            if step % 13 == 0 {
                for address in looked_at() {
                    let (shown, true_value) = (lazy.peek(address), oracle.peek(address));
                    assert_eq!(shown, true_value, "seed {seed}, step {step}, ${address:04X}");
                }
                assert_eq!(lazy.hash(), oracle.hash(), "seed {seed}, step {step}");
            }
        }
        left_alone.run_to_cycle(lazy.cycle());
        assert_eq!(lazy.hash(), left_alone.hash(), "seed {seed}: {}", difference(&lazy, &left_alone));
    }
}

#[test]
fn lazy_and_oracle_agree_on_random_programs() {
    let programs = full::or(10_000, 40);
    for seed in 0..programs {
        compare(seed, random_machine(seed), 4);
    }
}

#[test]
fn lazy_and_oracle_agree_on_playfields_that_do_not_stop() {
    let programs = full::or(5_000, 24);
    for seed in 0..programs {
        compare(seed, machine_with(seed, Kind::Unstopped), 3);
    }
}

#[test]
fn lazy_and_oracle_agree_on_timers() {
    let programs = full::or(10_000, 40);
    for seed in 0..programs {
        compare(seed, machine_with(seed, Kind::Timed), 4);
    }
}

#[test]
fn lazy_and_oracle_agree_on_screens_that_hardly_change() {
    let programs = full::or(2_000, 20);
    for seed in 0..programs {
        compare(seed, machine_with(seed, Kind::Still), 30);
    }
}

/// Whoever stops the machine anywhere finds it as the oracle is there.
#[test]
fn lazy_and_oracle_agree_wherever_they_are_stopped() {
    let programs = full::or(1_000, 16);
    for seed in 0..programs {
        let kind = if seed % 2 == 0 { Kind::Restless } else { Kind::Unstopped };
        let mut lazy = machine_with(seed, kind);
        let mut oracle = lazy.clone();
        oracle.set_oracle(true);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..300 {
            let target = oracle.cycle() + rng.random_range(1..300);
            lazy.run_to_cycle(target);
            oracle.run_to_cycle(target);
            if lazy.hash() != oracle.hash() {
                panic!("seed {seed}, stopped at {target}: {}", difference(&lazy, &oracle));
            }
        }
    }
}

/// Lines that were alike for some frames follow others than they did: the background changes on one
/// line and back at the end of the display, and every 32nd frame the line is another, so that what is
/// kept is neither new nor forgotten.
#[test]
fn lazy_and_oracle_agree_when_a_colour_changes_on_another_line() {
    let (vcount, colbk) = (0xD40B, 0xD01A);
    let rng = ChaCha8Rng::seed_from_u64(0);
    let mut code = Code { bytes: Vec::new(), rng, banked: false, kind: Kind::Still };
    // The list's pages count as read: away from page 0, which changes.
    code.op(&[0x78, 0xD8, 0xA9, 0x20]);
    code.absolute(0x8D, 0xD403);
    code.op(&[0xA9, 0x28, 0x85, 0x80, 0xA9, 0x00, 0x85, 0x81]);
    let again = CODE + code.bytes.len() as u16;
    for (line, colour) in [([0xA5, 0x80], 0x46), ([0xA9, 0x7C], 0x00)] {
        code.op(&line);
        code.absolute(0xCD, vcount);
        code.op(&[0xD0, 0xFB, 0xA9, colour]);
        code.absolute(0x8D, colbk);
    }
    // The frame's number; every 32nd time the line is exchanged.
    code.op(&[0xE6, 0x81, 0xA5, 0x81, 0x29, 0x1F, 0xD0, 0x06, 0xA5, 0x80, 0x49, 0x14, 0x85, 0x80]);
    code.absolute(0x4C, again);
    let mut os = [0xEA; 0x2800];
    os[0x800..0x800 + code.bytes.len()].copy_from_slice(&code.bytes);
    os[0x27FC..0x27FE].copy_from_slice(&CODE.to_le_bytes());
    compare(0, Machine::new(&Config { seed: 1, ..Config::new(os.into()) }), 140);
}

#[test]
fn a_saved_state_goes_on_as_if_nothing_had_happened() {
    for seed in 100..120 {
        let mut machine = random_machine(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        machine.run_to_cycle(rng.random_range(30_000..90_000));
        let state = machine.save();
        let mut other = random_machine(seed);
        other.load(&state).expect("the state fits");
        for _ in 0..3 {
            let before = (machine.clone(), other.clone());
            machine.run_frame();
            other.run_frame();
            if machine.hash() != other.hash() {
                let (at, what) = first_difference(before.0, before.1);
                panic!("seed {seed}, cycle {at}:\n{what}");
            }
        }
    }
}

/// Both builds of the wargame, from the title on, with somebody at the stick; with `FRONT800_FULL` a week
/// passes.
#[test]
fn lazy_and_oracle_agree_on_the_wargame() {
    let frames = full::or(3_000, 200);
    for rules in [Rules::Corrected, Rules::Edition1981] {
        play_both(rules, frames);
    }
}

fn play_both(rules: Rules, frames: usize) {
    let sources = Sources::embedded();
    let os = sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    let title = sources.rasputitsa_with(rules).unwrap_or_else(|error| panic!("{error}"));
    let mut lazy = Machine::new(&Config { seed: 3, ..Config::new(os) });
    lazy.load_program(title.xex.clone());
    for _ in 0..150 {
        lazy.run_frame();
    }
    let mut oracle = lazy.clone();
    oracle.set_oracle(true);
    for frame in 0..frames {
        let stick = Stick {
            right: frame % 120 < 50,
            down: frame % 90 > 30,
            left: frame % 120 > 80,
            fire: frame % 400 > 300,
            up: false,
        };
        // Past the title; later the week is over.
        let console = Console { start: matches!(frame, 20..30 | 900..910), ..Console::default() };
        for machine in [&mut lazy, &mut oracle] {
            machine.set_stick(0, stick);
            machine.set_console(console);
            machine.run_frame();
        }
        assert_eq!(lazy.hash(), oracle.hash(), "{rules:?}, frame {frame}");
        assert!(lazy.picture() == oracle.picture(), "{rules:?}, frame {frame}: picture");
    }
}

/// A machine that has been stopped is copied, loaded from its own state, or left as it is.
fn interrupt(machine: &mut Machine, rng: &mut ChaCha8Rng) {
    match rng.random_range(0..3) {
        0 => *machine = machine.clone(),
        1 => {
            let state = machine.save();
            machine.load(&state).expect("its own state");
        }
        _ => {}
    }
}

/// Every family of programs that is measured. In every other frame the fast machine is stopped anywhere, and
/// goes on as it is, as a copy, or from a saved state.
#[test]
fn lazy_and_oracle_agree_on_every_family_of_programs() {
    let frames = full::or(400, 18);
    let sources = Sources::embedded();
    let config = Config::new(sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone());
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for family in FAMILIES {
        let session = family.session(&config, &sources).unwrap_or_else(|error| panic!("{error}"));
        let mut lazy = session.into_machine();
        let mut oracle = lazy.clone();
        oracle.set_oracle(true);
        for frame in 0..frames {
            let before = (lazy.clone(), oracle.clone());
            if frame % 2 == 1 {
                let stop = rng.random_range(0..29_000);
                lazy.run_to_cycle(lazy.cycle() + stop);
                interrupt(&mut lazy, &mut rng);
            }
            lazy.run_frame();
            oracle.run_frame();
            if lazy.hash() != oracle.hash() {
                let (at, what) = first_difference(before.0, before.1);
                panic!("{}, frame {frame}, cycle {at}:\n{what}", family.name);
            }
            // Of a frame in which a state was loaded nobody drew the beginning.
            let drawn = frame % 2 == 0;
            assert!(!drawn || lazy.picture() == oracle.picture(), "{}, frame {frame}: picture", family.name);
        }
    }
}

/// Programs in which the fast machine once differed from the oracle.
#[test]
fn lazy_and_oracle_agree_on_programs_that_found_something() {
    for (kind, seed, frames) in [
        (Kind::Restless, 357, 4),
        (Kind::Restless, 635, 4),
        (Kind::Restless, 648, 4),
        (Kind::Restless, 2852, 4),
        (Kind::Restless, 152, 4),
        (Kind::Restless, 1825, 4),
        (Kind::Restless, 2753, 4),
        (Kind::Restless, 3262, 4),
        (Kind::Restless, 22467, 4),
        (Kind::Restless, 23789, 4),
        (Kind::Timed, 921, 4),
        (Kind::Timed, 1834, 4),
        (Kind::Timed, 5839, 4),
        (Kind::Unstopped, 1119, 3),
        (Kind::Still, 467, 30),
    ] {
        compare(seed, machine_with(seed, kind), frames);
    }
}
