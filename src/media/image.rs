//! What a media file is, by its content first and by its name where content leaves a choice.

use super::xex::{Warning, Xex, XexError};

/// A recognised file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// A binary-load file, with what was wrong with it.
    Program(Xex, Vec<Warning>),
    /// A left cartridge of 8K ($A000) or 16K ($8000).
    Cartridge(Cartridge),
    /// A disk image.
    Disk(Disk),
    /// Assembler source.
    Source,
    /// A 10K OS ROM.
    OsRom,
}

/// A standard 8K or 16K cartridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cartridge {
    /// The type number of the header, if there is one.
    pub type_number: Option<u32>,
    /// Whether the header's checksum is right, if there is a header.
    pub checksum_right: Option<bool>,
    /// 8,192 or 16,384 bytes.
    pub rom: Vec<u8>,
}

/// The header of an ATR disk image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disk {
    /// Bytes of a sector from the fourth on; the first three have 128.
    pub sector_size: u16,
    /// Sectors the file holds.
    pub sectors: usize,
    /// Bytes after the header as the header counts them.
    pub announced: usize,
    /// Bytes after the header.
    pub present: usize,
}

/// Why a file is none of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageError {
    /// Nothing in it is known.
    Unknown {
        /// Its size.
        size: usize,
    },
    /// A binary-load file with nothing in it.
    Xex(XexError),
    /// A file of another system.
    Foreign(&'static str),
    /// The file ends within its header.
    Header(&'static str),
    /// A cartridge of a type that is not built in.
    CartridgeType(u32),
    /// A cartridge whose size is not its type's.
    CartridgeSize {
        /// What its type has.
        expected: usize,
        /// What it has.
        size: usize,
    },
}

impl std::fmt::Display for ImageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ImageError::Unknown { size } => write!(
                f,
                "a file of {size} bytes of unknown kind: expected assembler source, a binary-load file (it begins \
                 with $FF $FF), a cartridge with header (CART), or a raw cartridge of 8192 or 16384 bytes"
            ),
            ImageError::Xex(error) => error.fmt(f),
            ImageError::Foreign(what) => write!(f, "{what}, which this machine cannot load"),
            ImageError::Header(what) => write!(f, "{what} is cut off: a header has 16 bytes"),
            ImageError::CartridgeType(number) => {
                write!(f, "cartridge type {number} is not supported yet: expected type 1 (8K) or 2 (16K)")
            }
            ImageError::CartridgeSize { expected, size } => {
                write!(f, "the cartridge has {size} bytes where its type has {expected}")
            }
        }
    }
}

impl std::error::Error for ImageError {}

impl Cartridge {
    /// A file with header for a cartridge of 8K or 16K; none of other sizes.
    pub fn with_header(rom: &[u8]) -> Option<Vec<u8>> {
        let number: u32 = match rom.len() {
            KB8 => 1,
            KB16 => 2,
            _ => return None,
        };
        let mut file = b"CART".to_vec();
        file.extend(number.to_be_bytes());
        file.extend(checksum(rom).to_be_bytes());
        file.extend([0; 4]);
        file.extend(rom);
        Some(file)
    }
}

/// The sum of all bytes. [sheet: formats 3]
fn checksum(rom: &[u8]) -> u32 {
    rom.iter().fold(0, |sum: u32, &byte| sum.wrapping_add(u32::from(byte)))
}

const HEADER_SIZE: usize = 16;
const KB8: usize = 0x2000;
const KB16: usize = 0x4000;
/// Size of a 400/800 OS ROM, $D800 to $FFFF.
const OS_ROM_SIZE: usize = 0x2800;

impl Image {
    /// Recognises a file. `name` decides only where the content does not.
    pub fn recognise(name: &str, bytes: &[u8]) -> Result<Image, ImageError> {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        let extension = extension.as_deref().unwrap_or("");
        match bytes {
            [0xFF, 0xFF, ..] if !matches!(extension, "rom" | "bin") || !raw_cartridge(bytes) => {
                Xex::parse(bytes).map(|(xex, warnings)| Image::Program(xex, warnings)).map_err(ImageError::Xex)
            }
            [b'C', b'A', b'R', b'T', ..] => cartridge(bytes),
            [0x96, 0x02, ..] => disk(bytes),
            [0xFE | 0xFA, 0xFF, ..] => Err(ImageError::Foreign("a relocatable SpartaDOS X program")),
            [b'M', b'Z', ..] => Err(ImageError::Foreign("a program for MS-DOS or Windows")),
            _ if extension == "asm" || is_text(bytes) => Ok(Image::Source),
            _ if raw_cartridge(bytes) => {
                Ok(Image::Cartridge(Cartridge { type_number: None, checksum_right: None, rom: bytes.to_vec() }))
            }
            _ if bytes.len() == OS_ROM_SIZE => Ok(Image::OsRom),
            _ => Err(ImageError::Unknown { size: bytes.len() }),
        }
    }
}

