//! The cartridge slots: which bank is visible where, and how it is switched.
//!
//! The entire state of a cartridge is one byte, its latch. [sheet: formats 3] A switch changes the memory map: the new
//! bank is copied into the one array of 64K, after ANTIC has fetched what it fetches before the switch [time T5].

use crate::media::cart::{AfterLast, Cart, Input, Latch, Off, Window, Wiring};

/// The first address of cartridges.
pub(crate) const WINDOW: usize = 0x8000;
/// Bytes of a block, the unit in which cartridges are mapped.
pub(crate) const BLOCK: usize = 0x1000;
/// The page in which any access selects the cartridge's control line.
pub(crate) const CONTROL: u16 = 0xD5;

/// What is visible in 4K of $8000-$BFFF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// No cartridge: the RAM below, if there is any.
    Ram,
    /// A cartridge that drives no data.
    Empty,
    /// A 4K piece of the image, by number.
    Rom(usize),
    /// Two 4K pieces at once: a bit is 1 where both have a 1.
    And(usize, usize),
    /// 256 bytes of the image, repeated.
    Page(usize),
}

/// The effect of a change of the latch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The blocks of $8000-$BFFF in which the visible contents change.
    blocks: [bool; 4],
    /// RAM appears or disappears in one of them.
    pub(crate) moves_ram: bool,
}

impl Change {
    /// The blocks whose visible contents change.
    pub(crate) fn blocks(self) -> impl Iterator<Item = usize> {
        (0..4).filter(move |&n| self.blocks[n])
    }

    /// Whether the visible contents may change at an address.
    pub(crate) fn meets(self, address: u16) -> bool {
        let block = usize::from(address).checked_sub(WINDOW).map(|behind| behind / BLOCK);
        block.and_then(|n| self.blocks.get(n)).is_some_and(|&changes| changes)
    }
}

/// The two slots.
#[derive(Clone)]
pub(crate) struct Slots {
    wiring: Option<Wiring>,
    /// The left cartridge, padded at the start to whole blocks.
    rom: Vec<u8>,
    right: Option<(Wiring, Vec<u8>)>,
    /// The state of the left cartridge.
    pub(crate) latch: u8,
}

impl Slots {
    /// Slots with these cartridges.
    pub(crate) fn new(left: Option<&Cart>, right: Option<&Cart>) -> Self {
        let wiring = left.map(|cart| cart.kind.wiring());
        let latch = match wiring {
            Some(Wiring::Latched(latch)) => latch.initial,
            _ => 0,
        };
        Slots {
            wiring,
            rom: left.map(whole_blocks).unwrap_or_default(),
            right: right.map(|cart| (cart.kind.wiring(), whole_blocks(cart))),
            latch,
        }
    }

    /// Whether a cartridge can ever change its visible contents.
    #[inline]
    pub(crate) fn switches(&self) -> bool {
        !matches!(self.wiring, None | Some(Wiring::Fixed(_)))
    }

    /// Whether a cartridge responds to accesses to a page.
    pub(crate) fn watches(&self, page: u8) -> bool {
        match self.wiring {
            _ if !self.switches() => false,
            Some(Wiring::BountyBob) => matches!(page, 0x8F | 0x9F),
            _ => u16::from(page) == CONTROL,
        }
    }

    /// The effect of changing the latch to `latch`.
    pub(crate) fn change_by(&self, latch: u8) -> Change {
        let mut change = Change { blocks: [false; 4], moves_ram: false };
        for n in 0..4 {
            let [now, then] = [self.latch, latch].map(|latch| self.block(latch, n));
            change.blocks[n] = now != then;
            change.moves_ram |= (now.1 == Block::Ram) != (then.1 == Block::Ram);
        }
        change
    }

    /// What is visible in block `n`, 0 to 3, with this latch, and on which side. Where both cartridges respond the left
    /// one is visible. [guess]
    fn block(&self, latch: u8, n: usize) -> (Side, Block) {
        let left = self.wiring.map_or(Block::Ram, |wiring| block(wiring, latch, self.rom.len() / BLOCK, n));
        match &self.right {
            Some((wiring, rom)) if left == Block::Ram => {
                (Side::Right, block(*wiring, 0, rom.len() / BLOCK, n))
            }
            _ => (Side::Left, left),
        }
    }

