//! The memory map: RAM and ROM in one array of 64K, and what stands in each cell of 64 bytes.

use super::cartridge::{BLOCK, CONTROL, Change, Slots, WINDOW};
use super::cells::{
    ABSENT, CELL_BITS, CELLS, Cells, IO, KIND, MARKED, RAM, ROM, STOPPED, SomeCells, WATCHED, cell_of,
};
use super::code_ahead::{CodeAhead, code, slots_in};
use super::written::{UNASKED, WRITTEN, Written};
use crate::chips::antic::Addresses;
use crate::machine::config::Config;
use crate::media::os_rom::OsRom;
use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// All addresses below this one are RAM in every machine.
pub(crate) const LEAST_RAM: u32 = 0x2000;

/// The bytes of all addresses, and some more, so that those behind an address in code need no check that they are there.
pub(crate) type Bytes = [u8; 0x10000 + 0x10];
/// Cells of a block: 1K, as a font or a display list has.
const BLOCK_CELLS: usize = 0x400 >> CELL_BITS;
/// What cartridges may cover.
const FIRST_WINDOW_CELL: usize = WINDOW >> CELL_BITS;
const WINDOW_CELLS: usize = (4 * BLOCK) >> CELL_BITS;
/// The pages in which cartridges switch their banks.
const CONTROLS: [u8; 3] = [0x8F, 0x9F, CONTROL as u8];
/// Bytes of a page.
pub(crate) const PAGE: usize = 0x100;
/// Cells of a page.
const PAGE_CELLS: usize = PAGE >> CELL_BITS;

/// The memory.
// Bytes first, at the address of the whole machine: fewer host registers. [measured]
#[repr(C)]
#[derive(Clone)]
pub(crate) struct Memory {
    /// RAM, with ROM copied in; $FF where nothing or a chip is.
    pub bytes: Bytes,
    /// What stands in each cell, with marks.
    pub cells: [u8; CELLS],
    /// All addresses below are RAM.
    pub ram_end: u32,
    /// What was last on the far side of the bus: ROM, cartridges, POKEY, PIA and the holes
    /// between them float on their own. [AHRM 3.6]
    pub io_value: u8,
    /// What is in the cartridge slots.
    pub slots: Slots,
    /// Bytes of RAM, from address 0 on.
    pub installed: usize,
    /// The RAM of $8000-$BFFF where a cartridge covers it.
    pub hidden: Box<[u8; 0x4000]>,
    /// Of which cells of each [`BLOCK`] of $8000-$BFFF, of which it has 64, the next change counts where a bank makes way for
    /// another: [`WATCHED`] is a mark of RAM.
    watched_banks: [u64; 4],
    /// How often any cell has changed while it was watched.
    pub all_changes: u64,
    /// What that was when each cell did so last, and when one of each block of [`BLOCK_CELLS`] did.
    changed_at: [u64; CELLS],
    block_changed_at: [u64; CELLS / BLOCK_CELLS],
    /// Of which cells that were watched one has changed in this frame, and in the one before.
    changed: [SomeCells; 2],
    /// [`Memory::all_changes`] when these frames began.
    changes_before: [u64; 2],
    /// The cells by a number of theirs that were watched last, and how often any had changed then.
    last_watched: (u64, u64),
    /// In which cells somebody looks for writes, whatever stands there now.
    stopped: Cells,
    /// These are RAM, all of them, and stay it.
    pub watches_ram_alone: bool,
    /// What has been written there by those whom nobody watches.
    pub noted: Noted,
    /// In which cells somebody stops at instructions.
    stopped_code: Cells,
    /// Where code leads.
    code_ahead: CodeAhead,
    /// Which addresses have been written to, whatever stands there. Kept whether anybody asks or not, which costs a store of
    /// the host for each of the 6502's.
    pub(super) written: [u8; 0x10000],
    /// The operating system has come so far that interrupts are let through, since power-on.
    pub(super) system_has_begun: bool,
}

/// An instruction writes to its operand twice, or pushes three bytes.
const MOST_WRITES: usize = 3;

