//! Binary-load files (`.xex`, `.com`, `.exe`, `.obx`).

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
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Xex {
    /// In file order.
    pub segments: Vec<Segment>,
}

/// What a file had wrong that does not keep it from being loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The file ends within the segment whose header is at `offset`; what is there is loaded.
    Truncated {
        /// Where the segment's header is.
        offset: usize,
        /// Bytes that are missing.
        missing: usize,
    },
    /// The header at `offset` ends before it starts: loading ends there.
    Backwards {
        /// Where the header is.
        offset: usize,
        /// Its first address.
        start: u16,
        /// Its last address.
        end: u16,
    },
    /// Bytes after the last segment, too few to be one or all zero.
    Trailing {
        /// Where they begin.
        offset: usize,
    },
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Warning::Truncated { offset, missing } => {
                write!(f, "the segment at offset {offset} is cut off: {missing} bytes are missing")
            }
            Warning::Backwards { offset, start, end } => write!(
                f,
                "the segment at offset {offset} ends at ${end:04X} before it starts at ${start:04X}: loading ends there"
            ),
            Warning::Trailing { offset } => {
                write!(f, "bytes from offset {offset} on belong to no segment")
            }
        }
    }
}

/// Why bytes are no binary-load file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XexError {
    /// It does not begin with $FF $FF.
    Signature,
    /// Nothing can be loaded from it.
    Empty,
}

impl std::fmt::Display for XexError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            XexError::Signature => write!(f, "a binary-load file begins with the bytes $FF $FF"),
            XexError::Empty => write!(f, "the binary-load file holds no segment"),
        }
    }
}

impl std::error::Error for XexError {}

/// Where the loader keeps the address to run.
const RUNAD: u16 = 0x02E0;
const SIGNATURE: [u8; 2] = [0xFF, 0xFF];

impl Xex {
    /// Reads a file. What real loaders put up with is loaded with a warning.
    pub fn parse(bytes: &[u8]) -> Result<(Xex, Vec<Warning>), XexError> {
        if !bytes.starts_with(&SIGNATURE) {
            return Err(XexError::Signature);
        }
        let mut xex = Xex::default();
        let mut warnings = Vec::new();
        let mut offset = 0;
        loop {
            while bytes[offset..].starts_with(&SIGNATURE) {
                offset += 2;
            }
            let rest = &bytes[offset..];
            let &[start_low, start_high, end_low, end_high, ref data @ ..] = rest else {
                if !rest.is_empty() {
                    warnings.push(Warning::Trailing { offset });
                }
                break;
            };
            let start = u16::from_le_bytes([start_low, start_high]);
            let end = u16::from_le_bytes([end_low, end_high]);
            if rest.iter().all(|&byte| byte == 0) {
                warnings.push(Warning::Trailing { offset });
                break;
            }
            if end < start {
                warnings.push(Warning::Backwards { offset, start, end });
                break;
            }
            let size = usize::from(end - start) + 1;
            let present = size.min(data.len());
            if present < size {
                warnings.push(Warning::Truncated { offset, missing: size - present });
            }
            if present > 0 {
                xex.segments.push(Segment { start, bytes: data[..present].to_vec() });
            }
            offset += 4 + present;
        }
        if xex.segments.is_empty() { Err(XexError::Empty) } else { Ok((xex, warnings)) }
    }

    /// Where the program is started: what the file leaves in RUNAD, or else the start of the
    /// first segment.
    pub fn run_address(&self) -> Option<u16> {
        let byte = |address: u16| {
            self.segments.iter().rev().find_map(|segment| {
                segment.bytes.get(usize::from(address.checked_sub(segment.start)?)).copied()
            })
        };
        match (byte(RUNAD), byte(RUNAD + 1)) {
            (Some(low), Some(high)) => Some(u16::from_le_bytes([low, high])),
            _ => self.segments.first().map(|segment| segment.start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_read_with_and_without_repeated_signatures() {
        let bytes = [0xFF, 0xFF, 0x00, 0x20, 0x01, 0x20, 1, 2, 0xFF, 0xFF, 0xE0, 0x02, 0xE1, 0x02, 0, 0x20];
        let (xex, warnings) = Xex::parse(&bytes).unwrap();
        let expected =
            [Segment { start: 0x2000, bytes: vec![1, 2] }, Segment { start: 0x02E0, bytes: vec![0, 0x20] }];
        assert_eq!(xex.segments, expected);
        assert!(warnings.is_empty());
    }

    #[test]
    fn a_cut_off_segment_is_loaded_as_far_as_it_goes() {
        let (xex, warnings) = Xex::parse(&[0xFF, 0xFF, 0x00, 0x20, 0x03, 0x20, 1]).unwrap();
        assert_eq!(xex.segments[0].bytes, [1]);
        assert_eq!(warnings, [Warning::Truncated { offset: 2, missing: 3 }]);
    }

    #[test]
    fn padding_and_backward_headers_end_the_file() {
        let good = [0xFF, 0xFF, 0x00, 0x20, 0x00, 0x20, 7];
        let with = |tail: &[u8]| Xex::parse(&[&good, tail].concat()).unwrap().1;
        assert_eq!(with(&[0; 50]), [Warning::Trailing { offset: 7 }]);
        assert_eq!(with(&[1, 2, 3]), [Warning::Trailing { offset: 7 }]);
        assert_eq!(with(&[1, 0, 0, 0, 9]), [Warning::Backwards { offset: 7, start: 1, end: 0 }]);
    }

    #[test]
    fn no_bytes_make_the_parser_panic() {
        let mut state = 1u32;
        for length in 0..400 {
            let mut bytes = SIGNATURE.to_vec();
            bytes.extend((0..length).map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 28) as u8 * 17
            }));
            let _ = Xex::parse(&bytes);
        }
        assert_eq!(Xex::parse(&[0xFF]), Err(XexError::Signature));
        assert_eq!(Xex::parse(&SIGNATURE), Err(XexError::Empty));
    }
}
