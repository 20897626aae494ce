//! Finds the bytes of a program that are instructions: those reached by control flow from the program's
//! entries, and from the addresses that it stores in the system's vectors.

mod handlers;

use std::collections::BTreeSet;

use crate::cpu::disassemble::{Disassembled, disassemble};
use crate::cpu::opcodes::Access;
use handlers::Handlers;

/// Bytes loaded at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Address of the first byte.
    pub start: u16,
    /// The bytes; they do not extend beyond $FFFF.
    pub bytes: Vec<u8>,
}

/// An entry point of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The address.
    pub address: u16,
    /// How many pieces have been loaded when it is entered.
    pub loaded: usize,
}

/// The meaning of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// Not part of a reachable instruction.
    Data,
    /// The first byte of an instruction.
    Opcode,
    /// A further byte of an instruction.
    Operand,
}

/// The result of the analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The meaning of each byte of each piece.
    pub bytes: Vec<Vec<Byte>>,
    /// Addresses that the program stores in the system's vectors, in order, without duplicates.
    pub handlers: Vec<u16>,
}

/// Determines the meaning of each byte of the pieces. If a piece is loaded over another, code that runs
/// before that still sees the earlier one.
///
/// # Examples
///
/// ```
/// use front800::inspect::code::{Byte, Entry, Loaded, find};
///
/// // JMP $2005; a text; RTS.
/// let program = Loaded { start: 0x2000, bytes: vec![0x4C, 0x05, 0x20, 0x48, 0x49, 0x60] };
/// let found = find(&[program], [Entry { address: 0x2000, loaded: 1 }]);
/// assert_eq!(found.bytes[0], [Byte::Opcode, Byte::Operand, Byte::Operand, Byte::Data, Byte::Data, Byte::Opcode]);
/// ```
pub fn find(pieces: &[Loaded], entries: impl IntoIterator<Item = Entry>) -> Found {
    let mut walk = Walk {
        pieces,
        layout: Layout::new(pieces),
        seen: pieces.iter().map(|piece| vec![false; piece.bytes.len()]).collect(),
        targets: Vec::new(),
        others: Vec::new(),
        handlers: BTreeSet::new(),
        open: Vec::new(),
    };
    for entry in entries {
        walk.open.push(entry);
        while let Some(entry) = walk.open.pop() {
            walk.run(entry);
        }
    }
    Found { bytes: walk.bytes(), handlers: walk.handlers.into_iter().collect() }
}

/// A byte: index of the piece, and index in it.
type Place = (usize, usize);

/// The pieces at each address.
pub(super) struct Layout {
    /// By address: bytes in the order of the pieces.
    places: Vec<Vec<Place>>,
}

impl Layout {
    pub(super) fn new(pieces: &[Loaded]) -> Layout {
        let mut places = vec![Vec::new(); 0x10000];
        for (index, piece) in pieces.iter().enumerate() {
            for (at, places) in
                places[usize::from(piece.start)..].iter_mut().take(piece.bytes.len()).enumerate()
            {
                places.push((index, at));
            }
        }
        Layout { places }
    }

    /// All bytes at an address in load order.
    pub(super) fn at(&self, address: u16) -> &[Place] {
        &self.places[usize::from(address)]
    }

    /// The byte at an address when this many pieces are loaded: the last one loaded, or else the first that
    /// will be.
    fn after(&self, address: u16, loaded: usize) -> Option<Place> {
        let places = self.at(address);
        let before = places.partition_point(|&(index, _)| index < loaded);
        places.get(before.saturating_sub(1)).copied()
    }
}

struct Walk<'a> {
    pieces: &'a [Loaded],
    layout: Layout,
    /// Whether an instruction starting at this byte has been followed.
    seen: Vec<Vec<bool>>,
    /// The bytes of instructions that are jump or branch targets or entries.
    targets: Vec<Vec<Place>>,
    /// The bytes of instructions that only follow others.
    others: Vec<Vec<Place>>,
    handlers: BTreeSet<u16>,
    open: Vec<Entry>,
}

