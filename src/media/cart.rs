//! Cartridges: raw images, and images with a CAR header.

mod kinds;

pub use kinds::{AfterLast, CartKind, Input, Latch, Off, Window, Wiring};

use std::fmt;

/// Bytes of a CAR header.
pub const HEADER_SIZE: usize = 16;
/// The beginning of a CAR header.
const MAGIC: &[u8] = b"CART";

/// A cartridge.
#[derive(Clone, PartialEq, Eq)]
pub struct Cart {
    /// How it is wired.
    pub kind: CartKind,
    /// Its bytes; [`CartKind::size`] of them.
    pub rom: Vec<u8>,
}

/// Why an image is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CartError {
    /// A raw image whose size no cartridge has.
    RawSize(usize),
    /// A raw image that may be any of these types.
    Ambiguous(Vec<CartKind>),
    /// It does not begin with `CART`.
    NoHeader,
    /// The header ends after this many of its 16 bytes.
    CutHeader(usize),
    /// A type that is known but not supported.
    Unsupported {
        /// Number in the header.
        id: u32,
        /// Its name.
        name: &'static str,
    },
    /// A type number that is not known.
    UnknownType(u32),
    /// The image does not have the length of its type.
    Size {
        /// The type.
        kind: CartKind,
        /// Its bytes.
        found: usize,
    },
}

impl fmt::Display for CartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CartError::RawSize(size) => write!(
                f,
                "a raw cartridge image has 2, 4, 8, 16, 32, 40, 64, 128, ... 4096 KB (2048, 4096, 8192 or \
                 16384 bytes are usual); this one has {size} bytes"
            ),
            CartError::Ambiguous(kinds) => {
                let size = kinds.first().map_or(0, |kind| kind.size() / 1024);
                write!(
                    f,
                    "a raw image of {size}K does not say how it is wired: expected a cartridge type, one of"
                )?;
                for (n, kind) in kinds.iter().enumerate() {
                    write!(f, "{} {} ({})", if n == 0 { "" } else { "," }, kind.id(), kind.name())?;
                }
                Ok(())
            }
            CartError::NoHeader => write!(f, "a CAR file begins with the 16 bytes of a `CART` header"),
            CartError::CutHeader(size) => write!(
                f,
                "a CAR file begins with a header of 16 bytes, of which this one has the first {size} and no more"
            ),
            CartError::Unsupported { id, name } => write!(f, "cartridge type {id} ({name}) is not supported"),
            CartError::UnknownType(id) => {
                write!(f, "there is no cartridge type {id}; 1 is a standard 8K, 2 a standard 16K cartridge")
            }
            CartError::Size { kind, found } => write!(
                f,
                "a cartridge of type {} ({}) has {} bytes, this one has {found}",
                kind.id(),
                kind.name(),
                kind.size()
            ),
        }
    }
}

impl std::error::Error for CartError {}

/// A defect of an image that can be used nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The sum of the bytes differs from the one in the header, as in images that have been modified.
    Checksum {
        /// The sum that the header gives.
        wanted: u32,
        /// The sum of the bytes.
        found: u32,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Checksum { wanted, found } => write!(
                f,
                "the bytes add up to ${found:08X}, the header says ${wanted:08X}: the image has been changed or damaged"
            ),
        }
    }
}

impl fmt::Debug for Cart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rom = format_args!("{} bytes", self.rom.len());
        f.debug_struct("Cart").field("kind", &self.kind).field("rom", &rom).finish()
    }
}

impl Cart {
    /// Reads a raw image. Its size and the places of cartridge headers in it determine the type.
    ///
    /// # Errors
    /// [`CartError::RawSize`] if no cartridge has that size, [`CartError::Ambiguous`] if several have and no header
    /// decides which.
    pub fn parse_raw(bytes: &[u8]) -> Result<Cart, CartError> {
        let kind = raw_kind(bytes)?;
        Ok(Cart { kind, rom: bytes.to_vec() })
    }

    /// Reads an image with a header: `CART`, type and checksum (high byte first), four zero bytes. A checksum of zero,
    /// which many tools write, is not checked.
    ///
    /// # Errors
    /// [`CartError::NoHeader`], [`CartError::CutHeader`], or those of [`Cart::parse_as`] with the type in the header. A
    /// wrong checksum is a warning.
    pub fn parse_car(bytes: &[u8]) -> Result<(Cart, Vec<Warning>), CartError> {
        let (header, rom) = split_header(bytes).ok_or(match bytes.starts_with(MAGIC) {
            true => CartError::CutHeader(bytes.len()),
            false => CartError::NoHeader,
        })?;
        let number =
            |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let cart = Cart::with_type(rom, number(4))?;
        let (wanted, found) = (number(8), checksum(rom));
        let is_wrong = wanted != 0 && wanted != found;
        Ok((cart, is_wrong.then_some(Warning::Checksum { wanted, found }).into_iter().collect()))
    }

