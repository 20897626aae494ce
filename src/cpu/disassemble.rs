//! Machine code to text.

use super::opcodes::{Access, Mode, OPCODES, Opcode};

/// One instruction as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembled {
    /// The address of the opcode.
    pub address: u16,
    /// The row of the opcode table.
    pub opcode: Opcode,
    /// The address the operand names: before indexing, or a branch's or jump's target. `None` without
    /// operand and for immediate ones.
    pub operand_address: Option<u16>,
    /// The instruction in assembler syntax, such as `LDA $1234,X`.
    pub text: String,
    bytes: [u8; 3],
}

impl Disassembled {
    /// The bytes, 1 to 3.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.opcode.bytes())]
    }

    /// The address behind the instruction.
    pub fn next_address(&self) -> u16 {
        self.address.wrapping_add(u16::from(self.opcode.bytes()))
    }

    /// Where the instruction may continue other than at [`Disassembled::next_address`], as far as its
    /// bytes tell: the target of a branch, JSR or `JMP $1234`.
    pub fn target(&self) -> Option<u16> {
        let direct = match self.opcode.access {
            Access::Branch | Access::Call => true,
            Access::Jump => self.opcode.mode == Mode::Absolute,
            _ => false,
        };
        self.operand_address.filter(|_| direct)
    }
}

/// The instruction at `pc`; `fetch` gives the bytes (and is asked only for those that belong to it).
pub fn disassemble(pc: u16, fetch: impl FnMut(u16) -> u8) -> Disassembled {
    disassemble_with_symbols(pc, fetch, |_, _| None)
}

/// As [`disassemble`]; `symbol` may give a name for an operand's address. It is told the address and
/// how the instruction uses it (hardware registers have other names when written than when read).
pub fn disassemble_with_symbols(
    pc: u16,
    mut fetch: impl FnMut(u16) -> u8,
    symbol: impl FnOnce(u16, Access) -> Option<String>,
) -> Disassembled {
    let code = fetch(pc);
    let opcode = OPCODES[usize::from(code)];
    let mut bytes = [code, 0, 0];
    for (offset, byte) in (0..).zip(&mut bytes[..usize::from(opcode.bytes())]).skip(1) {
        *byte = fetch(pc.wrapping_add(offset));
    }
    let operand_address = operand_address(pc, opcode.mode, bytes);
    let name = operand_address.and_then(|address| symbol(address, opcode.access));
    let text = text(opcode, bytes[1], operand_address, name);
    Disassembled { address: pc, opcode, operand_address, text, bytes }
}

fn operand_address(pc: u16, mode: Mode, [_, low, high]: [u8; 3]) -> Option<u16> {
    match mode {
        Mode::Implied | Mode::Accumulator | Mode::Immediate => None,
        Mode::Relative => Some(pc.wrapping_add(2).wrapping_add(low as i8 as u16)),
        _ => Some(u16::from_le_bytes([low, high])),
    }
}

fn text(opcode: Opcode, immediate: u8, address: Option<u16>, name: Option<String>) -> String {
    let mnemonic = opcode.mnemonic.name();
    let operand = name.unwrap_or_else(|| {
        let address = address.unwrap_or_default();
        match opcode.mode {
            Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY | Mode::IndirectX | Mode::IndirectY => {
                format!("${address:02X}")
            }
            _ => format!("${address:04X}"),
        }
    });
    match opcode.mode {
        Mode::Implied => mnemonic.to_string(),
        Mode::Accumulator => format!("{mnemonic} A"),
        Mode::Immediate => format!("{mnemonic} #${immediate:02X}"),
        Mode::ZeroPage | Mode::Absolute | Mode::Relative => format!("{mnemonic} {operand}"),
        Mode::ZeroPageX | Mode::AbsoluteX => format!("{mnemonic} {operand},X"),
        Mode::ZeroPageY | Mode::AbsoluteY => format!("{mnemonic} {operand},Y"),
        Mode::Indirect => format!("{mnemonic} ({operand})"),
        Mode::IndirectX => format!("{mnemonic} ({operand},X)"),
        Mode::IndirectY => format!("{mnemonic} ({operand}),Y"),
    }
}
