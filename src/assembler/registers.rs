//! Official names of chip registers that mean something else, or nothing, in the other access direction.

use crate::cpu::opcodes::Access;

/// Names of write registers, in address order from the first address on; `-` stands for none. [sheet: gtia 1,
/// pokey 1, antic 2]
const WRITTEN: [(u16, &str); 3] = [
    (
        0xD000,
        "HPOSP0 HPOSP1 HPOSP2 HPOSP3 HPOSM0 HPOSM1 HPOSM2 HPOSM3 SIZEP0 SIZEP1 SIZEP2 SIZEP3 SIZEM GRAFP0 GRAFP1 GRAFP2 GRAFP3 \
         GRAFM COLPM0 COLPM1 COLPM2 COLPM3 COLPF0 COLPF1 COLPF2 COLPF3 COLBK PRIOR VDELAY GRACTL HITCLR",
    ),
    (
        0xD200,
        "AUDF1 AUDC1 AUDF2 AUDC2 AUDF3 AUDC3 AUDF4 AUDC4 AUDCTL STIMER SKRES POTGO - SEROUT IRQEN SKCTL",
    ),
    (0xD400, "DMACTL CHACTL DLISTL DLISTH HSCROL VSCROL - PMBASE - CHBASE WSYNC - - - NMIEN NMIRES"),
];
/// Names of read registers.
const READ: [(u16, &str); 3] = [
    (
        0xD000,
        "M0PF M1PF M2PF M3PF P0PF P1PF P2PF P3PF M0PL M1PL M2PL M3PL P0PL P1PL P2PL P3PL TRIG0 TRIG1 TRIG2 TRIG3 PAL",
    ),
    (0xD200, "POT0 POT1 POT2 POT3 POT4 POT5 POT6 POT7 ALLPOT KBCODE RANDOM - - SERIN IRQST SKSTAT"),
    (0xD40B, "VCOUNT PENH PENV - NMIST"),
];
/// Strobe registers: the value written does not matter, so an instruction that reads before it writes is
/// fine.
const STROBES: [&str; 6] = ["HITCLR", "STIMER", "SKRES", "POTGO", "WSYNC", "NMIRES"];
/// Write-only registers, with the system's shadow registers. [sheet: os 3]
const SHADOWS: [(&str, &str); 17] = [
    ("COLPM0", "PCOLR0"),
    ("COLPM1", "PCOLR1"),
    ("COLPM2", "PCOLR2"),
    ("COLPM3", "PCOLR3"),
    ("COLPF0", "COLOR0"),
    ("COLPF1", "COLOR1"),
    ("COLPF2", "COLOR2"),
    ("COLPF3", "COLOR3"),
    ("COLBK", "COLOR4"),
    ("PRIOR", "GPRIOR"),
    ("DMACTL", "SDMCTL"),
    ("CHACTL", "CHACT"),
    ("CHBASE", "CHBAS"),
    ("DLISTL", "SDLSTL"),
    ("DLISTH", "SDLSTH"),
    ("IRQEN", "POKMSK"),
    ("SKCTL", "SSKCTL"),
];

/// The chips' addresses.
pub(super) const CHIPS: std::ops::Range<i64> = 0xD000..0xD500;

/// The warning about an instruction that uses a register by this name, with a hint; none if the name fits the
/// instruction's access, or is not an official one.
pub(super) fn misuse(name: &str, address: i64, access: Access) -> Option<(String, String)> {
    let address = u16::try_from(address).ok().filter(|_| CHIPS.contains(&address))?;
    let [read, written] = [READ, WRITTEN].map(|names| named(&names, address));
    let is = |official: &&str| official.eq_ignore_ascii_case(name);
    let is_strobed = access == Access::Modify && STROBES.iter().any(is);
    if let Some(name) = written.filter(is).filter(|_| access.reads() && !is_strobed) {
        let keeps = match SHADOWS.iter().find(|(register, _)| *register == name) {
            Some((_, shadow)) => {
                format!("keep what you write in a variable, or use the system's, which is `{shadow}`")
            }
            None if STROBES.contains(&name) => "the value written to it does not matter".to_owned(),
            None => "keep what you write in a variable".to_owned(),
        };
        let message = match read {
            Some(read) => format!("`{name}` is write-only: reading ${address:04X} gives `{read}`"),
            None => {
                format!("`{name}` is write-only: reading ${address:04X} does not give what was written")
            }
        };
        let help = match read.filter(|_| access == Access::Read) {
            Some(read) => format!("use `{read}` if that is meant; otherwise {keeps}"),
            None => keeps,
        };
        return Some((message, help));
    }
    let name = read.filter(is).filter(|_| access.writes())?;
    Some(match written {
        Some(written) => (
            format!("`{name}` is read-only: a write to ${address:04X} goes to `{written}`"),
            format!("use `{written}` if that is meant"),
        ),
        None => (
            format!("`{name}` is read-only: a write to ${address:04X} does nothing"),
            "leave it out, or write to another register".to_owned(),
        ),
    })
}

/// The name of an address.
fn named(names: &[(u16, &'static str)], address: u16) -> Option<&'static str> {
    let within = names.iter().rev().find(|(first, _)| *first <= address)?;
    within.1.split(' ').nth(usize::from(address - within.0)).filter(|name| *name != "-")
}