    /// Reads either form: an image with a header if it begins with `CART`, otherwise a raw one.
    ///
    /// # Errors
    /// Those of [`Cart::parse_car`] or of [`Cart::parse_raw`].
    pub fn parse(bytes: &[u8]) -> Result<(Cart, Vec<Warning>), CartError> {
        if bytes.starts_with(MAGIC) {
            Self::parse_car(bytes)
        } else {
            Ok((Self::parse_raw(bytes)?, Vec::new()))
        }
    }

    /// Reads either form, but with type `id` regardless of the image.
    ///
    /// # Errors
    /// [`CartError::Unsupported`] or [`CartError::UnknownType`] if there is no such type here, [`CartError::Size`] if
    /// it has another size.
    pub fn parse_as(bytes: &[u8], id: u32) -> Result<Cart, CartError> {
        Cart::with_type(split_header(bytes).map_or(bytes, |(_, rom)| rom), id)
    }

    fn with_type(rom: &[u8], id: u32) -> Result<Cart, CartError> {
        let kind = CartKind::by_id(id).ok_or_else(|| match kinds::unsupported_name(id) {
            Some(name) => CartError::Unsupported { id, name },
            None => CartError::UnknownType(id),
        })?;
        if rom.len() != kind.size() {
            return Err(CartError::Size { kind, found: rom.len() });
        }
        Ok(Cart { kind, rom: rom.to_vec() })
    }

    /// The image with a header.
    pub fn write_car(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend(self.kind.id().to_be_bytes());
        file.extend(checksum(&self.rom).to_be_bytes());
        file.extend([0; 4]);
        file.extend(&self.rom);
        file
    }
}

fn split_header(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    if bytes.starts_with(MAGIC) { bytes.split_at_checked(HEADER_SIZE) } else { None }
}

/// The type of a raw image. Up to 16K it is the usual one of its size; for larger ones it is determined from the places
/// of headers for the OS, as far as possible.
fn raw_kind(bytes: &[u8]) -> Result<CartKind, CartError> {
    let ends_at = |offset: usize, start| bytes.get(..offset).is_some_and(|image| has_header(image, start));
    match bytes.len() {
        0x800 => Ok(CartKind::STANDARD_2K),
        0x1000 if has_header(bytes, 0x8000) => Ok(CartKind::RIGHT_4K),
        0x1000 => Ok(CartKind::STANDARD_4K),
        0x2000 if has_header(bytes, 0x8000) => Ok(CartKind::RIGHT_8K),
        0x2000 => Ok(CartKind::STANDARD_8K),
        // OSS languages have their fixed bank first.
        0x4000 if !has_header_of_16k(bytes) && ends_at(0x1000, 0xA000) => Ok(CartKind::OSS),
        0x4000 => Ok(CartKind::STANDARD_16K),
        0xA000 => Ok(CartKind::BOUNTY_BOB),
        size => {
            let candidates: Vec<CartKind> = CartKind::of_size(size).collect();
            let series = if has_header(bytes, 0xA000) {
                Some("XEGS ")
            } else if ends_at(0x4000, 0xA000) && !ends_at(0x2000, 0xA000) {
                Some("MegaCart ")
            } else {
                None
            };
            let is_likely = |kind: &&CartKind| series.is_some_and(|series| kind.name().starts_with(series));
            let found = candidates.iter().find(is_likely).copied();
            match (found, candidates.is_empty()) {
                (Some(kind), _) => Ok(kind),
                (None, false) => Err(CartError::Ambiguous(candidates)),
                (None, true) => Err(CartError::RawSize(size)),
            }
        }
    }
}

/// The last six bytes of a cartridge, which the OS examines. [sheet: os 9]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footer {
    /// The start address of the cartridge.
    pub run: u16,
    /// $00 if there is a cartridge.
    pub zero: u8,
    /// Bit 7: it is diagnostic; bit 2: it is started; bit 0: the disk is booted.
    pub flags: u8,
    /// The address of a routine called before that.
    pub init: u16,
}

