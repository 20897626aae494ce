//! HSCROL and VSCROL: in which lines they count.

use super::chip::Chip;

/// HSCROL in the upper half, and VSCROL.
pub type Scroll = u8;

/// Those of a line, and which of their bits count in it.
#[derive(Clone, Copy, Debug)]
pub struct Scrolling {
    registers: Scroll,
    /// Those bits.
    counting: Scroll,
}

impl Scrolling {
    /// Whether the line would be the same under others.
    #[inline]
    pub fn is_under(self, registers: Scroll) -> bool {
        (self.registers ^ registers) & self.counting == 0
    }
}

impl Chip {
    /// HSCROL and VSCROL.
    pub(super) fn scroll(&self) -> Scroll {
        self.hscrol << 4 | self.vscrol
    }

    /// The line begins, or has just been planned, under others.
    pub(super) fn set_scroll(&mut self, registers: Scroll) {
        (self.hscrol, self.vscrol) = (registers >> 4, registers & 15);
        self.head.hscrol = self.hscrol;
    }

    /// Those registers, and what of them counts in the line, which has just been planned: mostly a picture that is scrolled
    /// is not all of it.
    pub(super) fn scrolling(&self) -> Scrolling {
        let shows = self.head.visible && self.mode.ir & 15 >= 2;
        let by_hscrol = if shows && self.mode.ir & 0x10 != 0 { 0xF0 } else { 0 };
        let by_vscrol = if self.head.visible && self.mode.is_scrolled() { 0x0F } else { 0 };
        Scrolling { registers: self.scroll(), counting: by_hscrol | by_vscrol }
    }
}
