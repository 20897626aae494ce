//! Disassembly: machine code to text.

use super::opcodes::{Access, Mnemonic, Mode, OPCODES, Opcode, find};

/// One instruction as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembled {
    /// The address of the opcode.
    pub address: u16,
    /// The row of the opcode table.
    pub opcode: Opcode,
    /// The address given by the operand: before indexing, or the target of a branch or jump. `None` without an operand
    /// and for immediate operands.
    pub operand_address: Option<u16>,
    /// The instruction as the assembler accepts it, such as `LDA $1234,X`.
    pub text: String,
    name: Option<String>,
    bytes: [u8; 3],
}

impl Disassembled {
    /// The bytes, 1 to 3.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.opcode.bytes())]
    }

    /// The address after the instruction.
    pub fn next_address(&self) -> u16 {
        self.address.wrapping_add(u16::from(self.opcode.bytes()))
    }

    /// The text in lower case, except for names.
    pub fn small_text(&self) -> String {
        self.written(str::to_ascii_lowercase)
    }

    /// The text, with everything except names in the case asked for.
    fn written(&self, letters: fn(&str) -> String) -> String {
        let (before, after) = around(self.opcode, self.operand_address);
        let operand = self.name.clone().unwrap_or_else(|| letters(&self.number()));
        letters(&before) + &operand + &letters(after)
    }

    /// The operand as a number, if there is one.
    fn number(&self) -> String {
        let byte = self.bytes[1];
        match (self.opcode.mode, self.operand_address) {
            (Mode::Immediate, _) => format!("${byte:02X}"),
            (_, None) => String::new(),
            (
                Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY | Mode::IndirectX | Mode::IndirectY,
                Some(_),
            ) => {
                format!("${byte:02X}")
            }
            (_, Some(address)) => format!("${address:04X}"),
        }
    }

    /// Where the instruction may continue other than at [`Disassembled::next_address`], as far as its bytes show: the
    /// target of a branch, JSR or `JMP $1234`.
    pub fn target(&self) -> Option<u16> {
        let direct = match self.opcode.access {
            Access::Branch | Access::Call => true,
            Access::Jump => self.opcode.mode == Mode::Absolute,
            _ => false,
        };
        self.operand_address.filter(|_| direct)
    }
}

/// Disassembles the instruction at `pc`; `fetch` returns its bytes and is called only for those.
pub fn disassemble(pc: u16, fetch: impl FnMut(u16) -> u8) -> Disassembled {
    disassemble_with_symbols(pc, fetch, |_, _| None)
}

/// [`disassemble`] with names: `symbol` may return a name for the address of an operand. It gets the address and how
/// the instruction uses it, as hardware registers have different names for reading and writing.
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
    let mut code = Disassembled { address: pc, opcode, operand_address, text: String::new(), name, bytes };
    code.text = code.written(str::to_string);
    code
}

fn operand_address(pc: u16, mode: Mode, [_, low, high]: [u8; 3]) -> Option<u16> {
    match mode {
        Mode::Implied | Mode::Accumulator | Mode::Immediate => None,
        Mode::Relative => Some(pc.wrapping_add(2).wrapping_add(low as i8 as u16)),
        _ => Some(u16::from_le_bytes([low, high])),
    }
}

/// The text before and after an operand.
fn around(opcode: Opcode, address: Option<u16>) -> (String, &'static str) {
    let name = opcode.name();
    let size = if is_wide_on_purpose(opcode, address) { ".W" } else { "" };
    let (opening, after) = match opcode.mode {
        Mode::Implied => return (name.to_string(), ""),
        Mode::Accumulator => ("@", ""),
        Mode::Immediate => ("#", ""),
        Mode::ZeroPage | Mode::Absolute | Mode::Relative => ("", ""),
        Mode::ZeroPageX | Mode::AbsoluteX => ("", ",X"),
        Mode::ZeroPageY | Mode::AbsoluteY => ("", ",Y"),
        Mode::Indirect => ("(", ")"),
        Mode::IndirectX => ("(", ",X)"),
        Mode::IndirectY => ("(", "),Y"),
    };
    (format!("{name}{size} {opening}"), after)
}

/// Whether an assembler would use the zero page form unless told otherwise.
fn is_wide_on_purpose(opcode: Opcode, address: Option<u16>) -> bool {
    let narrow = match opcode.mode {
        Mode::Absolute => Mode::ZeroPage,
        Mode::AbsoluteX => Mode::ZeroPageX,
        Mode::AbsoluteY => Mode::ZeroPageY,
        _ => return false,
    };
    // DOP and TOP have names of their own.
    opcode.mnemonic != Mnemonic::NOP
        && address.is_some_and(|address| address < 0x100)
        && find(opcode.mnemonic, narrow).is_some()
}
