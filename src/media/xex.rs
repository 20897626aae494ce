//! Binary-load files (`.xex`, `.com`, `.exe`, `.obx`). [sheet: formats 1]

use super::counted::counted;
use super::kind::describe;
use std::fmt;

/// The address at which the loader keeps the run address.
pub const RUNAD: u16 = 0x02E0;
/// The address at which a segment stores the address of a routine to be called as soon as that segment is loaded.
pub const INITAD: u16 = 0x02E2;
/// The address of an RTS in every ROM of the 400 and 800; the loader stores it in INITAD before each segment.
/// [sheet: os 2]
pub const RETURN: u16 = 0xE4C0;

/// One block of a binary-load file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Address of the first byte.
    pub start: u16,
    /// The bytes; never empty, and never beyond $FFFF.
    pub bytes: Vec<u8>,
}

/// A parsed file: segments in file order. RUNAD and INITAD are ordinary segments at $2E0 and
/// $2E2.
///
/// # Examples
///
/// ```
/// use front800::media::xex::Xex;
///
/// let (file, warnings) = Xex::parse(&[0xFF, 0xFF, 0x00, 0x20, 0x01, 0x20, 0xA9, 0x60])?;
/// assert_eq!(file.segments[0].start, 0x2000);
/// assert!(warnings.is_empty());
/// # Ok::<(), front800::media::xex::NotBinaryLoad>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Xex {
    /// In file order.
    pub segments: Vec<Segment>,
}

/// A defect of a file that can be loaded nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The file ends within its last segment; what is there is loaded.
    Truncated {
        /// Start address of the segment.
        start: u16,
        /// Number of missing bytes.
        missing: usize,
    },
    /// A header whose end address is below its start address; loading ends before it.
    EndBelowStart {
        /// The offset of the header in the file.
        offset: usize,
        /// Its start address.
        start: u16,
        /// Its end address.
        end: u16,
    },
    /// Bytes after the last segment that are not a segment.
    TrailingBytes {
        /// Their offset in the file.
        offset: usize,
        /// Their number.
        count: usize,
    },
    /// There is nothing to load.
    Empty,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Truncated { start, missing } => {
                let are = if *missing == 1 { "is" } else { "are" };
                let missing = counted(*missing, "byte");
                write!(f, "the file is truncated: {missing} of the segment at ${start:04X} {are} missing")
            }
            Warning::EndBelowStart { offset, start, end } => write!(
                f,
                "the header at byte {offset} gives end ${end:04X} below start ${start:04X}: loading ends there"
            ),
            Warning::TrailingBytes { offset, count } => {
                let belong = if *count == 1 { "belongs" } else { "belong" };
                write!(f, "{} from byte {offset} on {belong} to no segment", counted(*count, "byte"))
            }
            Warning::Empty => write!(f, "the file has no segment"),
        }
    }
}

/// Error: a file that is not a binary-load file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotBinaryLoad {
    /// What was found instead, as the end of a sentence.
    pub found: String,
}

impl fmt::Display for NotBinaryLoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a binary-load file begins with the bytes $FF $FF; this one {}", self.found)
    }
}

impl std::error::Error for NotBinaryLoad {}

impl Xex {
    /// Parses a file.
    ///
    /// # Errors
    /// The file does not begin with $FF $FF. Everything else that is wrong is a warning.
    pub fn parse(bytes: &[u8]) -> Result<(Xex, Vec<Warning>), NotBinaryLoad> {
        if !bytes.starts_with(&[0xFF, 0xFF]) {
            return Err(NotBinaryLoad { found: describe(bytes) });
        }
        let mut xex = Xex::default();
        let mut warnings = Vec::new();
        let (parts, rest) = parts(bytes);
        for part in parts {
            if part.missing() > 0 {
                warnings.push(Warning::Truncated { start: part.start, missing: part.missing() });
            }
            if !part.bytes.is_empty() {
                xex.segments.push(Segment { start: part.start, bytes: part.bytes.to_vec() });
            }
        }
        warnings.extend(warning_about_rest(rest, bytes.len() - rest.len()));
        if xex.segments.is_empty() {
            warnings.push(Warning::Empty);
        }
        Ok((xex, warnings))
    }

