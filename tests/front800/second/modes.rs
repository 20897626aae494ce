//! The mode table of ANTIC, and what the bytes of each mode say. [sheet: antic 5]

/// The code that says background. [sheet: gtia 2]
pub const BACKGROUND: u8 = 0;
/// The code that says playfield 0, or two dark pixels in hires; the next three are those of the other playfields, or of
/// the other pairs of pixels. [sheet: gtia 2]
pub const PLAYFIELD: u8 = 4;

/// What a mode shows of a byte.
#[derive(Clone, Copy)]
pub enum Pixels {
    /// Two pixels to a clock.
    Hires,
    /// Pixels of so many bits, as wide as so many clocks.
    Map { bits: usize, clocks: usize },
    /// Modes 4 and 5: four pixels of two bits, and bit 7 of the name.
    FourColours,
    /// Modes 6 and 7: eight pixels in the colour that bits 7 and 6 of the name say.
    ColourOfName,
}

/// A mode line, as the table has it.
#[derive(Clone, Copy)]
pub struct Mode {
    /// The low bits of its instruction.
    number: u8,
    pub rows: u8,
    /// Cycles from one byte to the next.
    pub period: usize,
    pub pixels: Pixels,
}

/// The mode of an instruction, unless it is a blank line or a jump.
pub fn mode(instruction: u8) -> Option<Mode> {
    let map = |bits, clocks| Pixels::Map { bits, clocks };
    let number = instruction & 15;
    let (rows, period, pixels) = match number {
        2 => (8, 2, Pixels::Hires),
        3 => (10, 2, Pixels::Hires),
        4 => (8, 2, Pixels::FourColours),
        5 => (16, 2, Pixels::FourColours),
        6 => (8, 4, Pixels::ColourOfName),
        7 => (16, 4, Pixels::ColourOfName),
        8 => (8, 8, map(2, 4)),
        9 => (4, 8, map(1, 2)),
        10 => (4, 4, map(2, 2)),
        11 => (2, 4, map(1, 1)),
        12 => (1, 4, map(1, 1)),
        13 => (2, 2, map(2, 1)),
        14 => (1, 2, map(2, 1)),
        15 => (1, 2, Pixels::Hires),
        _ => return None,
    };
    Some(Mode { number, rows, period, pixels })
}

impl Mode {
    /// Whether the bytes on screen are names of characters.
    pub fn is_text(self) -> bool {
        self.number < 8
    }

    /// Where the font has a row of a character. [sheet: antic 5]
    pub fn font_address(self, name: u8, row: u8, chbase: u8, chactl: u8) -> u16 {
        let is_double_height = matches!(self.number, 5 | 7);
        let row = if is_double_height { row >> 1 } else { row } & 7;
        let row = if chactl & 4 != 0 { row ^ 7 } else { row };
        let (base, name) = match self.number {
            2..6 => (chbase & 0xFC, name & 0x7F),
            _ => (chbase & 0xFE, name & 0x3F),
        };
        (u16::from(base) << 8) + u16::from(name) * 8 + u16::from(row)
    }

    /// What is shown of the byte of the font: modes 2 and 3 blank rows, and blank and invert names with bit 7.
    /// [sheet: antic 5]
    pub fn glyph(self, name: u8, font: u8, row: u8, chactl: u8) -> u8 {
        if !matches!(self.number, 2 | 3) {
            return font;
        }
        let is_lowered = name & 0x7F >= 0x60;
        let is_blank_row = match row {
            0 | 1 => self.number == 3 && is_lowered,
            8 | 9 => !is_lowered,
            _ => false,
        };
        let mut glyph = if is_blank_row { 0 } else { font };
        if name & 0x80 != 0 {
            if chactl & 1 != 0 {
                glyph = 0;
            }
            if chactl & 2 != 0 {
                glyph ^= 0xFF;
            }
        }
        glyph
    }

    /// The code of each clock of a byte; of text with its `name`.
    pub fn codes(self, byte: u8, name: u8) -> Vec<u8> {
        let clocks = 2 * self.period;
        (0..clocks).map(|clock| self.code(byte, name, clock)).collect()
    }

    /// The code of the byte's `clock`. [sheet: antic 5; sheet: gtia 2]
    fn code(self, byte: u8, name: u8, clock: usize) -> u8 {
        let one_bit = |n: usize| byte >> (7 - n) & 1;
        let two_bits = |n: usize| byte >> (6 - 2 * n) & 3;
        // In most modes 0 is the background, and 1 playfield 0.
        let colour = |pixel: u8| if pixel == 0 { BACKGROUND } else { PLAYFIELD + pixel - 1 };
        match self.pixels {
            Pixels::Hires => PLAYFIELD + two_bits(clock),
            Pixels::Map { bits: 1, clocks } => colour(one_bit(clock / clocks)),
            Pixels::Map { clocks, .. } => colour(two_bits(clock / clocks)),
            Pixels::FourColours if two_bits(clock) == 3 && name & 0x80 != 0 => colour(4),
            Pixels::FourColours => colour(two_bits(clock)),
            Pixels::ColourOfName if one_bit(clock) == 0 => BACKGROUND,
            Pixels::ColourOfName => PLAYFIELD + (name >> 6),
        }
    }
}
