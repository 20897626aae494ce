//! What ANTIC tells GTIA: the codes on the lines AN0 to AN2.

/// Colour clocks in a scan line.
pub const CLOCKS: usize = 228;
/// First colour clock of the area in which GTIA may show or collide anything.
pub const FIRST_VISIBLE_CLOCK: usize = 0x22;
/// Last colour clock of that area.
pub const LAST_VISIBLE_CLOCK: usize = 0xDD;

/// Background.
pub const BACKGROUND: u8 = 0;
/// Horizontal or vertical blank: nothing is shown and nothing collides.
pub const BLANK: u8 = 2;
/// Playfield 0 (lores) or the pixel pair 00 (hires); playfields 1 to 3 or the pairs 01, 10,
/// 11 (left pixel in the high bit) follow.
pub const PLAYFIELD: u8 = 4;

/// The codes of one scan line, by GTIA's colour clock (0 to 227; clock 2c is the first of
/// machine cycle c). [AHRM 6.2]
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AnLine {
    /// One code a colour clock: [`BACKGROUND`], [`BLANK`] or [`PLAYFIELD`]` + 0..=3`.
    #[serde(with = "serde_big_array::BigArray")]
    pub codes: [u8; CLOCKS],
    /// What the horizontal blank before this line said: its playfield codes are hires pairs.
    pub hires: bool,
}

impl AnLine {
    /// A line of blank.
    pub const fn blank() -> Self {
        AnLine { codes: [BLANK; CLOCKS], hires: false }
    }
}

/// Longest playfield in bytes.
pub const ROW_BYTES: usize = 48;

/// How the bytes of a [`Row`] are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Four clocks of two bits: background, playfields 0, 1 and 2 (3 where the kind is 1).
    Pairs,
    /// Eight clocks of one bit: background, or the playfield that the kind says.
    Bits,
    /// Eight half clocks of one bit: a hires pixel.
    Hires,
}

impl Shape {
    /// How many clocks a byte lasts.
    pub fn clocks(self) -> usize {
        if self == Shape::Bits { 8 } else { 4 }
    }
}

/// A line that nothing disturbs, as ANTIC's shift register gets it: the same as an [`AnLine`], before it is
/// spread into codes.
#[derive(Clone, Debug)]
pub struct Row {
    /// How the bytes are read.
    pub shape: Shape,
    /// Clock of the first byte.
    pub start: usize,
    /// Number of bytes.
    pub count: usize,
    /// The clocks between which a playfield is shown: first and end.
    pub window: (usize, usize),
    /// Within them even empty pixels are playfield.
    pub hires: bool,
    /// The bytes, and in bits 8 and 9 their kinds. Those behind `count` are anything.
    pub cells: [u16; ROW_BYTES],
}

impl Row {
    /// The bytes that it shows.
    pub fn cells(&self) -> &[u16] {
        &self.cells[..self.count.min(ROW_BYTES)]
    }

    /// A row of background.
    pub const fn empty() -> Self {
        Row { shape: Shape::Pairs, start: 0, count: 0, window: (0, 0), hires: false, cells: [0; ROW_BYTES] }
    }
}
