//! The look of a row: everything that its pixels depend on apart from what it says, if no object is lit.

use super::change::Change;
use super::painter::PlayfieldColours;
use super::pairs::PairsPainter;
use super::playfield::Decode;
use crate::chips::an::Row;

/// How the codes of a row are read, and the colours that count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// One of GTIA's own modes, or lores, which also stands for hires: the row says which of the two.
    pub(super) decode: Decode,
    playfield: PlayfieldColours,
    /// COLPM0 to COLPM3 if the playfield may use them, otherwise 0.
    objects: [u8; 4],
}

/// The look of a chip that has just been switched on.
impl Default for Look {
    fn default() -> Self {
        Look::of(Decode::Lores, &[0; 9])
    }
}

impl Look {
    /// The look of a playfield that is read this way, in these colours, COLPM0 to COLBK.
    #[inline(always)]
    pub(super) fn of(decode: Decode, colours: &[u8; 9]) -> Self {
        let [p0, p1, p2, p3, playfield @ ..] = *colours;
        match decode {
            Decode::Lumas | Decode::Registers | Decode::Hues => {
                Look { decode, playfield, objects: [p0, p1, p2, p3] }
            }
            _ => Look { decode: Decode::Lores, playfield, objects: [0; 4] },
        }
    }

    /// The colours of the playfield in lores and hires; none in GTIA's own modes.
    #[inline]
    pub fn playfield(&self) -> Option<PlayfieldColours> {
        (self.decode == Decode::Lores).then_some(self.playfield)
    }

    /// All colours, COLPM0 to COLBK.
    pub(super) fn colours(&self) -> [u8; 9] {
        let ([p0, p1, p2, p3], [f0, f1, f2, f3, bk]) = (self.objects, self.playfield);
        [p0, p1, p2, p3, f0, f1, f2, f3, bk]
    }

    /// Whether such a row can be painted by [`Gtia::paint_look`](super::Gtia::paint_look).
    #[inline]
    pub fn may_paint(&self, row: &Row) -> bool {
        self.decode == Decode::Lores || PairsPainter::may_paint(row)
    }
}

/// The look of a row in which registers may change: at its beginning, and the changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looks {
    /// Before any change.
    pub(super) first: Look,
    /// The changes and their clocks.
    pub(super) changes: Vec<(u16, Change)>,
}

impl Looks {
    /// Whether nothing changes in it and it has this look.
    #[inline]
    pub fn are(&self, look: &Look) -> bool {
        self.changes.is_empty() && self.first == *look
    }
}

/// The looks of a row in which nothing changes.
impl From<Look> for Looks {
    fn from(first: Look) -> Self {
        Looks { first, changes: Vec::new() }
    }
}
