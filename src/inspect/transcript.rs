//! Records what a program prints: the bytes that reach the put routine of E:, as text.
//!
//! The routine is found the way CIO finds it, through the handler table of `E` in HATABS, so this works with
//! any OS ROM and with a handler installed by the program. A byte counts if the routine is entered the way
//! CIO and programs that call through the IOCB enter it: by RTS or an indirect JMP. A JSR or JMP counts if it
//! is outside the OS and the routine is in it. This excludes the calls that the OS makes itself to echo what
//! is typed.

use super::screen;
use crate::machine::{Machine, Step};

const HATABS: u16 = 0x031A;
/// Size of HATABS: twelve entries of three bytes, and two more. [sheet: os 3]
const HATABS_BYTES: u16 = 36;
/// Offset of the put routine in a handler table, stored as its address minus one.
const PUT: u16 = 6;
const CIOV: u16 = 0xE456;
/// The OS ROM.
const ROM: u16 = 0xD800;

const JSR: u8 = 0x20;
const JMP: u8 = 0x4C;
const JMP_INDIRECT: u8 = 0x6C;
const RTS: u8 = 0x60;

/// Collects what is printed.
#[derive(Default, Debug)]
pub struct Transcript {
    text: String,
    /// The put routine of E:, if there is an E:.
    put: Option<u16>,
    /// Address of the current instruction.
    pc: u16,
}

impl Transcript {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// What has been printed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Call before every instruction or interrupt sequence.
    pub fn before_step(&mut self, machine: &Machine) {
        self.pc = machine.cpu().pc;
        if self.pc == CIOV {
            self.find_put(machine);
        }
    }

    /// Call after it.
    pub fn after_step(&mut self, machine: &Machine, step: Step) {
        let pc = machine.cpu().pc;
        if self.put == Some(pc) && step == Step::Instruction && self.is_call(machine.peek(self.pc), pc) {
            self.text.push(character(machine.cpu().a));
        }
    }

    /// Call at the end of every frame: finds the put routine for programs that never call CIO.
    pub fn frame_done(&mut self, machine: &Machine) {
        self.find_put(machine);
    }

    fn find_put(&mut self, machine: &Machine) {
        // CIO uses the last entry for a name.
        let entry = (0..HATABS_BYTES).step_by(3).rev().find(|&n| machine.peek(HATABS + n) == b'E');
        self.put = entry.map(|n| {
            let table = word(machine, HATABS + n + 1);
            word(machine, table.wrapping_add(PUT)).wrapping_add(1)
        });
    }

    fn is_call(&self, opcode: u8, put: u16) -> bool {
        match opcode {
            RTS | JMP_INDIRECT => true,
            JSR | JMP => self.pc < ROM && put >= ROM,
            _ => false,
        }
    }
}

fn word(machine: &Machine, address: u16) -> u16 {
    u16::from_le_bytes([machine.peek(address), machine.peek(address.wrapping_add(1))])
}

/// A byte printed on E: as a character. EOL, tab, backspace, bell and "clear" become the corresponding
/// control characters; all others are the displayed character, inverse or not.
fn character(atascii: u8) -> char {
    match atascii {
        0x9B => '\n',
        0x7F => '\t',
        0x7E => '\u{8}',
        0xFD => '\u{7}',
        0x7D => '\u{C}',
        _ => screen::character(match atascii & 0x7F {
            code @ 0x00..=0x1F => code + 0x40,
            code @ 0x20..=0x5F => code - 0x20,
            code => code,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atascii_becomes_text() {
        let text: String =
            [0x7D, b'H', b'i' | 0x80, b'_', 0x14, 0x1C, 0x9C, 0x7F, 0x9B].map(character).iter().collect();
        assert_eq!(text, "\u{C}Hi_●↑↑\t\n");
    }
}
