//! What a file is.

/// Kinds of files that a machine can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Assembler source.
    Source,
    /// Binary-load file.
    Xex,
    /// Disk image with an ATR header.
    Atr,
    /// Cartridge image with a CAR header.
    Car,
    /// Raw cartridge image.
    RawCart,
    /// A 10K operating system ROM of the 400/800.
    OsRom,
    /// Nothing known.
    Unknown,
}

/// The kind of a file: by its content, and where that does not tell, by the ending of its name.
pub fn kind(bytes: &[u8], name: &str) -> Kind {
    by_content(bytes).or_else(|| by_name(bytes, name)).unwrap_or(Kind::Unknown)
}

fn by_content(bytes: &[u8]) -> Option<Kind> {
    match bytes {
        [b'C', b'A', b'R', b'T', ..] if bytes.len() >= 16 => Some(Kind::Car),
        [0x96, 0x02, ..] if bytes.len() >= 16 => Some(Kind::Atr),
        // An image of unprogrammed memory begins with $FF bytes, too.
        [0xFF, 0xFF, ..] if !bytes.iter().all(|&byte| byte == 0xFF) && !is_cart(bytes) => Some(Kind::Xex),
        _ if is_cart(bytes) => Some(Kind::RawCart),
        _ => None,
    }
}

/// A raw image of 8K or 16K whose last six bytes are those of a left cartridge: run address,
/// a zero that says "cartridge present", option bits, init address.
fn is_cart(bytes: &[u8]) -> bool {
    let start: u16 = match bytes.len() {
        0x2000 => 0xA000,
        0x4000 => 0x8000,
        _ => return false,
    };
    let tail = &bytes[bytes.len() - 6..];
    let address = |at: usize| u16::from_le_bytes([tail[at], tail[at + 1]]);
    tail[2] == 0 && (start..0xC000).contains(&address(4))
}

fn by_name(bytes: &[u8], name: &str) -> Option<Kind> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())?;
    Some(match ending.as_str() {
        "asm" | "asx" | "a65" | "s" | "mac" | "m65" => Kind::Source,
        "xex" | "com" | "exe" | "obx" | "obj" => Kind::Xex,
        "atr" => Kind::Atr,
        "car" => Kind::Car,
        "rom" | "bin" if bytes.len() == 0x2800 => Kind::OsRom,
        "rom" | "bin" => Kind::RawCart,
        _ => return None,
    })
}
