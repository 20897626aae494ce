//! Recognizes kinds of files.

use super::cart::{CartKind, has_header, has_header_of_16k};
use super::counted::counted;

/// Kinds of files that a machine can be given, or cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Assembler source.
    Source,
    /// Binary-load file.
    Xex,
    /// Disk image: with an ATR header, or without one (`.xfd`).
    Disk,
    /// Cartridge image with a CAR header.
    Car,
    /// Raw cartridge image.
    RawCart,
    /// A 10K operating system ROM of the 400/800.
    OsRom,
    /// A saved state of the machine.
    State,
    /// An input script.
    Script,
    /// 256 colours, red, green, blue.
    Palette,
    /// A known kind that the machine cannot use.
    Unsupported(Unsupported),
    /// Nothing known.
    Unknown,
}

/// Kinds of files that are common but of no use here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// A tape image (`.cas`).
    Tape,
    /// A disk image that preserves copy protection.
    ProtectedDisk(&'static str),
    /// A disk image of another format.
    OtherDisk(&'static str),
    /// A compressed file or an archive.
    Archive(&'static str),
    /// A program as saved by a BASIC.
    Basic,
    /// A program as listed by a BASIC.
    BasicListing,
    /// A relocatable program for SpartaDOS X.
    Relocatable,
    /// The operating system of the XL and XE series.
    XlOs,
    /// A program for another computer.
    Foreign(&'static str),
    /// A piece of music.
    Music,
}

impl Unsupported {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            Unsupported::Tape => "tape image",
            Unsupported::ProtectedDisk(_) => "copy-protected disk image",
            Unsupported::OtherDisk(_) => "disk image of another format",
            Unsupported::Archive(_) => "archive",
            Unsupported::Basic => "saved BASIC program",
            Unsupported::BasicListing => "listed BASIC program",
            Unsupported::Relocatable => "relocatable program of SpartaDOS X",
            Unsupported::XlOs => "OS ROM of the XL and XE",
            Unsupported::Foreign(_) => "program for another computer",
            Unsupported::Music => "music file",
        }
    }
}

impl std::fmt::Display for Unsupported {
    /// A sentence that says what the file is and what to use instead.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsupported::Tape => write!(
                f,
                "a tape image; there is no cassette recorder here: look for the program as a binary-load file \
                 (.xex) or on a disk (.atr)"
            ),
            Unsupported::ProtectedDisk(format) => write!(
                f,
                "a disk image that keeps copy protection ({format}), which is not supported: expected an ATR \
                 image"
            ),
            Unsupported::OtherDisk(format) => {
                write!(f, "a disk image ({format}) that is not supported: expected an ATR image")
            }
            Unsupported::Archive(format) => {
                write!(f, "an archive ({format}): unpack it and give the file inside")
            }
            Unsupported::Basic => write!(
                f,
                "a saved BASIC program, which needs a BASIC: start the 8K ROM of one and LOAD \
                 the program from a disk image"
            ),
            Unsupported::BasicListing => write!(
                f,
                "a listed BASIC program, which needs a BASIC: start the 8K ROM of one and ENTER the program from a \
                 disk image, or type it in"
            ),
            Unsupported::Relocatable => write!(
                f,
                "a relocatable program of SpartaDOS X, which that DOS must load: expected a binary-load file that \
                 begins with $FF $FF"
            ),
            Unsupported::XlOs => write!(
                f,
                "an OS ROM of the XL and XE (16384 bytes); this is an 800, whose OS ROM has 10240 bytes, and \
                 software that needs the other does not run"
            ),
            Unsupported::Foreign(system) => write!(f, "a program for {system}, not for an Atari"),
            Unsupported::Music => {
                write!(f, "a music file (.sap); expected a program that plays it, as a binary-load file")
            }
        }
    }
}

/// The kind of a file, by its contents or, where those do not decide, by the ending of its name.
pub fn kind(bytes: &[u8], name: &str) -> Kind {
    let named = by_name(bytes, name);
    let is_rom = named == Some(Kind::RawCart) && CartKind::of_size(bytes.len()).next().is_some();
    match by_signature(bytes) {
        // A ROM may begin with any bytes.
        Some(Kind::Unsupported(_)) if is_rom => {}
        Some(kind) => return kind,
        None => {}
    }
    // An image of unprogrammed memory also begins with $FF bytes.
    if bytes.starts_with(&[0xFF, 0xFF]) && !bytes.iter().all(|&byte| byte == 0xFF) {
        match named {
            Some(Kind::Xex) => return Kind::Xex,
            Some(Kind::RawCart) if is_rom => return Kind::RawCart,
            _ if !is_cart(bytes) => return Kind::Xex,
            _ => {}
        }
    }
    if is_cart(bytes) {
        return Kind::RawCart;
    }
    by_vectors(bytes).or(named).unwrap_or(Kind::Unknown)
}

