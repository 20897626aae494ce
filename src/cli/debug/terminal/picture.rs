//! The machine's picture in half blocks: two pixels per character.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use crate::host::palette::Palette;
use crate::host::picture::{Area, rgb};
use crate::machine::{FRAME_HEIGHT, Machine};

/// The upper half of a character; the lower half is the background colour.
const UPPER: &str = "\u{2580}";

/// Draws the last complete picture into a rectangle.
pub(super) fn draw(machine: &Machine, palette: &Palette, area: Rect, buffer: &mut Buffer) {
    let pixels = rgb(machine.picture(), Area::Visible, palette);
    let (columns, rows) = (usize::from(area.width), 2 * usize::from(area.height));
    for row in 0..area.height {
        for column in 0..area.width {
            let colour = |row: usize| {
                let [r, g, b] = mean(&pixels, (usize::from(column), columns), (row, rows));
                Color::Rgb(r, g, b)
            };
            let upper = 2 * usize::from(row);
            if let Some(cell) = buffer.cell_mut((area.x + column, area.y + row)) {
                cell.set_symbol(UPPER).set_fg(colour(upper)).set_bg(colour(upper + 1));
            }
        }
    }
}

/// The mean colour of one cell in a grid of columns and rows.
fn mean(pixels: &[u8], (column, columns): (usize, usize), (row, rows): (usize, usize)) -> [u8; 3] {
    let part = |n: usize, of: usize, all: usize| (n * all / of, ((n + 1) * all / of).max(n * all / of + 1));
    let width = Area::Visible.width();
    let (left, right) = part(column, columns, width);
    let (top, bottom) = part(row, rows, FRAME_HEIGHT);
    let (mut sum, mut count) = ([0usize; 3], 0);
    for y in top..bottom {
        for x in left..right {
            let at = 3 * (y * width + x);
            sum.iter_mut().zip(&pixels[at..at + 3]).for_each(|(sum, &part)| *sum += usize::from(part));
            count += 1;
        }
    }
    sum.map(|sum| (sum / count) as u8)
}
