//! A frame's chart as a drawing: a row per scan line, a column per machine cycle.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::chart::{Chart, Owner};
use crate::inspect::svg::Drawing;
use crate::inspect::symbols::Symbols;

/// Size of a machine cycle in drawing units.
const WIDTH: u32 = 6;
const HEIGHT: u32 = 3;
const LEFT: u32 = 50;
const TOP: u32 = 50;
/// Spacing of the legend's lines.
const LEGEND: u32 = 16;

impl Chart {
    /// The chart as a drawing, an SVG document; `symbols` name the handlers.
    pub fn svg(&self, symbols: &Symbols) -> String {
        draw(self, symbols)
    }
}

fn draw(chart: &Chart, symbols: &Symbols) -> String {
    let rows = chart.owners.len() as u32;
    let cycles = chart.owners.first().map_or(0, |row| row.len()) as u32;
    let right = LEFT + cycles * WIDTH;
    let style = "font-family=\"monospace\" font-size=\"10\"";
    let mut svg = Drawing::new(right + 190, TOP + rows * HEIGHT + 20, style);
    let title = format!("Frame {}: scan lines down, machine cycles across", chart.frame);
    svg.text(LEFT, 20, "font-size=\"14\"", &title);
    for cycle in (0..cycles).step_by(10) {
        svg.text(LEFT + cycle * WIDTH, TOP - 6, "", &cycle.to_string());
    }
    for row in 0..rows {
        let line = chart.line(row as usize);
        if line.is_multiple_of(16) {
            svg.text(14, TOP + row * HEIGHT + 4, "", &format!("{line:>4}"));
        }
    }
    for (n, (owner, (path, count))) in places(chart).into_iter().enumerate() {
        let (colour, name) = (colour(owner, n), name(owner, symbols));
        svg.path(&path, &format!("fill=\"{colour}\""), Some(&name));
        let y = TOP + 10 + n as u32 * LEGEND;
        let style = format!("fill=\"{colour}\" stroke=\"#808080\"");
        svg.rectangle(((right + 14).into(), (y - 9).into()), (10.0, 10.0), &style, None);
        svg.text(right + 30, y, "", &format!("{name}: {count}"));
    }
    svg.finish()
}

/// For each owner its cycles as a path, and their number.
fn places(chart: &Chart) -> BTreeMap<Owner, (String, usize)> {
    let mut places: BTreeMap<Owner, (String, usize)> = BTreeMap::new();
    for (row, owners) in chart.owners.iter().enumerate() {
        let mut start = 0;
        for run in owners.chunk_by(|a, b| a == b) {
            let (path, count) = places.entry(run[0]).or_default();
            let (x, y) = (LEFT + start * WIDTH, TOP + row as u32 * HEIGHT);
            let width = run.len() as u32 * WIDTH;
            // Writing to a String cannot fail.
            let _ = write!(path, "M{x} {y}h{width}v{HEIGHT}h-{width}z");
            *count += run.len();
            start += run.len() as u32;
        }
    }
    places
}

fn colour(owner: Owner, n: usize) -> &'static str {
    const HANDLERS: [&str; 6] = ["#4472c4", "#70ad47", "#7030a0", "#00a0a0", "#c55a11", "#2f5597"];
    match owner {
        Owner::Antic => "#c8c8c8",
        Owner::MainProgram => "#fff6da",
        Owner::Waiting => "#ffc000",
        Owner::VerticalBlank => "#d03030",
        Owner::Handler(_) => HANDLERS[n % HANDLERS.len()],
        Owner::OtherInterrupt => "#000000",
    }
}

fn name(owner: Owner, symbols: &Symbols) -> String {
    match owner {
        Owner::Antic => "ANTIC".to_string(),
        Owner::MainProgram => "main program".to_string(),
        Owner::Waiting => "waits for WSYNC".to_string(),
        Owner::VerticalBlank => "vertical blank".to_string(),
        Owner::Handler(address) => symbols.describe(address),
        Owner::OtherInterrupt => "other interrupts".to_string(),
    }
}