/// Files that can be recognized by their first bytes.
fn by_signature(bytes: &[u8]) -> Option<Kind> {
    use Unsupported::*;
    let is_text = looks_like_text(bytes);
    let other = match bytes {
        [b'C', b'A', b'R', b'T', 0, ..] if bytes.len() >= 16 => return Some(Kind::Car),
        [0x96, 0x02, ..] if bytes.len() >= 16 => return Some(Kind::Disk),
        _ if bytes.starts_with(b"FRONT800") && !is_text => return Some(Kind::State),
        _ if bytes.starts_with(b"# front800 input") => return Some(Kind::Script),
        [b'F', b'U', b'J', b'I', ..] if !is_text => Tape,
        [b'A', b'T', b'8', b'X', ..] if !is_text => ProtectedDisk("ATX"),
        // The number of sectors comes before it. [guess]
        [0..=0x10, _, b'P', b'2' | b'3', ..] if !is_text => ProtectedDisk("PRO"),
        [b'S', b'C', b'P', ..] if !is_text => ProtectedDisk("SCP"),
        [b'P', b'K', 3 | 5, 4 | 6, ..] => Archive("zip"),
        [0x1F, 0x8B, ..] => Archive("gzip"),
        [b'7', b'z', 0xBC, 0xAF, ..] => Archive("7z"),
        [b'R', b'a', b'r', b'!', 0x1A, ..] => Archive("rar"),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Archive("xz"),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => Archive("bzip2"),
        // Of the seven pointers at the beginning, the first one is 0 and the second one points after them. [guess]
        [0, 0, 0, 1, _, _, ..] if !is_cart(bytes) && bytes.len() > 14 => Basic,
        [0xFE | 0xFA, 0xFF, ..] if !is_cart(bytes) => Relocatable,
        [b'M', b'Z', ..] if !is_text => Foreign("DOS or Windows"),
        [0x7F, b'E', b'L', b'F', ..] => Foreign("Unix"),
        [b'S', b'A', b'P', b'\r' | b'\n', ..] => Music,
        _ => return None,
    };
    Some(Kind::Unsupported(other))
}

/// A raw image of 8K or 16K that ends with the header of a cartridge.
fn is_cart(bytes: &[u8]) -> bool {
    match bytes.len() {
        0x2000 => has_header(bytes, 0xA000) || has_header(bytes, 0x8000),
        0x4000 => has_header_of_16k(bytes),
        _ => false,
    }
}

/// A ROM at the end of the address space, recognized by the three vectors of the 6502.
fn by_vectors(bytes: &[u8]) -> Option<Kind> {
    let (start, kind) = match bytes.len() {
        0x2800 => (0xD8, Kind::OsRom),
        0x4000 => (0xC0, Kind::Unsupported(Unsupported::XlOs)),
        _ => return None,
    };
    let &[_, nmi, _, reset, _, irq] = bytes.last_chunk()?;
    [nmi, reset, irq].iter().all(|&page| (start..0xFF).contains(&page)).then_some(kind)
}

fn by_name(bytes: &[u8], name: &str) -> Option<Kind> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())?;
    Some(match ending.as_str() {
        "asm" | "asx" | "a65" | "s" | "mac" | "m65" => Kind::Source,
        "xex" | "com" | "exe" | "obx" | "obj" => Kind::Xex,
        "atr" | "xfd" => Kind::Disk,
        "car" => Kind::Car,
        "rom" | "bin" if bytes.len() == 0x2800 => Kind::OsRom,
        "rom" | "bin" => Kind::RawCart,
        "act" | "pal" if matches!(bytes.len(), 768 | 772) => Kind::Palette,
        "cas" => Kind::Unsupported(Unsupported::Tape),
        "atx" => Kind::Unsupported(Unsupported::ProtectedDisk("ATX")),
        "pro" => Kind::Unsupported(Unsupported::ProtectedDisk("PRO")),
        "dcm" => Kind::Unsupported(Unsupported::OtherDisk("DCM")),
        "bas" if looks_like_text(bytes) => Kind::Unsupported(Unsupported::BasicListing),
        "bas" => Kind::Unsupported(Unsupported::Basic),
        _ => return None,
    })
}