/// Writes of one instruction in cells in which somebody looks for writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noted {
    /// Address of the last instruction that was not in one piece.
    pub by: u16,
    /// Where, and what was there and what is.
    pub writes: Vec<(u16, [u8; 2])>,
    /// Somebody looks at single accesses.
    pub accesses: bool,
    /// Somebody looks at the sequences of interrupts.
    pub sequences: bool,
}

/// Whether an address hangs on the far side of the 800's bus.
pub(crate) fn on_io_side(address: u16) -> bool {
    !matches!(address >> 8, 0x00..=0xBF | 0xD0 | 0xD4)
}

/// The lowest address at which the same register of a chip answers; none if no chip's does.
pub fn register(address: u16) -> Option<u16> {
    let count = match address >> 8 {
        0xD0 => 32,
        0xD2 | 0xD4 => 16,
        0xD3 => 4,
        _ => return None,
    };
    Some(address & 0xFF00 | address & (count - 1))
}

impl Memory {
    /// Memory as after power-on: RAM holds what the seed says.
    pub(crate) fn new(config: &Config) -> Self {
        let mut bytes = [0xFF; size_of::<Bytes>()];
        let mut cells = [ABSENT; CELLS];
        let installed = usize::from(config.ram.bytes());
        ChaCha8Rng::seed_from_u64(config.seed).fill_bytes(&mut bytes[..installed]);
        cells[..installed >> CELL_BITS].fill(RAM);
        for page in [0xD0, 0xD2, 0xD3, 0xD4] {
            cells[page * PAGE_CELLS..][..PAGE_CELLS].fill(IO);
        }
        bytes[0xD800..][..OsRom::SIZE].copy_from_slice(&config.os[..]);
        cells[0xD8 * PAGE_CELLS..].fill(ROM);
        let slots = Slots::new(config.cartridge.as_ref(), config.right_cartridge.as_ref());
        let hidden = vec![0xFF; 0x4000].try_into().expect("16K are 16K");
        let mut memory = Memory {
            bytes,
            cells,
            ram_end: 0,
            io_value: 0xFF,
            slots,
            installed,
            hidden,
            watched_banks: [0; 4],
            all_changes: 0,
            changed_at: [0; CELLS],
            block_changed_at: [0; CELLS / BLOCK_CELLS],
            changed: [SomeCells::default(); 2],
            changes_before: [0; 2],
            last_watched: (u64::MAX, 0),
            stopped: Cells::default(),
            watches_ram_alone: true,
            noted: Noted::default(),
            stopped_code: Cells::default(),
            code_ahead: CodeAhead::new(),
            written: [UNASKED; 0x10000],
            system_has_begun: false,
        };
        memory.map_cartridges();
        memory.survey_code();
        memory
    }

    /// What stands at `address`.
    #[inline]
    pub(crate) fn kind(&self, address: u16) -> u8 {
        self.cells[cell_of(address)] & KIND
    }

    /// Whether `pc` and the `behind` bytes (at most 256) behind it surely lie in memory of that kind.
    #[inline(always)]
    pub(crate) fn holds_code<const CODE: u8>(&self, pc: u16, behind: u16) -> bool {
        let kind = |address: u16| self.cells[cell_of(address)];
        match CODE {
            code::IN_RAM => u32::from(pc) + u32::from(behind) < self.ram_end,
            // Whole pages are ROM or none of them.
            code::IN_ROM => kind(pc) == ROM && kind(pc.wrapping_add(behind)) == ROM,
            _ => true,
        }
    }

    /// Whether an address lies in read-only memory.
    #[inline(always)]
    pub(crate) fn is_rom(&self, address: u16) -> bool {
        self.cells[cell_of(address)] == ROM
    }

    /// The byte `N` behind an address.
    #[inline(always)]
    pub(crate) fn code<const N: usize>(&self, pc: u16) -> u8 {
        self.bytes[usize::from(pc) + N]
    }

    /// The bytes at `at` and behind it.
    #[inline(always)]
    pub(crate) fn word(&self, at: usize) -> u16 {
        self.bytes[at..].first_chunk().copied().map_or(0, u16::from_le_bytes)
    }

