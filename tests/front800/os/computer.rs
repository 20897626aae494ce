//! A machine with our ROM in it, and hands to use it.

use front800::chips::pokey::Keyboard;
use front800::machine::{Config, Machine, Ram, Video};
use front800::media::os_rom::OsRom;
use front800::titles::Sources;
use std::path::Path;
use std::sync::OnceLock;

/// Frames within which a cold start has come to the memo pad, having waited for a disk drive.
const START_FRAMES: u32 = 150;
/// Frames that a called routine may take: formatting a disk takes longest.
const CALL_FRAMES: u64 = 2_000;
/// Where a program that calls the OS stands.
const PROGRAM: u16 = 0x0600;

pub const ROWCRS: u16 = 0x54;
pub const COLCRS: u16 = 0x55;
pub const SAVMSC: u16 = 0x58;
pub const SDLSTL: u16 = 0x0230;
pub const MEMTOP: u16 = 0x02E5;
pub const CIOV: u16 = 0xE456;
pub const IOCB: u16 = 0x0340;
pub const EOL: u8 = 0x9B;

/// The registers a routine came back with.
#[derive(Clone, Copy, Debug)]
pub struct Returned {
    pub a: u8,
    pub x: u8,
    pub y: u8,
    pub negative: bool,
    pub carry: bool,
    pub interrupts_off: bool,
}

pub struct Computer {
    pub machine: Machine,
}

/// The ROM's bytes.
pub fn rom() -> &'static OsRom {
    static ROM: OnceLock<OsRom> = OnceLock::new();
    ROM.get_or_init(|| {
        let sources = Sources::folder(Path::new(env!("CARGO_MANIFEST_DIR")));
        let os = sources.os().unwrap_or_else(|error| panic!("{error}"));
        os.rom.clone()
    })
}

pub fn config() -> Config {
    Config {
        os: rom().clone(),
        cartridge: None,
        right_cartridge: None,
        ram: Ram::Kb48,
        video: Video::Ntsc,
        seed: 1,
    }
}

impl Computer {
    /// Just switched on.
    pub fn switched_on(config: &Config) -> Self {
        Computer { machine: Machine::new(config) }
    }

    /// Waiting in the memo pad, 48K, no cartridge.
    pub fn started() -> Self {
        static STARTED: OnceLock<Machine> = OnceLock::new();
        let machine = STARTED.get_or_init(|| {
            let mut computer = Computer::switched_on(&config());
            computer.frames(START_FRAMES);
            computer.machine
        });
        Computer { machine: machine.clone() }
    }

    /// Started, with an empty screen.
    pub fn cleared() -> Self {
        let mut computer = Self::started();
        computer.print(&[0x7D]);
        computer
    }

    pub fn frames(&mut self, frames: u32) {
        for _ in 0..frames {
            self.machine.run_frame();
        }
    }

    pub fn start_frames(&mut self) {
        self.frames(START_FRAMES);
    }

    pub fn peek(&mut self, address: u16) -> u8 {
        self.machine.peek(address)
    }

    pub fn poke(&mut self, address: u16, value: u8) {
        self.machine.poke(address, value);
    }

    pub fn word(&mut self, address: u16) -> u16 {
        u16::from_le_bytes([self.peek(address), self.peek(address + 1)])
    }

    pub fn poke_word(&mut self, address: u16, value: u16) {
        self.poke_all(address, &value.to_le_bytes());
    }

    pub fn poke_all(&mut self, address: u16, bytes: &[u8]) {
        for (address, &byte) in (address..).zip(bytes) {
            self.poke(address, byte);
        }
    }

    pub fn bytes(&mut self, address: u16, length: u16) -> Vec<u8> {
        (address..address + length).map(|address| self.peek(address)).collect()
    }

    /// Calls a routine with JSR.
    pub fn call(&mut self, address: u16, a: u8, x: u8, y: u8) -> Returned {
        self.poke_all(PROGRAM, &[0x20, address as u8, (address >> 8) as u8, 0x4C, 0x03, 0x06]);
        self.enter(PROGRAM, a, x, y);
        let limit = self.machine.frame_number() + CALL_FRAMES;
        while self.machine.cpu().pc != PROGRAM + 3 {
            self.machine.step();
            assert!(self.machine.frame_number() < limit, "${address:04X} does not return");
        }
        let cpu = self.machine.cpu();
        Returned {
            a: cpu.a,
            x: cpu.x,
            y: cpu.y,
            negative: cpu.p & 0x80 != 0,
            carry: cpu.p & 0x01 != 0,
            interrupts_off: cpu.p & 0x04 != 0,
        }
    }

    /// Starts a program that does not return.
    pub fn enter(&mut self, address: u16, a: u8, x: u8, y: u8) {
        let cpu = self.machine.cpu_mut();
        (cpu.pc, cpu.a, cpu.x, cpu.y, cpu.s) = (address, a, x, y, 0xFF);
        cpu.p = 0x20;
    }

