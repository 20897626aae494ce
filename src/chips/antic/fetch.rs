//! What ANTIC reads from memory and where it goes, request by request.

use super::Antic;
use super::chip::{Chip, next_in_list};
use super::plan::LinePlan;
use super::timing::{BITMAP, FONT, HEAD, NAME, REFRESH, RUN, TAKEN, Use, VIRTUAL};
use super::train::BYTES;
use super::wiring::Wiring;

/// The pages that a line may yet read, as far as known: too many, never too few.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reads {
    dlist: [u8; 2],
    /// First page of the objects' data, and from there on, in half pages, missiles and end.
    objects: [u8; 3],
    scan: [u8; 3],
    fonts: [u8; 2],
    playfield: bool,
    /// Requests meet: any page.
    anywhere: bool,
}

impl Reads {
    /// Calls `mark` for every page, for some more than once.
    pub fn pages(&self, mark: &mut impl FnMut(u8)) {
        if self.anywhere {
            (0..=255).for_each(&mut *mark);
        }
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
        let mut reads = Reads {
            dlist: [page(chip.dlist), page(chip.dlist.wrapping_add(2))],
            anywhere: self.planner.plan().meeting,
            ..Reads::default()
        };
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

    /// The addresses that the current line, which has been planned, may yet read; `peek` reads memory.
    pub fn ahead(&self, peek: impl Fn(u16) -> u8) -> Ahead {
        let chip = &self.chip;
        let plan = self.planner.plan();
        let mode = chip.mode.ir & 15;
        let shown = chip.head.visible && mode >= 2;
        let mut ahead = Ahead {
            dlist: chip.dlist,
            objects: (0, 0, 0),
            scan: (0, 0),
            font: (0, 0, 0),
            // What is no regular train may fetch more, or elsewhere.
            anywhere: plan.meeting || (shown && plan.train.is_none() && chip.dmactl & 3 != 0),
        };
        if chip.dmactl & 0x0C != 0 {
            let base = chip.object_base();
            ahead.objects = (base, chip.object_missiles() / 3, chip.object_address(0) - base);
        }
        if shown && chip.mode.first {
            let mut scan = chip.data.scan;
            if chip.head.wants_address && chip.done < 8 {
                scan = u16::from_le_bytes([peek(chip.dlist), peek(next_in_list(chip.dlist))]);
            }
            ahead.scan = (scan, BYTES as u16);
        }
        if shown && mode < 8 {
            let bytes = if mode < 6 { 0x400 } else { 0x200 };
            ahead.font = (
                chip.mode.font_address(0, chip.chbase[1], chip.chactl) & !7,
                bytes,
                chip.mode.font_address(0, chip.chbase[1], chip.chactl) & 7,
            );
            ahead.anywhere |= chip.chbase[0] != chip.chbase[1];
        }
        ahead
    }
}

/// The addresses that a line may yet read, as far as known: too many, never too few. Finer than [`Reads`],
/// for stores into the pages that are marked.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// The list's next bytes; they also tell whether the next line interrupts.
    dlist: u16,
    /// The objects' area, the size of each object's, and the line's place in it; no size, no objects.
    objects: (u16, u16, u16),
    /// First address of the names or bitmap bytes and how many bytes count from there on.
    scan: (u16, u16),
    /// First page of the font, how many bytes it has, and the row of a character that is read.
    font: (u16, u16, u16),
    /// Any address.
    anywhere: bool,
}

impl Ahead {
    /// Whether `address` is one of them.
    #[inline]
    pub fn holds(&self, address: u16) -> bool {
        let (area, size, line) = self.objects;
        let (scan, count) = self.scan;
        let (font, bytes, row) = self.font;
        let object = address.wrapping_sub(area);
        // The memory scan counter counts within 4K.
        let scanned = (address ^ scan) & 0xF000 == 0 && address.wrapping_sub(scan) & 0x0FFF < count;
        self.anywhere
            || scanned
            || (address.wrapping_sub(font) < bytes && (address ^ row) & 7 == 0)
            || (object < 8 * size && object & size.wrapping_sub(1) == line)
            || self.is_list(address)
    }

    /// Whether `address` is one of the list's next bytes.
    pub fn is_list(&self, address: u16) -> bool {
        (address ^ self.dlist) & 0xFC00 == 0 && address.wrapping_sub(self.dlist) & 0x03FF < 3
    }
}

/// The cycles of the players.
const PLAYERS: u8 = 0b11_1100;

impl Chip {
    /// Carries out cycle 0.
    #[inline]
    pub(super) fn carry_out_first(&mut self, wiring: &mut impl Wiring) {
        match self.data.first_use & !TAKEN {
            0 | REFRESH => {}
            HEAD => self.fetch_missiles(wiring),
            _ => self.carry_out_one(0, self.data.first_use, wiring),
        }
    }