    /// Copies the visible contents of block `n` to `into`; false if that is RAM or nothing.
    pub(crate) fn copy_block(&self, n: usize, into: &mut [u8]) -> bool {
        let (side, block) = self.block(self.latch, n);
        let rom = match (side, &self.right) {
            (Side::Right, Some((_, rom))) => rom,
            _ => &self.rom,
        };
        let piece = |n: usize| &rom[n * BLOCK..(n + 1) * BLOCK];
        match block {
            Block::Ram => return false,
            Block::Empty => into.fill(0xFF),
            Block::Rom(n) => into.copy_from_slice(piece(n)),
            Block::And(a, b) => {
                for ((byte, a), b) in into.iter_mut().zip(piece(a)).zip(piece(b)) {
                    *byte = a & b;
                }
            }
            Block::Page(page) => {
                for part in into.chunks_mut(0x100) {
                    part.copy_from_slice(&rom[page * 0x100..(page + 1) * 0x100]);
                }
            }
        }
        true
    }

    /// What a read in a page of [`Slots::watches`] returns, if the cartridge responds there.
    pub(crate) fn register(&self, address: u16) -> Option<u8> {
        match self.wiring? {
            Wiring::Sic if address & 0xE0 == 0 => Some(self.latch),
            Wiring::Ast => {
                let page = usize::from(self.latch & AST_PAGE) * 0x100;
                Some(self.rom[page + usize::from(address & 0xFF)])
            }
            _ => None,
        }
    }

