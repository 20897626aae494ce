//! Object files: relocatable code with its fixups, and its exported and imported symbols.

use super::syntax::{Convention, Unit};

/// The part of a value that a fixup concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) enum Part {
    Byte,
    Word,
    Long,
    Dword,
    Low,
    High,
}

impl Part {
    /// All parts, in the order of the file.
    pub(super) const ALL: [Part; 6] =
        [Part::Byte, Part::Word, Part::Long, Part::Dword, Part::Low, Part::High];

    /// Its letter in the file.
    pub(super) fn letter(self) -> u8 {
        match self {
            Part::Byte => b'B',
            Part::Word => b'W',
            Part::Long => b'L',
            Part::Dword => b'D',
            Part::Low => b'<',
            Part::High => b'>',
        }
    }

    fn of(letter: u8) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.letter() == letter)
    }

    /// Its size in bytes.
    pub(super) fn size(self) -> usize {
        match self {
            Part::Byte | Part::Low | Part::High => 1,
            Part::Word => 2,
            Part::Long => 3,
            Part::Dword => 4,
        }
    }
}

/// The letter of a type in the file.
pub(super) fn unit_letter(unit: Unit) -> u8 {
    match unit.size() {
        1 => b'B',
        2 => b'W',
        3 => b'L',
        _ => b'D',
    }
}

fn unit_of(letter: u8) -> Option<Unit> {
    Some(match letter {
        b'B' => Unit::Byte,
        b'W' => Unit::Word,
        b'L' => Unit::Long,
        b'D' => Unit::Dword,
        _ => return None,
    })
}

/// A place whose value depends on the load address or on an imported symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fixup {
    pub part: Part,
    /// Offset in the code, or address if the file is not relocatable.
    pub at: u16,
    /// The low byte of a value of which the code contains only the high byte.
    pub low: u8,
}

/// What an exported symbol is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Offer {
    Constant(u32),
    /// An address within the code.
    Variable(u16),
    Procedure {
        address: u16,
        convention: Convention,
        /// Types and, depending on the calling convention, registers or names of variables.
        parameters: Vec<(Unit, String)>,
    },
}

/// The contents of an object file.
#[derive(Clone, Default, Debug)]
pub(super) struct Object {
    /// Load addresses and bytes; a relocatable file has a single part at 0.
    pub segments: Vec<(u16, Vec<u8>)>,
    pub is_relocatable: bool,
    pub fixups: Vec<Fixup>,
    /// Imported symbols with their fixups.
    pub wants: Vec<(String, Vec<Fixup>)>,
    pub offers: Vec<(String, Offer)>,
}

/// Register letters by number.
const REGISTERS: [&str; 4] = ["a", "x", "y", ""];