impl Footer {
    /// The last six bytes of an image.
    pub fn of(image: &[u8]) -> Option<Footer> {
        let &[run_low, run_high, zero, flags, init_low, init_high] = image.last_chunk()?;
        let (run, init) = ([run_low, run_high], [init_low, init_high]);
        Some(Footer { run: u16::from_le_bytes(run), zero, flags, init: u16::from_le_bytes(init) })
    }
}

/// Whether an image ends with what the OS expects at the end of the 8K from `start` on.
pub fn has_header(image: &[u8], start: u16) -> bool {
    let window = start..=start + 0x1FFF;
    let Some(Footer { run, zero, init, .. }) = Footer::of(image) else { return false };
    zero == 0 && window.contains(&init) && (window.contains(&run) || run == 0)
}

/// Like [`has_header`] for a 16K image, whose addresses may lie in either half.
pub fn has_header_of_16k(image: &[u8]) -> bool {
    matches!(image.last_chunk(), Some(&[_, _, 0, _, _, 0x80..0xC0]))
}

/// Sum of all bytes, modulo 2 to the 32.
fn checksum(rom: &[u8]) -> u32 {
    rom.iter().fold(0, |sum: u32, &byte| sum.wrapping_add(byte.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image of `size` bytes with a header at `end` for the 8K at `start`.
    fn image(size: usize, end: usize, start: u16) -> Vec<u8> {
        let mut rom = vec![0xEA; size];
        let [low, high] = (start + 0x100).to_le_bytes();
        rom[end - 6..end].copy_from_slice(&[low, high, 0, 4, low, high]);
        rom
    }

    #[test]
    fn a_raw_image_is_of_the_usual_type_of_its_size_and_header() {
        for (image, id) in [
            (image(0x800, 0x800, 0xA000), 57),
            (image(0x1000, 0x1000, 0xA000), 58),
            (image(0x1000, 0x1000, 0x8000), 59),
            (image(0x2000, 0x2000, 0xA000), 1),
            (image(0x2000, 0x2000, 0x8000), 21),
            (vec![0xEA; 0x2000], 1),
            (image(0x4000, 0x4000, 0x8000), 2),
            (image(0x4000, 0x1000, 0xA000), 15),
            (image(0xA000, 0xA000, 0xA000), 18),
            (image(0x8000, 0x8000, 0xA000), 12),
            (image(0x10000, 0x10000, 0xA000), 13),
            (image(0x8000, 0x4000, 0xA000), 27),
        ] {
            assert_eq!(Cart::parse_raw(&image).map(|cart| cart.kind.id()), Ok(id));
        }
    }

    #[test]
    fn a_large_image_without_a_telling_header_asks_for_its_type() {
        let error = Cart::parse_raw(&[0; 0x8000]).unwrap_err().to_string();
        assert!(error.contains("12 (XEGS 32K)"), "{error}");
        assert!(Cart::parse_raw(&[0; 0x8001]).unwrap_err().to_string().contains("32769 bytes"));
        assert_eq!(Cart::parse_as(&[0; 0x8000], 8).unwrap_err().to_string().matches("65536").count(), 1);
    }

    #[test]
    fn a_header_that_is_cut_off_is_told_by_its_length() {
        let file = Cart { kind: CartKind::STANDARD_8K, rom: vec![1; 0x2000] }.write_car();
        for length in 4..16 {
            assert_eq!(Cart::parse(&file[..length]), Err(CartError::CutHeader(length)));
        }
        assert!(matches!(Cart::parse(&file[..16]), Err(CartError::Size { found: 0, .. })));
    }

    #[test]
    fn the_type_given_wins_over_the_header() {
        let cart = Cart { kind: CartKind::STANDARD_16K, rom: vec![1; 0x4000] };
        assert_eq!(Cart::parse_as(&cart.write_car(), 15).map(|cart| cart.kind.id()), Ok(15));
        assert_eq!(Cart::parse(&cart.write_car()), Ok((cart, Vec::new())));
    }

    #[test]
    fn a_wrong_checksum_is_told_and_none_is_none() {
        let cart = Cart { kind: CartKind::STANDARD_8K, rom: vec![1; 0x2000] };
        let mut file = cart.write_car();
        file[11] ^= 1;
        let wrong = Warning::Checksum { wanted: 0x2001, found: 0x2000 };
        assert_eq!(Cart::parse(&file), Ok((cart.clone(), vec![wrong])));
        file[8..12].fill(0);
        assert_eq!(Cart::parse(&file), Ok((cart, Vec::new())));
    }
}