    /// Returns from SIO, whose entry the CPU has come to, as the routine does.
    pub fn return_from_sio(&mut self, status: u8) {
        self.poke(0x0303, status);
        let s = self.machine.cpu().s;
        let back = self.word(0x0100 + u16::from(s) + 1) + 1;
        let cpu = self.machine.cpu_mut();
        cpu.y = status;
        cpu.p = cpu.p & 0x7D | status & 0x80;
        cpu.s = s.wrapping_add(2);
        cpu.pc = back;
    }

    /// Carries out a CIO command with the fields of IOCB `n` as given.
    pub fn cio(&mut self, n: u8, command: u8, address: u16, length: u16, aux: [u8; 2]) -> Returned {
        let iocb = IOCB + 16 * u16::from(n);
        self.poke(iocb + 2, command);
        self.poke_word(iocb + 4, address);
        self.poke_word(iocb + 8, length);
        self.poke_all(iocb + 10, &aux);
        self.command(n, command)
    }

    /// The command with length and AUX as they are.
    fn command(&mut self, n: u8, command: u8) -> Returned {
        self.poke(IOCB + 16 * u16::from(n) + 2, command);
        self.call(CIOV, 0, 16 * n, 0)
    }

    /// Starts to get a record of at most 255 bytes from E:; it waits for keys.
    pub fn start_record(&mut self, buffer: u16) {
        self.poke(IOCB + 2, 5);
        self.poke_word(IOCB + 4, buffer);
        self.poke_word(IOCB + 8, 255);
        self.poke_all(PROGRAM, &[0x20, CIOV as u8, (CIOV >> 8) as u8, 0x4C, 0x03, 0x06]);
        self.enter(PROGRAM, 0, 0, 0);
        self.frames(1);
    }

    /// Opens a device on IOCB `n`.
    pub fn open(&mut self, n: u8, name: &str, aux: [u8; 2]) -> Returned {
        self.poke_all(0x0580, name.as_bytes());
        self.poke(0x0580 + name.len() as u16, EOL);
        self.cio(n, 0x03, 0x0580, 0, aux)
    }

    /// Puts bytes to an open IOCB.
    pub fn put(&mut self, n: u8, bytes: &[u8]) -> Returned {
        let iocb = IOCB + 16 * u16::from(n);
        self.poke_all(0x4000, bytes);
        self.poke_word(iocb + 4, 0x4000);
        self.poke_word(iocb + 8, bytes.len() as u16);
        self.command(n, 0x0B)
    }

    /// Prints on E:.
    pub fn print(&mut self, bytes: &[u8]) {
        let returned = self.put(0, bytes);
        assert_eq!(returned.y, 1, "print status ${:02X}", returned.y);
    }

    /// The text on the screen, found as ANTIC finds it: rows of mode 2. Characters that are neither
    /// letters, digits nor signs are dots; inverse is not shown.
    pub fn rows(&mut self) -> Vec<String> {
        let mut list = self.word(SDLSTL);
        let mut memory = 0;
        let mut rows = Vec::new();
        loop {
            let instruction = self.peek(list);
            list += 1;
            if instruction & 0x0F == 1 {
                return rows;
            }
            if instruction & 0x0F > 1 && instruction & 0x40 != 0 {
                memory = self.word(list);
                list += 2;
            }
            if instruction & 0x0F == 2 {
                let row = self.bytes(memory, 40);
                memory += 40;
                let text: String = row.iter().map(|&code| character(code)).collect();
                rows.push(text.trim_end().to_string());
            }
        }
    }

    /// Holds a key for three frames and lets it go.
    pub fn press(&mut self, code: u8, shift: bool, ctrl: bool) {
        self.machine.set_keyboard(Keyboard { down: 1 << code, shift, ctrl, brk: false });
        self.frames(3);
        self.machine.set_keyboard(Keyboard::default());
        self.frames(4);
    }

    /// Types what needs neither SHIFT nor CTRL.
    pub fn keys(&mut self, text: &str) {
        for character in text.chars() {
            self.press(key(character), false, false);
        }
    }
}

fn character(code: u8) -> char {
    match code & 0x7F {
        code @ 0..=0x3F => char::from(code + 0x20),
        code @ 0x61..=0x7A => char::from(code),
        _ => '.',
    }
}

/// Key codes, in rows of eight from 0.
const KEYS: [&str; 8] =
    ["lj;  k+*", "o pu\ni-=", "v c  bxz", "4 36 521", ",~.n m/ ", "r ey twq", "9 07 8<>", "fhd  gsa"];

/// The key code of a character (a blank stands in [`KEYS`] for no key, `~` for the space bar).
pub fn key(character: char) -> u8 {
    let character = if character == ' ' { '~' } else { character };
    KEYS.concat().find(character).expect("a key without SHIFT") as u8
}
