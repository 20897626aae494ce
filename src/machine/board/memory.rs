//! The memory map: RAM and ROM in one array of 64K, and the kind of each cell of 64 bytes.

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

/// The bytes of all addresses, and a few more, so that the bytes after an address in code need no bounds check.
pub(crate) type Bytes = [u8; 0x10000 + 0x10];
/// Cells of a block: 1K, the size of a font or a display list.
const BLOCK_CELLS: usize = 0x400 >> CELL_BITS;
/// The first cell that a cartridge may cover.
const FIRST_WINDOW_CELL: usize = WINDOW >> CELL_BITS;
const WINDOW_CELLS: usize = (4 * BLOCK) >> CELL_BITS;
/// The pages in which accesses can switch a cartridge's banks.
const CONTROLS: [u8; 3] = [0x8F, 0x9F, CONTROL as u8];
/// Bytes of a page.
pub(crate) const PAGE: usize = 0x100;
/// Cells of a page.
const PAGE_CELLS: usize = PAGE >> CELL_BITS;

/// The memory.
// `bytes` is first, at the address of the whole machine: that saves host registers. [measured]
#[repr(C)]
#[derive(Clone)]
pub(crate) struct Memory {
    /// RAM, with ROM copied in; $FF where there is nothing or a chip.
    pub bytes: Bytes,
    /// The kind of each cell, with marks.
    pub cells: [u8; CELLS],
    /// The end of contiguous RAM: all addresses below are RAM.
    pub ram_end: u32,
    /// The last value on the far side of the bus: ROM, cartridges, POKEY, PIA and the holes between them float on their
    /// own. [AHRM 3.6]
    pub io_value: u8,
    /// The cartridge slots.
    pub slots: Slots,
    /// Bytes of installed RAM, from address 0 on.
    pub installed: usize,
    /// The RAM of $8000-$BFFF while a cartridge covers it.
    pub hidden: Box<[u8; 0x4000]>,
    /// For each [`BLOCK`] of $8000-$BFFF, those of its 64 cells that are watched for a change caused by a switch of
    /// banks. [`WATCHED`] is a mark of RAM only.
    watched_banks: [u64; 4],
    /// Counts changes: how often any watched cell has changed.
    pub all_changes: u64,
    /// The value of `all_changes` when each cell last changed while watched, and when a cell of each block of
    /// [`BLOCK_CELLS`] did.
    changed_at: [u64; CELLS],
    block_changed_at: [u64; CELLS / BLOCK_CELLS],
    /// The watched cells that have changed in this frame, and in the one before.
    changed: [SomeCells; 2],
    /// [`Memory::all_changes`] when these frames began.
    changes_before: [u64; 2],
    /// The number of the cells that were last watched, and `all_changes` then.
    last_watched: (u64, u64),
    /// The cells with watched writes, whatever their kind now.
    stopped: Cells,
    /// All of these are RAM and stay RAM.
    pub watches_ram_alone: bool,
    /// Writes to those cells that were made while no watched bus was in use.
    pub noted: Noted,
    /// The cells with watched instructions.
    stopped_code: Cells,
    /// How far code runs straight on.
    code_ahead: CodeAhead,
    /// Which addresses have been written to, whatever their kind. Always kept, at the cost of one host store for each
    /// store of the 6502.
    pub(super) written: [u8; 0x10000],
    /// The operating system has enabled interrupts since power-on.
    pub(super) system_has_begun: bool,
}

/// The most writes of one instruction: it writes its operand twice, or pushes three bytes.
const MOST_WRITES: usize = 3;

/// Writes of one instruction to cells with watched writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noted {
    /// Address of the last instruction that was not in one piece.
    pub by: u16,
    /// The address, the value before and the value after.
    pub writes: Vec<(u16, [u8; 2])>,
    /// Single accesses are watched.
    pub accesses: bool,
    /// The sequences of interrupts are watched.
    pub sequences: bool,
}

/// Whether an address is on the far side of the 800's bus.
pub(crate) fn on_io_side(address: u16) -> bool {
    !matches!(address >> 8, 0x00..=0xBF | 0xD0 | 0xD4)
}

