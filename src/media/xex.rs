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