fn raw_cartridge(bytes: &[u8]) -> bool {
    matches!(bytes.len(), KB8 | KB16)
}

/// Whether this is text: UTF-8 without control characters but blanks, tabs and line ends.
fn is_text(bytes: &[u8]) -> bool {
    !bytes.is_empty()
        && std::str::from_utf8(bytes)
            .is_ok_and(|text| text.chars().all(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\x1A')))
}

/// `CART`, type and checksum in big-endian words, four zero bytes, ROM. [sheet: formats 3]
fn cartridge(bytes: &[u8]) -> Result<Image, ImageError> {
    let Some((header, rom)) = bytes.split_at_checked(HEADER_SIZE) else {
        return Err(ImageError::Header("the header of a cartridge"));
    };
    let word = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    let number = word(4);
    let expected = match number {
        1 => KB8,
        2 => KB16,
        _ => return Err(ImageError::CartridgeType(number)),
    };
    if rom.len() != expected {
        return Err(ImageError::CartridgeSize { expected, size: rom.len() });
    }
    Ok(Image::Cartridge(Cartridge {
        type_number: Some(number),
        checksum_right: Some(word(8) == checksum(rom)),
        rom: rom.to_vec(),
    }))
}

/// `$96 $02`, paragraphs of 16 bytes, sector size, high part of the paragraphs. [sheet: pia-sio-disk 5]
fn disk(bytes: &[u8]) -> Result<Image, ImageError> {
    let Some((header, data)) = bytes.split_at_checked(HEADER_SIZE) else {
        return Err(ImageError::Header("the header of a disk image"));
    };
    let sector_size = u16::from_le_bytes([header[4], header[5]]);
    let paragraphs = usize::from(header[2]) | usize::from(header[3]) << 8 | usize::from(header[6]) << 16;
    let boot = 3 * 128;
    let sectors = match usize::from(sector_size) {
        0 => 0,
        _ if data.len() <= boot => data.len() / 128,
        size => 3 + (data.len() - boot) / size,
    };
    Ok(Image::Disk(Disk { sector_size, sectors, announced: paragraphs * 16, present: data.len() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_before_the_name() {
        let xex = [0xFF, 0xFF, 0, 0x20, 0, 0x20, 0x60];
        assert!(matches!(Image::recognise("a.rom", &xex), Ok(Image::Program(..))));
        assert!(matches!(Image::recognise("a.xex", b" org $2000\n"), Ok(Image::Source)));
        let rom = vec![0xFF; KB8];
        assert!(matches!(Image::recognise("a.rom", &rom), Ok(Image::Cartridge(_))));
        assert_eq!(Image::recognise("a.xex", &[0, 1, 2]), Err(ImageError::Unknown { size: 3 }));
    }

    #[test]
    fn a_cartridge_header_is_checked() {
        let mut car = Cartridge::with_header(&[1; KB8]).unwrap();
        assert_eq!(car[..16], *b"CART\0\0\0\x01\0\0\x20\0\0\0\0\0");
        let Ok(Image::Cartridge(cartridge)) = Image::recognise("a", &car) else { panic!("no cartridge") };
        assert_eq!((cartridge.type_number, cartridge.checksum_right), (Some(1), Some(true)));
        car.pop();
        let expected = ImageError::CartridgeSize { expected: KB8, size: KB8 - 1 };
        assert_eq!(Image::recognise("a", &car), Err(expected));
        assert!(matches!(Image::recognise("a", b"CART"), Err(ImageError::Header(_))));
        assert_eq!(
            Image::recognise("a", b"CART\0\0\0\x0C\0\0\0\0\0\0\0\0"),
            Err(ImageError::CartridgeType(12))
        );
    }

    #[test]
    fn a_disk_header_is_read() {
        let mut atr = vec![0x96, 0x02, 0x80, 0x16, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        atr.extend(vec![0; 92_160]);
        let Ok(Image::Disk(disk)) = Image::recognise("a", &atr) else { panic!("no disk") };
        assert_eq!(disk, Disk { sector_size: 128, sectors: 720, announced: 92_160, present: 92_160 });
    }
}