/// Reads the bytes of a file in order.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken.to_vec())
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn word(&mut self) -> Option<u16> {
        self.take(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn name(&mut self) -> Option<String> {
        let length = self.word()?;
        self.take(length.into()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The fixups of one part: offsets, each followed by the low byte if the part is a high byte.
    fn fixups(&mut self, part: Part, count: u16) -> Option<Vec<Fixup>> {
        (0..count)
            .map(|_| {
                let at = self.word()?;
                let low = if part == Part::High { self.byte()? } else { 0 };
                Some(Fixup { part, at, low })
            })
            .collect()
    }

    /// Reads the rest of a block, whose first word is its type or its load address.
    fn block(&mut self, start: u16, object: &mut Object) -> Option<()> {
        match start {
            0xFFEF => {
                let part = Part::of(self.byte()?)?;
                let count = self.word()?;
                object.fixups.extend(self.fixups(part, count)?);
            }
            0xFFEE => {
                let part = Part::of(self.byte()?)?;
                let count = self.word()?;
                let name = self.name()?;
                object.wants.push((name, self.fixups(part, count)?));
            }
            0xFFED => {
                let count = self.word()?;
                for _ in 0..count {
                    object.offers.push(self.offer()?);
                }
            }
            _ => {
                let last = self.word()?;
                let length = usize::from(last.wrapping_sub(start).wrapping_add(1));
                if start == 0 && self.0.starts_with(b"MR") {
                    if object.is_relocatable {
                        return None;
                    }
                    object.is_relocatable = true;
                    self.take(10)?;
                }
                object.segments.push((start, self.take(length)?));
            }
        }
        Some(())
    }

    fn offer(&mut self) -> Option<(String, Offer)> {
        let (unit, kind) = (unit_of(self.byte()?)?, self.byte()?);
        let name = self.name()?;
        let offer = match kind {
            b'C' => {
                let mut bytes = self.take(unit.size() as usize)?;
                bytes.resize(4, 0);
                Offer::Constant(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            }
            b'V' => Offer::Variable(self.word()?),
            b'P' => {
                let address = self.word()?;
                let registers = self.byte()?;
                let (convention, parameters) = self.parameters(registers)?;
                Offer::Procedure { address, convention, parameters }
            }
            _ => return None,
        };
        Some((name, offer))
    }

    fn parameters(&mut self, registers: u8) -> Option<(Convention, Vec<(Unit, String)>)> {
        let convention = match self.byte()? {
            b'D' => Convention::Stack,
            b'R' => Convention::Registers,
            b'V' => Convention::Variables,
            _ => return None,
        };
        let count = self.word()?;
        let mut parameters = Vec::new();
        if convention == Convention::Variables {
            let mut inner = Reader(self.0.get(..count.into())?);
            self.take(count.into())?;
            while !inner.0.is_empty() {
                parameters.push((unit_of(inner.byte()?)?, inner.name()?));
            }
            return Some((convention, parameters));
        }
        let mut slot = 0;
        for _ in 0..count {
            let unit = unit_of(self.byte()?)?;
            let mut letters = String::new();
            for _ in 0..unit.size().min(4) {
                letters += REGISTERS[(registers >> (6_u32.saturating_sub(2 * slot)) & 3) as usize];
                slot += 1;
            }
            parameters.push((unit, letters));
        }
        Some((convention, parameters))
    }
}

/// Reads an object file; none if the bytes are not one.
pub(super) fn read(bytes: &[u8]) -> Option<Object> {
    let mut object = Object::default();
    let mut reader = Reader(bytes);
    if reader.word()? != 0xFFFF {
        return None;
    }
    let mut start = reader.word()?;
    loop {
        if start == 0xFFFF {
            start = reader.word()?;
            continue;
        }
        reader.block(start, &mut object)?;
        if reader.0.is_empty() {
            return Some(object);
        }
        start = reader.word()?;
    }
}

/// Writes the fixups of one part.
fn write_fixups(out: &mut Vec<u8>, fixups: &[Fixup]) {
    for fixup in fixups {
        out.extend(fixup.at.to_le_bytes());
        if fixup.part == Part::High {
            out.push(fixup.low);
        }
    }
}

/// The fixup blocks for the load address.
pub(super) fn write_addresses(fixups: &[Fixup]) -> Vec<u8> {
    let mut out = Vec::new();
    for part in Part::ALL {
        let of_part: Vec<Fixup> = fixups.iter().copied().filter(|fixup| fixup.part == part).collect();
        if !of_part.is_empty() {
            out.extend([0xEF, 0xFF, part.letter()]);
            out.extend((of_part.len() as u16).to_le_bytes());
            write_fixups(&mut out, &of_part);
        }
    }
    out
}

/// The fixup blocks for an imported symbol.
pub(super) fn write_wants(name: &str, fixups: &[Fixup]) -> Vec<u8> {
    let mut out = Vec::new();
    for part in Part::ALL {
        let of_part: Vec<Fixup> = fixups.iter().copied().filter(|fixup| fixup.part == part).collect();
        if !of_part.is_empty() {
            out.extend([0xEE, 0xFF, part.letter()]);
            out.extend((of_part.len() as u16).to_le_bytes());
            out.extend((name.len() as u16).to_le_bytes());
            out.extend(name.bytes());
            write_fixups(&mut out, &of_part);
        }
    }
    out
}

/// The byte that encodes registers: two bits for each of three, 3 for none.
pub(super) fn register_bits(letters: &str) -> u8 {
    let number = |letter: Option<u8>| match letter {
        Some(b'a') => 0,
        Some(b'x') => 1,
        Some(b'y') => 2,
        _ => 3,
    };
    let letters = letters.to_ascii_lowercase();
    (0..3).map(|at| number(letters.as_bytes().get(at).copied()) << (6 - 2 * at)).sum()
}
