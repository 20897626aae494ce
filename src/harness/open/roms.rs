//! ROM files: cartridges for both slots, and operating systems.

use super::error::{Hint, OpenError, refused, warned};
use crate::media::cart::{Cart, CartError, CartKind};
use crate::media::kind::describe;
use crate::media::os_rom::{self, OsRom};
use crate::media::{Kind, Unsupported, kind};

/// Reads a cartridge; also returns notes for the user. Its type is `id`, or else what the file says or its size
/// suggests.
///
/// # Errors
/// [`OpenError::Hinted`] with [`Hint::CartType`] if several types are possible; otherwise [`OpenError::Refused`]: the
/// size fits no type or not the given one, or the type is unknown or unsupported.
pub fn read_cartridge(name: &str, bytes: &[u8], id: Option<u32>) -> Result<(Cart, Vec<String>), OpenError> {
    let cart = match id {
        Some(id) => Cart::parse_as(bytes, id).map(|cart| (cart, Vec::new())),
        None => Cart::parse(bytes),
    };
    let is_guess = id.is_none() && !bytes.starts_with(b"CART") && bytes.len() > 0x4000;
    match cart {
        Ok((cart, _)) if is_guess => {
            let (id, kind) = (cart.kind.id(), cart.kind.name());
            let note = format!("{name}: taken for cartridge type {id} ({kind}), as nothing says which it is");
            Ok((cart, vec![note]))
        }
        Ok((cart, warnings)) => Ok((cart, warned(name, &warnings))),
        Err(error @ (CartError::NoHeader | CartError::RawSize(_))) => {
            refused(format!("{name}: {error}; this file {}", describe(bytes)))
        }
        Err(error @ CartError::Ambiguous(_)) => {
            Err(OpenError::Hinted(format!("{name}: {error}"), Hint::CartType))
        }
        Err(error) => refused(format!("{name}: {error}")),
    }
}

/// Reads a left cartridge of 8K at $A000, such as BASIC; also returns notes for the user.
///
/// # Errors
/// [`OpenError::Refused`]: not 8192 bytes, or a CAR file that [`read_cartridge`] refuses, or whose cartridge has
/// another size or place.
pub fn basic(name: &str, bytes: &[u8]) -> Result<(Cart, Vec<String>), OpenError> {
    if kind(bytes, "") == Kind::Car {
        let (cart, notes) = read_cartridge(name, bytes, None)?;
        let standard = CartKind::STANDARD_8K;
        if (cart.kind.size(), cart.kind.start()) != (standard.size(), standard.start()) {
            return refused(format!(
                "{name}: a cartridge of type {} ({}) is no BASIC, which has 8192 bytes from $A000 on (type 1)",
                cart.kind.id(),
                cart.kind.name()
            ));
        }
        return Ok((cart, notes));
    }
    if bytes.len() != CartKind::STANDARD_8K.size() {
        let (length, what) = (bytes.len(), describe(bytes));
        return refused(format!(
            "{name}: a BASIC cartridge has 8192 bytes, this file has {length} and {what}"
        ));
    }
    Ok((Cart { kind: CartKind::STANDARD_8K, rom: bytes.to_vec() }, Vec::new()))
}

/// Reads a cartridge for the right slot, of type 21 or 59, or raw; also returns notes for the user.
///
/// # Errors
/// As those of [`read_cartridge`], and [`OpenError::Refused`] if it is for the left slot.
pub fn right_cartridge(name: &str, bytes: &[u8]) -> Result<(Cart, Vec<String>), OpenError> {
    let id = match bytes.len() {
        0x1000 => Some(59),
        0x2000 => Some(21),
        _ => None,
    };
    let (cart, notes) = read_cartridge(name, bytes, id)?;
    if !cart.kind.is_right() {
        return refused(format!(
            "{name}: a cartridge of type {} ({}) is for the left slot; those of the right one have 4096 or 8192 \
             bytes (types 59 and 21)",
            cart.kind.id(),
            cart.kind.name()
        ));
    }
    Ok((cart, notes))
}

/// Reads an OS ROM of a 400 or 800; also returns notes for the user.
///
/// # Errors
/// [`OpenError::Refused`]: an OS of an XL or XE, a size other than 10,240 bytes, or a RESET vector below $D800.
pub fn os_rom(name: &str, bytes: &[u8]) -> Result<(OsRom, Vec<String>), OpenError> {
    if let Kind::Unsupported(what @ Unsupported::XlOs) = kind(bytes, "") {
        return refused(format!("{name}: {what}"));
    }
    let rom = match OsRom::try_from(bytes) {
        Ok(rom) => rom,
        Err(error) => return refused(format!("{name}: {error}; this file {}", describe(bytes))),
    };
    let problems = os_rom::problems(&rom[..]);
    if let Some(fatal) = problems.iter().find(|problem| problem.is_fatal) {
        return refused(format!("{name}: not an OS ROM of the 400 and 800: {}", fatal.text));
    }
    let notes: Vec<String> = problems.into_iter().map(|problem| problem.text).collect();
    Ok((rom, warned(name, &notes)))
}
