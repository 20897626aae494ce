//! How stretches are run.

use crate::cpu::how;

/// How a stretch is run.
// The quick ones by their numbers in `how`: one bit tells whether somebody looks, which is asked at each stretch. [measured]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Manner {
    /// Quickly, with code in RAM: nobody sees the values on the bus, and nothing interrupts.
    InRam = how::IN_RAM,
    /// Quickly, with code in read-only memory: nobody sees the values on the bus, and nothing interrupts.
    InRom = how::IN_ROM,
    /// With code in RAM, and an eye on the bus.
    InRamSeen = how::IN_RAM_SEEN,
    /// With code in read-only memory, and an eye on the bus.
    InRomSeen = how::IN_ROM_SEEN,
    /// With an eye on the bus and on the interrupt pins, with code anywhere.
    Carefully = 4,
    /// Not at all: the exact way.
    Exactly = 5,
    /// The sequence of an interrupt comes, behind a stretch that has run quickly up to it, and somebody is to look before.
    Interrupted = 8,
}

impl Manner {
    /// The quick manner of that number.
    #[inline(always)]
    pub(crate) const fn quick(number: u8) -> Self {
        match number {
            how::IN_RAM => Manner::InRam,
            how::IN_ROM => Manner::InRom,
            how::IN_RAM_SEEN => Manner::InRamSeen,
            _ => Manner::InRomSeen,
        }
    }

    /// Its number, if it is a quick one; of others only that nobody looks as in those.
    #[inline(always)]
    pub(crate) const fn how(self) -> u8 {
        self as u8 & how::IN_ROM_SEEN
    }

    /// Whether it is a quick one.
    #[inline(always)]
    pub(crate) const fn is_quick(self) -> bool {
        self as u8 <= how::IN_ROM_SEEN
    }

    /// This manner with an eye on the bus.
    #[inline]
    pub(crate) const fn seen(self) -> Self {
        match self {
            Manner::InRam => Manner::InRamSeen,
            Manner::InRom => Manner::InRomSeen,
            manner => manner,
        }
    }

    /// Whether it is a quick one with an eye on the bus.
    #[inline]
    pub(crate) fn is_seen(self) -> bool {
        how::is_seen(self as u8)
    }
}
