//! Operating system ROMs of the 400 and 800: 10,240 bytes for $D800 to $FFFF.

use std::fmt;
use std::ops::Deref;

use super::xex::RETURN;

/// The address of the first byte.
pub const START: u16 = 0xD800;
/// The first of the entry points that are jumps, which are three bytes apart. [sheet: os 2]
const FIRST_JUMP: u16 = 0xE450;
const JUMPS: u16 = 16;
/// The first of the tables of five handlers, 16 bytes each: six addresses minus 1, a jump, and 0. [sheet: os 2]
const FIRST_TABLE: u16 = 0xE400;
const TABLES: u16 = 5;
/// The entry points of the floating point package. [sheet: os 2]
const FLOATING_POINT: [u16; 22] = [
    0xD800, 0xD8E6, 0xD9AA, 0xD9D2, 0xDA44, 0xDA46, 0xDA60, 0xDA66, 0xDADB, 0xDB28, 0xDD40, 0xDD89, 0xDD8D,
    0xDD98, 0xDD9C, 0xDDA7, 0xDDAB, 0xDDB6, 0xDDC0, 0xDDCC, 0xDECD, 0xDED1,
];
/// The initial values of the first vectors in RAM begin here; those of the five timers after them are 0. [guess]
const FIRST_DEFAULT: u16 = 0xE480;
const DEFAULTS: u16 = 12;
const TIMERS: u16 = 5;

/// The bytes of an OS ROM, of the required number.
///
/// # Examples
///
/// ```
/// use front800::media::os_rom::OsRom;
///
/// let error = OsRom::try_from(&[0; 16_384][..]).unwrap_err();
/// assert_eq!(error.to_string(), "an OS ROM of the 400 and 800 has 10240 bytes ($D800 to $FFFF), not 16384");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct OsRom(Box<[u8; OsRom::SIZE]>);

impl fmt::Debug for OsRom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OsRom").field(&format_args!("{} bytes", OsRom::SIZE)).finish()
    }
}

impl OsRom {
    /// The number of bytes.
    pub const SIZE: usize = 0x2800;
}

impl Deref for OsRom {
    type Target = [u8; OsRom::SIZE];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl From<[u8; OsRom::SIZE]> for OsRom {
    fn from(bytes: [u8; OsRom::SIZE]) -> Self {
        OsRom(Box::new(bytes))
    }
}

impl TryFrom<&[u8]> for OsRom {
    type Error = OsRomSize;

    fn try_from(bytes: &[u8]) -> Result<Self, OsRomSize> {
        <[u8; OsRom::SIZE]>::try_from(bytes).map(OsRom::from).map_err(|_| OsRomSize(bytes.len()))
    }
}

/// Error: the number of bytes, instead of [`OsRom::SIZE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OsRomSize(pub usize);

impl fmt::Display for OsRomSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, found) = (OsRom::SIZE, self.0);
        write!(f, "an OS ROM of the 400 and 800 has {size} bytes ($D800 to $FFFF), not {found}")
    }
}

impl std::error::Error for OsRomSize {}

/// A difference from the ROMs of Atari that may be a defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Whether the 6502 cannot start with it.
    pub is_fatal: bool,
    /// What is wrong, and what would be right.
    pub text: String,
}

/// The addresses in the vectors at the end: NMI, RESET, IRQ. None if the ROM is too short.
pub fn vectors(rom: &[u8]) -> Option<[u16; 3]> {
    let &[a, b, c, d, e, f] = rom.last_chunk()?;
    Some([[a, b], [c, d], [e, f]].map(u16::from_le_bytes))
}

/// The entry points of a ROM: through the 6502's vectors and those in RAM, for programs through its jumps and the
/// floating point package, and internally through the tables of its handlers.
pub fn entries(rom: &OsRom) -> Vec<u16> {
    let byte = |address: u16| rom[usize::from(address - START)];
    let word = |at: u16| u16::from_le_bytes([byte(at), byte(at + 1)]);
    let words = |first: u16, count: u16| (0..count).map(move |n| word(first + 2 * n));
    let jumps = (0..JUMPS).map(|n| FIRST_JUMP + 3 * n);
    let mut entries: Vec<u16> = jumps.chain([RETURN]).chain(FLOATING_POINT).collect();
    entries.extend(vectors(&rom[..]).into_iter().flatten());
    for table in (0..TABLES).map(|n| FIRST_TABLE + 16 * n) {
        entries.extend(words(table, 6).map(|address| address.wrapping_add(1)));
        entries.push(table + 12);
    }
    if words(FIRST_DEFAULT + 2 * DEFAULTS, TIMERS).all(|timer| timer == 0) {
        entries.extend(words(FIRST_DEFAULT, DEFAULTS));
    }
    entries.retain(|&address| address >= START);
    entries
}

/// The problems of a ROM of the right size.
pub fn problems(rom: &[u8]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let names = ["NMI", "RESET", "IRQ"];
    for (name, address) in names.into_iter().zip(vectors(rom).unwrap_or_default()) {
        if address < START {
            problems.push(Problem {
                is_fatal: name == "RESET",
                text: format!("its {name} vector is ${address:04X}; expected $D800 or above"),
            });
        }
    }
    let byte = |address: u16| rom.get(usize::from(address - START)).copied().unwrap_or(0);
    let missing = (0..JUMPS).map(|n| FIRST_JUMP + 3 * n).find(|&address| byte(address) != 0x4C);
    if let Some(address) = missing {
        problems.push(Problem {
            is_fatal: false,
            text: format!(
                "${address:04X} is no JMP: programs that use the entry points of the OS will not run"
            ),
        });
    }
    if byte(RETURN) != 0x60 {
        problems.push(Problem {
            is_fatal: false,
            text: format!("${RETURN:04X} is no RTS: binary-load files that rely on it will not load"),
        });
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rom_of_nothing_cannot_start_and_says_why() {
        let problems = problems(&[0; 0x2800]);
        let fatal: Vec<_> = problems.iter().filter(|problem| problem.is_fatal).collect();
        assert_eq!(fatal.len(), 1);
        assert!(fatal[0].text.contains("RESET vector is $0000"));
        assert_eq!(problems.len(), 5);
    }
}
