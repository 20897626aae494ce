//! Drawing the gallery, and finding what is under the mouse.

use super::cells::{HEIGHT, Page, WIDTH};
use super::{COLUMNS, Focus, Gallery, Item, ROWS};
use crate::host::picture::Area;
use crate::host::window::overlay::{CELL, Overlay, WHITE, YELLOW};
use crate::machine::FRAME_HEIGHT;

/// Left edge of all text.
const MARGIN: usize = 8;
/// The line of the bar.
const BAR_Y: usize = 4;
/// The position of the first cell, and the distances between cells.
const CELLS_Y: usize = 16;
const CELL_STEP_X: usize = 80;
const CELL_STEP_Y: usize = 62;
/// Lines between a thumbnail and its label.
const LABEL_GAP: usize = 3;
/// From here on there is only text, on a black background.
const TEXT_Y: usize = 200;
/// The lines of text about the selected save.
const ABOUT_Y: [usize; 2] = [201, 210];
/// The bottom of messages: above the hint, which stays readable.
pub(crate) const MESSAGE_BOTTOM: usize = 228;
const HINT_Y: usize = 230;
const GREY: u8 = 0x06;

impl Gallery {
    /// Draws everything except the thumbnails.
    pub(crate) fn draw(&self, overlay: &mut Overlay) {
        overlay.darken();
        for (n, (x, text, item)) in self.bar_places().enumerate() {
            let colour = if item == Item::Page(self.page) { YELLOW } else { WHITE };
            if self.focus == Focus::Bar(n) {
                overlay.fill(MARGIN + x - 2, BAR_Y - 2, text.len() * CELL + 4, CELL + 4, YELLOW);
                overlay.text_at(MARGIN + x, BAR_Y, text, 0);
            } else {
                overlay.text_at(MARGIN + x, BAR_Y, text, colour);
            }
        }
        let looked_at = match self.focus {
            Focus::Cell(n) => Some(n),
            Focus::Bar(0) if self.is_offer => Some(0),
            Focus::Bar(_) => None,
        };
        for (n, x, y) in self.cell_places() {
            let cell = &self.cells[n];
            let is_focus = looked_at == Some(n);
            let frame = if is_focus { YELLOW } else { GREY };
            overlay.fill(x - 2, y - 2, WIDTH + 4, HEIGHT + 4, frame);
            overlay.fill(x, y, WIDTH, HEIGHT, 0);
            overlay.text_at(x, y + HEIGHT + LABEL_GAP, &cell.label, if is_focus { YELLOW } else { WHITE });
        }
        overlay.fill(0, TEXT_Y, Area::Visible.width(), FRAME_HEIGHT - TEXT_Y, 0);
        if let Some(n) = looked_at {
            for (text, y) in self.cells[n].about.iter().zip(ABOUT_Y) {
                overlay.text_at(MARGIN, y, text, WHITE);
            }
        } else if self.cells.is_empty() {
            overlay.text_at(MARGIN, ABOUT_Y[0], "nothing has been saved by itself yet", WHITE);
        }
        overlay.text_at(MARGIN, HINT_Y, &self.hint(), YELLOW);
    }

    /// A hint on what the keys do.
    pub(super) fn hint(&self) -> String {
        let enter = match self.focus {
            Focus::Cell(n) if self.cells[n].is_empty => "save",
            Focus::Cell(_) if self.page == Page::Slots => "load",
            Focus::Cell(_) => "play on from there",
            Focus::Bar(n) => match self.bar()[n].1 {
                Item::Newest => "play on from there",
                Item::Close if self.is_offer => "begin anew",
                Item::Close => "close",
                Item::Page(_) => "show",
                Item::Press(_) => "press",
            },
        };
        let others = match (self.is_offer, self.page) {
            (true, _) => "Esc: anew",
            (_, Page::Slots) => "S: save  Tab: journal",
            (_, Page::Journal) => "Tab: slots",
        };
        format!("Enter: {enter}  {others}")
    }

    /// Draws the thumbnails into the picture (red, green, blue).
    pub(crate) fn paste(&self, rgb: &mut [u8]) {
        for (n, x, y) in self.cell_places() {
            let Some(picture) = &self.cells[n].picture else { continue };
            for (row, pixels) in picture.chunks_exact(3 * WIDTH).enumerate() {
                let start = 3 * ((y + row) * Area::Visible.width() + x);
                rgb[start..start + 3 * WIDTH].copy_from_slice(pixels);
            }
        }
    }

    /// What is at a point of the picture.
    pub(super) fn at(&self, (across, down): (f64, f64)) -> Option<Focus> {
        let point = (across * Area::Visible.width() as f64, down * FRAME_HEIGHT as f64);
        let is_in = |x: usize, y: usize, width: usize, height: usize| {
            (x as f64..(x + width) as f64).contains(&point.0)
                && (y as f64..(y + height) as f64).contains(&point.1)
        };
        let in_bar = self.bar_places().position(|(x, text, _)| {
            is_in(MARGIN + x - CELL / 2, 0, (text.len() + 1) * CELL, BAR_Y + CELL + 3)
        });
        let mut cells = self.cell_places();
        let mut in_cell = || cells.find(|&(_, x, y)| is_in(x - 2, y - 2, CELL_STEP_X - CELL, CELL_STEP_Y));
        in_bar.map(Focus::Bar).or_else(|| in_cell().map(|(n, _, _)| Focus::Cell(n)))
    }

    /// The items of the bar, with the pixels to their left.
    fn bar_places(&self) -> impl Iterator<Item = (usize, &'static str, Item)> {
        let mut next = 0;
        self.bar().iter().map(move |&(text, item)| {
            let x = next;
            next += (text.len() + 1) * CELL;
            (x, text, item)
        })
    }

    /// The visible cells, with their upper left corners.
    fn cell_places(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let first = self.first_row * COLUMNS;
        let last = (first + ROWS * COLUMNS).min(self.cells.len());
        (first..last).map(move |n| {
            let (row, column) = ((n - first) / COLUMNS, n % COLUMNS);
            (n, MARGIN + column * CELL_STEP_X, CELLS_Y + row * CELL_STEP_Y)
        })
    }
}
