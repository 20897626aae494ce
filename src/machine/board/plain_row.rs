//! Rows of pixels that show exactly what ANTIC said, without lit objects, for
//! [`runs::shown`](crate::machine::runs::shown).

use super::pause::Pause;
use crate::chips::gtia::{Gtia, LINE_PIXELS, Look, Looks};

/// A row of pixels that shows exactly what ANTIC said, as last seen.
#[derive(Clone, Default)]
pub(crate) struct PlainRow {
    said_id: u32,
    pixels_id: u32,
    looks: Looks,
    /// The same had been said before, but looked different.
    pub looks_anew: bool,
    /// How long not to compare changes within a line.
    pause: Pause,
    /// The pixels, once objects have been drawn over them twice.
    pixels: Option<Box<[u8; LINE_PIXELS]>>,
}

impl PlainRow {
    /// The number of the pixels for what ANTIC said, with this `look`, if they are known.
    #[inline]
    pub(crate) fn known(&self, said_id: u32, look: &Look) -> Option<u32> {
        (self.said_id == said_id && self.looks.are(look)).then_some(self.pixels_id)
    }

    /// The number of the pixels for what ANTIC said, with this `look`: the same as before, or a `new` one.
    #[inline]
    pub(crate) fn pixels_id(&mut self, said_id: u32, look: Look, new: impl FnOnce() -> u32) -> u32 {
        let is_same = self.looks.are(&look);
        if self.said_id != said_id || !is_same {
            self.begin(said_id, new());
            if !is_same {
                self.looks = look.into();
            }
        }
        self.pixels_id
    }

    /// The number of the pixels for what ANTIC said, as `gtia` shows it in a line in which registers change: the same
    /// as before, or a `new` one. `None` while a pause lasts, because comparing has been in vain recently.
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
        let is_same = gtia.looks_so(&self.looks);
        if self.said_id == said_id && is_same {
            self.pause = Pause::default();
        } else {
            self.pause.begin_longer();
            self.begin(said_id, new());
            if !is_same {
                self.looks = gtia.looks();
            }
        }
        Some(self.pixels_id)
    }

    /// The row or its look is a different one: gives its pixels this number.
    #[inline(always)]
    fn begin(&mut self, said_id: u32, pixels_id: u32) {
        self.looks_anew = self.said_id == said_id;
        (self.said_id, self.pixels_id, self.pixels) = (said_id, pixels_id, None);
    }

    /// Draws what ANTIC said, with this `look`, into `picture`: from the kept pixels, or with `paint`, which is told
    /// whether the same was said before but looked different.
    /// [measured: 2 of 44 host instructions a machine cycle with all objects on all lines]
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
