//! The pages that a program uses, one per row: modules above, procedures, tables and variables below.

use std::collections::BTreeSet;

use super::look::{BYTE, MARGIN, fits, grouped, is_vector, linked, style, told};
use super::{Block, Kind, MemoryMap};
use crate::inspect::svg::Drawing;

/// Heights of the two bands of a row, and the distance between rows.
const MODULES: f64 = 11.0;
const CONTENTS: f64 = 23.0;
const PITCH: f64 = 40.0;
/// Letter widths of names and of sizes.
const LETTER: f64 = 5.45;
const SMALL: f64 = 4.3;

/// Light colours, alternating among neighbouring modules.
const MODULE_COLOURS: [&str; 8] =
    ["#d9c8ec", "#f5cfc4", "#c8e6d6", "#f7e3b0", "#c9dcf3", "#edc9dd", "#dde7b8", "#cfd5da"];

/// The rows of a map.
pub(super) struct Tape<'a> {
    map: &'a MemoryMap,
    /// Pages that are not empty.
    pages: Vec<u16>,
}

/// Position of a piece: left, top, width. None for a page that is not shown.
type Places<'a> = &'a dyn Fn(&Piece) -> Option<(f64, f64, f64)>;

/// The part of a block within one page: its first and last byte.
struct Piece {
    page: u16,
    first: u16,
    last: u16,
}

impl<'a> Tape<'a> {
    pub(super) fn new(map: &'a MemoryMap) -> Self {
        let all = [&map.segments, &map.variables, &map.addressed].into_iter().flatten();
        let shown = all.filter(|block| !is_vector(block) && block.end >= 0x200);
        let pages: BTreeSet<u16> = shown.flat_map(|block| block.start >> 8..=block.end >> 8).collect();
        Tape { map, pages: pages.into_iter().collect() }
    }

    pub(super) fn rows(&self) -> usize {
        self.pages.len()
    }

    /// Height of a number of rows.
    pub(super) fn height(&self, rows: usize) -> f64 {
        rows as f64 * PITCH
    }

    /// Draws the rows in columns of `per_column`, `column` apart.
    pub(super) fn draw(&self, svg: &mut Drawing, top: f64, per_column: usize, column: f64) {
        let place = |index: usize| {
            let (x, y) = (index / per_column, index % per_column);
            (MARGIN + x as f64 * column, top + y as f64 * PITCH)
        };
        for (index, page) in self.pages.iter().enumerate() {
            let (x, y) = place(index);
            svg.text(
                x - 40.0,
                y + MODULES + 14.0,
                "font-size=\"10\" fill=\"#444\"",
                &format!("${:04X}", page << 8),
            );
            let paper = "fill=\"#fafafa\" stroke=\"#bbb\" stroke-width=\"0.5\"";
            svg.rectangle((x, y + MODULES), (256.0 * BYTE, CONTENTS), paper, None);
        }
        let at = |piece: &Piece| {
            let index = self.pages.binary_search(&piece.page).ok()?;
            let (x, y) = place(index);
            Some((x + f64::from(piece.first) * BYTE, y, f64::from(piece.last - piece.first + 1) * BYTE))
        };
        for block in self.map.segments.iter().filter(|block| !is_vector(block)) {
            self.contents(svg, block, &at);
        }
        for (number, block) in self.map.modules.iter().enumerate().filter(|(_, block)| !is_vector(block)) {
            let colour = MODULE_COLOURS[number % MODULE_COLOURS.len()];
            module(svg, block, colour, &at);
        }
        let Self { map, .. } = self;
        let inner = [&map.tables, &map.variables, &map.addressed, &map.procedures];
        let mut inner: Vec<&Block> = inner.into_iter().flatten().collect();
        // A block within another one is drawn over it.
        inner.sort_by_key(|block| std::cmp::Reverse(block.size));
        for block in inner.into_iter().filter(|block| !is_vector(block) && block.end >= 0x200) {
            self.contents(svg, block, &at);
        }
    }

    /// Draws a block in the lower band. Name and size appear in its first and its widest piece, and wherever
    /// there is room.
    fn contents(&self, svg: &mut Drawing, block: &Block, at: Places) {
        let pieces = pieces(block);
        // The first one of the widest.
        let named = (0..pieces.len()).rev().max_by_key(|&index| pieces[index].last - pieces[index].first);
        linked(svg, block, |svg| {
            for (index, piece) in pieces.iter().enumerate() {
                let Some((x, y, width)) = at(piece) else { continue };
                let y = y + MODULES;
                svg.rectangle((x, y), (width, CONTENTS), &style(block.kind), Some(&told(block)));
                let wide_enough = width >= 16.0 * LETTER;
                let is_named = index == 0 || named == Some(index) || wide_enough;
                if !is_named || block.kind == Kind::Segment {
                    continue;
                }
                let name = if index == 0 { block.name.clone() } else { format!("… {}", block.name) };
                let size = grouped(block.size);
                label(svg, (x, y), width, &name, &size);
            }
        });
    }
}

/// Name above size; a name that does not fit is cut or omitted, as the tooltip has it.
fn label(svg: &mut Drawing, (x, y): (f64, f64), width: f64, name: &str, size: &str) {
    let short = name.rsplit('.').next().unwrap_or(name);
    let room = ((width - 3.0) / LETTER).max(0.0) as usize;
    let shown: String = if fits(name, width + 2.0, LETTER) {
        name.to_owned()
    } else if fits(short, width + 2.0, LETTER) {
        short.to_owned()
    } else if room >= 3 {
        short.chars().take(room - 1).chain(['…']).collect()
    } else {
        String::new()
    };
    if !shown.is_empty() {
        svg.text(x + 2.0, y + 10.0, "", &shown);
    }
    if fits(size, width + 3.0, SMALL) {
        svg.text(x + 2.0, y + 20.0, "font-size=\"7\" fill=\"#555\"", size);
    }
}

/// Draws a module in the upper band, with its name in every piece that has room.
fn module(svg: &mut Drawing, block: &Block, colour: &str, at: Places) {
    linked(svg, block, |svg| {
        for (index, piece) in pieces(block).iter().enumerate() {
            let Some((x, y, width)) = at(piece) else { continue };
            let look = format!("fill=\"{colour}\" stroke=\"#5f6b75\" stroke-width=\"0.5\"");
            svg.rectangle((x, y), (width, MODULES), &look, Some(&told(block)));
            let file = block.name.rsplit('/').next().unwrap_or(&block.name);
            let named = format!("{} {}", block.name, grouped(block.size));
            let texts = [named.as_str(), &block.name, file];
            if let Some(text) = texts.into_iter().find(|text| fits(text, width, 4.9)) {
                let begins = if index > 0 { "… " } else { "" };
                svg.text(
                    x + 2.0,
                    y + 8.5,
                    "font-size=\"8\" font-weight=\"bold\"",
                    &format!("{begins}{text}"),
                );
            }
        }
    });
}

/// Cuts a block at page boundaries.
fn pieces(block: &Block) -> Vec<Piece> {
    let piece = |page: u16| Piece {
        page,
        first: if page == block.start >> 8 { block.start & 0xFF } else { 0 },
        last: if page == block.end >> 8 { block.end & 0xFF } else { 0xFF },
    };
    (block.start >> 8..=block.end >> 8).map(piece).collect()
}
