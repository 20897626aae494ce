//! The mode line: its instruction, its row counter, vertical scrolling, and the row of a character that is shown.

use super::timing::{BLANK_LINE, FIRST_LINE};
use serde::{Deserialize, Serialize};

/// Last row of each mode. Mode 0 takes it from the instruction.
const LAST_ROW: [u8; 16] = [0, 0, 7, 9, 7, 15, 7, 15, 7, 3, 3, 1, 0, 1, 0, 0];

/// The last row, from 0, of the mode line that a display list instruction starts, without vertical scrolling.
/// [AHRM 4.7]
pub fn last_row_of(instruction: u8) -> u8 {
    match instruction & 0x0F {
        0 => instruction >> 4 & 7,
        mode => LAST_ROW[usize::from(mode)],
    }
}

/// The display list instruction in force and the progress of its mode line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ModeLine {
    /// The instruction register.
    pub ir: u8,
    /// The 4-bit row counter.
    pub row: u8,
    /// Whether the current scan line is the mode line's first.
    pub first: bool,
    /// Whether a jump-and-wait holds the display list until the next frame.
    pub waiting: bool,
    /// Whether the mode line has the vertical scroll bit.
    scrolled: bool,
    /// Whether it is the first without that bit after one with it, so that VSCROL ends it.
    leaving: bool,
    /// Whether the next scan line begins a new mode line.
    ended: bool,
}

impl ModeLine {
    /// Begins a scan line.
    pub fn begin_line(&mut self, line: u16, visible: bool) {
        if line == FIRST_LINE {
            self.ended = true;
        }
        if line == BLANK_LINE {
            self.ir &= !0x40;
            self.waiting = false;
        }
        self.first = visible && self.ended;
    }

    /// Starts a new mode line, whose instruction has been fetched or repeated. [AHRM 4.3, 4.9]
    pub fn start(&mut self, vscrol: u8) {
        let scrolled = self.ir & 15 >= 2 && self.ir & 0x20 != 0;
        self.row = if scrolled && !self.scrolled { vscrol } else { 0 };
        self.leaving = self.scrolled && !scrolled;
        self.scrolled = scrolled;
        self.ended = false;
    }

    /// Whether the current row is the last one.
    pub fn ends(&self, vscrol: u8) -> bool {
        self.row == self.last_row(vscrol)
    }

    /// Whether the current line is the only one of its mode line whatever VSCROL is, and the mode line does not
    /// interrupt; so that the same would hold for further ones with the same instruction.
    pub fn is_single(&self) -> bool {
        self.first && !self.leaving && self.row == 0 && self.ends(0) && self.ir & 0x80 == 0
    }

    /// How many rows follow the current one.
    pub fn rows_left(&self, vscrol: u8) -> u8 {
        self.last_row(vscrol).wrapping_sub(self.row) & 15
    }

    fn last_row(&self, vscrol: u8) -> u8 {
        if self.leaving { vscrol } else { last_row_of(self.ir) }
    }

    /// Whether VSCROL may have determined its first row, or determines its last.
    pub fn is_scrolled(&self) -> bool {
        self.scrolled || self.leaving
    }

    /// Whether `row` is the last one of this mode line, as long as VSCROL is not written.
    pub fn ends_with(&self, row: u8, vscrol: u8) -> bool {
        ModeLine { row, ..*self }.ends(vscrol)
    }

    /// Whether the first row of the next mode line, with instruction `ir`, may be its last. VSCROL may still be
    /// written.
    pub fn next_may_end(&self, ir: u8) -> bool {
        let mut next = ModeLine { ir, ..*self };
        next.start(0);
        let begins_region = next.scrolled && !self.scrolled;
        begins_region || next.leaving || next.ends_with(0, 0)
    }

    /// Whether the next scan line begins a new mode line. Valid once that has been decided.
    pub fn is_over(&self) -> bool {
        self.ended
    }

    /// Ends the scan line.
    pub fn end_line(&mut self, vscrol: u8) {
        self.ended = self.ends(vscrol);
        if !self.ended {
            self.row = (self.row + 1) & 15;
        }
    }

    /// Address of the font byte of character `name`. [AHRM 4.4]
    pub fn font_address(&self, name: u8, chbase: u8, chactl: u8) -> u16 {
        let mode = self.ir & 15;
        let row = if matches!(mode, 5 | 7) { self.row >> 1 } else { self.row } & 7;
        let row = u16::from(if chactl & 4 != 0 { row ^ 7 } else { row });
        let chbase = chbase & if mode >= 6 { 0xFE } else { 0xFC };
        (u16::from(chbase) << 8) + u16::from(name & self.name_mask()) * 8 + row
    }

    /// The bits of a name that select its glyph in the font.
    pub fn name_mask(&self) -> u8 {
        if self.ir & 15 >= 6 { 0x3F } else { 0x7F }
    }

    /// The font byte as it is shown: blanked rows of modes 2 and 3, blank and inverse video.
    pub fn glyph_bits(&self, bits: u8, name: u8, chactl: u8) -> u8 {
        let mode = self.ir & 15;
        if mode > 3 {
            return bits;
        }
        let lowered = name & 0x7F >= 0x60;
        let blank = match self.row {
            0 | 1 => mode == 3 && lowered,
            8 | 9 => !lowered,
            _ => false,
        };
        inverse_video(if blank { 0 } else { bits }, name, chactl)
    }

    /// Whether the row of pixels depends only on its font byte, blank and inverse video.
    pub fn is_whole_row(&self) -> bool {
        self.ir & 15 == 2 && self.row < 8
    }
}

/// Applies blank and inverse video, according to bits 0 and 1 of CHACTL, to characters with bit 7.
#[inline(always)]
pub fn inverse_video(bits: u8, name: u8, chactl: u8) -> u8 {
    let [blank, inverse] = [chactl & 1, chactl >> 1 & 1].map(|bit| (bit & name >> 7).wrapping_neg());
    bits & !blank ^ inverse
}
