//! What ANTIC reads from memory and where it goes, request by request.

use super::plan::LinePlan;
use super::timing::{BITMAP, FONT, HEAD, LINE_CYCLES, NAME, Use, VIRTUAL};
use super::{Antic, Chip, ObjectLoad, Wiring, next_in_list};

impl Antic {
    /// Pages (bits of a 256-bit set) whose bytes the current line may yet read, as far as known;
    /// `peek` reads memory.
    pub fn pages(&self, mark: &mut impl FnMut(u16), peek: impl Fn(u16) -> u8) {
        let chip = &self.chip;
        mark(chip.dlist);
        mark(chip.dlist.wrapping_add(2));
        if chip.dmactl & 0x0C != 0 {
            let base = chip.object_base();
            for offset in (chip.object_missiles()..chip.object_missiles() * 8 / 3).step_by(0x80) {
                mark(base.wrapping_add(offset));
            }
        }
        if !chip.head.visible || chip.dmactl & 3 == 0 {
            return;
        }
        let mut scan = chip.data.scan;
        if chip.head.wants_address && chip.done < 8 && chip.mode.ir & 15 >= 2 {
            scan = u16::from_le_bytes([peek(chip.dlist), peek(next_in_list(chip.dlist))]);
        }
        mark(scan);
        mark((scan & 0xF000) | (scan.wrapping_add(48) & 0x0FFF));
        mark(scan & 0xF000);
        for base in chip.chbase {
            for page in 0..4 {
                mark(u16::from(base & 0xFC | page) << 8);
            }
        }
    }
}

impl Chip {
    pub(super) fn carry_out_each(&mut self, mut active: u128, plan: &LinePlan, wiring: &mut impl Wiring) {
        while active != 0 {
            let cycle = active.trailing_zeros();
            active &= active - 1;
            self.carry_out_one(cycle as u8, plan.uses[cycle as usize], wiring);
        }
    }

    pub(super) fn carry_out_one(&mut self, cycle: u8, uses: Use, wiring: &mut impl Wiring) {
        if uses & HEAD != 0 && cycle != 1 {
            self.head_fetch(cycle, wiring);
            self.data.captured.0[usize::from(cycle)] = self.data.last_byte;
        }
        if uses & (NAME | BITMAP | FONT) != 0 {
            self.playfield_fetch(cycle, uses, wiring);
        }
    }

    pub(super) fn head_fetch(&mut self, cycle: u8, wiring: &mut impl Wiring) {
        let address = match cycle {
            0 => self.object_address(self.object_missiles()),
            2..=5 => self.object_address(self.object_missiles() / 3 * (2 + u16::from(cycle))),
            _ => self.dlist,
        };
        let value = wiring.fetch(address);
        self.data.last_byte = value;
        match cycle {
            0 | 2..=5 => wiring.object(ObjectLoad { cycle, value }),
            6 => {
                self.data.low = value;
                self.step_dlist();
            }
            _ => {
                let address = u16::from_le_bytes([self.data.low, value]);
                self.step_dlist();
                if self.mode.ir & 15 == 1 {
                    self.dlist = address;
                } else {
                    self.data.scan = address;
                }
            }
        }
    }

    pub(super) fn one_line(&self) -> bool {
        self.dmactl & 0x10 != 0
    }

    pub(super) fn object_base(&self) -> u16 {
        u16::from(self.pmbase & if self.one_line() { 0xF8 } else { 0xFC }) << 8
    }

    /// Offset of the missile bytes; a third of it is the size of each object's area.
    pub(super) fn object_missiles(&self) -> u16 {
        if self.one_line() { 0x300 } else { 0x180 }
    }

    pub(super) fn object_address(&self, offset: u16) -> u16 {
        let line = if self.one_line() { self.line } else { self.line / 2 };
        self.object_base() + offset + line
    }

    pub(super) fn playfield_fetch(&mut self, cycle: u8, uses: Use, wiring: &impl Wiring) {
        let byte = |address: u16, captured: &[u8; LINE_CYCLES]| {
            if uses & VIRTUAL != 0 { captured[usize::from(cycle)] } else { wiring.fetch(address) }
        };
        if uses & FONT != 0 {
            let name = self.data.name_before(cycle);
            let address = self.mode.font_address(name, self.chbase_at(cycle), self.chactl);
            let bits = byte(address, &self.data.captured.0);
            self.data.last_byte = bits;
            let odd = self.scrolled_odd();
            let bits = self.mode.glyph_bits(bits, name, self.chactl);
            self.data.put_glyph(2 * usize::from(cycle) + 6 + odd, self.mode.ir & 15, name, bits);
        }
        if uses & (NAME | BITMAP) != 0 {
            if self.mode.first {
                let value = byte(self.data.scan, &self.data.captured.0);
                self.data.last_byte = value;
                self.data.store(value);
                self.data.step_scan();
            }
            let value = self.data.take(cycle);
            if uses & BITMAP != 0 {
                let odd = self.scrolled_odd();
                self.data.put_bitmap(2 * usize::from(cycle) + 8 + odd, self.mode.ir & 15, value);
            }
        }
    }

    /// One clock later with an odd HSCROL on a scrolled line.
    pub(super) fn scrolled_odd(&self) -> usize {
        usize::from(self.mode.ir & 0x10 != 0 && self.hscrol & 1 != 0)
    }
}
