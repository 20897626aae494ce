//! Loading a binary-load file into a booting machine.
//!
//! The host takes the place of the first disk access, or of the memo pad where there is none: it
//! puts the segments into memory, lets the CPU run INIT routines between them, and starts
//! the program (ECOSYSTEM 2.1, hardware/formats 1).

use super::Machine;
use super::memory;
use crate::media::xex::{Segment, Xex};
use serde::{Deserialize, Serialize};

/// OS entry points at which the host takes over. [OSM]
const DSKINV: u16 = 0xE453;
const BLKBDV: u16 = 0xE471;
/// An RTS in every 400/800 ROM.
const RETURN: u16 = 0xE4C0;
const BOOT: u16 = 0x0009;
const DOSVEC: u16 = 0x000A;
const DOSINI: u16 = 0x000C;
const STATUS: u16 = 0x0030;
const COLDST: u16 = 0x0244;
const RUNAD: u16 = 0x02E0;
const INITAD: u16 = 0x02E2;

/// A program on its way into the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loader {
    segments: Vec<(u16, Vec<u8>)>,
    /// The next segment to load.
    next: usize,
    /// The host has taken over.
    started: bool,
}

impl Loader {
    /// Waits for the OS to boot.
    pub fn new(program: Xex) -> Self {
        let segments = program.segments.into_iter().map(|Segment { start, bytes }| (start, bytes)).collect();
        Loader { segments, next: 0, started: false }
    }

    /// The same program for a machine switched on anew.
    pub fn restarted(self) -> Self {
        Loader { next: 0, started: false, ..self }
    }
}

impl Machine {
    /// Looks whether the CPU has come to a place where the loader acts, and acts.
    pub(super) fn serve_loader(&mut self) {
        let Some(loader) = &self.loader else { return };
        if self.cpu.interrupt_due || self.cpu.reset_due {
            return;
        }
        let here = if loader.started {
            self.cpu.pc == DSKINV && self.cpu.s == 0xFF
        } else {
            self.cpu.pc == DSKINV || self.cpu.pc == BLKBDV
        };
        if here {
            self.finish_line();
            self.load_segments();
        }
    }

    fn load_segments(&mut self) {
        let Some(mut loader) = self.loader.take() else { return };
        if !loader.started {
            loader.started = true;
            self.prepare_to_load(loader.segments.first().map_or(RETURN, |s| s.0));
        }
        while let Some((start, bytes)) = loader.segments.get(loader.next) {
            loader.next += 1;
            self.put_word(INITAD, RETURN);
            for (address, &value) in (u32::from(*start)..0x10000).zip(bytes) {
                self.store(address as u16, value);
            }
            let init = self.word(INITAD);
            if init != RETURN {
                self.call(init, DSKINV);
                (self.cpu.a, self.cpu.x, self.cpu.y, self.cpu.p) = (0, 0x10, 1, 0x21);
                self.loader = Some(loader);
                return;
            }
        }
        let dos = self.word(DOSVEC);
        self.call(self.word(RUNAD), dos);
        (self.cpu.a, self.cpu.x, self.cpu.y, self.cpu.p) = (0, 0x20, 3, 0x23);
    }

    fn prepare_to_load(&mut self, first: u16) {
        let boot = self.atari.memory.bytes[usize::from(BOOT)];
        self.poke(BOOT, boot | 1);
        self.poke(COLDST, 0);
        self.poke(STATUS, 1);
        self.put_word(DOSINI, RETURN);
        self.put_word(RUNAD, first);
    }

    /// Jumps to `routine` with an otherwise empty stack; its RTS goes to `back`.
    fn call(&mut self, routine: u16, back: u16) {
        let [low, high] = back.wrapping_sub(1).to_le_bytes();
        self.poke(0x01FF, high);
        self.poke(0x01FE, low);
        self.cpu.s = 0xFD;
        self.cpu.pc = routine;
    }

    /// A store as the CPU would make it, chips included.
    fn store(&mut self, address: u16, value: u8) {
        if self.atari.memory.kind(address) == memory::RAM {
            self.poke(address, value);
        } else {
            let cycle = self.atari.cycle;
            self.atari.write_special(address, value, cycle);
        }
    }

    fn word(&self, address: u16) -> u16 {
        let bytes = &self.atari.memory.bytes;
        u16::from_le_bytes([bytes[usize::from(address)], bytes[usize::from(address) + 1]])
    }

    fn put_word(&mut self, address: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.poke(address, low);
        self.poke(address + 1, high);
    }
}
