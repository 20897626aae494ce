//! The memory map: RAM and ROM in one array of 64K, and what stands in each page.

use super::cartridge::{BLOCK, CONTROL, Slots, WINDOW};
use crate::machine::config::Config;
use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Page kinds. Plain RAM that no DMA is about to read is 0, so that the common store needs one test.
pub const RAM: u8 = 0;
/// Read-only memory.
pub const ROM: u8 = 1;
/// A chip's registers.
pub const IO: u8 = 2;
/// Nothing answers.
pub const ABSENT: u8 = 4;
/// RAM that the current line's DMA may yet read (a flag on top of [`RAM`]).
const MARKED: u8 = 8;
/// RAM of which the next change counts (a flag on top of [`RAM`]).
const WATCHED: u8 = 16;
/// The kind of a page without its flags.
const KIND: u8 = !(MARKED | WATCHED);

/// All addresses below this one are RAM in every machine.
pub const LEAST_RAM: u32 = 0x2000;

/// Where instructions come from.
pub mod code {
    /// From RAM.
    pub const IN_RAM: u8 = 0;
    /// From read-only memory.
    pub const IN_ROM: u8 = 1;
    /// From anywhere, registers included.
    pub const ANYWHERE: u8 = 2;
}

/// A set of pages.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct PageSet([u64; 4]);

impl PageSet {
    /// Adds a page.
    pub fn insert(&mut self, page: u8) {
        self.0[usize::from(page >> 6)] |= 1 << (page & 63);
    }

    /// The pages in it.
    pub fn pages(self) -> impl Iterator<Item = u8> {
        (0..).step_by(64).zip(self.0).flat_map(|(first, mut rest)| {
            std::iter::from_fn(move || {
                let page = first + rest.checked_ilog2()?;
                rest ^= 1 << (page - first);
                Some(page as u8)
            })
        })
    }
}

/// The memory.
// Bytes first, at the address of the whole machine: fewer host registers. [measured]
#[repr(C)]
#[derive(Clone)]
pub struct Memory {
    /// RAM, with ROM copied in; $FF where nothing or a chip is.
    pub bytes: [u8; 0x10000],
    /// What stands in each page, with marks.
    pub pages: [u8; 256],
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
    marks: PageSet,
    /// How often each page has changed while it was watched.
    changes: [u32; 256],
    /// The sum of these counts over all pages.
    pub all_changes: u64,
}

/// Whether an address hangs on the far side of the 800's bus.
pub fn on_io_side(address: u16) -> bool {
    !matches!(address >> 8, 0x00..=0xBF | 0xD0 | 0xD4)
}

impl Memory {
    /// Memory as after power-on: RAM holds what the seed says.
    pub fn new(config: &Config) -> Self {
        let mut bytes = [0xFF; 0x10000];
        let mut pages = [ABSENT; 256];
        let installed = usize::from(config.ram_kilobytes.min(48)) * 1024;
        ChaCha8Rng::seed_from_u64(config.seed).fill_bytes(&mut bytes[..installed]);
        pages[..installed / 256].fill(RAM);
        for page in [0xD0, 0xD2, 0xD3, 0xD4] {
            pages[page] = IO;
        }
        let rom = config.os.len().min(0x2800);
        bytes[0xD800..0xD800 + rom].copy_from_slice(&config.os[..rom]);
        pages[0xD8..].fill(ROM);
        let slots = Slots::new(config.cartridge.as_ref(), config.right_cartridge.as_ref());
        let hidden = vec![0xFF; 0x4000].try_into().expect("16K are 16K");
        let marks = PageSet::default();
        let mut memory = Memory {
            bytes,
            pages,
            ram_end: 0,
            io_value: 0xFF,
            slots,
            installed,
            hidden,
            marks,
            changes: [0; 256],
            all_changes: 0,
        };
        memory.map_cartridges();
        memory
    }

    /// What stands at `address`.
    #[inline]
    pub fn kind(&self, address: u16) -> u8 {
        self.pages[usize::from(address >> 8)] & KIND
    }

    /// Whether `pc` and the `behind` bytes (at most 256) behind it surely lie in memory of that kind.
    #[inline(always)]
    pub fn holds_code<const CODE: u8>(&self, pc: u16, behind: u16) -> bool {
        let page = |address: u16| self.pages[usize::from(address >> 8)];
        match CODE {
            code::IN_RAM => u32::from(pc) + u32::from(behind) < self.ram_end,
            code::IN_ROM => page(pc) == ROM && page(pc.wrapping_add(behind)) == ROM,
            _ => true,
        }
    }

