//! Binary-load files (`.xex`, `.com`, `.exe`, `.obx`).

use super::kind::describe;
use std::fmt;

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
                write!(f, "the file is truncated: {missing} bytes of the segment at ${start:04X} are missing")
            }
            Warning::EndBelowStart { offset, start, end } => write!(
                f,
                "the header at byte {offset} gives end ${end:04X} below start ${start:04X}: loading ends there"
            ),
            Warning::TrailingBytes { offset, count } => {
                write!(f, "{count} bytes from byte {offset} on belong to no segment")
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
    pub fn parse(bytes: &[u8]) -> Result<(Xex, Vec<Warning>), NotBinaryLoad> {
        if !bytes.starts_with(&[0xFF, 0xFF]) {
            return Err(NotBinaryLoad { found: describe(bytes) });
        }
        let mut xex = Xex::default();
        let mut warnings = Vec::new();
        let content_end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let mut at = 0;
        let word = |at: usize| Some(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
        while at < bytes.len() {
            let header = at;
            while word(at) == Some(0xFFFF) {
                at += 2;
            }
            let (Some(start), Some(end)) = (word(at), word(at + 2)) else {
                if at < bytes.len() {
                    warnings.push(Warning::TrailingBytes { offset: at, count: bytes.len() - at });
                }
                break;
            };
            // Sectors of a disk are often padded with zeros.
            if header >= content_end {
                warnings.push(Warning::TrailingBytes { offset: header, count: bytes.len() - header });
                break;
            }
            if end < start {
                warnings.push(Warning::EndBelowStart { offset: at, start, end });
                break;
            }
            let length = usize::from(end - start) + 1;
            let rest = &bytes[at + 4..];
            if rest.len() < length {
                warnings.push(Warning::Truncated { start, missing: length - rest.len() });
            }
            let taken = &rest[..length.min(rest.len())];
            if !taken.is_empty() {
                xex.segments.push(Segment { start, bytes: taken.to_vec() });
            }
            at += 4 + taken.len();
        }
        if xex.segments.is_empty() {
            warnings.push(Warning::Empty);
        }
        Ok((xex, warnings))
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
