//! The contents of the chips' registers, for inspection: a program cannot read most of them.

use super::Machine;

/// A chip with registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the chips' names")]
pub enum Chip {
    Antic,
    Gtia,
    Pokey,
    Pia,
}

impl Chip {
    /// All chips.
    pub const ALL: [Chip; 4] = [Chip::Antic, Chip::Gtia, Chip::Pokey, Chip::Pia];

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Chip::Antic => "antic",
            Chip::Gtia => "gtia",
            Chip::Pokey => "pokey",
            Chip::Pia => "pia",
        }
    }

    /// The chip with that name, in upper or lower case.
    pub fn named(name: &str) -> Option<Chip> {
        Chip::ALL.into_iter().find(|chip| chip.name().eq_ignore_ascii_case(name))
    }
}

/// GTIA's write registers, from $D000 on.
const GTIA_WRITTEN: [&str; 30] = [
    "HPOSP0", "HPOSP1", "HPOSP2", "HPOSP3", "HPOSM0", "HPOSM1", "HPOSM2", "HPOSM3", "SIZEP0", "SIZEP1",
    "SIZEP2", "SIZEP3", "SIZEM", "GRAFP0", "GRAFP1", "GRAFP2", "GRAFP3", "GRAFM", "COLPM0", "COLPM1",
    "COLPM2", "COLPM3", "COLPF0", "COLPF1", "COLPF2", "COLPF3", "COLBK", "PRIOR", "VDELAY", "GRACTL",
];
/// GTIA's read registers.
const GTIA_READ: [&str; 21] = [
    "M0PF", "M1PF", "M2PF", "M3PF", "P0PF", "P1PF", "P2PF", "P3PF", "M0PL", "M1PL", "M2PL", "M3PL", "P0PL",
    "P1PL", "P2PL", "P3PL", "TRIG0", "TRIG1", "TRIG2", "TRIG3", "PAL",
];
const GTIA: u16 = 0xD000;
const CONSOL: u16 = 0xD01F;
/// POKEY's read registers with their addresses.
const POKEY_READ: [(&str, u16); 13] = [
    ("POT0", 0xD200),
    ("POT1", 0xD201),
    ("POT2", 0xD202),
    ("POT3", 0xD203),
    ("POT4", 0xD204),
    ("POT5", 0xD205),
    ("POT6", 0xD206),
    ("POT7", 0xD207),
    ("ALLPOT", 0xD208),
    ("KBCODE", 0xD209),
    ("RANDOM", 0xD20A),
    ("IRQST", 0xD20E),
    ("SKSTAT", 0xD20F),
];
const PIA: [(&str, u16); 4] = [("PORTA", 0xD300), ("PORTB", 0xD301), ("PACTL", 0xD302), ("PBCTL", 0xD303)];

impl Machine {
    /// The registers of a chip by name: the values last written to them, and what a read of those that can be read
    /// would return. Reading them here changes nothing.
    pub fn chip_registers(&self, chip: Chip) -> Vec<(&'static str, u8)> {
        let peek = |(name, address)| (name, self.peek(address));
        match chip {
            Chip::Antic => {
                let display = self.atari.display_now();
                display.antic.registers(display.cycle)
            }
            Chip::Gtia => {
                let written = GTIA_WRITTEN.into_iter().zip(self.atari.gtia.registers().iter().copied());
                let read = GTIA_READ.into_iter().zip(GTIA..).map(peek);
                written.chain(read).chain([peek(("CONSOL", CONSOL))]).collect()
            }
            Chip::Pokey => {
                let written = self.atari.serial_now().pokey.registers();
                written.into_iter().chain(POKEY_READ.map(peek)).collect()
            }
            Chip::Pia => PIA.map(peek).to_vec(),
        }
    }

    /// The addresses that ANTIC reads next: in the display list, and of playfield data.
    pub fn display_counters(&self) -> (u16, u16) {
        self.atari.display_now().antic.counters()
    }
}
