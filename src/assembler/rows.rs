//! Rows of listings, and what is shown beside a line.

use crate::cpu::opcodes::{Access, OPCODES};
use std::fmt::Write;

/// Column of the source text in a MADS listing.
pub(super) const TEXT_COLUMN: usize = 32;

/// A line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListingLine {
    /// Another text begins or continues.
    Source {
        /// `Source: file` or `Macro: NAME [Source: file]`.
        title: String,
    },
    /// A line of the text.
    Text {
        /// Number, from 1.
        number: u32,
        /// What was assembled from it.
        content: Content,
        /// The text.
        source: String,
    },
}

/// What a listing shows beside a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Blank,
    /// A value that was assigned.
    Value(i64),
    /// Only an address.
    Address(u16),
    /// Bytes.
    Bytes {
        /// Address of the first.
        address: u16,
        /// All of them.
        bytes: Vec<u8>,
        /// Last address of the segment that begins here, and whether the file's signature precedes it.
        segment: Option<(u16, bool)>,
        /// They are instructions.
        code: bool,
    },
}

/// A 32-bit number in hexadecimal, as MADS writes it: with four, six or eight digits. [measured]
pub(super) fn hexadecimal(value: i64) -> String {
    match value as u32 {
        value @ ..=0xFFFF => format!("{value:04X}"),
        value @ ..=0xFF_FFFF => format!("{value:06X}"),
        value => format!("{value:08X}"),
    }
}

impl Content {
    /// The columns between line number and text in a MADS listing.
    pub(super) fn mads(&self) -> String {
        match self {
            Content::Blank => String::new(),
            Content::Value(value) => format!("= {}", hexadecimal(*value)),
            Content::Address(address) => format!("{address:04X}"),
            Content::Bytes { address, bytes, segment, .. } => {
                let mut row = match segment {
                    Some((last, true)) => format!("FFFF> {address:04X}-{last:04X}>"),
                    Some((last, false)) => format!("{address:04X}-{last:04X}>"),
                    None => format!("{address:04X}"),
                };
                let fitting = (TEXT_COLUMN - 10 - row.len()) / 3;
                for byte in bytes.iter().take(fitting) {
                    let _ = write!(row, " {byte:02X}");
                }
                if bytes.len() > fitting {
                    row += " +";
                }
                row
            }
        }
    }

    /// The columns of our own listing.
    pub(super) fn own(&self) -> String {
        match self {
            Content::Blank => format!("{:26}", ""),
            Content::Value(value) => format!("{:26}", format!("   = {}", hexadecimal(*value))),
            Content::Address(address) => format!("{:26}", format!("{address:04X}")),
            Content::Bytes { address, bytes, code, .. } => {
                let mut row = format!("{address:04X} ");
                for byte in bytes.iter().take(4) {
                    let _ = write!(row, " {byte:02X}");
                }
                if bytes.len() > 4 {
                    row += " +";
                }
                let cycles = if *code { cycles(bytes) } else { String::new() };
                format!("{row:20}{cycles:6}")
            }
        }
    }
}

/// CPU cycles of a sequence of instructions: the minimum, with `+` if they may take more.
pub fn cycles(bytes: &[u8]) -> String {
    let (mut at, mut least, mut more) = (0, 0_u32, false);
    while let Some(&code) = bytes.get(at) {
        let opcode = OPCODES[code as usize];
        least += u32::from(opcode.cycles);
        more |= opcode.page_penalty || opcode.access == Access::Branch;
        at += usize::from(opcode.bytes());
    }
    format!("{least}{}", if more { "+" } else { "" })
}