impl Walk<'_> {
    /// Follows consecutive instructions as far as they go.
    fn run(&mut self, Entry { mut address, loaded }: Entry) {
        let (mut is_target, mut handlers) = (true, Handlers::default());
        while let Some((code, places)) = self.instruction(address, loaded) {
            let (index, at) = places[0];
            if std::mem::replace(&mut self.seen[index][at], true) {
                return;
            }
            if std::mem::take(&mut is_target) { &mut self.targets } else { &mut self.others }.push(places);
            let handler = handlers.run(&code);
            self.handlers.extend(handler);
            self.open.extend(
                [code.target(), handler].into_iter().flatten().map(|address| Entry { address, loaded }),
            );
            if matches!(code.opcode.access, Access::Jump | Access::Return | Access::Break | Access::Jam) {
                return;
            }
            address = code.next_address();
        }
    }

    /// The instruction at an address with the places of its bytes, if it is completely loaded.
    fn instruction(&self, address: u16, loaded: usize) -> Option<(Disassembled, Vec<Place>)> {
        let mut places = Vec::new();
        let code = disassemble(address, |at| match self.layout.after(at, loaded) {
            Some((index, at)) => {
                places.push((index, at));
                self.pieces[index].bytes[at]
            }
            None => 0,
        });
        (places.len() == code.bytes().len()).then_some((code, places))
    }

    /// The meaning of the bytes. An instruction that spans two pieces stays data, and so does the first byte
    /// of one that contains the target of a jump, as in `dta $2c`, which skips an instruction.
    fn bytes(&self) -> Vec<Vec<Byte>> {
        let mut bytes: Vec<Vec<Byte>> =
            self.pieces.iter().map(|piece| vec![Byte::Data; piece.bytes.len()]).collect();
        for places in self.targets.iter().chain(&self.others) {
            let piece = places[0].0;
            if places.iter().any(|&(index, at)| index != piece || bytes[index][at] != Byte::Data) {
                continue;
            }
            for (n, &(index, at)) in places.iter().enumerate() {
                bytes[index][at] = if n == 0 { Byte::Opcode } else { Byte::Operand };
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(pieces: &[(u16, &[u8])], entries: &[(u16, usize)]) -> Vec<String> {
        let pieces: Vec<Loaded> =
            pieces.iter().map(|&(start, bytes)| Loaded { start, bytes: bytes.to_vec() }).collect();
        let entries = entries.iter().map(|&(address, loaded)| Entry { address, loaded });
        let letter = |byte: &Byte| match byte {
            Byte::Data => '.',
            Byte::Opcode => 'o',
            Byte::Operand => '-',
        };
        find(&pieces, entries).bytes.iter().map(|bytes| bytes.iter().map(letter).collect()).collect()
    }

    #[test]
    fn both_ways_of_a_branch_and_what_a_call_returns_to_are_code() {
        // BEQ $2003; RTS; JSR $2008; CIM; a byte; RTS.
        let program = [0xF0, 0x01, 0x60, 0x20, 0x08, 0x20, 0x02, 0xFF, 0x60];
        assert_eq!(kinds(&[(0x2000, &program)], &[(0x2000, 1)]), ["o-oo--o.o"]);
    }

    #[test]
    fn what_runs_before_a_piece_is_loaded_sees_what_lies_below() {
        // JMP $2000 is called when the RTS is there, and again when the NOP is.
        let pieces: [(u16, &[u8]); 3] = [(0x2000, &[0x60]), (0x3000, &[0x4C, 0, 0x20]), (0x2000, &[0xEA])];
        assert_eq!(kinds(&pieces, &[(0x3000, 2)]), ["o", "o--", "."]);
        assert_eq!(kinds(&pieces, &[(0x3000, 3)]), [".", "o--", "o"]);
    }

    #[test]
    fn an_instruction_in_two_pieces_is_followed_and_one_within_another_wins_if_it_is_gone_to() {
        let pieces: [(u16, &[u8]); 2] = [(0x2000, &[0x20]), (0x2001, &[0x04, 0x20, 0x60, 0x60])];
        assert_eq!(kinds(&pieces, &[(0x2000, 2)]), [".", "..oo"]);
        // BIT $01A9 over LDA #1, which a branch goes to; RTS.
        let program = [0xF0, 0x01, 0x2C, 0xA9, 0x01, 0x60];
        assert_eq!(kinds(&[(0x2000, &program)], &[(0x2000, 1)]), ["o-.o-o"]);
    }

    #[test]
    fn handlers_put_into_vectors_are_code() {
        // LDA #$0B; STA $0200; LDA #$20; STA $0201; RTS; RTI.
        let by_bytes = [0xA9, 0x0B, 0x8D, 0, 2, 0xA9, 0x20, 0x8D, 1, 2, 0x60, 0x40];
        assert_eq!(kinds(&[(0x2000, &by_bytes)], &[(0x2000, 1)]), ["o-o--o-o--oo"]);
        // Between its halves A becomes something else.
        let other = [0xA9, 0x0B, 0x8D, 0, 2, 0xAD, 0x20, 0x00, 0x8D, 1, 2, 0x60, 0x40];
        assert_eq!(kinds(&[(0x2000, &other)], &[(0x2000, 1)]), ["o-o--o--o--o."]);
        // LDX #$20; LDY #$0B; LDA #7; JSR SETVBV; CLC; RTS; RTI.
        let by_system = [0xA2, 0x20, 0xA0, 0x0B, 0xA9, 7, 0x20, 0x5C, 0xE4, 0x18, 0x60, 0x40];
        assert_eq!(kinds(&[(0x2000, &by_system)], &[(0x2000, 1)]), ["o-o-o-o--ooo"]);
    }

    #[test]
    fn what_leads_out_of_the_program_ends_there() {
        assert_eq!(kinds(&[(0xFFFE, &[0xEA, 0xAD])], &[(0xFFFE, 1), (0x3000, 1)]), ["o."]);
    }
}
