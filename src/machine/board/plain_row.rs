//! Rows that are no more than what ANTIC said, as GTIA shows them where no object is lit, for [`runs::shown`](crate::machine::runs::shown).

use super::pause::Pause;
use crate::chips::gtia::{Gtia, LINE_PIXELS, Look, Looks};

/// A row that is no more than what ANTIC said, as it was seen last.
#[derive(Clone, Default)]
pub(crate) struct PlainRow {
    said_id: u32,
    pixels_id: u32,
    looks: Looks,
    /// What is said has been said before, and looked otherwise.
    pub looks_anew: bool,
    /// When the changes within a line are not to be compared.
    pause: Pause,
    /// Its pixels, if they have been wanted twice to have objects drawn over them.
    pixels: Option<Box<[u8; LINE_PIXELS]>>,
}

impl PlainRow {
    /// The number of the pixels of what ANTIC said, if it looks so, if they are known.
    #[inline]
    pub(crate) fn known(&self, said_id: u32, look: &Look) -> Option<u32> {
        (self.said_id == said_id && self.looks.are(look)).then_some(self.pixels_id)
    }

    /// The number of the pixels of what ANTIC said, if it looks so: the same as before, or a `new` one.
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

    /// It is another row, or looks otherwise: its pixels have that number.
    #[inline(always)]
    fn begin(&mut self, said_id: u32, pixels_id: u32) {
        self.looks_anew = self.said_id == said_id;
        (self.said_id, self.pixels_id, self.pixels) = (said_id, pixels_id, None);
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