    /// Carries out what happens in the cycles `active` of 1 to 7.
    #[inline]
    pub(super) fn carry_out_head(&mut self, mut active: u8, plan: &LinePlan, wiring: &mut impl Wiring) {
        // Most lines with objects have all four players in one go.
        if active & PLAYERS == PLAYERS && plan.plain_players {
            self.fetch_players(wiring);
            active &= !(PLAYERS | 2);
        }
        while active != 0 {
            let cycle = active.trailing_zeros() as u8;
            active &= active - 1;
            self.carry_out_one(cycle, plan.uses[usize::from(cycle)], wiring);
        }
    }

    #[inline]
    fn fetch_missiles(&mut self, wiring: &mut impl Wiring) {
        let value = wiring.fetch(self.head_address(0));
        self.data.last_byte = value;
        wiring.missiles(value);
    }

    fn fetch_players(&mut self, wiring: &mut impl Wiring) {
        let size = self.object_missiles() / 3;
        let first = self.object_address(4 * size);
        let values = [0, 1, 2, 3].map(|n| wiring.fetch(first.wrapping_add(n * size)));
        wiring.players(values);
        self.data.last_byte = values[3];
    }

    /// One byte crosses the bus in a cycle, and everybody who asked takes it. [sheet: antic 6]
    pub(super) fn carry_out_one(&mut self, cycle: u8, uses: Use, wiring: &mut impl Wiring) {
        // Most often the list or an object asks alone. [measured]
        if uses == HEAD | TAKEN {
            if cycle != 1 {
                let value = wiring.fetch(self.head_address(cycle));
                self.data.last_byte = value;
                self.take_head(cycle, value, wiring);
            }
            return;
        }
        let fetches = uses & (HEAD | FONT) != 0 || (uses & (NAME | BITMAP) != 0 && self.mode.first);
        let value = match uses & (HEAD | VIRTUAL) {
            _ if !fetches => 0,
            // Fetched when the line was planned.
            HEAD.. if cycle == 1 => self.mode.ir,
            VIRTUAL => self.data.captured.0[usize::from(cycle)],
            _ => wiring.fetch(self.address(cycle, uses)),
        };
        if fetches {
            self.data.last_byte = value;
        }
        if uses & HEAD != 0 {
            self.take_head(cycle, value, wiring);
        }
        if uses & FONT != 0 {
            self.take_font(cycle, value);
        }
        if uses & (NAME | BITMAP) != 0 {
            self.take_playfield(cycle, uses, value);
        }
    }

    /// What is on the address bus in a cycle in which ANTIC fetches something: requests that meet pull
    /// its lines down together. [sheet: antic 6]
    pub(super) fn address(&self, cycle: u8, uses: Use) -> u16 {
        let head = if uses & HEAD != 0 { self.head_address(cycle) } else { 0xFFFF };
        let mut address = head;
        if uses & (FONT | VIRTUAL) == FONT {
            let name = self.data.name_before(cycle);
            address &= self.mode.font_address(name, self.chbase_at(cycle), self.chactl);
        }
        if uses & (NAME | BITMAP) != 0 && uses & VIRTUAL == 0 && self.mode.first {
            address &= self.data.scan;
        }
        address
    }

    fn head_address(&self, cycle: u8) -> u16 {
        match cycle {
            0 => self.object_address(self.object_missiles()),
            2..=5 => self.object_address(self.object_missiles() / 3 * (2 + u16::from(cycle))),
            _ => self.dlist,
        }
    }

    fn take_head(&mut self, cycle: u8, value: u8, wiring: &mut impl Wiring) {
        match cycle {
            // The instruction has been taken when the line was planned.
            1 => {}
            0 => wiring.missiles(value),
            2..=5 => wiring.player(cycle - 2, value),
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

    fn take_font(&mut self, cycle: u8, bits: u8) {
        let name = self.data.name_before(cycle);
        let clock = 2 * usize::from(cycle) + 6 + self.scrolled_odd();
        let bits = self.mode.glyph_bits(bits, name, self.chactl);
        self.data.put_glyph(clock, self.mode.ir & 15, name, bits);
    }

    /// A name or a bitmap byte; `fetched` counts on the first line of a mode line.
    fn take_playfield(&mut self, cycle: u8, uses: Use, fetched: u8) {
        if self.mode.first {
            self.data.store(fetched);
            self.data.step_scan_by(1);
        }
        let value = self.data.take(cycle, uses & RUN != 0);
        if uses & BITMAP != 0 {
            let clock = 2 * usize::from(cycle) + 8 + self.scrolled_odd();
            self.data.put_bitmap(clock, self.mode.ir & 15, value);
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

    /// One clock later with an odd HSCROL on a scrolled line.
    pub(super) fn scrolled_odd(&self) -> usize {
        usize::from(self.mode.ir & 0x10 != 0 && self.hscrol & 1 != 0)
    }
}
