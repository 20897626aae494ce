//! The variables of a program, and what they hold by the sizes that its source gives them.

use std::fmt::{self, Display};

use super::debugger::Debugger;
use crate::inspect::symbols::{Kind, Symbol};
use crate::machine::Machine;

/// Bytes of a table that are shown with its name.
const FIRST: u32 = 4;

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A byte, or nobody has said how many.
    Byte(u8),
    /// Two bytes, the low one first.
    Word(u16),
    /// So many bytes, and the first of them.
    Table(u32, Vec<u8>),
}

impl Held {
    /// What stands at a label.
    pub fn by(symbol: &Symbol, machine: &Machine) -> Held {
        let byte = |n: u32| machine.peek(symbol.value.wrapping_add(n as u16));
        match symbol.size {
            0 | 1 => Held::Byte(byte(0)),
            2 => Held::Word(u16::from_le_bytes([byte(0), byte(1)])),
            size => Held::Table(size, (0..size.min(FIRST)).map(byte).collect()),
        }
    }
}

impl Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Held::Byte(byte) => write!(f, "${byte:02X}"),
            Held::Word(word) => write!(f, "${word:04X} ({word})"),
            Held::Table(size, first) => {
                write!(f, "[{size}]")?;
                first.iter().try_for_each(|byte| write!(f, " ${byte:02X}"))?;
                f.write_str(if *size > FIRST { " …" } else { "" })
            }
        }
    }
}

/// The labels that have RAM behind them and are not instructions, by name; those of a procedure carry its name, which is how one
/// sees who owns what in the zero page.
pub fn all(debugger: &Debugger) -> impl Iterator<Item = &Symbol> {
    let labels = debugger.symbols().iter().filter(|symbol| symbol.kind == Kind::Label);
    labels
        .filter(|symbol| debugger.machine().has_ram(symbol.value) && !debugger.lines().is_code(symbol.value))
}
