//! What ANTIC reads from memory and where it goes, request by request.

use super::plan::LinePlan;
use super::timing::{BITMAP, FONT, HEAD, LINE_CYCLES, NAME, TAKEN, Use, VIRTUAL};
use super::{Antic, Chip, ObjectLoad, Wiring, next_in_list};

/// The pages that a line may yet read, as far as known: too many, never too few.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reads {
    dlist: [u8; 2],
    /// First page of the objects' data, and from there on, in half pages, missiles and end.
    objects: [u8; 3],
    scan: [u8; 3],
    fonts: [u8; 2],
    playfield: bool,
}

impl Reads {
    /// Calls `mark` for every page, for some more than once.
    pub fn pages(&self, mark: &mut impl FnMut(u8)) {
        self.dlist.into_iter().for_each(&mut *mark);
        let [base, missiles, end] = self.objects;
        (missiles..end).for_each(|half| mark(base.wrapping_add(half / 2)));
        if self.playfield {
            self.scan.into_iter().for_each(&mut *mark);
            for base in self.fonts {
                (0..4).for_each(|page| mark(base & 0xFC | page));
            }
        }
    }
}

impl Antic {
    /// What the current line may yet read; `peek` reads memory.
    pub fn reads(&self, peek: impl Fn(u16) -> u8) -> Reads {
        let chip = &self.chip;
        let page = |address: u16| (address >> 8) as u8;
        let mut reads =
            Reads { dlist: [page(chip.dlist), page(chip.dlist.wrapping_add(2))], ..Reads::default() };
        if chip.dmactl & 0x0C != 0 {
            let missiles = (chip.object_missiles() / 0x80) as u8;
            reads.objects = [page(chip.object_base()), missiles, missiles / 3 * 8];
        }
        if chip.head.visible && chip.dmactl & 3 != 0 {
            let mut scan = chip.data.scan;
            if chip.head.wants_address && chip.done < 8 && chip.mode.ir & 15 >= 2 {
                scan = u16::from_le_bytes([peek(chip.dlist), peek(next_in_list(chip.dlist))]);
            }
            let end = (scan & 0xF000) | (scan.wrapping_add(48) & 0x0FFF);
            reads.scan = [page(scan), page(end), page(scan & 0xF000)];
            reads.fonts = chip.chbase;
            reads.playfield = true;
        }
        reads
    }
}

/// The cycles of the players.
const PLAYERS: u128 = 0b11_1100;

impl Chip {
    /// Carries out what happens in the cycles `active` of the line's first eight.
    pub(super) fn carry_out_head(&mut self, mut active: u128, plan: &LinePlan, wiring: &mut impl Wiring) {
        // Most lines with objects have all four players in one go, and nothing else before.
        let alone = plan.uses[2..6] == [HEAD | TAKEN; 4] && plan.uses[1] & !(HEAD | TAKEN) == 0;
        if active & PLAYERS == PLAYERS && alone {
            self.fetch_players(wiring);
            active &= !PLAYERS;
        }
        self.carry_out_each(active, plan, wiring);
    }

    /// Carries out what happens in the cycles `active`.
    #[inline]
    pub(super) fn carry_out_each(&mut self, mut active: u128, plan: &LinePlan, wiring: &mut impl Wiring) {
        while active != 0 {
            let cycle = active.trailing_zeros();
            active &= active - 1;
            self.carry_out_one(cycle as u8, plan.uses[cycle as usize], wiring);
        }
    }

    fn fetch_players(&mut self, wiring: &mut impl Wiring) {
        let size = self.object_missiles() / 3;
        let mut address = self.object_address(4 * size);
        for cycle in 2..=5 {
            let value = wiring.fetch(address);
            wiring.object(ObjectLoad { cycle, value });
            self.data.captured.0[usize::from(cycle)] = value;
            self.data.last_byte = value;
            address = address.wrapping_add(size);
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
