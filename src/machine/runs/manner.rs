//! How stretches are run.

use crate::cpu::how;

/// How a stretch is run.
// The quick ones have their numbers from `how`: one bit tells whether a chip reads the bus, which is checked at each
// stretch. [measured]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Manner {
    /// Quickly, with code in RAM: no chip reads the bus, and nothing interrupts.
    InRam = how::IN_RAM,
    /// Quickly, with code in read-only memory: no chip reads the bus, and nothing interrupts.
    InRom = how::IN_ROM,
    /// With code in RAM, keeping bus values.
    InRamKeepingBus = how::IN_RAM_KEEPING_BUS,
    /// With code in read-only memory, keeping bus values.
    InRomKeepingBus = how::IN_ROM_KEEPING_BUS,
    /// Keeping bus values and sampling the interrupt pins, with code anywhere.
    Carefully = 4,
    /// Not in a stretch: the exact way.
    Exactly = 5,
    /// The sequence of an interrupt follows a stretch that has run quickly up to it, but something has to be examined
    /// first.
    Interrupted = 8,
}

impl Manner {
    /// The quick manner with this number.
    #[inline(always)]
    pub(crate) const fn quick(number: u8) -> Self {
        match number {
            how::IN_RAM => Manner::InRam,
            how::IN_ROM => Manner::InRom,
            how::IN_RAM_KEEPING_BUS => Manner::InRamKeepingBus,
            _ => Manner::InRomKeepingBus,
        }
    }

    /// Its number, if it is a quick one; otherwise only the bit for keeping bus values is meaningful, and is clear.
    #[inline(always)]
    pub(crate) const fn how(self) -> u8 {
        self as u8 & how::IN_ROM_KEEPING_BUS
    }

    /// Whether it is a quick manner.
    #[inline(always)]
    pub(crate) const fn is_quick(self) -> bool {
        self as u8 <= how::IN_ROM_KEEPING_BUS
    }

    /// This manner, but keeping bus values.
    #[inline]
    pub(crate) const fn keeping_bus(self) -> Self {
        match self {
            Manner::InRam => Manner::InRamKeepingBus,
            Manner::InRom => Manner::InRomKeepingBus,
            manner => manner,
        }
    }

    /// Whether it is a quick manner that keeps bus values.
    #[inline]
    pub(crate) fn keeps_bus(self) -> bool {
        how::keeps_bus(self as u8)
    }
}