    /// Reads a byte of read-only memory.
    #[inline(always)]
    pub(crate) fn read_rom(&mut self, address: u16) -> u8 {
        self.io_value = self.bytes[usize::from(address)];
        self.io_value
    }

    /// Whether the current line's DMA may yet read something in the cell of an address.
    #[inline]
    pub(crate) fn is_marked(&self, address: u16) -> bool {
        self.cells[cell_of(address)] & MARKED != 0
    }

    /// A byte of a marked cell.
    pub(crate) fn peek_marked(&self, address: u16) -> Option<u8> {
        self.is_marked(address).then(|| self.bytes[usize::from(address)])
    }

    /// Says in which cells somebody looks for writes: their RAM is not plain any more; and in which for instructions.
    pub(crate) fn stop_at(&mut self, writes: Cells, instructions: Cells) {
        // Who made steps since has left notes that nobody waits for.
        self.noted.writes.clear();
        if self.stopped != writes {
            self.stopped = writes;
            self.mark_stopped();
        }
        if self.stopped_code != instructions {
            self.code_ahead.move_stops(&self.cells, &self.stopped_code, &instructions);
            self.stopped_code = instructions;
        }
    }

    /// How many cells from that of `pc` on are memory of the kind in which `code` is.
    #[inline(always)]
    pub(crate) fn code_cells(&self, code: u8, pc: u16) -> i32 {
        self.code_ahead.in_memory(code, pc).into()
    }

    /// How many cells from that of `pc` on are memory of the kind in which `code` is, and are such that nobody stops
    /// at instructions there.
    #[inline(always)]
    pub(crate) fn free_cells(&self, code: u8, pc: u16) -> i32 {
        self.code_ahead.free(code, pc).into()
    }

    /// Whether these are more than any stretch needs: one look, and mostly true.
    #[inline(always)]
    pub(crate) fn is_endless(&self, code: u8, pc: u16) -> bool {
        self.code_ahead.is_endless(code, pc)
    }

    /// `limit`, or the slot up to which code at `pc` that has come to `slot` surely stays in its memory and meets no stop.
    #[cold]
    #[inline(never)]
    pub(crate) fn limit_of_code(&self, code: u8, pc: u16, slot: i32, limit: i32) -> i32 {
        limit.min(slot + slots_in(self.code_ahead.free(code, pc)))
    }

    /// `limit`, or the slot up to which code at `pc` that has come to `slot` surely stays in its memory: for somebody
    /// who stops at instructions himself.
    #[cold]
    #[inline(never)]
    pub(crate) fn limit_in_memory(&self, code: u8, pc: u16, slot: i32, limit: i32) -> i32 {
        limit.min(slot + slots_in(self.code_ahead.in_memory(code, pc)))
    }

    /// `limit`, or the slot up to which code surely stays in its memory and meets no stop, of a stretch that begins
    /// at `pc` and has one instruction at least. Who is near a stop looks at each.
    #[cold]
    #[inline(never)]
    pub(crate) fn limit_from(&self, code: u8, pc: u16, slot: i32, limit: i32) -> i32 {
        let cells = match self.stops_near(pc) {
            true => self.code_ahead.in_memory(code, pc),
            false => self.code_ahead.free(code, pc),
        };
        limit.min(slot + slots_in(cells).max(1))
    }

    /// Whether somebody stops at instructions at `pc`, or behind it as far as a line goes.
    #[inline(always)]
    pub(crate) fn stops_near(&self, pc: u16) -> bool {
        self.code_ahead.stops_near(pc)
    }

    fn survey_code(&mut self) {
        self.code_ahead.survey(&self.cells, &self.stopped_code);
    }

    fn mark_stopped(&mut self) {
        let switches = self.slots.switches();
        let covered = FIRST_WINDOW_CELL..FIRST_WINDOW_CELL + WINDOW_CELLS;
        self.watches_ram_alone = true;
        for (cell, kind) in self.cells.iter_mut().enumerate() {
            let (stopped, is_ram) = (self.stopped.holds(cell), *kind & KIND == RAM);
            if is_ram {
                *kind = if stopped { *kind | STOPPED } else { *kind & !STOPPED };
            }
            self.watches_ram_alone &= !stopped || (is_ram && !(switches && covered.contains(&cell)));
        }
    }

