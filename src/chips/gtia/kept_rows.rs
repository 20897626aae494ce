//! Rows of the picture kept for reuse: a row in which no register changes and no object is lit depends on
//! ANTIC's codes and the registers alone, and is mostly the same as in the frame before.
//! [measured: a third of the cost of drawing it]

use super::picture::LINE_PIXELS;
use crate::chips::an::{AnLine, FIRST_VISIBLE_CLOCK, LAST_VISIBLE_CLOCK};

/// Clocks of a picture row.
const CLOCKS: usize = LAST_VISIBLE_CLOCK + 1 - FIRST_VISIBLE_CLOCK;

/// What a row is drawn with besides the codes: the registers, and whether the codes are hires.
pub(super) type RowKey = ([u8; 11], bool);

#[derive(Clone, Debug)]
struct Row {
    key: Option<RowKey>,
    codes: [u8; CLOCKS],
    pixels: [u8; LINE_PIXELS],
}

/// The rows of a picture.
#[derive(Debug, Default)]
pub(super) struct KeptRows {
    rows: Vec<Row>,
}

/// A copied chip keeps its rows anew: they would be most of it.
impl Clone for KeptRows {
    fn clone(&self) -> Self {
        KeptRows::default()
    }
}

impl KeptRows {
    /// Copies row `number` to `picture` if it was drawn with the same codes and registers.
    pub(super) fn reuse(
        &self,
        number: usize,
        key: RowKey,
        an: &AnLine,
        picture: &mut [u8; LINE_PIXELS],
    ) -> bool {
        let Some(row) = self.rows.get(number) else { return false };
        let same = row.key == Some(key) && row.codes == *visible(an);
        if same {
            picture.copy_from_slice(&row.pixels);
        }
        same
    }

    /// Keeps row `number` as it has been drawn.
    pub(super) fn keep(&mut self, number: usize, key: RowKey, an: &AnLine, picture: &[u8; LINE_PIXELS]) {
        if self.rows.len() <= number {
            self.rows.resize(number + 1, Row { key: None, codes: [0; CLOCKS], pixels: [0; LINE_PIXELS] });
        }
        self.rows[number] = Row { key: Some(key), codes: *visible(an), pixels: *picture };
    }
}

fn visible(an: &AnLine) -> &[u8; CLOCKS] {
    an.codes[FIRST_VISIBLE_CLOCK..].first_chunk().expect("the line is longer")
}
