//! The picture in the making and the last one completed.

use std::sync::Arc;

use crate::chips::gtia::LINE_PIXELS;
use crate::machine::config::FRAME_HEIGHT;

/// Both pictures, as palette indices row by row.
#[derive(Clone)]
pub(crate) struct Pictures {
    /// In the making.
    pub drawn: Vec<u8>,
    /// Completed. Whoever was given it keeps it as it is.
    last: Arc<Vec<u8>>,
}

impl Default for Pictures {
    fn default() -> Self {
        let black = vec![0; LINE_PIXELS * FRAME_HEIGHT];
        Pictures { drawn: black.clone(), last: Arc::new(black) }
    }
}

impl Pictures {
    /// The last one completed.
    pub(crate) fn last(&self) -> &Arc<Vec<u8>> {
        &self.last
    }

    /// The one in the making is complete; the next is drawn over the one before.
    pub(crate) fn complete(&mut self) {
        match Arc::get_mut(&mut self.last) {
            Some(last) => std::mem::swap(last, &mut self.drawn),
            None => {
                // Rows that stay as they were are not drawn again, so the next needs what is there.
                let before = Vec::clone(&self.last);
                self.last = Arc::new(std::mem::replace(&mut self.drawn, before));
            }
        }
    }
}