/// The lowest mirror of a chip's register at `address`; none if no chip responds there.
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
    /// Memory after power-on: the seed determines the contents of RAM.
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

    /// The kind of the cell of `address`.
    #[inline]
    pub(crate) fn kind(&self, address: u16) -> u8 {
        self.cells[cell_of(address)] & KIND
    }

    /// Whether `pc` and the `behind` bytes after it (at most 256) certainly lie in memory of that kind.
    #[inline(always)]
    pub(crate) fn holds_code<const CODE: u8>(&self, pc: u16, behind: u16) -> bool {
        let kind = |address: u16| self.cells[cell_of(address)];
        match CODE {
            code::IN_RAM => u32::from(pc) + u32::from(behind) < self.ram_end,
            // A page is ROM as a whole or not at all.
            code::IN_ROM => kind(pc) == ROM && kind(pc.wrapping_add(behind)) == ROM,
            _ => true,
        }
    }

    /// Whether an address lies in read-only memory.
    #[inline(always)]
    pub(crate) fn is_rom(&self, address: u16) -> bool {
        self.cells[cell_of(address)] == ROM
    }

    /// The byte `N` bytes after `pc`.
    #[inline(always)]
    pub(crate) fn code<const N: usize>(&self, pc: u16) -> u8 {
        self.bytes[usize::from(pc) + N]
    }

    /// The little-endian word at `at`.
    #[inline(always)]
    pub(crate) fn word(&self, at: usize) -> u16 {
        self.bytes[at..].first_chunk().copied().map_or(0, u16::from_le_bytes)
    }

    /// Reads a byte of read-only memory, which leaves it on the far side of the bus.
    #[inline(always)]
    pub(crate) fn read_rom(&mut self, address: u16) -> u8 {
        self.io_value = self.bytes[usize::from(address)];
        self.io_value
    }

    /// Whether the current line's DMA may still read something in the cell of an address.
    #[inline]
    pub(crate) fn is_marked(&self, address: u16) -> bool {
        self.cells[cell_of(address)] & MARKED != 0
    }

    /// The byte at an address, if its cell is marked.
    pub(crate) fn peek_marked(&self, address: u16) -> Option<u8> {
        self.is_marked(address).then(|| self.bytes[usize::from(address)])
    }

    /// Sets the cells with watched writes, whose RAM is then not plain any more, and those with watched instructions.
    pub(crate) fn stop_at(&mut self, writes: Cells, instructions: Cells) {
        // Single steps since may have left notes that no one needs.
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

    /// How many cells from that of `pc` on are memory of the kind `code`.
    #[inline(always)]
    pub(crate) fn code_cells(&self, code: u8, pc: u16) -> i32 {
        self.code_ahead.in_memory(code, pc).into()
    }

    /// How many cells from that of `pc` on are memory of the kind `code` without watched instructions.
    #[inline(always)]
    pub(crate) fn free_cells(&self, code: u8, pc: u16) -> i32 {
        self.code_ahead.free(code, pc).into()
    }

    /// Whether [`Memory::free_cells`] exceeds what any stretch needs. Cheap, and usually true.
    #[inline(always)]
    pub(crate) fn is_ample(&self, code: u8, pc: u16) -> bool {
        self.code_ahead.is_ample(code, pc)
    }

    /// `limit`, or an earlier slot up to which code at `pc` in `slot` certainly stays in its memory and meets no
    /// watched instruction.
    #[cold]
    #[inline(never)]
    pub(crate) fn limit_of_code(&self, code: u8, pc: u16, slot: i32, limit: i32) -> i32 {
        limit.min(slot + slots_in(self.code_ahead.free(code, pc)))
    }

    /// `limit`, or an earlier slot up to which code at `pc` in `slot` certainly stays in its memory; for callers that
    /// check for watched instructions themselves.
    #[cold]
    #[inline(never)]
    pub(crate) fn limit_in_memory(&self, code: u8, pc: u16, slot: i32, limit: i32) -> i32 {
        limit.min(slot + slots_in(self.code_ahead.in_memory(code, pc)))
    }

    /// [`Memory::limit_of_code`] for a stretch that begins at `pc` and has at least one instruction. Near a watched
    /// instruction, where each instruction is checked, only leaving the memory counts.
    #[cold]
    #[inline(never)]
    pub(crate) fn limit_from(&self, code: u8, pc: u16, slot: i32, limit: i32) -> i32 {
        let cells = match self.stops_near(pc) {
            true => self.code_ahead.in_memory(code, pc),
            false => self.code_ahead.free(code, pc),
        };
        limit.min(slot + slots_in(cells).max(1))
    }

    /// Whether there are watched instructions at `pc` or within the distance that code can cover in a line.
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

    /// Notes a write that is about to be made, if it is to RAM in a cell with watched writes. Returns whether it is.
    #[inline]
    pub(crate) fn note_write(&mut self, address: u16, new: u8) -> bool {
        let watched = self.cells[cell_of(address)] & STOPPED != 0;
        if watched && self.noted.writes.len() < MOST_WRITES {
            self.noted.writes.push((address, [self.bytes[usize::from(address)], new]));
        }
        watched
    }

    /// Whether an address is RAM that no DMA is about to read and whose cell is not watched.
    #[inline(always)]
    pub(crate) fn is_plain(&self, address: u16) -> bool {
        self.cells[cell_of(address)] == RAM
    }

    /// Whether an address is RAM in a cell without watched writes.
    #[inline(always)]
    pub(crate) fn is_unstopped_ram(&self, address: u16) -> bool {
        self.cells[cell_of(address)] & !(MARKED | WATCHED) == RAM
    }

    /// Whether an address is RAM in a cell without watched writes, and already has that value.
    #[inline(always)]
    pub(crate) fn keeps(&self, address: u16, value: u8) -> bool {
        self.is_unstopped_ram(address) && self.bytes[usize::from(address)] == value
    }

    /// Whether pages 0 and 1 are all RAM that no DMA is about to read and that is not watched, in one comparison.
    #[inline(always)]
    pub(crate) fn is_low_plain(&self) -> bool {
        self.cells[..2 * PAGE_CELLS] == [RAM; 2 * PAGE_CELLS]
    }

    /// Whether an address is RAM that no DMA is about to read, in a cell with watched writes.
    #[inline(always)]
    pub(crate) fn is_plain_but_watched(&self, address: u16) -> bool {
        self.cells[cell_of(address)] == RAM | STOPPED
    }

    /// Moves one of the flags of [`marked`] from the cells that were read `before` to those that are read `now`, if
    /// these are RAM.
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

    /// Sets or clears a flag on all RAM: all cells at once, with vector instructions. [measured: 7.4 of 43 host
    /// instructions a machine cycle where HSCROL is written in the middle of eight lines]
    #[cold]
    #[inline(never)]
    fn mark_all(&mut self, mark: u8, marked: bool) {
        for cell in &mut self.cells {
            *cell = *cell & !mark | if marked && *cell & KIND == RAM { mark } else { 0 };
        }
    }

    /// Takes the addresses that have been written to since the last call, including writes without a change and writes
    /// where there is no RAM; all addresses if the RAM has been replaced.
    pub(crate) fn take_written(&mut self) -> Written {
        Written::take(&mut self.written)
    }

    /// Notes a write to an address of any kind.
    #[inline(always)]
    pub(crate) fn mark_written(&mut self, address: u16) {
        self.written[usize::from(address)] = WRITTEN;
    }

    /// Whether one of `count` cells from `first` on has changed, while watched, since [`Memory::all_changes`] was
    /// `then`.
    #[inline]
    pub(crate) fn has_changed(&self, first: usize, count: usize, then: u64) -> bool {
        // Usually not even one of their neighbours has.
        let blocks = self.block_changed_at.get(first / BLOCK_CELLS..(first + count).div_ceil(BLOCK_CELLS));
        let cells = self.changed_at.get(first..first + count);
        blocks.is_none_or(|blocks| blocks.iter().any(|&at| at > then))
            && cells.is_none_or(|cells| cells.iter().any(|&at| at > then))
    }

    /// Watches these cells for their next change.
    #[inline]
    pub(crate) fn watch(&mut self, first: usize, count: usize) {
        for cell in self.cells.get_mut(first..first + count).unwrap_or_default() {
            *cell |= if *cell & KIND == RAM { WATCHED } else { 0 };
        }
        if self.slots.switches() {
            self.watch_banks(first, count);
        }
    }

    /// Whether the cells with this number still have to be watched: others were watched last, or something has changed
    /// since.
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

    /// Whether a cell in the 1K of an address has changed, while watched, since [`Memory::all_changes`] was `then`.
    #[inline]
    pub(crate) fn block_has_changed(&self, address: u16, then: u64) -> bool {
        self.block_changed_at[cell_of(address) / BLOCK_CELLS] > then
    }

    /// Calls back for those of `count` cells from `first` on that have changed since `then`, with their index from
    /// `first`. Watches each for its next change.
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

    /// Counts a change of a watched cell.
    #[inline]
    fn count_change(&mut self, cell: usize) {
        self.all_changes += 1;
        self.changed_at[cell] = self.all_changes;
        self.block_changed_at[cell / BLOCK_CELLS] = self.all_changes;
        self.changed[0].add(cell);
    }

    /// Removes all marks and counts a change everywhere. To be called when the memory map or all of the RAM is about to
    /// change.
    fn forget(&mut self) {
        self.cells.iter_mut().for_each(|kind| *kind &= KIND);
        self.all_changes += 1;
        self.changed_at.fill(self.all_changes);
        self.block_changed_at.fill(self.all_changes);
        self.changed[0] = SomeCells::ALL;
    }

    /// The cells that may have changed, while watched, in this frame or the one before.
    #[inline]
    pub(crate) fn changed_of_late(&self) -> SomeCells {
        self.changed[0].or(self.changed[1])
    }

    /// Whether one of those cells may have changed, while watched, since [`Memory::all_changes`] was `then`. Quick, and
    /// usually right.
    #[inline]
    pub(crate) fn may_have_changed(&self, cells: SomeCells, then: u64) -> bool {
        then < self.changes_before[1] || self.changed_of_late().meets(cells)
    }

    /// Whether [`Memory::all_changes`] had the value `then` in this frame.
    #[inline]
    pub(crate) fn is_of_this_frame(&self, then: u64) -> bool {
        then >= self.changes_before[0]
    }

    /// A frame begins.
    pub(crate) fn begin_frame(&mut self) {
        self.changed = [SomeCells::default(), self.changed[0]];
        self.changes_before = [self.all_changes, self.changes_before[0]];
    }

    /// The RAM by pages, for saved states, including what a cartridge covers.
    pub(crate) fn ram_pages(&self) -> impl Iterator<Item = &[u8; PAGE]> {
        let (shown, _) = self.bytes[..self.installed].as_chunks();
        let (hidden, _) = self.hidden.as_chunks();
        shown.iter().enumerate().map(|(page, bytes)| match page.checked_sub(WINDOW / PAGE) {
            Some(behind) if self.cells[page * PAGE_CELLS] & KIND != RAM => &hidden[behind],
            _ => bytes,
        })
    }

    /// Restores saved RAM, [`Memory::installed`] bytes of it, and the cartridges' latch.
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

    /// Changes the left cartridge's latch, and with it the visible banks.
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

    /// Shows another bank of a cartridge in block `n` of $8000-$BFFF.
    fn switch_bank(&mut self, n: usize) {
        let start = WINDOW + n * BLOCK;
        self.slots.copy_block(n, &mut self.bytes[start..start + BLOCK]);
        let mut watched = std::mem::take(&mut self.watched_banks[n]);
        while watched != 0 {
            self.count_change((start >> CELL_BITS) + watched.trailing_zeros() as usize);
            watched &= watched - 1;
        }
    }

    /// Maps the contents of the slots into $8000-$BFFF. [`Memory::forget`] has to be called first.
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
        // Usually one bank of ROM replaces another.
        if self.cells[FIRST_WINDOW_CELL..][..WINDOW_CELLS]
            .iter()
            .zip(&before)
            .any(|(now, then)| now & KIND != *then)
        {
            self.survey_code();
        }
    }
}
