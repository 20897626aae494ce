//! What is put out elsewhere than where its statement stands: in an image of its own, for those who want its bytes.

use super::Assembler;
use crate::assembler::image::Image;
use crate::assembler::syntax::List;

impl Assembler<'_> {
    /// The bytes of a data statement that are not put out where it stands, as they are at the address `here`.
    pub(super) fn bytes_aside(&mut self, items: List, here: i64) -> Vec<u8> {
        self.aside(Image::default(), here, |aside| aside.data(items)).bytes
    }

    /// Puts out what does not stand here, but at the address `here` of an image of its own, of which no region wants
    /// anything.
    pub(super) fn aside(&mut self, mut image: Image, here: i64, put_out: impl FnOnce(&mut Self)) -> Image {
        image.org(here, 0, None);
        let regions = self.layout.take_regions();
        let program = std::mem::replace(&mut self.image, image);
        put_out(self);
        self.layout.put_back_regions(regions);
        std::mem::replace(&mut self.image, program)
    }

    /// The bytes of a data statement that are not put out where it stands, and that no loader moves.
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
