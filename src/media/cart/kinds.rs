//! The types of cartridges and how each is wired. [sheet: formats 3]

/// A type of cartridge for the 400 and 800.
#[derive(Clone, Copy)]
pub struct CartKind(&'static Row);

struct Row {
    id: u32,
    kilobytes: usize,
    name: &'static str,
    wiring: Wiring,
}

/// How the visible bank is selected. Banks are numbered in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wiring {
    /// No banks: the ROM begins here; lower addresses of its 8K read $FF.
    Fixed(u16),
    /// A latch holds the number of the bank.
    Latched(Latch),
    /// Four banks of 4K, the last one fixed at $B000; two of them can be visible at once. With `swapped` the second and
    /// the third are exchanged.
    Oss16 {
        /// As in type 45; otherwise as in type 3.
        swapped: bool,
    },
    /// Four banks of 4K, the first fixed at $B000.
    OssOneChip,
    /// Two banks of 4K, the first fixed at $B000.
    Oss8K,
    /// The last bank is fixed at $A000; $8000 shows nothing until bit 3 of the latch is set.
    XegsUpper,
    /// 4K at $8000 and at $9000, each switched by accesses to its own $xFF6 to $xFF9; 8K are fixed.
    BountyBob,
    /// The ROM, repeated to the end of its window, until the first access to $D5xx.
    UntilTouched(u16),
    /// 8K at $A000: each access to $D5xx shows the next bank.
    Stepping(AfterLast),
    /// A readable register at $D500-$D51F.
    Sic,
    /// 256 bytes, repeated in $A000-$BFFF and visible at $D500, where each write selects the next ones.
    Ast,
}

/// What follows the last bank of a [`Wiring::Stepping`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterLast {
    /// The first bank.
    First,
    /// Nothing, and then the first bank.
    OffOnce,
    /// Nothing, permanently.
    Off,
}

/// A latch that holds a bank number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latch {
    /// The source of its bits.
    pub input: Input,
    /// The bits of the bank number.
    pub bank_bits: u8,
    /// What takes the cartridge off the bus.
    pub off: Off,
    /// Where the bank is visible.
    pub window: Window,
    /// Its value at power-on.
    pub initial: u8,
}

/// The source of a latch's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The data of a write to $D5xx.
    Data,
    /// The low byte of the address of any access to $D5xx.
    Address,
    /// The low byte of the address of a write to $D500-$D51F.
    WrittenAddress,
    /// The low byte of the address of any access to the 16 or 32 addresses of $D5xx from here on; bank numbers count
    /// down.
    AddressFrom {
        /// Low byte of the first address.
        first: u8,
        /// Number of addresses.
        count: u8,
    },
}

/// What takes a cartridge off the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// Nothing.
    Never,
    /// Any of these bits in the latch.
    Bits(u8),
    /// This value in the latch.
    Value(u8),
}

/// Where a bank is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// 8K at $A000.
    Upper,
    /// 8K at $8000; the last bank is fixed at $A000.
    Lower,
    /// 16K at $8000.
    Both,
}

impl CartKind {
    /// 8K at $A000-$BFFF.
    pub const STANDARD_8K: CartKind = CartKind::known(1);
    /// 16K at $8000-$BFFF.
    pub const STANDARD_16K: CartKind = CartKind::known(2);
    /// 2K at $B800-$BFFF.
    pub(super) const STANDARD_2K: CartKind = CartKind::known(57);
    /// 4K at $B000-$BFFF.
    pub(super) const STANDARD_4K: CartKind = CartKind::known(58);
    /// 8K at $8000-$9FFF, for the right slot.
    pub(super) const RIGHT_8K: CartKind = CartKind::known(21);
    /// 4K at $9000-$9FFF, for the right slot.
    pub(super) const RIGHT_4K: CartKind = CartKind::known(59);
    /// An OSS language: 16K, with the fixed bank first.
    pub(super) const OSS: CartKind = CartKind::known(15);
    /// 40K, as in the Bounty Bob games.
    pub(super) const BOUNTY_BOB: CartKind = CartKind::known(18);

    /// A type that must exist.
    const fn known(id: u32) -> CartKind {
        let mut at = 0;
        while KINDS[at].id != id {
            at += 1;
        }
        CartKind(&KINDS[at])
    }

    /// The type with this number in a CAR header, if the machine supports it.
    pub fn by_id(id: u32) -> Option<CartKind> {
        KINDS.iter().find(|row| row.id == id).map(CartKind)
    }

    /// The types whose image has this many bytes, in the order of their numbers.
    pub fn of_size(bytes: usize) -> impl Iterator<Item = CartKind> {
        KINDS.iter().filter(move |row| row.kilobytes * 1024 == bytes).map(CartKind)
    }

    /// Its number in a CAR header.
    pub fn id(self) -> u32 {
        self.0.id
    }

