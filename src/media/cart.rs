//! Cartridges: raw 8K and 16K images, and images with a CAR header.

use std::fmt;

/// How a cartridge is wired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartKind {
    /// 8K at $A000-$BFFF (type 1).
    Standard8K,
    /// 16K at $8000-$BFFF (type 2).
    Standard16K,
}

impl CartKind {
    /// Number in a CAR header.
    pub fn id(self) -> u32 {
        match self {
            CartKind::Standard8K => 1,
            CartKind::Standard16K => 2,
        }
    }

    /// Bytes of the image.
    pub fn size(self) -> usize {
        match self {
            CartKind::Standard8K => 0x2000,
            CartKind::Standard16K => 0x4000,
        }
    }

    /// Address of the first byte.
    pub fn start(self) -> u16 {
        match self {
            CartKind::Standard8K => 0xA000,
            CartKind::Standard16K => 0x8000,
        }
    }
}

/// A cartridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cart {
    /// How it is wired.
    pub kind: CartKind,
    /// Its bytes, as many as [`CartKind::size`] says.
    pub rom: Vec<u8>,
}

/// Why an image is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CartError {
    /// A raw image of a size that says nothing about its wiring.
    RawSize(usize),
    /// No `CART` at the beginning, or less than the 16 bytes of a header.
    NoHeader,
    /// A type that is known but not supported.
    Unsupported {
        /// Number in the header.
        id: u32,
        /// What it is called.
        name: &'static str,
    },
    /// A number that no type has.
    UnknownType(u32),
    /// The image is not as long as its type says.
    Size {
        /// Bytes it should have.
        wanted: usize,
        /// Bytes it has.
        found: usize,
    },
    /// The sum of the bytes is not the one in the header.
    Checksum {
        /// In the header.
        wanted: u32,
        /// Of the bytes.
        found: u32,
    },
}

impl fmt::Display for CartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CartError::RawSize(size) => {
                write!(f, "a raw cartridge image has 8192 or 16384 bytes, this one {size}")
            }
            CartError::NoHeader => write!(f, "a CAR file begins with the 16 bytes of a `CART` header"),
            CartError::Unsupported { id, name } => {
                write!(f, "cartridge type {id} ({name}) is not supported; types 1 (8K) and 2 (16K) are")
            }
            CartError::UnknownType(id) => write!(f, "there is no cartridge type {id}"),
            CartError::Size { wanted, found } => {
                write!(f, "the cartridge should have {wanted} bytes and has {found}")
            }
            CartError::Checksum { wanted, found } => {
                write!(f, "the bytes add up to ${found:08X}, the header says ${wanted:08X}")
            }
        }
    }
}

impl std::error::Error for CartError {}

impl Cart {
    /// A raw image: its size gives the type.
    pub fn parse_raw(bytes: &[u8]) -> Result<Cart, CartError> {
        let kind = match bytes.len() {
            0x2000 => CartKind::Standard8K,
            0x4000 => CartKind::Standard16K,
            size => return Err(CartError::RawSize(size)),
        };
        Ok(Cart { kind, rom: bytes.to_vec() })
    }

    /// An image with a header: `CART`, type and checksum (high byte first), four zero bytes. A
    /// checksum of zero is not checked.
    pub fn parse_car(bytes: &[u8]) -> Result<Cart, CartError> {
        if bytes.len() < 16 || !bytes.starts_with(b"CART") {
            return Err(CartError::NoHeader);
        }
        let number = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let kind = match number(4) {
            1 => CartKind::Standard8K,
            2 => CartKind::Standard16K,
            id => {
                let name = type_name(id).ok_or(CartError::UnknownType(id))?;
                return Err(CartError::Unsupported { id, name });
            }
        };
        let rom = &bytes[16..];
        if rom.len() != kind.size() {
            return Err(CartError::Size { wanted: kind.size(), found: rom.len() });
        }
        let (wanted, found) = (number(8), checksum(rom));
        if wanted != 0 && wanted != found {
            return Err(CartError::Checksum { wanted, found });
        }
        Ok(Cart { kind, rom: rom.to_vec() })
    }

    /// Either form: an image with a header if it begins with `CART`.
    pub fn parse(bytes: &[u8]) -> Result<Cart, CartError> {
        if bytes.starts_with(b"CART") { Self::parse_car(bytes) } else { Self::parse_raw(bytes) }
    }

    /// The image with its header.
    pub fn write_car(&self) -> Vec<u8> {
        let mut file = b"CART".to_vec();
        file.extend(self.kind.id().to_be_bytes());
        file.extend(checksum(&self.rom).to_be_bytes());
        file.extend([0; 4]);
        file.extend(&self.rom);
        file
    }
}

/// Sum of all bytes, modulo 2 to the 32.
fn checksum(rom: &[u8]) -> u32 {
    rom.iter().fold(0, |sum: u32, &byte| sum.wrapping_add(byte.into()))
}

/// What the types of CAR files are called.
fn type_name(id: u32) -> Option<&'static str> {
    Some(match id {
        1 => "standard 8K",
        2 => "standard 16K",
        3 => "OSS 16K, 034M",
        4 | 6 | 7 | 16 | 19 | 20 | 71..=74 | 159 => "for the 5200",
        5 => "DB 32K",
        8 => "Williams 64K",
        9 => "Express 64K",
        10 => "Diamond 64K",
        11 => "SpartaDOS X 64K",
        12 => "XEGS 32K",
        13 => "XEGS 64K, banks 0-7",
        14 => "XEGS 128K",
        15 => "OSS 16K, one chip",
        17 | 68 => "Atrax 128K",
        18 => "Bounty Bob 40K",
        21 => "right slot 8K",
        22 => "Williams 32K",
        23..=25 => "XEGS 256K to 1M",
        26..=32 | 64 => "MegaCart",
        33..=38 => "switchable XEGS",
        39 => "Phoenix 8K",
        40 | 46 | 60 => "Blizzard",
        41 | 42 | 75 => "Atarimax",
        43 => "SpartaDOS X 128K",
        44 => "OSS 8K",
        45 => "OSS 16K, 043M",
        47 => "AST 32K",
        50 | 51 => "Turbosoft",
        52 => "Ultracart 32K",
        53 => "low bank 8K",
        54..=56 => "SIC!",
        57 => "standard 2K",
        58 => "standard 4K",
        59 => "right slot 4K",
        61 => "MegaMax 2M",
        63 => "flash MegaCart 4M",
        67 => "XEGS 64K, banks 8-15",
        69 | 70 => "aDawliah",
        76 => "Williams 16K",
        104..=111 => "J(atari)Cart",
        62 | 65 | 66 | 83..=98 => "flash cartridge",
        _ => return None,
    })
}
