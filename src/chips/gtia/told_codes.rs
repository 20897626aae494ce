//! The codes of a playfield in lores, told by the colours that it is painted in. [measured: a third of what narrow objects cost over
//! rows, beside looking for the cell of each clock]

use super::painter::PlayfieldColours;
use crate::chips::an::{BACKGROUND, PLAYFIELD};

/// No code that exists: there are several in this colour, or none.
const UNTOLD: u8 = 1;
/// Codes in the order of their colours.
const CODES: [u8; 5] = [PLAYFIELD, PLAYFIELD + 1, PLAYFIELD + 2, PLAYFIELD + 3, BACKGROUND];

/// By colour, for the colours seen last, the code that it tells.
#[derive(Clone, Debug)]
pub(super) struct ToldCodes {
    colours: PlayfieldColours,
    codes: [u8; 256],
}

impl Default for ToldCodes {
    fn default() -> Self {
        ToldCodes { colours: [0; CODES.len()], codes: [UNTOLD; 256] }
    }
}

impl ToldCodes {
    /// Those for these colours; it is a code that does not exist where none is told.
    #[inline]
    pub(super) fn in_colours(&mut self, colours: &PlayfieldColours) -> &[u8; 256] {
        if self.colours != *colours {
            self.tell_anew(colours);
        }
        &self.codes
    }

    #[inline(never)]
    fn tell_anew(&mut self, colours: &PlayfieldColours) {
        for colour in self.colours {
            self.codes[usize::from(colour)] = UNTOLD;
        }
        for (colour, code) in colours.iter().zip(CODES) {
            let is_told = colours.iter().filter(|other| *other == colour).count() == 1;
            self.codes[usize::from(*colour)] = if is_told { code } else { UNTOLD };
        }
        self.colours = *colours;
    }
}