/// Whether the beginning of a file is text, from a PC or an Atari.
pub(crate) fn looks_like_text(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(256)];
    let end = beginning.iter().rposition(|&byte| byte < 0x80).map_or(0, |last| last + 1);
    let is_character = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x9B);
    let is_atascii = beginning.iter().all(is_character);
    // A character may be cut in two at the end.
    let is_utf8 = std::str::from_utf8(&beginning[..end])
        .is_ok_and(|text| text.chars().all(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r')));
    end > 0 && (is_atascii || is_utf8)
}

/// What a file is or begins with, as the end of a sentence, for messages to people who have taken it for something
/// else.
pub fn describe(bytes: &[u8]) -> String {
    /// Number of characters quoted from a text.
    const QUOTED: usize = 24;
    match (by_signature(bytes), bytes) {
        (Some(Kind::Unsupported(kind)), _) => return format!("is {kind}"),
        (Some(Kind::Disk), _) => return "is a disk image (ATR)".to_owned(),
        (Some(Kind::Car), _) => return "is a cartridge image (CAR)".to_owned(),
        (Some(Kind::State), _) => return "is a saved state of front800".to_owned(),
        (Some(Kind::Script), _) => return "is an input script".to_owned(),
        // Files cut off within their headers of 16 bytes.
        (_, [0x96, 0x02, ..]) if bytes.len() < 16 => {
            return format!("is a disk image (ATR) of {}", counted(bytes.len(), "byte"));
        }
        (_, [b'C', b'A', b'R', b'T'] | [b'C', b'A', b'R', b'T', 0, ..]) if bytes.len() < 16 => {
            return format!("is a cartridge image (CAR) of {}", counted(bytes.len(), "byte"));
        }
        (_, []) => return "is empty".to_owned(),
        (_, [single]) => return format!("has one byte, ${single:02X}"),
        _ => {}
    }
    if looks_like_text(bytes) {
        let text = String::from_utf8_lossy(bytes);
        let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
        let quoted: String = line.chars().filter(|c| !c.is_control()).take(QUOTED).collect();
        return format!("is text and begins with `{quoted}`");
    }
    format!("begins with ${:02X} ${:02X}", bytes[0], bytes[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_try_is_recognised_by_its_content() {
        for (bytes, kind_wanted) in [
            (&b"FUJI\x05\x00\x00\x00title"[..], Kind::Unsupported(Unsupported::Tape)),
            (b"AT8X\x01\0\0\0", Kind::Unsupported(Unsupported::ProtectedDisk("ATX"))),
            (b"PK\x03\x04\x14\0", Kind::Unsupported(Unsupported::Archive("zip"))),
            (b"\x1F\x8B\x08\0", Kind::Unsupported(Unsupported::Archive("gzip"))),
            (b"\0\0\0\x01\x0E\x01\x0F\x01\0\0\0\0\0\0\0\0", Kind::Unsupported(Unsupported::Basic)),
            (b"\xFE\xFF\x01", Kind::Unsupported(Unsupported::Relocatable)),
            (b"MZ\x90\0\x03", Kind::Unsupported(Unsupported::Foreign("DOS or Windows"))),
            (b"# front800 input 1\n", Kind::Script),
            (b"\xFF\xFF\x00\x20\x00\x20\x60", Kind::Xex),
        ] {
            assert_eq!(kind(bytes, "file.xex"), kind_wanted, "{bytes:?}");
        }
        let mut atr = vec![0x96, 0x02, 0x80, 0x16, 0x80, 0];
        atr.resize(16 + 92_160, 0);
        assert_eq!(kind(&atr, "game.xex"), Kind::Disk);
    }

    #[test]
    fn source_that_begins_like_something_else_is_still_source() {
        for text in ["FUJI lda #1\n", "CART equ $A000 ; where it is\n", "PKZ = 1\n", "MZ nop\n", "abP2 = 3\n"]
        {
            assert_eq!(kind(text.as_bytes(), "a.asm"), Kind::Source, "{text}");
        }
    }

    #[test]
    fn roms_are_told_by_their_vectors_and_headers() {
        let mut rom = vec![0x60; 0x2800];
        rom[0x27FA..].copy_from_slice(&[0, 0xE0, 0, 0xE0, 0, 0xE0]);
        assert_eq!(kind(&rom, "osb"), Kind::OsRom);
        let mut rom = vec![0x60; 0x4000];
        rom[0x3FFA..].copy_from_slice(&[0x18, 0xC0, 0xAA, 0xC2, 0x2C, 0xC0]);
        assert_eq!(kind(&rom, "xl.rom"), Kind::Unsupported(Unsupported::XlOs));
        rom[0x3FFA..].copy_from_slice(&[0, 0x80, 0, 4, 0, 0x90]);
        assert_eq!(kind(&rom, ""), Kind::RawCart);
        rom[..2].copy_from_slice(&[0xFF, 0xFF]);
        assert_eq!(kind(&rom, "x.bin"), Kind::RawCart);
        assert_eq!(kind(&rom, "x.xex"), Kind::Xex);
        assert_eq!(kind(&[0xFF; 0x2000], "x.rom"), Kind::RawCart);
    }

    #[test]
    fn a_description_quotes_a_text() {
        assert_eq!(describe(b"\n Hello, world\n"), "is text and begins with `Hello, world`");
        assert_eq!(describe("10 PRINT \"HI\"\u{9B}".as_bytes()), "is text and begins with `10 PRINT \"HI\"`");
        assert_eq!(describe(&[]), "is empty");
        assert_eq!(describe(b"CARTOON"), "is text and begins with `CARTOON`");
        for length in 2..16 {
            let header = [0x96, 0x02, 9, 0, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            assert_eq!(describe(&header[..length]), format!("is a disk image (ATR) of {length} bytes"));
        }
        assert_eq!(describe(&[0x12, 0x00, 0xFF]), "begins with $12 $00");
    }
}