    /// The bytes of its image.
    pub fn size(self) -> usize {
        self.0.kilobytes * 1024
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// How it is wired.
    pub fn wiring(self) -> Wiring {
        self.0.wiring
    }

    /// The first address at which it can ever show a byte.
    pub fn start(self) -> u16 {
        match self.0.wiring {
            Wiring::Fixed(start) | Wiring::UntilTouched(start) => start,
            Wiring::Latched(Latch { window: Window::Lower | Window::Both, .. })
            | Wiring::XegsUpper
            | Wiring::BountyBob
            | Wiring::Sic => 0x8000,
            _ => 0xA000,
        }
    }

    /// Whether it is for the right slot of the 800.
    pub fn is_right(self) -> bool {
        [CartKind::RIGHT_8K, CartKind::RIGHT_4K].contains(&self)
    }
}

impl PartialEq for CartKind {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for CartKind {}

impl std::fmt::Debug for CartKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.0.id, self.0.name)
    }
}

/// Why a number in a CAR header is not supported as a [`CartKind`], if anything is known about it.
pub(super) fn unsupported_name(id: u32) -> Option<&'static str> {
    Some(match id {
        4 | 6 | 7 | 16 | 19 | 20 | 71..=74 | 159 => "for the 5200 games console",
        68 => "Atrax 128K with scrambled lines",
        62 | 65 | 66 | 83..=98 => "rewritable flash cartridge",
        _ => return None,
    })
}

const fn row(id: u32, kilobytes: usize, name: &'static str, wiring: Wiring) -> Row {
    Row { id, kilobytes, name, wiring }
}

const fn latched(input: Input, bank_bits: u8, off: Off, window: Window) -> Wiring {
    Wiring::Latched(Latch { input, bank_bits, off, window, initial: 0 })
}

/// Switched by the address of any access; one bit takes the cartridge off the bus.
const fn by_address(bank_bits: u8, off_bit: u8) -> Wiring {
    latched(Input::Address, bank_bits, Off::Bits(off_bit), Window::Upper)
}

/// Switched by eight addresses that count down, with eight more that take the cartridge off the bus. At power-on it
/// shows the first bank. [guess]
const fn counting_down(first: u8, count: u8) -> Wiring {
    let initial = first + 7 + (count - 16);
    Wiring::Latched(Latch {
        input: Input::AddressFrom { first, count },
        bank_bits: 0,
        off: Off::Bits(8),
        window: Window::Upper,
        initial,
    })
}

const fn xegs(id: u32, kilobytes: usize, name: &'static str) -> Row {
    let bank_bits = (kilobytes / 8 - 1) as u8;
    row(id, kilobytes, name, latched(Input::Data, bank_bits, Off::Never, Window::Lower))
}

const fn switchable_xegs(id: u32, kilobytes: usize, name: &'static str) -> Row {
    let bank_bits = (kilobytes / 8 - 1) as u8 & 0x7F;
    row(id, kilobytes, name, latched(Input::Data, bank_bits, Off::Bits(0x80), Window::Lower))
}

const fn megacart(id: u32, kilobytes: usize, name: &'static str) -> Row {
    let bank_bits = (kilobytes / 16 - 1) as u8;
    row(id, kilobytes, name, latched(Input::Data, bank_bits, Off::Bits(0x80), Window::Both))
}

const fn jatari(id: u32, kilobytes: usize, name: &'static str) -> Row {
    row(id, kilobytes, name, by_address((kilobytes / 8 - 1) as u8, 0x80))
}

/// A latch with another value than zero at power-on.
const fn starting_at(initial: u8, wiring: Wiring) -> Wiring {
    match wiring {
        Wiring::Latched(latch) => Wiring::Latched(Latch { initial, ..latch }),
        other => other,
    }
}

