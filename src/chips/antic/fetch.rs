//! What ANTIC reads from memory and where it goes, request by request.

use super::Antic;
use super::chip::{Chip, next_in_list};
use super::plan::{LinePlan, below};
use super::reads::{LineReads, MOST_LINES};
use super::timing::{BITMAP, FONT, HEAD, HEAD_END, NAME, REFRESH, RUN, TAKEN, Use, VIRTUAL};
use super::train::{BYTES, Train};
use super::wiring::Wiring;

impl Antic {
    /// The addresses that the current planned line may still read; `peek` reads memory.
    pub fn ahead(&self, peek: impl Fn(u16) -> u8) -> Ahead {
        let chip = &self.chip;
        let plan = self.planner.plan();
        let mode = chip.mode.ir & 15;
        let shown = chip.head.visible && mode >= 2;
        let mut ahead = Ahead {
            list: (chip.dlist, 3),
            scans: [0; MOST_LINES as usize + 1],
            objects: (0, 0, 0),
            scan: (0, 0),
            train: None,
            font: (0, 0, 0),
            // A playfield that is not a regular train may fetch more, or from elsewhere.
            anywhere: plan.meeting
                || self.is_address_half_read()
                || (shown && plan.train.is_none() && self.may_fetch_playfield()),
        };
        if chip.dmactl & 0x0C != 0 {
            let base = chip.object_base();
            ahead.objects = (base, chip.object_missiles() / 3, chip.object_address(0) - base);
        }
        if shown && chip.mode.first {
            ahead.scan = (self.scan_ahead(peek), BYTES as u16);
            ahead.scans = [ahead.scan.0; MOST_LINES as usize + 1];
            // A line that is taken as a whole at its end must be a row, and nothing else.
            let is_row = plan.is_row && plan.is_head_alone;
            ahead.train = plan.train.filter(|train| is_row && chip.done <= train.first);
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

impl Antic {
    /// Whether the current planned line may still fetch a playfield: requests that have been made are carried out even
    /// if DMACTL has been switched off since.
    pub(super) fn may_fetch_playfield(&self) -> bool {
        self.chip.dmactl & 3 != 0 || self.planner.plan().active & !below(HEAD_END) != 0
    }

    /// Whether the current planned line shows a character; `peek` reads memory.
    pub fn shows_character(&self, character: u8, peek: impl Fn(u16) -> u8) -> bool {
        let chip = &self.chip;
        let mask = chip.mode.name_mask();
        let Some(train) = self.planner.plan().train else { return true };
        let count = usize::from(train.count);
        // Checks more than the names that have been read and the ones about to be read, never fewer.
        let is_it = |name: &u8| name & mask == character;
        let mut names = [0; BYTES];
        if chip.mode.first {
            let scan = self.scan_ahead(&peek);
            for (n, name) in (0..).zip(&mut names) {
                *name = peek((scan & 0xF000) | (scan.wrapping_add(n) & 0x0FFF));
            }
        }
        let is_late = train.real < train.count;
        is_late
            || chip.data.held.buffer.iter().any(is_it)
            || (chip.mode.first && names[..count].iter().any(is_it))
    }

    /// The addresses of the objects' data in the current planned line: missiles and four players.
    pub fn objects_read_at(&self) -> [Option<u16>; 5] {
        let uses = &self.planner.plan().uses;
        let uses = |cycle| if cycle == 0 { self.chip.data.first_use } else { uses[usize::from(cycle)] };
        [0, 2, 3, 4, 5].map(|cycle| (uses(cycle) & HEAD != 0).then(|| self.chip.head_address(cycle)))
    }

    /// The last of the first `cycles` of the line, at most 8, in which a byte of the list or the objects is fetched.
    pub fn last_head_fetch(&self, cycles: usize) -> Option<usize> {
        let uses = &self.planner.plan().uses;
        let last = (1..cycles).rev().find(|&cycle| uses[cycle] & HEAD != 0);
        last.or((self.chip.data.first_use & HEAD != 0).then_some(0))
    }

    /// The last byte that ANTIC fetched before `cycle` of the current line, which lies after the first cycles. None
    /// unless the playfield is regular and none of it has been carried out. `peek` reads memory.
    pub fn fetched_before(&self, cycle: u32, peek: impl Fn(u16) -> u8) -> Option<u8> {
        let chip = &self.chip;
        let plan = self.planner.plan();
        let train = plan.train?;
        if chip.done > train.first || chip.chbase[0] != chip.chbase[1] || self.is_address_half_read() {
            return None;
        }
        let fetches = |at: &usize| plan.uses[*at] & (TAKEN | REFRESH) == TAKEN;
        let at = (usize::from(train.first)..cycle as usize).rev().find(fetches)?;
        let behind_first = at - usize::from(train.first);
        let scanned = |behind_first: usize| {
            let (scan, n) = (self.scan_ahead(&peek), (behind_first / usize::from(train.step)) as u16);
            peek((scan & 0xF000) | (scan.wrapping_add(n) & 0x0FFF))
        };
        if plan.uses[at] & FONT == 0 {
            return Some(scanned(behind_first));
        }
        let name = match chip.mode.first {
            true => scanned(behind_first - 3),
            false => *chip.data.held.buffer.get((behind_first - 3) / usize::from(train.step))?,
        };
        Some(peek(chip.mode.font_address(name, chip.chbase[1], chip.chactl)))
    }

    /// Whether one byte of an address in the list has been read, and the other one not.
    pub(super) fn is_address_half_read(&self) -> bool {
        self.chip.head.wants_address && self.chip.done == 7
    }

    /// The address of the current line's names or bitmap bytes.
    pub(super) fn scan_ahead(&self, peek: impl Fn(u16) -> u8) -> u16 {
        let chip = &self.chip;
        if chip.head.wants_address && chip.done < 8 {
            u16::from_le_bytes([peek(chip.dlist), peek(next_in_list(chip.dlist))])
        } else {
            chip.data.scan
        }
    }
}

/// The addresses that a line may still read, as far as known: never too few. Finer than [`Reads`](super::Reads), for
/// stores into marked cells.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// The address of the list's next bytes, and their number; they also determine whether the next line interrupts,
    /// and which foreseen lines follow.
    list: (u16, u16),
    /// The scan address of the current line, and of each foreseen line after it.
    scans: [u16; MOST_LINES as usize + 1],
    /// The objects' area, the size for each object, and the line's offset in it; if the size is 0 there are no objects.
    objects: (u16, u16, u16),
    /// First address of the names or bitmap bytes, and their number.
    scan: (u16, u16),
    /// Their times, if nothing of them has been carried out.
    train: Option<Train>,
    /// The first address of the font, its number of bytes, and the row of pixels that is read.
    font: (u16, u16, u16),
    /// Any address may be read.
    anywhere: bool,
}

impl Ahead {
    /// Adds what foreseen lines after the current one read; `line` is the current one.
    pub fn foresee(&mut self, lines: &LineReads, line: u16) {
        self.list.1 = 3 + lines.count * lines.step;
        let over = usize::from(line.saturating_sub(lines.line)).min(lines.scans.len());
        self.scans[..lines.scans.len() - over].copy_from_slice(&lines.scans[over..]);
    }

    /// Whether a write to `address` in `cycle` requires the line to be read up to there first. Bytes of a font are the
    /// concern of [`Ahead::character`].
    #[inline]
    pub fn holds(&self, address: u16, cycle: u32) -> bool {
        let (area, size, line) = self.objects;
        let object = address.wrapping_sub(area);
        self.anywhere
            || self.has_scanned(address, cycle)
            || (object < 8 * size && object & size.wrapping_sub(1) == line)
            || self.is_list(address)
    }

    /// Whether `address` may be read by this line, or by the first `lines` foreseen lines after it, which are over or
    /// current by then. Later lines see the new value anyway.
    #[inline]
    pub fn holds_in(&self, lines: u16, address: u16) -> bool {
        let ((area, size, _), (_, count)) = (self.objects, self.scan);
        let is_scanned =
            |&scan: &u16| (address ^ scan) & 0xF000 == 0 && address.wrapping_sub(scan) & 0x0FFF < count;
        self.anywhere
            || self.is_list(address)
            || address.wrapping_sub(area) < 8 * size
            || self.scans.iter().take(usize::from(lines) + 1).any(is_scanned)
    }

    /// Whether it is a name or a bitmap byte that is read before `cycle`. Others are read with their new value.
    #[inline]
    fn has_scanned(&self, address: u16, cycle: u32) -> bool {
        let (scan, count) = self.scan;
        // The memory scan counter counts within 4K.
        let index = address.wrapping_sub(scan) & 0x0FFF;
        let is_scanned = (address ^ scan) & 0xF000 == 0 && index < count;
        is_scanned && self.train.is_none_or(|train| train.cycle_of(index.into()) < cycle as usize)
    }

    /// The character whose row of pixels shown in the line is at `address`, if there is one.
    #[inline]
    pub fn character(&self, address: u16) -> Option<u8> {
        let (font, bytes, row) = self.font;
        let offset = address.wrapping_sub(font);
        (offset < bytes && (address ^ row) & 7 == 0).then_some((offset / 8) as u8)
    }

    /// Whether `address` is one of the list's next bytes.
    pub fn is_list(&self, address: u16) -> bool {
        let (list, bytes) = self.list;
        (address ^ list) & 0xFC00 == 0 && address.wrapping_sub(list) & 0x03FF < bytes
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
        // Most lines with objects fetch all four players.
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
        self.data.held.last_byte = value;
        wiring.missiles(value);
    }

    fn fetch_players(&mut self, wiring: &mut impl Wiring) {
        let size = self.object_missiles() / 3;
        let first = self.object_address(4 * size);
        let values = [0, 1, 2, 3].map(|n| wiring.fetch(first.wrapping_add(n * size)));
        wiring.players(values);
        self.data.held.last_byte = values[3];
    }

    /// One byte crosses the bus in a cycle, and every request takes it. [sheet: antic 6]
    pub(super) fn carry_out_one(&mut self, cycle: u8, uses: Use, wiring: &mut impl Wiring) {
        // Most often the list or an object makes the only request. [measured]
        if uses == HEAD | TAKEN {
            let value = wiring.fetch(self.head_address(cycle));
            self.data.held.last_byte = value;
            self.take_head(cycle, value, wiring);
            return;
        }
        let fetches = uses & (HEAD | FONT) != 0 || (uses & (NAME | BITMAP) != 0 && self.mode.first);
        let value = match uses & (HEAD | VIRTUAL) {
            _ if !fetches => 0,
            // It was fetched when the line was planned.
            HEAD.. if cycle == 1 => self.mode.ir,
            VIRTUAL => self.data.captured.0[usize::from(cycle)],
            _ => wiring.fetch(self.address(cycle, uses)),
        };
        if fetches {
            self.data.held.last_byte = value;
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

    /// Only the byte of a glyph crosses the bus, as on all lines of a mode line except the first.
    // The most frequent requests where a line is carried out one by one. [measured]
    #[inline]
    pub(super) fn carry_out_font(&mut self, cycle: u8, uses: Use, wiring: &impl Wiring) {
        if uses & FONT != 0 {
            let name = self.data.held.name_before(cycle);
            let bits = match uses & VIRTUAL {
                0 => wiring.fetch(self.mode.font_address(name, self.chbase_at(cycle), self.chactl)),
                _ => self.data.captured.0[usize::from(cycle)],
            };
            self.data.held.last_byte = bits;
            self.show_font(cycle, name, bits);
        }
        if uses & (NAME | BITMAP) != 0 {
            self.take_playfield(cycle, uses, 0);
        }
    }

    /// Only a byte of a bitmap crosses the bus, as on the first line of a mode line, which may start its playfield
    /// twice.
    #[inline]
    pub(super) fn carry_out_bitmap(&mut self, cycle: u8, uses: Use, wiring: &impl Wiring) {
        let value = wiring.fetch(self.data.scan);
        self.data.held.last_byte = value;
        self.take_playfield(cycle, uses, value);
    }

    /// The address on the bus in a cycle in which ANTIC fetches something: requests that meet pull its lines down
    /// together. [sheet: antic 6]
    pub(super) fn address(&self, cycle: u8, uses: Use) -> u16 {
        let head = if uses & HEAD != 0 { self.head_address(cycle) } else { 0xFFFF };
        let mut address = head;
        if uses & (FONT | VIRTUAL) == FONT {
            let name = self.data.held.name_before(cycle);
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
            // The instruction was taken when the line was planned.
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
        self.show_font(cycle, self.data.held.name_before(cycle), bits);
    }

    #[inline]
    fn show_font(&mut self, cycle: u8, name: u8, bits: u8) {
        let clock = 2 * usize::from(cycle) + 6 + self.scrolled_odd();
        let bits = self.mode.glyph_bits(bits, name, self.chactl);
        self.data.put_glyph(clock, self.mode.ir & 15, name, bits);
    }

    /// A name or a bitmap byte; `fetched` is used on the first line of a mode line.
    fn take_playfield(&mut self, cycle: u8, uses: Use, fetched: u8) {
        if self.mode.first {
            self.data.held.store(fetched);
            self.data.step_scan_by(1);
        }
        let value = self.data.held.take(cycle, uses & RUN != 0);
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

    /// An odd HSCROL on a scrolled line delays by one clock.
    pub(super) fn scrolled_odd(&self) -> usize {
        usize::from(self.mode.ir & 0x10 != 0 && self.hscrol & 1 != 0)
    }
}
