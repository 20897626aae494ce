//! The memory map as a drawing: 256 pages in a square, one row for 4 KB.

use super::{Block, Kind, MemoryMap};
use crate::inspect::svg::Drawing;

/// Addresses of a row.
const ROW: u32 = 0x1000;
/// Height of a row and its distance to the next, in drawing units; 4 addresses are one unit wide.
const ROW_HEIGHT: u32 = 28;
const ROW_PITCH: u32 = 32;
const LEFT: u32 = 60;
const TOP: u32 = 40;

impl MemoryMap {
    /// The map as a drawing, an SVG document.
    pub fn svg(&self) -> String {
        draw(self)
    }
}

fn draw(map: &MemoryMap) -> String {
    let (width, height) = (LEFT + ROW / 4 + 20, TOP + 16 * ROW_PITCH + 20);
    let mut svg = Drawing::new(width, height, "font-family=\"monospace\" font-size=\"10\"");
    svg.text(LEFT, 20, "font-size=\"14\"", "Memory map");
    for row in 0..16 {
        let (y, address) = (TOP + row * ROW_PITCH, row * ROW);
        svg.text(10, y + 18, "", &format!("${address:04X}"));
        rectangle(&mut svg, LEFT, y, ROW / 4, "#f4f4f4", None);
    }
    let blocks = [&map.hardware, &map.regions, &map.segments, &map.modules, &map.procedures];
    for block in blocks.into_iter().flatten() {
        draw_block(&mut svg, block, colour(block.kind));
    }
    for overlap in &map.overlaps {
        let name = format!("{} over {}", overlap.second, overlap.first);
        draw_block(&mut svg, &Block::new(name, Kind::Segment, overlap.start, overlap.end), "#d03030");
    }
    svg.finish()
}

fn colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Segment => "#bdd7ee",
        Kind::Module => "#9dc3e6",
        Kind::Procedure => "#c5e0b4",
        Kind::Region => "#fff2cc",
        Kind::Hardware => "#d0cece",
        Kind::Gap => "none",
    }
}

/// A block is cut where rows end; the first piece with room for it carries the name.
fn draw_block(svg: &mut Drawing, block: &Block, fill: &str) {
    let (mut start, end) = (u32::from(block.start), u32::from(block.end) + 1);
    let mut named = false;
    while start < end {
        let row = start / ROW;
        let piece_end = end.min((row + 1) * ROW);
        let (x, y) = (LEFT + start % ROW / 4, TOP + row * ROW_PITCH);
        let width = ((piece_end - start) / 4).max(1);
        let title = format!("${:04X}-${:04X} {} ({} bytes)", block.start, block.end, block.name, block.size);
        rectangle(svg, x, y, width, fill, Some(&title));
        if !named && width as usize > block.name.len() * 7 {
            svg.text(x + 3, y + 18, "", &block.name);
            named = true;
        }
        start = piece_end;
    }
}

fn rectangle(svg: &mut Drawing, x: u32, y: u32, width: u32, fill: &str, title: Option<&str>) {
    let style = format!("fill=\"{fill}\" stroke=\"#808080\" stroke-width=\"0.5\"");
    svg.rectangle((x.into(), y.into()), (width.into(), ROW_HEIGHT.into()), &style, title);
}