static KINDS: [Row; 68] = [
    row(1, 8, "standard 8K", Wiring::Fixed(0xA000)),
    row(2, 16, "standard 16K", Wiring::Fixed(0x8000)),
    row(3, 16, "OSS 034M", Wiring::Oss16 { swapped: false }),
    row(5, 32, "DB 32K", latched(Input::Address, 3, Off::Never, Window::Lower)),
    row(8, 64, "Williams 64K", by_address(7, 8)),
    row(9, 64, "Express 64K", counting_down(0x70, 16)),
    row(10, 64, "Diamond 64K", counting_down(0xD0, 16)),
    row(11, 64, "SpartaDOS X 64K", counting_down(0xE0, 16)),
    xegs(12, 32, "XEGS 32K"),
    xegs(13, 64, "XEGS 64K, banks 0-7"),
    xegs(14, 128, "XEGS 128K"),
    row(15, 16, "OSS one chip", Wiring::OssOneChip),
    row(17, 128, "Atrax 128K", latched(Input::Data, 15, Off::Bits(0x80), Window::Upper)),
    row(18, 40, "Bounty Bob", Wiring::BountyBob),
    row(21, 8, "right slot 8K", Wiring::Fixed(0x8000)),
    row(22, 32, "Williams 32K", by_address(3, 8)),
    xegs(23, 256, "XEGS 256K"),
    xegs(24, 512, "XEGS 512K"),
    xegs(25, 1024, "XEGS 1M"),
    megacart(26, 16, "MegaCart 16K"),
    megacart(27, 32, "MegaCart 32K"),
    megacart(28, 64, "MegaCart 64K"),
    megacart(29, 128, "MegaCart 128K"),
    megacart(30, 256, "MegaCart 256K"),
    megacart(31, 512, "MegaCart 512K"),
    megacart(32, 1024, "MegaCart 1M"),
    switchable_xegs(33, 32, "switchable XEGS 32K"),
    switchable_xegs(34, 64, "switchable XEGS 64K"),
    switchable_xegs(35, 128, "switchable XEGS 128K"),
    switchable_xegs(36, 256, "switchable XEGS 256K"),
    switchable_xegs(37, 512, "switchable XEGS 512K"),
    switchable_xegs(38, 1024, "switchable XEGS 1M"),
    row(39, 8, "Phoenix 8K", Wiring::UntilTouched(0xA000)),
    row(40, 16, "Blizzard 16K", Wiring::UntilTouched(0x8000)),
    row(41, 128, "Atarimax 128K", latched(Input::WrittenAddress, 15, Off::Bits(0x10), Window::Upper)),
    row(42, 1024, "Atarimax 1M, old", starting_at(0x7F, by_address(0x7F, 0x80))),
    row(43, 128, "SpartaDOS X 128K", counting_down(0xE0, 32)),
    row(44, 8, "OSS 8K", Wiring::Oss8K),
    row(45, 16, "OSS 043M", Wiring::Oss16 { swapped: true }),
    row(46, 4, "Blizzard 4K", Wiring::UntilTouched(0xA000)),
    row(47, 32, "AST 32K", Wiring::Ast),
    row(50, 64, "Turbosoft 64K", by_address(7, 0x10)),
    row(51, 128, "Turbosoft 128K", by_address(15, 0x10)),
    row(52, 32, "Ultracart 32K", Wiring::Stepping(AfterLast::OffOnce)),
    row(53, 8, "low bank 8K", Wiring::Fixed(0x8000)),
    row(54, 128, "SIC! 128K", Wiring::Sic),
    row(55, 256, "SIC! 256K", Wiring::Sic),
    row(56, 512, "SIC! 512K", Wiring::Sic),
    row(57, 2, "standard 2K", Wiring::Fixed(0xB800)),
    row(58, 4, "standard 4K", Wiring::Fixed(0xB000)),
    row(59, 4, "right slot 4K", Wiring::Fixed(0x9000)),
    row(60, 32, "Blizzard 32K", Wiring::Stepping(AfterLast::Off)),
    row(61, 2048, "MegaMax 2M", latched(Input::Address, 0x7F, Off::Bits(0x80), Window::Both)),
    row(
        63,
        4096,
        "flash MegaCart 4M",
        starting_at(254, latched(Input::Data, 0xFF, Off::Value(255), Window::Both)),
    ),
    megacart(64, 2048, "MegaCart 2M"),
    row(67, 64, "XEGS 64K, banks 8-15", Wiring::XegsUpper),
    row(69, 32, "aDawliah 32K", Wiring::Stepping(AfterLast::First)),
    row(70, 64, "aDawliah 64K", Wiring::Stepping(AfterLast::First)),
    row(75, 1024, "Atarimax 1M", by_address(0x7F, 0x80)),
    row(76, 16, "Williams 16K", by_address(1, 8)),
    jatari(104, 8, "J(atari)Cart 8K"),
    jatari(105, 16, "J(atari)Cart 16K"),
    jatari(106, 32, "J(atari)Cart 32K"),
    jatari(107, 64, "J(atari)Cart 64K"),
    jatari(108, 128, "J(atari)Cart 128K"),
    jatari(109, 256, "J(atari)Cart 256K"),
    jatari(110, 512, "J(atari)Cart 512K"),
    jatari(111, 1024, "J(atari)Cart 1M"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_order_and_banks_fill_the_image() {
        assert!(KINDS.windows(2).all(|pair| pair[0].id < pair[1].id));
        for row in &KINDS {
            assert_eq!(unsupported_name(row.id), None, "{}", row.name);
            let Wiring::Latched(latch) = row.wiring else { continue };
            let bank = if latch.window == Window::Both { 16 } else { 8 };
            let banks = match latch.input {
                Input::AddressFrom { count, .. } => usize::from(count) / 2,
                _ => usize::from(latch.bank_bits) + 1,
            };
            assert_eq!(banks * bank, row.kilobytes, "{}", row.name);
        }
    }
}
