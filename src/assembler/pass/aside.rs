//! Produces bytes into a separate image, for statements that use the bytes elsewhere.

use super::Assembler;
use crate::assembler::image::Image;
use crate::assembler::syntax::List;

impl Assembler<'_> {
    /// The bytes of a data statement as if at the address `here`, without output.
    pub(super) fn bytes_aside(&mut self, items: List, here: i64) -> Vec<u8> {
        self.aside(Image::default(), here, |aside| aside.data(items)).bytes
    }

    /// Calls `put_out` with a separate image at the address `here`, to which no regions apply.
    pub(super) fn aside(&mut self, mut image: Image, here: i64, put_out: impl FnOnce(&mut Self)) -> Image {
        image.org(here, 0, None);
        let regions = self.layout.take_regions();
        let program = std::mem::replace(&mut self.image, image);
        put_out(self);
        self.layout.put_back_regions(regions);
        std::mem::replace(&mut self.image, program)
    }

    /// The bytes of a data statement without output, which must not be relocatable.
    pub(super) fn fixed_aside(&mut self, items: List) -> Vec<u8> {
        let noted = self.movement.noted();
        let bytes = self.bytes_aside(items, self.image.here);
        if self.movement.noted() != noted {
            let message = "a relocatable address is not possible here: it would not be relocated".to_owned();
            self.error(self.place, message, None);
        }
        bytes
    }
}
