//! The memory map as a drawing: 256 pages in a square, one row for 4 KB.

use std::fmt::Write as _;

use super::{Block, Kind, MemoryMap};

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
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"10\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">Memory map</text>\n"
    );
    for row in 0..16 {
        let (y, address) = (TOP + row * ROW_PITCH, row * ROW);
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(svg, "<text x=\"10\" y=\"{}\">${address:04X}</text>", y + 18);
        let _ = writeln!(svg, "{}", rectangle(LEFT, y, ROW / 4, ROW_HEIGHT, "#f4f4f4", None));
    }
    let blocks = [&map.hardware, &map.regions, &map.segments, &map.modules, &map.procedures];
    for block in blocks.into_iter().flatten() {
        draw_block(&mut svg, block, colour(block.kind));
    }
    for overlap in &map.overlaps {
        let name = format!("{} over {}", overlap.second, overlap.first);
        draw_block(&mut svg, &Block::new(name, Kind::Segment, overlap.start, overlap.end), "#d03030");
    }
    svg.push_str("</svg>\n");
    svg
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
fn draw_block(svg: &mut String, block: &Block, fill: &str) {
    let (mut start, end) = (u32::from(block.start), u32::from(block.end) + 1);
    let mut named = false;
    while start < end {
        let row = start / ROW;
        let piece_end = end.min((row + 1) * ROW);
        let (x, y) = (LEFT + start % ROW / 4, TOP + row * ROW_PITCH);
        let width = ((piece_end - start) / 4).max(1);
        let title = format!("${:04X}-${:04X} {} ({} bytes)", block.start, block.end, block.name, block.size);
        let _ = writeln!(svg, "{}", rectangle(x, y, width, ROW_HEIGHT, fill, Some(&title)));
        if !named && width as usize > block.name.len() * 7 {
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", x + 3, y + 18, escape(&block.name));
            named = true;
        }
        start = piece_end;
    }
}

fn rectangle(x: u32, y: u32, width: u32, height: u32, fill: &str, title: Option<&str>) -> String {
    let title = title.map(|title| format!("<title>{}</title>", escape(title))).unwrap_or_default();
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" stroke=\"#808080\" \
         stroke-width=\"0.5\">{title}</rect>"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
