//! Handlers that a program installs in the operating system: addresses that it stores in vectors, byte by
//! byte.

use std::collections::BTreeMap;

use crate::cpu::disassemble::Disassembled;
use crate::cpu::opcodes::{Mnemonic, Mode};

/// The system routine that stores X and Y in a vertical blank vector. [sheet: os 2]
const SETVBV: u16 = 0xE45C;

/// Whether the address is part of a vector. All vectors begin at even addresses: DOSVEC and DOSINI; VDSLST to
/// VIMIRQ; VVBLKI to CDTMA2. [sheet: os 3]
fn is_of_vector(address: u16) -> bool {
    matches!(address, 0x000A..=0x000D | 0x0200..=0x0217 | 0x0222..=0x0229)
}

/// What is known within a run of consecutive instructions.
#[derive(Default)]
pub(super) struct Handlers {
    a: Option<u8>,
    x: Option<u8>,
    y: Option<u8>,
    /// Bytes that have been stored in vectors.
    vectors: BTreeMap<u16, u8>,
}

impl Handlers {
    /// Processes an instruction. Returns the handler whose address it completes, if any.
    pub(super) fn run(&mut self, code: &Disassembled) -> Option<u16> {
        let is_immediate = code.opcode.mode == Mode::Immediate;
        let value = code.bytes().get(1).copied().filter(|_| is_immediate);
        match code.opcode.mnemonic {
            Mnemonic::LDA => self.a = value,
            Mnemonic::LDX => self.x = value,
            Mnemonic::LDY => self.y = value,
            Mnemonic::TAX => self.x = self.a,
            Mnemonic::TAY => self.y = self.a,
            Mnemonic::TXA => self.a = self.x,
            Mnemonic::TYA => self.a = self.y,
            Mnemonic::STA => return self.store(code, self.a),
            Mnemonic::STX => return self.store(code, self.x),
            Mnemonic::STY => return self.store(code, self.y),
            Mnemonic::JSR => {
                let handler = self.x.zip(self.y).map(|(high, low)| u16::from_le_bytes([low, high]));
                (self.a, self.x, self.y) = (None, None, None);
                return handler.filter(|_| code.operand_address == Some(SETVBV));
            }
            mnemonic if leaves_registers(mnemonic) => {}
            _ => (self.a, self.x, self.y) = (None, None, None),
        }
        None
    }

    fn store(&mut self, code: &Disassembled, value: Option<u8>) -> Option<u16> {
        let is_plain = matches!(code.opcode.mode, Mode::Absolute | Mode::ZeroPage);
        let address = code.operand_address.filter(|&address| is_plain && is_of_vector(address))?;
        match value {
            Some(value) => self.vectors.insert(address, value),
            None => self.vectors.remove(&address),
        };
        let [low, high] = [address & !1, address | 1].map(|at| self.vectors.get(&at).copied());
        Some(u16::from_le_bytes([low?, high?]))
    }
}

fn leaves_registers(mnemonic: Mnemonic) -> bool {
    use Mnemonic::*;
    matches!(
        mnemonic,
        BCC | BCS
            | BEQ
            | BIT
            | BMI
            | BNE
            | BPL
            | BVC
            | BVS
            | CLC
            | CLD
            | CLI
            | CLV
            | CMP
            | CPX
            | CPY
            | DEC
            | INC
            | NOP
            | PHA
            | PHP
            | PLP
            | SEC
            | SED
            | SEI
    )
}
