//! Binary-load files (`.xex`, `.com`, `.exe`, `.obx`). [sheet: formats 1]

use super::counted::counted;
use super::kind::describe;
use std::fmt;

/// Where the loader keeps the address to run.
pub const RUNAD: u16 = 0x02E0;
/// Where a segment leaves the address of a routine that is called as soon as it is loaded.
pub const INITAD: u16 = 0x02E2;
/// An RTS in every ROM of the 400 and 800, which the loader puts into INITAD before each segment. [sheet: os 2]
pub const RETURN: u16 = 0xE4C0;

/// One block of a binary-load file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Address of the first byte.
    pub start: u16,
    /// The bytes; never empty, never beyond $FFFF.
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

/// What is not sound about a file that can be loaded all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The file ends inside its last segment; what is there is loaded.
    Truncated {
        /// Start address of the segment.
        start: u16,
        /// Bytes that are missing.
        missing: usize,
    },
    /// A header whose end is below its start; loading ends before it.
    EndBelowStart {
        /// Where in the file the header stands.
        offset: usize,
        /// Start address it gives.
        start: u16,
        /// End address it gives.
        end: u16,
    },
    /// Bytes behind the last segment that are no segment.
    TrailingBytes {
        /// Where in the file they begin.
        offset: usize,
        /// Number of these bytes.
        count: usize,
    },
    /// There is not one byte to load.
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

/// Why a file is no binary-load file.
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
    /// It does not begin with $FF $FF. All else that is wrong is a warning.
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

    /// Where the program is started: at the first segment, unless the file leaves another address in RUNAD.
    pub fn run_address(&self) -> Option<u16> {
        let mut vectors = Vectors::new(self.segments.first()?.start);
        self.segments.iter().for_each(|segment| vectors.load(segment));
        Some(vectors.word(RUNAD))
    }

    /// The routines that are called while it is loaded, each with the number of segments that are there by then.
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

    /// The file with these segments: one signature, then each with its header.
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

/// RUNAD and INITAD while segments are loaded, of which one may say no more than a byte.
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
    /// Whether one of the two bytes from an address on is its.
    pub fn covers(&self, address: u16) -> bool {
        let end = usize::from(self.start) + self.bytes.len();
        self.start <= address.saturating_add(1) && end > usize::from(address)
    }
}

/// A segment as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// How often $FFFF stands before it.
    pub signatures: usize,
    /// Address of the first byte.
    pub start: u16,
    /// Address of the last byte, not below that.
    pub end: u16,
    /// The bytes, as many as the file has of them.
    pub bytes: &'a [u8],
}

impl Part<'_> {
    /// Bytes that the file does not have.
    pub fn missing(&self) -> usize {
        usize::from(self.end - self.start) + 1 - self.bytes.len()
    }
}

/// The segments of a file with all that stands in it, and the bytes behind them that are no segment.
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

/// How often $FFFF stands at the beginning, and the two words behind.
fn header(bytes: &[u8]) -> Option<(usize, [u16; 2])> {
    let signatures = signatures(bytes);
    let &[a, b, c, d] = bytes[2 * signatures..].first_chunk()?;
    Some((signatures, [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]))
}

fn signatures(bytes: &[u8]) -> usize {
    bytes.chunks(2).take_while(|word| **word == [0xFF, 0xFF]).count()
}

/// What is wrong with bytes at `offset` that are no segment, if there are any.
fn warning_about_rest(rest: &[u8], offset: usize) -> Option<Warning> {
    let skipped = 2 * signatures(rest);
    let offset = offset + skipped;
    match header(rest) {
        Some((_, [start, end])) if end < start => Some(Warning::EndBelowStart { offset, start, end }),
        _ if skipped < rest.len() => Some(Warning::TrailingBytes { offset, count: rest.len() - skipped }),
        _ => None,
    }
}
