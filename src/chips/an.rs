//! The output of ANTIC to GTIA: the codes on the lines AN0 to AN2. In the code, ANTIC "says" them.

pub mod codes;
mod row;

use std::ops::Range;

pub use row::{ROW_BYTES, Row, Shape};

/// Colour clocks in a scan line.
pub const CLOCKS: usize = 228;
/// First colour clock of the area in which GTIA may show anything or register collisions.
pub const FIRST_VISIBLE_CLOCK: usize = 0x22;
/// Last colour clock of that area.
pub const LAST_VISIBLE_CLOCK: usize = 0xDD;
/// The first clock after that area; no playfield is shown from here on.
pub const PLAYFIELD_END: usize = LAST_VISIBLE_CLOCK + 1;

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
    /// What the horizontal blank before this line said: whether its playfield codes are hires pairs.
    pub hires: bool,
}

impl AnLine {
    /// A line of blank.
    pub const fn blank() -> Self {
        AnLine { codes: [BLANK; CLOCKS], hires: false }
    }

    /// Whether nothing is shown in any visible clock.
    #[inline]
    pub fn is_blank(&self) -> bool {
        let visible = &self.codes[FIRST_VISIBLE_CLOCK..PLAYFIELD_END];
        visible[0] == BLANK && *visible == [BLANK; PLAYFIELD_END - FIRST_VISIBLE_CLOCK]
    }
}

/// What ANTIC says in a line, in some form.
pub trait Codes {
    /// See [`AnLine::hires`].
    fn is_hires(&self) -> bool;

    /// The code of a visible clock.
    fn code(&self, clock: usize) -> u8;

    /// The range of visible clocks that show a playfield. It may include others, whose codes say so.
    fn window(&self) -> Range<usize>;

    /// The playfields in a range of visible clocks, one bit each. It may include others.
    fn playfields(&self, clocks: Range<usize>) -> u8;

    /// All codes, if they are available in that form.
    #[inline(always)]
    fn line(&self) -> Option<&AnLine> {
        None
    }
}

impl Codes for AnLine {
    fn is_hires(&self) -> bool {
        self.hires
    }

    #[inline(always)]
    fn code(&self, clock: usize) -> u8 {
        self.codes[clock]
    }

    fn window(&self) -> Range<usize> {
        FIRST_VISIBLE_CLOCK..PLAYFIELD_END
    }

    fn playfields(&self, clocks: Range<usize>) -> u8 {
        let bit = |code: &u8| if *code < PLAYFIELD { 0 } else { 1 << (code & 3) };
        self.codes[clocks].iter().fold(0, |all, code| all | bit(code))
    }

    #[inline(always)]
    fn line(&self) -> Option<&AnLine> {
        Some(self)
    }
}
