//! Traces: one line per instruction.

use std::fmt::Write as _;

use crate::cpu::disassemble::disassemble_with_symbols;
use crate::inspect::symbols::Symbols;
use crate::machine::{Machine, Step};

/// The flags from bit 7 down; bit 5 is always set, and bit 4 exists only on the stack.
const FLAGS: [(u8, char); 6] = [(0x80, 'N'), (0x40, 'V'), (0x08, 'D'), (0x04, 'I'), (0x02, 'Z'), (0x01, 'C')];

/// A line for the instruction about to run, if there is one: frame, scan line and cycle, program counter,
/// bytes, mnemonic with labels, and the registers before it.
pub fn instruction(machine: &Machine, symbols: &Symbols) -> Option<String> {
    let cpu = machine.cpu();
    if cpu.interrupt_due || cpu.reset_due || cpu.jammed {
        return None;
    }
    let pc = cpu.pc;
    let name = |address, access| symbols.operand(address, access);
    let code = disassemble_with_symbols(pc, |address| machine.peek(address), name);
    let mut bytes = String::new();
    for byte in code.bytes() {
        // Writing to a String cannot fail.
        let _ = write!(bytes, "{byte:02X} ");
    }
    Some(format!("{}  {pc:04X}  {bytes:<9} {:<24} {}", place(machine), code.text, registers(machine)))
}

/// A line for an interrupt or other event that took the place of an instruction, and where it led; none for
/// instructions.
pub fn interruption(machine: &Machine, step: Step) -> Option<String> {
    let what = match step {
        Step::Instruction => return None,
        Step::Nmi => "non-maskable interrupt",
        Step::Irq => "interrupt request",
        Step::Jam => "the CPU is jammed",
    };
    Some(format!("{}  {:04X}  -- {what}", place(machine), machine.cpu().pc))
}

fn place(machine: &Machine) -> String {
    format!("{:>6} {:>3} {:>3}", machine.frame_number(), machine.line(), machine.line_cycle())
}

fn registers(machine: &Machine) -> String {
    let cpu = machine.cpu();
    format!("A={:02X} X={:02X} Y={:02X} S={:02X} P={}", cpu.a, cpu.x, cpu.y, cpu.s, flags(cpu.p))
}

/// The flags as letters; clear flags are dots.
pub(crate) fn flags(p: u8) -> String {
    FLAGS.iter().map(|&(bit, name)| if p & bit != 0 { name } else { '.' }).collect()
}