    /// A byte of a marked page.
    pub fn peek_marked(&self, address: u16) -> Option<u8> {
        let marked = self.pages[usize::from(address >> 8)] & MARKED != 0;
        marked.then(|| self.bytes[usize::from(address)])
    }

    /// Whether an address is RAM that no DMA is about to read and nobody watches.
    pub fn is_plain(&self, address: u16) -> bool {
        self.pages[usize::from(address >> 8)] == RAM
    }

    /// Makes `marks` the marked pages.
    #[inline(always)]
    pub fn set_marks(&mut self, marks: PageSet) {
        if marks != self.marks {
            self.change_marks(marks);
        }
    }

    #[inline(never)]
    fn change_marks(&mut self, marks: PageSet) {
        for (word, (new, old)) in marks.0.into_iter().zip(self.marks.0).enumerate() {
            let mut changed = new ^ old;
            while changed != 0 {
                let page = &mut self.pages[64 * word + changed.trailing_zeros() as usize];
                if *page & KIND == RAM {
                    *page ^= MARKED;
                }
                changed &= changed - 1;
            }
        }
        self.marks = marks;
    }

    /// How often a page has changed; its next change counts.
    #[inline]
    pub fn count_changes(&mut self, page: u8) -> u32 {
        let page = usize::from(page);
        if self.pages[page] & KIND == RAM {
            self.pages[page] |= WATCHED;
        }
        self.changes[page]
    }

    /// How often some pages have changed while they were watched, in all.
    #[inline]
    pub fn changes(&self, pages: &[u8]) -> u32 {
        pages.iter().fold(0, |sum, &page| self.changes[usize::from(page)].wrapping_add(sum))
    }

    /// The marked pages.
    pub fn marks(&self) -> PageSet {
        self.marks
    }

    /// Writes a byte of RAM.
    pub fn write_ram(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
        let page = usize::from(address >> 8);
        if self.pages[page] & WATCHED != 0 {
            self.pages[page] &= !WATCHED;
            self.changes[page] = self.changes[page].wrapping_add(1);
            self.all_changes += 1;
        }
    }

    /// Takes off all marks and counts a change everywhere: the memory map or all of the RAM is
    /// about to change.
    fn forget(&mut self) {
        self.set_marks(PageSet::default());
        for (kind, changes) in self.pages.iter_mut().zip(&mut self.changes) {
            *kind &= KIND;
            *changes = changes.wrapping_add(1);
        }
        self.all_changes += 1;
    }

    /// The RAM, for a saved state: also what a cartridge covers.
    pub fn ram(&self) -> Vec<u8> {
        let mut ram = self.bytes[..self.installed].to_vec();
        for (address, byte) in ram.iter_mut().enumerate().skip(WINDOW) {
            if self.pages[address / 0x100] & KIND != RAM {
                *byte = self.hidden[address - WINDOW];
            }
        }
        ram
    }

    /// Puts back saved RAM, [`Memory::installed`] bytes of it, and what the cartridges show.
    pub fn set_ram(&mut self, ram: &[u8], latch: u8) {
        self.forget();
        self.slots.latch = latch;
        self.bytes[..ram.len()].copy_from_slice(ram);
        for (address, &byte) in ram.iter().enumerate().skip(WINDOW) {
            self.hidden[address - WINDOW] = byte;
        }
        self.map_cartridges();
    }

    /// The left cartridge remembers something else: what is seen of it changes with that.
    pub fn switch_cartridge(&mut self, latch: u8) {
        self.forget();
        self.slots.latch = latch;
        self.map_cartridges();
    }

    /// Makes $8000-$BFFF show what the slots say. [`Memory::forget`] comes first.
    fn map_cartridges(&mut self) {
        for n in 0..4 {
            let start = WINDOW + n * BLOCK;
            let (pages, bytes) = (start / 0x100..(start + BLOCK) / 0x100, start..start + BLOCK);
            let hidden = n * BLOCK..(n + 1) * BLOCK;
            if self.pages[start / 0x100] == RAM {
                self.hidden[hidden.clone()].copy_from_slice(&self.bytes[bytes.clone()]);
            }
            let kind = if self.slots.copy_block(n, &mut self.bytes[bytes.clone()]) {
                ROM
            } else {
                self.bytes[bytes].copy_from_slice(&self.hidden[hidden]);
                if start < self.installed { RAM } else { ABSENT }
            };
            self.pages[pages].fill(kind);
        }
        for page in [0x8F, 0x9F, CONTROL as u8] {
            if self.slots.watches(page) {
                self.pages[usize::from(page)] = IO;
            }
        }
        self.ram_end = self.pages.iter().take_while(|&&kind| kind == RAM).count() as u32 * 256;
    }
}
