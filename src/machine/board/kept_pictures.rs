//! What GTIA did in lines that are known, for [`runs::shown`](crate::machine::runs::shown).

use super::foresight::Foresight;
use crate::chips::gtia::{GtiaMoment, GtiaWrites, LINE_PIXELS, PlayfieldColours};

/// What has data that are fetched: the missiles and four players.
pub(crate) const OBJECTS: usize = 5;

/// GTIA's part of a line: what it does if it begins the line in one state and the same is written to it.
///
/// What is asked of each line in each frame stands first.
#[derive(Clone)]
#[repr(C)]
pub(crate) struct KeptPicture {
    /// In how many frames on end all of the line came out as before.
    pub steady: Steady,
    /// Different in all that are kept since power-on.
    pub id: u32,
    /// GTIA's part of the line that followed; 0 = not known.
    pub next_id: u32,
    /// Number of what ANTIC said.
    pub said_id: u32,
    /// Number of its pixels.
    pub pixels_id: u32,
    /// The objects' data.
    pub loads: [u8; OBJECTS],
    /// It is the row that ANTIC said in the colours of the start, and no more.
    pub is_plain: bool,
    /// It has been of use since it was kept.
    pub used: bool,
    /// Another one came where it was expected first.
    pub in_vain: bool,
    /// All that was on its way at the end of the line, if the CPU wrote anything.
    pub writes: Option<GtiaWrites>,
    /// Just after the line was planned.
    pub start: GtiaMoment,
    /// When the next one began.
    pub end: GtiaMoment,
    /// The picture's row, if it was drawn and is not [`KeptPicture::is_plain`].
    pub pixels: Option<[u8; LINE_PIXELS]>,
}

/// In which frames a line came out as before, the picture's row included.
#[derive(Clone, Copy)]
pub(crate) struct Steady {
    /// In this one last.
    passed: u64,
    /// And in all since this one.
    since: u64,
}

impl Steady {
    /// In none.
    pub(crate) const NOT: Steady = Steady { passed: u64::MAX, since: u64::MAX };

    /// It has come out so in `frame`; before the frame `drawn_since` other pictures may have been drawn.
    #[inline]
    pub(crate) fn pass(&mut self, frame: u64, drawn_since: u64) {
        if self.passed.wrapping_add(1) != frame || self.since < drawn_since {
            self.since = frame;
        }
        self.passed = frame;
    }

    /// Whether it did so in two frames on end up to the one before `frame` or this: since all are drawn or none, both
    /// pictures have its row then.
    #[inline]
    pub(crate) fn holds(&self, frame: u64, drawn_since: u64) -> bool {
        frame.wrapping_sub(self.passed) <= 1 && (drawn_since..self.passed).contains(&self.since)
    }
}

/// Rows that are no more than what ANTIC said, by their colours.
#[derive(Clone, Default)]
pub(crate) struct PlainRow {
    said_id: u32,
    pixels_id: u32,
    colours: PlayfieldColours,
    /// What is said has been said before, in other colours.
    pub is_recoloured: bool,
    /// Those pixels, if they have been wanted twice to have objects drawn over them.
    pixels: Option<Box<[u8; LINE_PIXELS]>>,
}

impl PlainRow {
    /// The number of the pixels of what ANTIC said, in these colours, if they are known.
    #[inline]
    pub(crate) fn known(&self, said_id: u32, colours: &PlayfieldColours) -> Option<u32> {
        (self.said_id == said_id && self.colours == *colours).then_some(self.pixels_id)
    }

    /// The number of the pixels of what ANTIC said, in these colours: the same as before, or a `new` one.
    #[inline]
    pub(crate) fn pixels_id(
        &mut self,
        said_id: u32,
        colours: PlayfieldColours,
        new: impl FnOnce() -> u32,
    ) -> u32 {
        if (self.said_id, self.colours) != (said_id, colours) {
            let is_recoloured = self.said_id == said_id;
            *self = PlainRow { said_id, colours, pixels_id: new(), is_recoloured, pixels: None };
        }
        self.pixels_id
    }

    /// Makes `picture` what ANTIC said, in these colours: as it was kept, or as `paint` does it, which is told
    /// whether the same was said before in other colours. [measured: 2 of 44 host
    /// instructions a machine cycle with all objects on all lines]
    #[inline]
    pub(crate) fn copy_to(
        &mut self,
        said_id: u32,
        colours: PlayfieldColours,
        new: impl FnOnce() -> u32,
        paint: impl FnOnce(bool, &mut [u8; LINE_PIXELS]),
        picture: &mut [u8; LINE_PIXELS],
    ) {
        let known = self.known(said_id, &colours).is_some();
        self.pixels_id(said_id, colours, new);
        if let Some(pixels) = &self.pixels {
            *picture = **pixels;
            return;
        }
        paint(self.is_recoloured, picture);
        if known {
            self.pixels = Some(Box::new(*picture));
        }
    }
}

/// What is known of GTIA in the current line, which is known.
#[derive(Clone, Default)]
pub(crate) struct Shown {
    /// It began the line as it is kept.
    pub as_kept: bool,
    /// It has been left behind at the start of a line before, since when it does what is kept.
    pub is_behind: bool,
    /// The CPU has written to it in this line.
    pub written: bool,
    /// The collisions at its end, if they are foreseen.
    pub foresight: Foresight,
    /// How it began the line, if that is to be kept.
    pub began: Option<GtiaMoment>,
    /// Place of the line before, if GTIA's part of it is kept and came out so.
    pub before: Option<usize>,
}

impl Shown {
    /// The next line has begun, and all was so with the one at place `before`.
    #[inline]
    pub(crate) fn follow(&mut self, before: usize) {
        (self.is_behind, self.before) = (true, Some(before));
    }
}
