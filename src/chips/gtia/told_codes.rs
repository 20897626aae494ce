//! The codes of a playfield, told by the colours that it is painted in. [measured: a third of what narrow objects cost over
//! rows, beside looking for the cell of each clock]

use super::painter::{PlayfieldColours, hires_of};
use crate::chips::an::{BACKGROUND, PLAYFIELD};

/// No code that exists: there are several in this colour, or none.
const UNTOLD: u8 = 1;
/// Codes in the order of their colours.
const CODES: [u8; 5] = [PLAYFIELD, PLAYFIELD + 1, PLAYFIELD + 2, PLAYFIELD + 3, BACKGROUND];

/// In place of colours, which are even: those of no pixel.
const NO_COLOURS: [u8; 3] = [1, 3, 5];

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

    /// Those of hires in these colours, where there is a playfield, if its two kinds of pixels differ: of a pair with both of them clear
    /// or set.
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

/// The code of two pixels of hires, by what each of them tells.
#[inline(always)]
pub(super) fn pair_of([left, right]: [u8; 2]) -> u8 {
    left & !1 | right & 1
}