    /// Notes a write that is about to be made, if somebody looks for writes in its cell, and that is RAM; whether it is so.
    #[inline]
    pub(crate) fn note_write(&mut self, address: u16, new: u8) -> bool {
        let watched = self.cells[cell_of(address)] & STOPPED != 0;
        if watched && self.noted.writes.len() < MOST_WRITES {
            self.noted.writes.push((address, [self.bytes[usize::from(address)], new]));
        }
        watched
    }

    /// Whether an address is RAM that no DMA is about to read and nobody watches.
    #[inline(always)]
    pub(crate) fn is_plain(&self, address: u16) -> bool {
        self.cells[cell_of(address)] == RAM
    }

    /// Whether an address is RAM in which nobody looks for writes.
    #[inline(always)]
    pub(crate) fn is_unstopped_ram(&self, address: u16) -> bool {
        self.cells[cell_of(address)] & !(MARKED | WATCHED) == RAM
    }

    /// Whether an address is RAM in which nobody looks for writes, and has that value.
    #[inline(always)]
    pub(crate) fn keeps(&self, address: u16, value: u8) -> bool {
        self.is_unstopped_ram(address) && self.bytes[usize::from(address)] == value
    }

    /// Whether all addresses in pages 0 and 1 are RAM that no DMA is about to read and nobody watches: one look.
    #[inline(always)]
    pub(crate) fn is_low_plain(&self) -> bool {
        self.cells[..2 * PAGE_CELLS] == [RAM; 2 * PAGE_CELLS]
    }

    /// Whether an address is RAM that no DMA is about to read, and somebody watches it or others that lie in its
    /// cell.
    #[inline(always)]
    pub(crate) fn is_plain_but_watched(&self, address: u16) -> bool {
        self.cells[cell_of(address)] == RAM | STOPPED
    }

    /// One of the flags of [`marked`] goes from the cells that were read to those that are, if these are RAM.
    #[inline]
    pub(crate) fn move_mark<R: Addresses>(&mut self, mark: u8, before: Option<&R>, now: &R) {
        if before == Some(now) {
            return;
        }
        if now.are_all() {
            return self.mark_all(mark, true);
        }
        if before.is_some_and(Addresses::are_all) {
            self.mark_all(mark, false);
        } else if let Some(reads) = before {
            reads.each(&mut |address| self.cells[cell_of(address)] &= !mark);
        }
        now.each(&mut |address| {
            let cell = &mut self.cells[cell_of(address)];
            if *cell & KIND == RAM {
                *cell |= mark;
            }
        });
    }

    /// All RAM gets the flag, or none has it: all cells at once, by vector instructions. [measured: 7.4 of 43 host instructions a
    /// machine cycle where HSCROL is written in the middle of eight lines]
    #[cold]
    #[inline(never)]
    fn mark_all(&mut self, mark: u8, marked: bool) {
        for cell in &mut self.cells {
            *cell = *cell & !mark | if marked && *cell & KIND == RAM { mark } else { 0 };
        }
    }

    /// All addresses that have been written to since the last call, be it the value that was there, and be it that
    /// no RAM stands there; all if the RAM has been replaced.
    pub(crate) fn take_written(&mut self) -> Written {
        Written::take(&mut self.written)
    }

    /// Somebody writes to an address, whatever stands there.
    #[inline(always)]
    pub(crate) fn mark_written(&mut self, address: u16) {
        self.written[usize::from(address)] = WRITTEN;
    }

    /// Whether one of some cells, `count` from `first` on, has changed while it was watched since [`Memory::all_changes`]
    /// was `then`.
    #[inline]
    pub(crate) fn has_changed(&self, first: usize, count: usize, then: u64) -> bool {
        // Mostly not even one of their neighbours.
        let blocks = self.block_changed_at.get(first / BLOCK_CELLS..(first + count).div_ceil(BLOCK_CELLS));
        let cells = self.changed_at.get(first..first + count);
        blocks.is_none_or(|blocks| blocks.iter().any(|&at| at > then))
            && cells.is_none_or(|cells| cells.iter().any(|&at| at > then))
    }

