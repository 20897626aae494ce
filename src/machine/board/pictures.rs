//! The picture being drawn and the last one completed.

use std::sync::Arc;

use crate::chips::gtia::LINE_PIXELS;
use crate::machine::config::FRAME_HEIGHT;

/// Both pictures, as palette indices row by row.
#[derive(Clone)]
pub(crate) struct Pictures {
    /// The one being drawn.
    pub drawn: Vec<u8>,
    /// The last one completed. Copied before it is changed while a caller holds it.
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

    /// The picture being drawn is complete; the next one is drawn over the one before it.
    pub(crate) fn complete(&mut self) {
        match Arc::get_mut(&mut self.last) {
            Some(last) => std::mem::swap(last, &mut self.drawn),
            None => {
                // Rows that stay the same are not drawn again, so the next picture needs their pixels.
                let before = Vec::clone(&self.last);
                self.last = Arc::new(std::mem::replace(&mut self.drawn, before));
            }
        }
    }
}
