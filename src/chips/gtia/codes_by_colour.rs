//! The codes of a playfield, derived ("told") from the colours that it is painted in. [measured: a third of what narrow
//! objects cost over rows, compared with looking up the cell of each clock]

use super::painter::{PlayfieldColours, hires_of};
use crate::chips::an::{BACKGROUND, PLAYFIELD};

/// A code that does not exist: several codes have this colour, or none.
const UNTOLD: u8 = 1;
/// Codes in the order of their colours.
const CODES: [u8; 5] = [PLAYFIELD, PLAYFIELD + 1, PLAYFIELD + 2, PLAYFIELD + 3, BACKGROUND];

/// Used in place of colours, which are even; no pixel has them.
const NO_COLOURS: [u8; 3] = [1, 3, 5];

/// For the last set of colours: the code that each colour tells.
#[derive(Clone, Debug)]
pub(super) struct CodesByColour {
    colours: PlayfieldColours,
    codes: [u8; 256],
}

impl Default for CodesByColour {
    fn default() -> Self {
        CodesByColour { colours: [0; CODES.len()], codes: [UNTOLD; 256] }
    }
}

impl CodesByColour {
    /// The table for these colours. Where no code is told, the entry is one that does not exist.
    #[inline]
    pub(super) fn in_colours(&mut self, colours: &PlayfieldColours) -> &[u8; 256] {
        if self.colours != *colours {
            self.tell_anew(colours);
        }
        &self.codes
    }

    /// The table for hires in these colours, within the playfield: for pairs with both pixels clear or set. `None` if
    /// the two kinds of pixels have the same colour.
    #[inline]
    pub(super) fn in_hires(&mut self, colours: &PlayfieldColours) -> Option<&[u8; 256]> {
        let [clear, set] = hires_of(*colours);
        let [of_one, of_two, of_background] = NO_COLOURS;
        (clear != set).then(|| self.in_colours(&[clear, of_one, of_two, set, of_background]))
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

/// The code of two hires pixels, from what each of them tells.
#[inline(always)]
pub(super) fn hires_code([left, right]: [u8; 2]) -> u8 {
    left & !1 | right & 1
}