    /// The next change of each of those cells counts.
    #[inline]
    pub(crate) fn watch(&mut self, first: usize, count: usize) {
        for cell in self.cells.get_mut(first..first + count).unwrap_or_default() {
            *cell |= if *cell & KIND == RAM { WATCHED } else { 0 };
        }
        if self.slots.switches() {
            self.watch_banks(first, count);
        }
    }

    /// Whether cells by a number of theirs have to be watched, as they are not those that were last, or something has changed since.
    #[inline]
    pub(crate) fn begin_watching(&mut self, number: u64) -> bool {
        let now = (number, self.all_changes);
        std::mem::replace(&mut self.last_watched, now) != now
    }

    #[cold]
    fn watch_banks(&mut self, first: usize, count: usize) {
        let window = FIRST_WINDOW_CELL..FIRST_WINDOW_CELL + WINDOW_CELLS;
        for cell in first.max(window.start)..(first + count).min(window.end) {
            self.watched_banks[(cell - window.start) / 64] |= 1 << (cell % 64);
        }
    }

    /// Whether one of the cells of the 1K of an address has changed while it was watched since [`Memory::all_changes`] was
    /// `then`.
    #[inline]
    pub(crate) fn block_has_changed(&self, address: u16, then: u64) -> bool {
        self.block_changed_at[cell_of(address) / BLOCK_CELLS] > then
    }

    /// Shows those of `count` cells from the one `first` on, counted from that, which have done so. The next change of each
    /// counts.
    pub(crate) fn watch_changed(
        &mut self,
        (first, count): (usize, usize),
        then: u64,
        mut see: impl FnMut(usize, &[u8; 1 << CELL_BITS]),
    ) {
        for n in 0..count {
            if self.changed_at.get(first + n).is_some_and(|&at| at > then) {
                self.watch(first + n, 1);
                if let Some(bytes) = self.bytes[(first + n) << CELL_BITS..].first_chunk() {
                    see(n, bytes);
                }
            }
        }
    }

    /// Writes a byte of plain RAM.
    #[inline(always)]
    pub(crate) fn write_plain(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
        self.mark_written(address);
    }

    /// Writes a byte of RAM.
    #[inline]
    pub(crate) fn write_ram(&mut self, address: u16, value: u8) {
        let cell = cell_of(address);
        if self.cells[cell] & WATCHED != 0 && self.bytes[usize::from(address)] != value {
            self.cells[cell] &= !WATCHED;
            self.count_change(cell);
        }
        self.write_plain(address, value);
    }

    /// A cell that was watched changes.
    #[inline]
    fn count_change(&mut self, cell: usize) {
        self.all_changes += 1;
        self.changed_at[cell] = self.all_changes;
        self.block_changed_at[cell / BLOCK_CELLS] = self.all_changes;
        self.changed[0].add(cell);
    }

    /// Takes off all marks and counts a change everywhere: the memory map or all of the RAM is
    /// about to change.
    fn forget(&mut self) {
        self.cells.iter_mut().for_each(|kind| *kind &= KIND);
        self.all_changes += 1;
        self.changed_at.fill(self.all_changes);
        self.block_changed_at.fill(self.all_changes);
        self.changed[0] = SomeCells::ALL;
    }

    /// Those cells of which one may have changed, while it was watched, since the frame before began.
    #[inline]
    pub(crate) fn changed_of_late(&self) -> SomeCells {
        self.changed[0].or(self.changed[1])
    }

    /// Whether one of those cells may have changed, while it was watched, since [`Memory::all_changes`] was `then`. Quick,
    /// and mostly right.
    #[inline]
    pub(crate) fn may_have_changed(&self, cells: SomeCells, then: u64) -> bool {
        then < self.changes_before[1] || self.changed_of_late().meets(cells)
    }

