//! The memory map as a poster: all of memory in one bar, the zero page byte by byte, the stack, and a row for
//! every page that the program uses, with modules, procedures and tables to scale.

use super::look::{MARGIN, PAGE, fits, grouped, is_vector, linked, style, title, told};
use super::tape::Tape;
use super::{Block, Kind, MemoryMap, zero_page};
use crate::inspect::svg::{Drawing, number};

/// Space between columns.
const GUTTER: f64 = 28.0;
/// Height of the bar of all memory.
const BAR: f64 = 92.0;
/// Line spacing of upright text in the bar.
const LINE: f64 = 11.0;
/// Most rows in one column.
const COLUMN_ROWS: usize = 40;

impl MemoryMap {
    /// The map of the program `name` as an SVG document. Tooltips give details; a click opens the source line
    /// (`file#Lline`).
    pub fn svg(&self, name: &str) -> String {
        draw(self, name)
    }
}

fn draw(map: &MemoryMap, name: &str) -> String {
    let tape = Tape::new(map);
    let columns = tape.rows().div_ceil(COLUMN_ROWS).clamp(1, 3);
    let column = MARGIN + PAGE + GUTTER;
    let width = column * columns as f64 + MARGIN / 2.0;
    let panels_top = 190.0 + BAR;
    let stack_beside = columns > 1;
    let stack_height = zero_page::stack_height(map);
    let zero_height = zero_page::height();
    let panels = if stack_beside { zero_height.max(stack_height) } else { zero_height + stack_height };
    let rows_top = panels_top + panels + 36.0;
    let per_column = tape.rows().div_ceil(columns);
    let height = rows_top + tape.height(per_column) + 30.0;
    let mut svg = Drawing::new(
        width,
        height,
        "font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"9\"",
    );
    heading(&mut svg, map, name);
    whole(&mut svg, map, 120.0, width - MARGIN * 1.5);
    zero_page::draw_bytes(&mut svg, map, (MARGIN, panels_top));
    let stack_at =
        if stack_beside { (MARGIN + column, panels_top) } else { (MARGIN, panels_top + zero_height) };
    zero_page::draw_stack(&mut svg, map, stack_at);
    title(
        &mut svg,
        MARGIN,
        rows_top - 12.0,
        "Page by page: modules above, their contents below; all bytes have the same width",
    );
    tape.draw(&mut svg, rows_top, per_column, column);
    svg.finish()
}

/// The name, the totals and the legend.
fn heading(svg: &mut Drawing, map: &MemoryMap, name: &str) {
    let bytes: u32 = map.segments.iter().filter(|block| !is_vector(block)).map(|block| block.size).sum();
    let reserved: u32 = map.variables.iter().map(|block| block.size).sum();
    let free: u32 = map.free().iter().map(|block| block.size).sum();
    svg.text(MARGIN, 40, "font-size=\"28\" font-weight=\"bold\"", &format!("{name}: memory map"));
    let code: u32 = map.procedures_and_code().map(|block| block.size).sum();
    let sums = format!(
        "{} bytes in the file, {} of them code; {} of variables; {} free",
        grouped(bytes),
        grouped(code),
        grouped(reserved),
        grouped(free)
    );
    svg.text(MARGIN, 64, "font-size=\"14\" fill=\"#444\"", &sums);
    let mut x = MARGIN;
    for (kind, word) in [
        (Kind::Procedure, "procedure"),
        (Kind::Code, "other code"),
        (Kind::Table, "table, text"),
        (Kind::Variable, "variable"),
        (Kind::Addressed, "addressed only"),
        (Kind::Segment, "program"),
        (Kind::Region, "region"),
        (Kind::Hardware, "machine"),
        (Kind::Gap, "free"),
    ] {
        svg.rectangle((x, 78.0), (14.0, 12.0), &style(kind), None);
        svg.text(x + 19.0, 88, "font-size=\"11\"", word);
        x += 36.0 + 7.0 * word.len() as f64;
    }
}

/// Upright text, wrapped to fit a box with this lower left corner.
fn upright(svg: &mut Drawing, (x, y): (f64, f64), words: &str, (width, height): (f64, f64)) {
    let (most_lines, most) = ((width / LINE) as usize, ((height - 8.0) / 5.45) as usize);
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut().filter(|line| joined(line, word) <= most) {
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.into()),
        }
    }
    for (n, line) in lines.iter().take(most_lines).enumerate() {
        let x = x + LINE * n as f64;
        let turned = format!("transform=\"rotate(-90 {} {})\" font-size=\"9\"", number(x), number(y - 5.0));
        let shown: String = line.chars().take(most).collect();
        svg.text(x, y + 4.0, &turned, &shown);
    }
}

/// Length of a line with one more word.
fn joined(line: &str, word: &str) -> usize {
    line.chars().count() + 1 + word.chars().count()
}

/// All 64K in one bar, to scale.
fn whole(svg: &mut Drawing, map: &MemoryMap, y: f64, width: f64) {
    title(svg, MARGIN, y - 8.0, "All of memory");
    let scale = width / 65536.0;
    let place = |block: &Block| (MARGIN + f64::from(block.start) * scale, f64::from(block.size) * scale);
    let free = map.free();
    let layers = [&free, &map.hardware, &map.regions, &map.segments];
    for (depth, blocks) in layers.into_iter().enumerate() {
        for block in blocks.iter().filter(|block| !is_vector(block)) {
            // Regions are drawn around what they contain.
            let inset = if depth == 3 && !map.regions.is_empty() { 32.0 } else { 0.0 };
            let (x, wide) = place(block);
            linked(svg, block, |svg| piece(svg, block, (x, y + inset), (wide, BAR - inset)));
        }
    }
    for overlap in &map.overlaps {
        let name = format!("{} over {}", overlap.second, overlap.first);
        let block = Block::new(name, Kind::Segment, overlap.start, overlap.end);
        let (x, wide) = place(&block);
        let red = "fill=\"#d03030\" fill-opacity=\"0.7\"";
        svg.rectangle((x, y), (wide.max(1.0), 8.0), red, Some(&told(&block)));
    }
    ruler(svg, y + BAR, scale);
}

/// A block of the bar at its upper left corner, with as much text as fits.
fn piece(svg: &mut Drawing, block: &Block, (x, y): (f64, f64), (wide, height): (f64, f64)) {
    svg.rectangle((x, y), (wide.max(0.6), height), &style(block.kind), Some(&told(block)));
    let name = if block.kind == Kind::Segment { "program" } else { block.name.as_str() };
    let (size, bottom) = (grouped(block.size), y + height);
    if wide > 64.0 && fits(name, wide, 6.6) {
        let grey = "font-size=\"9\" fill=\"#444\"";
        svg.text(x + 4.0, y + 14.0, "font-size=\"11\"", name);
        svg.text(x + 4.0, y + 27.0, grey, &size);
        svg.text(x + 4.0, bottom - 5.0, grey, &format!("${:04X}-${:04X}", block.start, block.end));
    } else {
        upright(svg, (x, bottom), &format!("{name} {size}"), (wide, height));
    }
}

/// The addresses below the bar.
fn ruler(svg: &mut Drawing, y: f64, scale: f64) {
    for kilobytes in (0..=64_u32).step_by(4) {
        let x = MARGIN + f64::from(kilobytes * 1024) * scale;
        let tick = format!("M{} {}v5", number(x), number(y));
        svg.path(&tick, "stroke=\"#444\" stroke-width=\"0.7\"", None);
        if kilobytes < 64 {
            svg.text(x + 2.0, y + 14.0, "fill=\"#444\"", &format!("${:04X}", kilobytes * 1024));
        }
    }
}
