//! What a row looks like: all that its pixels depend on besides what it says, where no object is lit.

use super::change::Change;
use super::painter::PlayfieldColours;
use super::pairs::PairsPainter;
use super::playfield::Decode;
use crate::chips::an::Row;

/// How the codes of a row are read, and the colours that count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// One of GTIA's own modes, or lores, which stands for hires, too: the row says which of them.
    pub(super) decode: Decode,
    playfield: PlayfieldColours,
    /// COLPM0 to COLPM3 where the playfield may have them, else 0.
    objects: [u8; 4],
}

/// That of a chip that has just been switched on.
impl Default for Look {
    fn default() -> Self {
        Look::of(Decode::Lores, &[0; 9])
    }
}

impl Look {
    /// That of a playfield which is read so, in those colours, COLPM0 to COLBK.
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

    /// Whether it is known how such a row is painted: [`Gtia::paint_look`](super::Gtia::paint_look).
    #[inline]
    pub fn may_paint(&self, row: &Row) -> bool {
        self.decode == Decode::Lores || PairsPainter::may_paint(row)
    }
}

/// How a row looks in which registers may change in the middle: at its beginning, and by what changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looks {
    /// Before anything changes.
    pub(super) first: Look,
    /// What changes, and at which clocks.
    pub(super) changes: Vec<(u16, Change)>,
}

impl Looks {
    /// Whether nothing changes in it, and it looks so.
    #[inline]
    pub fn are(&self, look: &Look) -> bool {
        self.changes.is_empty() && self.first == *look
    }
}

/// Those of a row in which nothing changes.
impl From<Look> for Looks {
    fn from(first: Look) -> Self {
        Looks { first, changes: Vec::new() }
    }
}