    /// Whether a look at memory when [`Memory::all_changes`] was `then` was in this frame.
    #[inline]
    pub(crate) fn is_of_this_frame(&self, then: u64) -> bool {
        then >= self.changes_before[0]
    }

    /// A frame begins.
    pub(crate) fn begin_frame(&mut self) {
        self.changed = [SomeCells::default(), self.changed[0]];
        self.changes_before = [self.all_changes, self.changes_before[0]];
    }

    /// The RAM by pages, for saved states: also what a cartridge covers.
    pub(crate) fn ram_pages(&self) -> impl Iterator<Item = &[u8; PAGE]> {
        let (shown, _) = self.bytes[..self.installed].as_chunks();
        let (hidden, _) = self.hidden.as_chunks();
        shown.iter().enumerate().map(|(page, bytes)| match page.checked_sub(WINDOW / PAGE) {
            Some(behind) if self.cells[page * PAGE_CELLS] & KIND != RAM => &hidden[behind],
            _ => bytes,
        })
    }

    /// Puts back saved RAM, [`Memory::installed`] bytes of it, and what the cartridges show.
    pub(crate) fn set_ram(&mut self, ram: &[u8], latch: u8) {
        self.forget();
        self.forget_written();
        self.slots.latch = latch;
        self.bytes[..ram.len()].copy_from_slice(ram);
        for (address, &byte) in ram.iter().enumerate().skip(WINDOW) {
            self.hidden[address - WINDOW] = byte;
        }
        self.map_cartridges();
    }

    /// The left cartridge remembers something else, and so changes what is seen of it.
    pub(crate) fn switch_cartridge(&mut self, latch: u8, change: Change) {
        if change.moves_ram {
            self.forget();
            self.slots.latch = latch;
            self.map_cartridges();
        } else {
            self.slots.latch = latch;
            change.blocks().for_each(|n| self.switch_bank(n));
        }
    }

    /// Another bank of a cartridge is seen in block `n` of $8000-$BFFF.
    fn switch_bank(&mut self, n: usize) {
        let start = WINDOW + n * BLOCK;
        self.slots.copy_block(n, &mut self.bytes[start..start + BLOCK]);
        let mut watched = std::mem::take(&mut self.watched_banks[n]);
        while watched != 0 {
            self.count_change((start >> CELL_BITS) + watched.trailing_zeros() as usize);
            watched &= watched - 1;
        }
    }

    /// Makes $8000-$BFFF show what the slots say. [`Memory::forget`] comes first.
    fn map_cartridges(&mut self) {
        let before: [u8; WINDOW_CELLS] = std::array::from_fn(|n| self.cells[FIRST_WINDOW_CELL + n] & KIND);
        for n in 0..4 {
            let start = WINDOW + n * BLOCK;
            let (cells, bytes) = (start >> CELL_BITS..(start + BLOCK) >> CELL_BITS, start..start + BLOCK);
            let hidden = n * BLOCK..(n + 1) * BLOCK;
            if self.cells[cells.start] == RAM {
                self.hidden[hidden.clone()].copy_from_slice(&self.bytes[bytes.clone()]);
            }
            let kind = if self.slots.copy_block(n, &mut self.bytes[bytes.clone()]) {
                ROM
            } else {
                self.bytes[bytes].copy_from_slice(&self.hidden[hidden]);
                if start < self.installed { RAM } else { ABSENT }
            };
            self.cells[cells].fill(kind);
        }
        for page in CONTROLS {
            if self.slots.watches(page) {
                self.cells[usize::from(page) * PAGE_CELLS..][..PAGE_CELLS].fill(IO);
            }
        }
        let plain = self.cells.iter().take_while(|&&kind| kind == RAM).count();
        self.ram_end = (plain << CELL_BITS) as u32;
        self.mark_stopped();
        // Mostly one bank of ROM gives way to another.
        if self.cells[FIRST_WINDOW_CELL..][..WINDOW_CELLS]
            .iter()
            .zip(&before)
            .any(|(now, then)| now & KIND != *then)
        {
            self.survey_code();
        }
    }
}
