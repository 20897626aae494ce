//! The CPU of the model: the few instructions of a program without branches, and what each puts on the bus. [sheet: cpu 2]

use std::fmt;

/// An instruction of a program.
#[derive(Clone, Copy)]
pub enum Instruction {
    /// `lda #value`.
    LoadValue(u8),
    /// `lda address`.
    Load(u16),
    /// `sta address`.
    Store(u16),
    /// `bit address`, in the zero page.
    BitZeroPage(u8),
    /// `nop`.
    Nop,
    /// `jmp address`.
    Jump(u16),
}

/// What the CPU does with the bus in a cycle.
#[derive(Clone, Copy)]
pub enum Access {
    /// It reads from an address.
    Read(u16),
    /// It writes to one.
    Write(u16),
}

impl Instruction {
    /// Its bytes in memory.
    pub fn bytes(self) -> Vec<u8> {
        let with_address = |opcode: u8, address: u16| {
            let [low, high] = address.to_le_bytes();
            vec![opcode, low, high]
        };
        match self {
            Instruction::LoadValue(value) => vec![0xA9, value],
            Instruction::Load(address) => with_address(0xAD, address),
            Instruction::Store(address) => with_address(0x8D, address),
            Instruction::BitZeroPage(address) => vec![0x24, address],
            Instruction::Nop => vec![0xEA],
            Instruction::Jump(address) => with_address(0x4C, address),
        }
    }

    /// The accesses of the instruction at `pc`, one a cycle: first its bytes, then its operand. [sheet: cpu 2]
    fn accesses(self, pc: u16) -> Vec<Access> {
        let bytes = |count: u16| (0..count).map(|n| Access::Read(pc + n)).collect::<Vec<_>>();
        let mut accesses = match self {
            // The second byte that `nop` reads is that of the next instruction.
            Instruction::LoadValue(_) | Instruction::BitZeroPage(_) | Instruction::Nop => bytes(2),
            Instruction::Load(_) | Instruction::Store(_) | Instruction::Jump(_) => bytes(3),
        };
        match self {
            Instruction::Load(address) => accesses.push(Access::Read(address)),
            Instruction::Store(address) => accesses.push(Access::Write(address)),
            Instruction::BitZeroPage(address) => accesses.push(Access::Read(u16::from(address))),
            Instruction::LoadValue(_) | Instruction::Nop | Instruction::Jump(_) => {}
        }
        accesses
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Instruction::LoadValue(value) => write!(f, "lda #${value:02X}"),
            Instruction::Load(address) => write!(f, "lda ${address:04X}"),
            Instruction::Store(address) => write!(f, "sta ${address:04X}"),
            Instruction::BitZeroPage(address) => write!(f, "bit ${address:02X}"),
            Instruction::Nop => write!(f, "nop"),
            Instruction::Jump(address) => write!(f, "jmp ${address:04X}"),
        }
    }
}

/// The CPU between two accesses.
pub struct Cpu {
    /// The accumulator; `None` if it was loaded from a register of which the sheets leave open what it holds.
    pub a: Option<u8>,
    instruction: Instruction,
    accesses: Vec<Access>,
    done: usize,
}

impl Cpu {
    /// About to run an instruction.
    pub fn new(instruction: Instruction, pc: u16) -> Self {
        Cpu { a: None, instruction, accesses: instruction.accesses(pc), done: 0 }
    }

    /// Its next access; none if the instruction is over.
    pub fn access(&self) -> Option<Access> {
        self.accesses.get(self.done).copied()
    }

    /// The access has taken place, and read `value`.
    pub fn take(&mut self, value: Option<u8>) {
        self.done += 1;
        if let (Instruction::LoadValue(_) | Instruction::Load(_), None) = (self.instruction, self.access()) {
            self.a = value;
        }
    }

    /// Goes on with the instruction at `pc`.
    pub fn begin(&mut self, instruction: Instruction, pc: u16) {
        (self.instruction, self.accesses, self.done) = (instruction, instruction.accesses(pc), 0);
    }
}
