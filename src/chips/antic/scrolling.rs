//! HSCROL and VSCROL, and in which lines they count.

use super::chip::Chip;

/// HSCROL in the upper four bits, and VSCROL in the lower.
pub type Scroll = u8;

/// The scroll registers of a line, and which of their bits count in it.
#[derive(Clone, Copy, Debug)]
pub struct Scrolling {
    registers: Scroll,
    /// The bits that count.
    counting: Scroll,
}

impl Scrolling {
    /// Whether the line would be the same with other registers.
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

    /// Sets the registers at the start of a line, or when it has just been planned.
    pub(super) fn set_scroll(&mut self, registers: Scroll) {
        (self.hscrol, self.vscrol) = (registers >> 4, registers & 15);
        self.head.hscrol = self.hscrol;
    }

    /// The registers, and which of their bits count in the line just planned. A scrolled picture usually has lines that
    /// are not scrolled.
    pub(super) fn scrolling(&self) -> Scrolling {
        let shows = self.head.visible && self.mode.ir & 15 >= 2;
        let by_hscrol = if shows && self.mode.ir & 0x10 != 0 { 0xF0 } else { 0 };
        let by_vscrol = if self.head.visible && self.mode.is_scrolled() { 0x0F } else { 0 };
        Scrolling { registers: self.scroll(), counting: by_hscrol | by_vscrol }
    }
}
