//! The zero page byte by byte, and the proved stack use.

use super::look::{BYTE, PAGE, fits, grouped, linked, style, title, told};
use super::{Block, Kind, MemoryMap};
use crate::inspect::svg::{Drawing, number};

/// Bytes per row, and the size of a byte.
const ROW: u16 = 16;
const CELL: (f64, f64) = (PAGE / 16.0, 22.0);
/// Line height of the stack part, and its maximum number of lines.
const LINE: f64 = 24.0;
const MOST_LINES: usize = 14;

/// Styles of zero page bytes by who uses them.
const OWNED: &str = "fill=\"#b9dda3\" stroke=\"#5f6b75\" stroke-width=\"0.5\"";
const SHARED: &str = "fill=\"#ffd98a\" stroke=\"#5f6b75\" stroke-width=\"0.5\"";
const UNUSED: &str = "fill=\"#f3d7d3\" stroke=\"#5f6b75\" stroke-width=\"0.5\"";

/// Height of the zero page's part.
pub(super) fn height() -> f64 {
    16.0 * CELL.1 + 40.0
}

pub(super) fn draw_bytes(svg: &mut Drawing, map: &MemoryMap, (x, y): (f64, f64)) {
    title(svg, x, y - 10.0, "Zero page: who owns which byte");
    let mut at = x + 330.0;
    for (look, word) in [
        (OWNED.to_owned(), "one routine's"),
        (SHARED.to_owned(), "several routines'"),
        (UNUSED.to_owned(), "named, used by address only or not at all"),
        (style(Kind::Hardware), "the system's"),
        (style(Kind::Gap), "free"),
    ] {
        svg.rectangle((at, y - 20.0), (14.0, 12.0), &look, None);
        svg.text(at + 19.0, y - 10.0, "font-size=\"11\"", word);
        at += 40.0 + 7.0 * word.len() as f64;
    }
    for row in 0..ROW {
        let top = y + f64::from(row) * CELL.1;
        svg.text(x - 28.0, top + 14.0, "font-size=\"10\" fill=\"#444\"", &format!("${:02X}", row * ROW));
        let look = if row * ROW < 0x80 { Kind::Hardware } else { Kind::Gap };
        svg.rectangle((x, top), (PAGE, CELL.1), &style(look), None);
        for byte in 1..ROW {
            let left = x + f64::from(byte) * CELL.0;
            svg.path(
                &format!("M{} {}v{}", number(left), number(top), number(CELL.1)),
                "stroke=\"#c4c4c4\" stroke-width=\"0.4\"",
                None,
            );
        }
    }
    for block in map.variables.iter().chain(&map.addressed).filter(|block| block.start < 0x100) {
        draw_variable(svg, block, (x, y));
    }
}

fn draw_variable(svg: &mut Drawing, block: &Block, (x, y): (f64, f64)) {
    let look = match block.users.len() {
        0 => UNUSED,
        1 => OWNED,
        _ => SHARED,
    };
    let end = block.end.min(0xFF);
    linked(svg, block, |svg| {
        for row in block.start / ROW..=end / ROW {
            let (first, last) = (block.start.max(row * ROW) % ROW, end.min(row * ROW + ROW - 1) % ROW);
            let (left, top) = (x + f64::from(first) * CELL.0, y + f64::from(row) * CELL.1);
            let width = f64::from(last - first + 1) * CELL.0;
            svg.rectangle((left, top), (width, CELL.1), look, Some(&told(block)));
            let room = ((width - 4.0) / 5.45) as usize;
            let name: String = if fits(&block.name, width, 5.45) {
                block.name.clone()
            } else {
                block.name.chars().take(room.saturating_sub(1)).chain(['…']).collect()
            };
            svg.text(left + 3.0, top + 10.0, "", &name);
            let users = match block.users.as_slice() {
                [] => String::new(),
                [only] => only.clone(),
                several => format!("{} users", several.len()),
            };
            let room = ((width - 4.0) / 4.3) as usize;
            let users: String = users.chars().take(room).collect();
            svg.text(left + 3.0, top + 18.5, "font-size=\"7\" fill=\"#555\"", &users);
        }
    });
}

/// Height of the stack's part.
pub(super) fn stack_height(map: &MemoryMap) -> f64 {
    entries(map).len() as f64 * LINE + 60.0
}

/// Code that is not entered by a call, deepest stack first, then what is not proved.
fn entries(map: &MemoryMap) -> Vec<&Block> {
    let mut entered: Vec<&Block> = map.entered().collect();
    let bytes = |block: &Block| block.stack.as_ref().and_then(|stack| stack.bytes);
    entered.sort_by_key(|block| (std::cmp::Reverse(bytes(block)), block.start));
    entered.truncate(MOST_LINES);
    entered
}

/// The stack page as bars, at the scale of the rows.
pub(super) fn draw_stack(svg: &mut Drawing, map: &MemoryMap, (x, y): (f64, f64)) {
    let entries = entries(map);
    title(svg, x, y - 10.0, "Maximum stack use, proved, of 256 bytes: code that is not entered by a call");
    if entries.is_empty() {
        svg.text(x, y + 14.0, "font-size=\"11\" fill=\"#444\"", "The program has no such code.");
        return;
    }
    for (index, block) in entries.iter().enumerate() {
        let Some(stack) = &block.stack else { continue };
        let top = y + index as f64 * LINE;
        linked(svg, block, |svg| {
            svg.rectangle((x, top), (PAGE, LINE - 5.0), &style(Kind::Gap), None);
            let bytes = stack.bytes.unwrap_or(0);
            let width = f64::from(bytes.min(256)) * BYTE;
            svg.rectangle((x, top), (width, LINE - 5.0), &style(Kind::Variable), Some(&told(block)));
            let words = match stack.bytes {
                Some(bytes) => {
                    let system = if stack.leaves { " + system" } else { "" };
                    let way: Vec<&str> = std::iter::once(block.name.as_str())
                        .chain(stack.calls.iter().map(String::as_str))
                        .collect();
                    format!("{}{system}   {}", grouped(bytes), way.join(" → "))
                }
                None => format!("{}   {stack}", block.name),
            };
            let room = ((PAGE - width.min(PAGE / 2.0) - 12.0) / 5.45) as usize;
            let words: String = words.chars().take(room).collect();
            svg.text(x + width.min(PAGE / 2.0) + 6.0, top + 13.0, "", &words);
        });
    }
    let below = y + entries.len() as f64 * LINE + 14.0;
    let remark = "An interrupt adds its own use and three bytes to that of the interrupted code; the system's handler saves registers, too.";
    svg.text(x, below, "font-size=\"11\" fill=\"#444\"", remark);
}
