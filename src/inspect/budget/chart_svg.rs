//! A frame's chart as a drawing: a row for a scan line, a column for a machine cycle.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::chart::{Chart, Owner};
use crate::inspect::symbols::Symbols;

/// Size of a machine cycle in drawing units.
const WIDTH: usize = 6;
const HEIGHT: usize = 3;
const LEFT: usize = 50;
const TOP: usize = 50;
/// Distance of the legend's lines.
const LEGEND: usize = 16;

impl Chart {
    /// The chart as a drawing, an SVG document; `symbols` name the handlers.
    pub fn svg(&self, symbols: &Symbols) -> String {
        draw(self, symbols)
    }
}

fn draw(chart: &Chart, symbols: &Symbols) -> String {
    let rows = chart.owners.len();
    let cycles = chart.owners.first().map_or(0, |row| row.len());
    let right = LEFT + cycles * WIDTH;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"monospace\" font-size=\"10\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">Frame {2}: scan lines down, machine cycles across</text>\n",
        right + 190,
        TOP + rows * HEIGHT + 20,
        chart.frame
    );
    for cycle in (0..cycles).step_by(10) {
        text(&mut svg, LEFT + cycle * WIDTH, TOP - 6, &cycle.to_string());
    }
    for row in 0..rows {
        let line = chart.line(row);
        if line.is_multiple_of(16) {
            text(&mut svg, 14, TOP + row * HEIGHT + 4, &format!("{line:>4}"));
        }
    }
    let places = places(chart);
    for (n, (&owner, (path, count))) in places.iter().enumerate() {
        let (colour, name) = (colour(owner, n), name(owner, symbols));
        // Writing to a String cannot fail.
        let _ = writeln!(svg, "<path fill=\"{colour}\" d=\"{path}\"><title>{name}</title></path>");
        let y = TOP + 10 + n * LEGEND;
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{colour}\" stroke=\"#808080\"/>",
            right + 14,
            y - 9
        );
        text(&mut svg, right + 30, y, &format!("{name}: {count}"));
    }
    svg.push_str("</svg>\n");
    svg
}

/// For each owner its cycles as a path, and their number.
fn places(chart: &Chart) -> BTreeMap<Owner, (String, usize)> {
    let mut places: BTreeMap<Owner, (String, usize)> = BTreeMap::new();
    for (row, owners) in chart.owners.iter().enumerate() {
        let mut start = 0;
        for run in owners.chunk_by(|a, b| a == b) {
            let (path, count) = places.entry(run[0]).or_default();
            let (x, y) = (LEFT + start * WIDTH, TOP + row * HEIGHT);
            let width = run.len() * WIDTH;
            let _ = write!(path, "M{x} {y}h{width}v{HEIGHT}h-{width}z");
            *count += run.len();
            start += run.len();
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
        Owner::DisplayList(_) => HANDLERS[n % HANDLERS.len()],
        Owner::OtherInterrupt => "#000000",
    }
}

fn name(owner: Owner, symbols: &Symbols) -> String {
    match owner {
        Owner::Antic => "ANTIC".to_string(),
        Owner::MainProgram => "main program".to_string(),
        Owner::Waiting => "waits for WSYNC".to_string(),
        Owner::VerticalBlank => "vertical blank".to_string(),
        Owner::DisplayList(address) => symbols.describe(address),
        Owner::OtherInterrupt => "other interrupts".to_string(),
    }
}

fn text(svg: &mut String, x: usize, y: usize, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{text}</text>");
}
