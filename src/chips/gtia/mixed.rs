//! The pixels of objects over a playfield, kept for reuse: in lores and hires they depend only on the lit objects, the
//! code and the registers, and on the colours only in the last step.
//! [measured: 10 host instructions a machine cycle with all objects on all lines]

use super::picture::{self, Registers};
use super::playfield::Decode;
use super::priority::{MOST_SELECTED, PRIORITY};

/// Codes have three bits.
const CODES: u8 = 8;
/// Enough entries that no `lit` byte and code lead beyond them.
const ENTRIES: usize = 255 * CODES as usize + 256;
/// Entry for which nothing is known.
const UNKNOWN: u8 = 0;
/// One mix for each value of a byte.
const MIXES: usize = 256;

/// Up to this many mixes, all are recomputed without checking which depend on a changed colour.
const FEW: usize = 6;

/// Number that stands for a register with black.
const NONE: u8 = 9;
/// Room for the colours of all registers, black included.
const ROOM: usize = 16;
/// Index of COLPF1.
const COLPF1: usize = 5;

/// The halves of a clock as drawn.
pub(super) type Mix = [u8; 2];

/// What drives a clock, independent of the colours.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Driven {
    /// Colour registers, a bit each.
    selected: u16,
    /// The numbers of these registers, as many as there is room for.
    registers: [u8; MOST_SELECTED],
    /// The playfield's code in hires; 0 in lores.
    code: u8,
}

impl Driven {
    /// Black.
    pub(super) const NOTHING: Driven = Driven { selected: 0, registers: [NONE; MOST_SELECTED], code: 0 };

    /// From colour registers, a bit each; the `code` matters only in hires.
    pub(super) fn of(selected: u16, code: u8, decode: Decode) -> Driven {
        let code = if decode == Decode::Hires { code } else { 0 };
        let mut driven = Driven { selected, code, ..Driven::NOTHING };
        let each = (0..NONE).filter(|register| selected >> register & 1 != 0);
        driven.registers.iter_mut().zip(each).for_each(|(place, register)| *place = register);
        driven
    }

    /// The registers that it depends on, a bit each.
    #[inline]
    fn depends_on(&self) -> u16 {
        let luma = if self.code != 0 { 1 << COLPF1 } else { 0 };
        self.selected | luma
    }

    #[inline]
    fn mix(&self, colours: &[u8; ROOM]) -> Mix {
        let colour = self.registers.iter().fold(0, |mix, register| mix | colours[usize::from(register & 15)]);
        if self.code != 0 { picture::hires_pair(colour, self.code, colours[COLPF1]) } else { [colour; 2] }
    }
}

/// The mixes by lit objects and code, for the last priority.
pub(super) struct Mixed {
    /// Numbers of mixes, for lores and for hires.
    entries: [[u8; ENTRIES]; 2],
    mixes: [Mix; MIXES],
    /// What drives each mix, from number 1 on; number 0 is [`UNKNOWN`].
    driven: Vec<Driven>,
    /// The registers that any of them depends on, a bit each.
    depends_on: u16,
    /// The entries that are known.
    known: Vec<u16>,
    /// The colour of each register, and of [`NONE`].
    colours: [u8; ROOM],
    /// The priority that the entries are for.
    by: Option<u8>,
}

impl Default for Mixed {
    fn default() -> Self {
        Mixed {
            entries: [[UNKNOWN; ENTRIES]; 2],
            mixes: [[0; 2]; MIXES],
            driven: Vec::new(),
            depends_on: 0,
            known: Vec::new(),
            colours: [0; ROOM],
            by: None,
        }
    }
}

/// A clone starts empty.
impl Clone for Mixed {
    fn clone(&self) -> Self {
        Mixed::default()
    }
}

impl std::fmt::Debug for Mixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("mixed")
    }
}

impl Mixed {
    /// Puts registers in force.
    #[inline]
    pub(super) fn begin(&mut self, registers: &Registers<'_>) {
        let by = Some(registers.prior & PRIORITY);
        if self.by != by {
            self.by = by;
            self.begin_anew();
        }
        if self.colours[..registers.colours.len()] != *registers.colours {
            self.mix_anew(registers);
        }
    }

    #[inline(never)]
    fn begin_anew(&mut self) {
        self.driven.clear();
        self.depends_on = 0;
        for place in self.known.drain(..) {
            self.entries.as_flattened_mut()[usize::from(place)] = UNKNOWN;
        }
    }

    /// Applies new colours: what drives each mix stays the same.
    #[inline(never)]
    fn mix_anew(&mut self, registers: &Registers<'_>) {
        if self.driven.len() > FEW {
            return self.mix_changed(registers.colours);
        }
        self.colours[..registers.colours.len()].copy_from_slice(registers.colours);
        for (mix, driven) in self.mixes[1..].iter_mut().zip(&self.driven) {
            *mix = driven.mix(&self.colours);
        }
    }

    /// Recomputes only the mixes that depend on a changed colour. [measured: 1.6 of 39.5 host instructions a machine
    /// cycle where one colour changes five times in lines of hires with four players]
    #[inline(never)]
    fn mix_changed(&mut self, colours: &[u8; 9]) {
        let mut changed = 0;
        for (n, (before, colour)) in self.colours.iter_mut().zip(colours).enumerate() {
            changed |= u16::from(*before != *colour) << n;
            *before = *colour;
        }
        if self.depends_on & changed == 0 {
            return;
        }
        for (mix, driven) in self.mixes[1..].iter_mut().zip(&self.driven) {
            if driven.depends_on() & changed != 0 {
                *mix = driven.mix(&self.colours);
            }
        }
    }

    /// Forgets all mixes.
    pub(super) fn forget(&mut self) {
        self.by = None;
    }

    /// The pixels of a clock, if they are known.
    #[inline(always)]
    pub(super) fn find(&self, hires: bool, lit: u8, code: u8) -> Option<Mix> {
        match self.entries[usize::from(hires)][place(lit, code)] {
            UNKNOWN => None,
            number => Some(self.mixes[usize::from(number)]),
        }
    }

    /// Computes the pixels of a clock that is `driven` by the registers in force, and keeps them.
    #[inline(never)]
    pub(super) fn learn(&mut self, hires: bool, lit: u8, code: u8, driven: Driven) -> Mix {
        let mix = driven.mix(&self.colours);
        let before = self.driven.iter().position(|known| *known == driven);
        // There are hardly ever so many mixes.
        let Ok(number) = u8::try_from(1 + before.unwrap_or(self.driven.len())) else { return mix };
        if before.is_none() {
            self.driven.push(driven);
            self.depends_on |= driven.depends_on();
            self.mixes[usize::from(number)] = mix;
        }
        let place = usize::from(hires) * ENTRIES + place(lit, code);
        self.entries.as_flattened_mut()[place] = number;
        self.known.push(place as u16);
        mix
    }
}

/// The host computes this with one addition.
#[inline(always)]
fn place(lit: u8, code: u8) -> usize {
    usize::from(lit) * usize::from(CODES) + usize::from(code)
}
