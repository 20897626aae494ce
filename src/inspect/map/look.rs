//! The look of the map: sizes, colours, names, tooltips.

use super::{Block, Kind};
use crate::inspect::svg::Drawing;

/// Width of a byte in the rows, in drawing units, and of a whole row.
pub(super) const BYTE: f64 = 6.0;
pub(super) const PAGE: f64 = 256.0 * BYTE;
/// Space for addresses to the left of a row.
pub(super) const MARGIN: f64 = 52.0;

/// The heading of a part.
pub(super) fn title(svg: &mut Drawing, x: f64, y: f64, text: &str) {
    svg.text(x, y, "font-size=\"14\" font-weight=\"bold\"", text);
}

/// Draws something that links to the source of a block, if it is known.
pub(super) fn linked(svg: &mut Drawing, block: &Block, draw: impl FnOnce(&mut Drawing)) {
    if let Some(source) = &block.source {
        svg.begin_link(&format!("{}#L{}", source.file, source.line));
        draw(svg);
        svg.end_link();
    } else {
        draw(svg);
    }
}

/// The tooltip of a block.
pub(super) fn told(block: &Block) -> String {
    let mut text =
        format!("{}\n${:04X}-${:04X}, {} bytes", block.name, block.start, block.end, grouped(block.size));
    if let Some(source) = &block.source {
        text += &format!("\n{}:{}", source.file, source.line);
    }
    if let Some(stack) = &block.stack {
        text += &format!("\nstack: {stack}");
    }
    if !block.users.is_empty() {
        text += &format!("\nused by {}", block.users.join(", "));
    }
    text
}

pub(super) fn style(kind: Kind) -> String {
    let fill = match kind {
        Kind::Segment => "#7fb2dd",
        Kind::Module => "#9dc3e6",
        Kind::Procedure => "#b9dda3",
        Kind::Code => "#dcecc9",
        Kind::Table => "#a9cdec",
        Kind::Variable => "#ffd98a",
        Kind::Addressed => "#f3d7d3",
        Kind::Region => "#fdf0cd",
        Kind::Hardware => "#cfcfcf",
        Kind::Gap => "#ffffff",
    };
    let dashes = if kind == Kind::Gap { " stroke-dasharray=\"2 2\"" } else { "" };
    format!("fill=\"{fill}\" stroke=\"#5f6b75\" stroke-width=\"0.5\"{dashes}")
}

/// Whether a text fits, given the width of a letter.
pub(super) fn fits(text: &str, width: f64, letter: f64) -> bool {
    text.chars().count() as f64 * letter + 5.0 <= width
}

/// A number with thousands separated.
pub(super) fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Whether it is a vector of the loader, which is not memory of the program.
pub(super) fn is_vector(block: &Block) -> bool {
    block.start >= super::LOADER_VECTORS.0 && block.end <= super::LOADER_VECTORS.1
}