    /// Where the program starts: at the first segment, unless the file stores another address in RUNAD.
    pub fn run_address(&self) -> Option<u16> {
        let mut vectors = Vectors::new(self.segments.first()?.start);
        self.segments.iter().for_each(|segment| vectors.load(segment));
        Some(vectors.word(RUNAD))
    }

    /// The routines called during loading, each with the number of segments loaded by then.
    pub fn init_addresses(&self) -> Vec<(usize, u16)> {
        let mut vectors = Vectors::new(RETURN);
        let mut calls = Vec::new();
        for (n, segment) in (1..).zip(&self.segments) {
            vectors.load(segment);
            let init = vectors.word(INITAD);
            calls.extend((init != RETURN).then_some((n, init)));
        }
        calls
    }

    /// The file with these segments: one signature, then each segment with its header.
    pub fn write(&self) -> Vec<u8> {
        let mut file = vec![0xFF, 0xFF];
        for Segment { start, bytes } in &self.segments {
            let end = start.wrapping_add(bytes.len().wrapping_sub(1) as u16);
            file.extend(start.to_le_bytes());
            file.extend(end.to_le_bytes());
            file.extend(bytes);
        }
        file
    }
}

/// RUNAD and INITAD during loading; a segment may set only one byte of them.
struct Vectors([u8; 4]);

impl Vectors {
    fn new(run: u16) -> Vectors {
        let [low, high] = run.to_le_bytes();
        Vectors([low, high, 0, 0])
    }

    fn load(&mut self, segment: &Segment) {
        self.0[2..].copy_from_slice(&RETURN.to_le_bytes());
        for (address, byte) in (RUNAD..).zip(&mut self.0) {
            let at = address.checked_sub(segment.start).map(usize::from);
            *byte = at.and_then(|at| segment.bytes.get(at)).copied().unwrap_or(*byte);
        }
    }

    fn word(&self, address: u16) -> u16 {
        let at = usize::from(address - RUNAD);
        u16::from_le_bytes([self.0[at], self.0[at + 1]])
    }
}

impl Segment {
    /// Whether it includes `address` or the byte after it.
    pub fn covers(&self, address: u16) -> bool {
        let end = usize::from(self.start) + self.bytes.len();
        self.start <= address.saturating_add(1) && end > usize::from(address)
    }
}

/// A segment as it is in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The number of $FFFF signatures before it.
    pub signatures: usize,
    /// Address of the first byte.
    pub start: u16,
    /// Address of the last byte; not below `start`.
    pub end: u16,
    /// The bytes, as far as the file has them.
    pub bytes: &'a [u8],
}

impl Part<'_> {
    /// The number of bytes missing from the file.
    pub fn missing(&self) -> usize {
        usize::from(self.end - self.start) + 1 - self.bytes.len()
    }
}

/// The segments of a file with everything in it, and the bytes after them that are not a segment.
pub fn parts(file: &[u8]) -> (Vec<Part<'_>>, &[u8]) {
    let mut parts = Vec::new();
    let mut rest = file;
    // Sectors of a disk are often padded with zeros.
    let padding = file.iter().rev().take_while(|&&byte| byte == 0).count();
    while let Some((signatures, [start, end])) = header(rest)
        && start <= end
        && rest.len() > padding
    {
        let content = &rest[2 * signatures + 4..];
        let (bytes, behind) = content.split_at(content.len().min(usize::from(end - start) + 1));
        parts.push(Part { signatures, start, end, bytes });
        rest = behind;
    }
    (parts, rest)
}

/// The number of $FFFF signatures at the beginning, and the two words after them.
fn header(bytes: &[u8]) -> Option<(usize, [u16; 2])> {
    let signatures = signatures(bytes);
    let &[a, b, c, d] = bytes[2 * signatures..].first_chunk()?;
    Some((signatures, [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]))
}

fn signatures(bytes: &[u8]) -> usize {
    bytes.chunks(2).take_while(|word| **word == [0xFF, 0xFF]).count()
}

/// The warning about bytes at `offset` that are not a segment, if there are any.
fn warning_about_rest(rest: &[u8], offset: usize) -> Option<Warning> {
    let skipped = 2 * signatures(rest);
    let offset = offset + skipped;
    match header(rest) {
        Some((_, [start, end])) if end < start => Some(Warning::EndBelowStart { offset, start, end }),
        _ if skipped < rest.len() => Some(Warning::TrailingBytes { offset, count: rest.len() - skipped }),
        _ => None,
    }
}
