//! Rows that are no more than what ANTIC said, as GTIA shows them where no object is lit, for [`runs::shown`](crate::machine::runs::shown).

use super::pause::Pause;
use crate::chips::gtia::{Gtia, LINE_PIXELS, Look, Looks};

/// Rows that are no more than what ANTIC said, by how they look: two, as programs have colours and modes take turns.
#[derive(Clone, Default)]
pub(crate) struct PlainRow {
    said_id: u32,
    /// The one seen last, and the other.
    seen: [Seen; 2],
    /// What is said has been said before, and looked otherwise.
    pub looks_anew: bool,
    /// When the changes within a line are not to be compared.
    pause: Pause,
    /// The pixels of the one seen last, if they have been wanted twice to have objects drawn over them.
    pixels: Option<Box<[u8; LINE_PIXELS]>>,
}

/// How it looked, and the number of its pixels; 0 = not known.
#[derive(Clone, Default)]
struct Seen {
    looks: Looks,
    pixels_id: u32,
}

impl PlainRow {
    /// The number of the pixels of what ANTIC said, if it looks so, if that is how it looked last.
    #[inline]
    pub(crate) fn known(&self, said_id: u32, look: &Look) -> Option<u32> {
        let [last, _] = &self.seen;
        (self.said_id == said_id && last.looks.are(look)).then_some(last.pixels_id)
    }

    /// The number of the pixels of what ANTIC said, if it looks so: the same as before, or a `new` one.
    #[inline]
    pub(crate) fn pixels_id(&mut self, said_id: u32, look: Look, new: impl FnOnce() -> u32) -> u32 {
        let is_last = self.seen[0].looks.are(&look);
        if self.said_id != said_id || !is_last {
            self.begin(said_id);
            if !is_last && !self.turn(|looks| looks.are(&look)) {
                self.seen[0].looks = look.into();
            }
        }
        let [Seen { pixels_id, .. }, _] = &mut self.seen;
        if *pixels_id == 0 {
            *pixels_id = new();
        }
        *pixels_id
    }

    /// The number of the pixels of what ANTIC said, as `gtia` shows it in a line in the middle of which registers change: the same as
    /// before, or a `new` one; nothing where that has been asked in vain of late.
    pub(crate) fn changing_id(
        &mut self,
        said_id: u32,
        gtia: &Gtia,
        new: impl FnOnce() -> u32,
    ) -> Option<u32> {
        if !self.pause.is_over() {
            self.pause.pass();
            return None;
        }
        let is_last = gtia.looks_so(&self.seen[0].looks);
        if self.said_id != said_id || !is_last {
            self.begin(said_id);
            if !is_last && !self.turn(|looks| gtia.looks_so(looks)) {
                self.seen[0].looks = gtia.looks();
            }
        }
        let [Seen { pixels_id, .. }, _] = &mut self.seen;
        if *pixels_id == 0 {
            self.pause.begin_longer();
            *pixels_id = new();
        } else {
            self.pause = Pause::default();
        }
        Some(*pixels_id)
    }

    /// It is that row, perhaps another one, or the same that looks otherwise.
    #[inline(always)]
    fn begin(&mut self, said_id: u32) {
        self.looks_anew = self.said_id == said_id;
        self.pixels = None;
        if !self.looks_anew {
            self.said_id = said_id;
            self.seen.iter_mut().for_each(|seen| seen.pixels_id = 0);
        }
    }

    /// It does not look as it did last: whether it `is` as the other one, or else that is to be known no more.
    #[inline(always)]
    fn turn(&mut self, is: impl Fn(&Looks) -> bool) -> bool {
        self.seen.swap(0, 1);
        let [last, _] = &mut self.seen;
        let is_known = is(&last.looks);
        if !is_known {
            last.pixels_id = 0;
        }
        is_known
    }

    /// Makes `picture` what ANTIC said, if it looks so: as it was kept, or as `paint` does it, which is told
    /// whether the same was said before and looked otherwise. [measured: 2 of 44 host
    /// instructions a machine cycle with all objects on all lines]
    #[inline]
    pub(crate) fn copy_to(
        &mut self,
        said_id: u32,
        look: Look,
        new: impl FnOnce() -> u32,
        paint: impl FnOnce(bool, &mut [u8; LINE_PIXELS]),
        picture: &mut [u8; LINE_PIXELS],
    ) {
        let known = self.known(said_id, &look).is_some();
        self.pixels_id(said_id, look, new);
        if let Some(pixels) = &self.pixels {
            *picture = **pixels;
            return;
        }
        paint(self.looks_anew, picture);
        if known {
            self.pixels = Some(Box::new(*picture));
        }
    }
}
