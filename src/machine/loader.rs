//! Loading a binary-load file into a booting machine.
//!
//! The host takes the place of the first disk access, or of the memo pad if there is none: it puts the segments into
//! memory, lets the CPU run INIT routines between them, and starts the program. [sheet: formats 1]

use super::Machine;
use super::board::cells;
use super::pending_load::{LoadNote, Loader};
use crate::cpu::flags::{C, I, UNUSED, Z};
use crate::media::xex::{INITAD, RETURN, RUNAD};

/// OS entry points at which the host takes over. [OSM]
const DSKINV: u16 = 0xE453;
const BLKBDV: u16 = 0xE471;
const BOOT: u16 = 0x0009;
const DOSVEC: u16 = 0x000A;
const DOSINI: u16 = 0x000C;
const STATUS: u16 = 0x0030;
const COLDST: u16 = 0x0244;
/// The device control block as the last read of a file from a disk would leave it: DDEVIC, DUNIT, DCOMND, DSTATS.
const DDEVIC: u16 = 0x0300;
const LAST_READ: [u8; 4] = [0x31, 0x01, 0x52, 0x01];

impl Machine {
    /// Checks whether the CPU has come to a place where the loader acts, and if so acts.
    pub(super) fn serve_loader(&mut self) {
        let Some(loader) = &self.loader else { return };
        if self.cpu.interrupt_due || self.cpu.reset_due {
            return;
        }
        match (self.cpu.pc, loader.started) {
            // An INIT routine has returned; while one reads the disk there is more on the stack.
            (DSKINV, true) if self.cpu.s == 0xFF => {
                if self.cpu.p & I != 0 {
                    self.load_notes.push(LoadNote::InterruptsOff(loader.init));
                }
            }
            // It went to DOS instead, or RESET was pressed.
            (BLKBDV, true) => return self.loader = None,
            (DSKINV | BLKBDV, false) => {}
            _ => return,
        }
        self.end_complete_line();
        self.load_segments();
    }

    fn load_segments(&mut self) {
        let Some(mut loader) = self.loader.take() else { return };
        if !loader.started {
            loader.started = true;
            self.prepare_to_load(loader.segments.first().map_or(RETURN, |s| s.0));
            // The first INIT routine runs with interrupts enabled; later ones keep the setting that the one before
            // left.
            self.cpu.p &= !I;
        }
        while let Some((start, bytes)) = loader.segments.get(loader.next) {
            loader.next += 1;
            self.put_word(INITAD, RETURN);
            for (address, &value) in (u32::from(*start)..0x10000).zip(bytes) {
                self.store(address as u16, value);
            }
            let init = self.word(INITAD);
            if init != RETURN {
                let is_last = loader.next == loader.segments.len();
                self.call(init, DSKINV);
                (self.cpu.a, self.cpu.x, self.cpu.y) = (0, 0x10, if is_last { 3 } else { 1 });
                self.cpu.p = UNUSED | C | self.cpu.p & I;
                self.loader = Some(Loader { init, ..loader });
                return;
            }
        }
        let dos = self.word(DOSVEC);
        self.call(self.word(RUNAD), dos);
        (self.cpu.a, self.cpu.x, self.cpu.y, self.cpu.p) = (0, 0x20, 3, UNUSED | Z | C);
    }

    fn prepare_to_load(&mut self, first: u16) {
        let boot = self.atari.memory.bytes[usize::from(BOOT)];
        self.poke(BOOT, boot | 1);
        self.poke(COLDST, 0);
        self.poke(STATUS, 1);
        self.put_word(DOSINI, RETURN);
        self.put_word(RUNAD, first);
        for (address, byte) in (DDEVIC..).zip(LAST_READ) {
            self.poke(address, byte);
        }
    }

    /// Jumps to `routine` with an otherwise empty stack; its RTS goes to `back`.
    fn call(&mut self, routine: u16, back: u16) {
        let [low, high] = back.wrapping_sub(1).to_le_bytes();
        self.poke(0x01FF, high);
        self.poke(0x01FE, low);
        self.cpu.s = 0xFD;
        self.cpu.pc = routine;
    }

    /// Stores as the CPU would, including to chips.
    pub(super) fn store(&mut self, address: u16, value: u8) {
        if self.atari.memory.kind(address) == cells::RAM {
            self.poke(address, value);
        } else {
            let cycle = self.atari.cycle;
            self.atari.write_special(address, value, cycle);
        }
    }

    /// Two bytes of memory.
    pub(super) fn word(&self, address: u16) -> u16 {
        let bytes = &self.atari.memory.bytes;
        u16::from_le_bytes([bytes[usize::from(address)], bytes[usize::from(address) + 1]])
    }

    fn put_word(&mut self, address: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.poke(address, low);
        self.poke(address + 1, high);
    }
}