    /// The latch after an access.
    pub(crate) fn after(&self, address: u16, written: Option<u8>) -> u8 {
        let Some(wiring) = self.wiring else { return self.latch };
        let low = address as u8;
        match wiring {
            Wiring::Fixed(_) => self.latch,
            Wiring::Latched(latch) => latched(latch.input, low, written).unwrap_or(self.latch),
            Wiring::Oss16 { .. } | Wiring::OssOneChip | Wiring::Oss8K => low & 0x0F,
            Wiring::XegsUpper => written.unwrap_or(self.latch),
            Wiring::BountyBob => match (address >> 12, low) {
                (8, 0xF6..=0xF9) => self.latch & 0xF0 | (low - 0xF6),
                (9, 0xF6..=0xF9) => self.latch & 0x0F | (low - 0xF6) << 4,
                _ => self.latch,
            },
            Wiring::UntilTouched(_) => 1,
            Wiring::Stepping(after) => step(self.latch, (self.rom.len() / (2 * BLOCK)) as u8, after),
            Wiring::Sic if low & 0xE0 == 0 => written.unwrap_or(self.latch),
            Wiring::Sic => self.latch,
            Wiring::Ast if written.is_some() => AST_OFF | self.latch.wrapping_add(1) & AST_PAGE,
            Wiring::Ast => self.latch,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// The latch of an AST cartridge: the visible page, and the bit that makes $A000 show RAM.
const AST_PAGE: u8 = 0x7F;
const AST_OFF: u8 = 0x80;

/// The bytes of a cartridge, padded at the start to whole blocks.
fn whole_blocks(cart: &Cart) -> Vec<u8> {
    let size = cart.kind.size();
    let mut rom = vec![0xFF; size.next_multiple_of(BLOCK) - size];
    rom.extend(&cart.rom);
    rom.resize(size.next_multiple_of(BLOCK), 0xFF);
    rom
}

/// The value that a latch takes from an access, if it takes one.
fn latched(input: Input, low: u8, written: Option<u8>) -> Option<u8> {
    match input {
        Input::Data => written,
        Input::Address => Some(low),
        Input::WrittenAddress => written.filter(|_| low < 0x20).map(|_| low),
        Input::AddressFrom { first, count } => (low.wrapping_sub(first) < count).then_some(low),
    }
}

/// The next bank of a cartridge that steps through `banks` of them; bank number `banks` stands for none.
fn step(bank: u8, banks: u8, after: AfterLast) -> u8 {
    let last = match after {
        AfterLast::First => banks - 1,
        AfterLast::OffOnce | AfterLast::Off => banks,
    };
    match (bank < last, after) {
        (true, _) => bank + 1,
        (false, AfterLast::Off) => bank,
        (false, _) => 0,
    }
}

/// What a cartridge of `blocks` 4K pieces shows in block `n` of the window.
fn block(wiring: Wiring, latch: u8, blocks: usize, n: usize) -> Block {
    let upper = |bank: usize| if n >= 2 { Block::Rom(2 * bank + n - 2) } else { Block::Ram };
    match wiring {
        Wiring::Fixed(start) => fixed(start, blocks, n),
        Wiring::Latched(by) => latched_block(by, latch, blocks, n),
        Wiring::Oss16 { .. } | Wiring::OssOneChip | Wiring::Oss8K => oss(wiring, latch, n),
        Wiring::XegsUpper => match n {
            2.. => Block::Rom(blocks - 4 + n),
            _ if latch & 8 == 0 => Block::Empty,
            _ => Block::Rom(2 * usize::from(latch & 7) + n),
        },
        Wiring::BountyBob => match n {
            0 => Block::Rom(usize::from(latch & 3)),
            1 => Block::Rom(4 + usize::from(latch >> 4 & 3)),
            _ => Block::Rom(8 + n - 2),
        },
        Wiring::UntilTouched(_) if latch != 0 => Block::Ram,
        Wiring::UntilTouched(0x8000) => Block::Rom(n),
        Wiring::UntilTouched(_) if n >= 2 => Block::Rom((n - 2) % blocks),
        Wiring::UntilTouched(_) => Block::Ram,
        Wiring::Stepping(_) if usize::from(latch) < blocks / 2 => upper(latch.into()),
        Wiring::Stepping(_) => Block::Ram,
        Wiring::Sic => {
            let seen = if n < 2 { latch & 0x20 != 0 } else { latch & 0x40 == 0 };
            if seen { Block::Rom((4 * usize::from(latch & 0x1F) + n) % blocks) } else { Block::Ram }
        }
        Wiring::Ast if n >= 2 && latch & AST_OFF == 0 => Block::Page((latch & AST_PAGE).into()),
        Wiring::Ast => Block::Ram,
    }
}

/// ROM from `start` to the end of its 8K or 16K.
fn fixed(start: u16, blocks: usize, n: usize) -> Block {
    let first = usize::from(start - WINDOW as u16) / BLOCK;
    let window = first & !1;
    if n < window || n >= first + blocks {
        Block::Ram
    } else if n < first {
        Block::Empty
    } else {
        Block::Rom(n - first)
    }
}

fn latched_block(by: Latch, latch: u8, blocks: usize, n: usize) -> Block {
    let off = match by.off {
        Off::Never => false,
        Off::Bits(bits) => latch & bits != 0,
        Off::Value(value) => latch == value,
    };
    if off {
        return Block::Ram;
    }
    let bank = match by.input {
        Input::AddressFrom { .. } => {
            let banks = blocks / 2;
            let address = usize::from(latch & 7 | (latch & 0x10) >> 1);
            banks - 1 - address % banks
        }
        _ => usize::from(latch & by.bank_bits),
    };
    match (by.window, n) {
        (Window::Both, _) => Block::Rom(4 * bank + n),
        (Window::Lower, 0 | 1) => Block::Rom(2 * bank + n),
        (Window::Lower, _) => Block::Rom(blocks - 4 + n),
        (Window::Upper, 0 | 1) => Block::Ram,
        (Window::Upper, _) => Block::Rom(2 * bank + n - 2),
    }
}

/// The cartridges of OSS: half of $A000-$BFFF is fixed.
fn oss(wiring: Wiring, latch: u8, n: usize) -> Block {
    if n < 2 {
        return Block::Ram;
    }
    let (low, high) = match wiring {
        Wiring::Oss16 { swapped } => {
            let (one, two) = if swapped { (2, 1) } else { (1, 2) };
            let low = match latch {
                0 => Block::Rom(0),
                1 => Block::And(0, one),
                3 | 7 => Block::Rom(one),
                4 => Block::Rom(two),
                5 => Block::And(1, 2),
                2 | 6 => Block::Empty,
                _ => Block::Ram,
            };
            (low, Block::Rom(3))
        }
        Wiring::OssOneChip => match latch & 9 {
            0 => (Block::Rom(1), Block::Rom(0)),
            1 => (Block::Rom(3), Block::Rom(0)),
            9 => (Block::Rom(2), Block::Rom(0)),
            _ => (Block::Ram, Block::Ram),
        },
        _ => match latch & 9 {
            0 | 1 => (Block::Rom(1), Block::Rom(0)),
            9 => (Block::Rom(0), Block::Rom(0)),
            _ => (Block::Ram, Block::Ram),
        },
    };
    match (low, n) {
        (Block::Ram, _) => Block::Ram,
        (low, 2) => low,
        _ => high,
    }
}

/// What a cartridge shows at power-on, as pieces with their addresses.
pub fn at_power_on(cart: &Cart) -> Vec<(u16, Vec<u8>)> {
    let slots = match cart.kind.is_right() {
        true => Slots::new(None, Some(cart)),
        false => Slots::new(Some(cart), None),
    };
    let mut pieces: Vec<(u16, Vec<u8>)> = Vec::new();
    let mut bytes = vec![0; BLOCK];
    for n in 0..4 {
        if !slots.copy_block(n, &mut bytes) {
            continue;
        }
        let start = (WINDOW + n * BLOCK) as u16;
        match pieces.last_mut() {
            Some((first, piece)) if usize::from(*first) + piece.len() == usize::from(start) => {
                piece.extend(&bytes)
            }
            _ => pieces.push((start, bytes.clone())),
        }
    }
    pieces
}
