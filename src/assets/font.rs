//! Character sets as text: a header line and eight rows of `.` and `#` for each character.
//!
//! ```text
//! ; a comment
//! tile 15 river N-E
//! ...##...
//! ...
//! ```

use super::problem::{Place, Problem};
use super::words::without_comment;

/// Rows of a character, and pixels of a row.
pub const SIZE: usize = 8;

/// One character: eight rows, the leftmost pixel in bit 7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The words after the number in its header line.
    pub name: String,
    /// Top row first.
    pub rows: [u8; SIZE],
    /// Line of the header, counted from 1; the rows follow it.
    pub line: usize,
}

/// A character set in the order of its codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Font {
    /// What a character is called in the file: `glyph` or `tile`.
    pub keyword: &'static str,
    /// One for every code.
    pub glyphs: Vec<Glyph>,
}

impl Font {
    /// Reads `count` characters that follow each other in the order of their codes.
    pub(super) fn parse(
        file: &'static str,
        text: &str,
        keyword: &'static str,
        count: usize,
    ) -> Result<Font, Vec<Problem>> {
        let mut font = Font { keyword, glyphs: Vec::with_capacity(count) };
        let mut problems = Vec::new();
        let mut rows_wanted = 0;
        // Rows without a header are reported once.
        let mut stray = false;
        let mut last_line = 1;
        for (index, line) in text.lines().enumerate() {
            let place = Place { file, line: index + 1, column: 1 };
            let line = without_comment(line);
            if line.is_empty() {
                continue;
            }
            last_line = place.line;
            if line.starts_with(['.', '#']) {
                match row(place, line) {
                    Err(problem) => problems.push(problem),
                    Ok(_) if rows_wanted == 0 => {
                        if !stray {
                            problems.push(place.problem(
                                "a row that belongs to no character",
                                format!(
                                    "a line `{keyword} {} NAME` should stand above it",
                                    font.glyphs.len()
                                ),
                            ));
                        }
                        stray = true;
                    }
                    Ok(row) => {
                        if let Some(glyph) = font.glyphs.last_mut() {
                            glyph.rows[SIZE - rows_wanted] = row;
                        }
                    }
                }
                rows_wanted = rows_wanted.saturating_sub(1);
                continue;
            }
            problems.extend(rows_missing(place, rows_wanted));
            rows_wanted = SIZE;
            stray = false;
            match header(place, line, keyword, font.glyphs.len()) {
                Ok(name) => {
                    font.glyphs.push(Glyph { name, rows: [0; SIZE], line: place.line });
                }
                Err(problem) => return Err(problems.into_iter().chain([problem]).collect()),
            }
        }
        let end = Place { file, line: last_line, column: 1 };
        problems.extend(rows_missing(end, rows_wanted));
        if font.glyphs.len() != count {
            problems.push(end.problem(
                format!("the file has {} characters", font.glyphs.len()),
                format!("there should be {count}"),
            ));
        }
        if problems.is_empty() { Ok(font) } else { Err(problems) }
    }

    /// The set as ANTIC reads it: eight bytes for every character.
    pub fn bytes(&self) -> Vec<u8> {
        self.glyphs.iter().flat_map(|glyph| glyph.rows).collect()
    }

    /// A set without names from the bytes that ANTIC reads; a last part of a character is
    /// filled up with empty rows.
    pub fn from_bytes(keyword: &'static str, bytes: &[u8]) -> Font {
        let glyph = |(index, chunk): (usize, &[u8])| {
            let mut rows = [0; SIZE];
            rows[..chunk.len()].copy_from_slice(chunk);
            Glyph { name: String::new(), rows, line: 1 + index * (SIZE + 2) }
        };
        Font { keyword, glyphs: bytes.chunks(SIZE).enumerate().map(glyph).collect() }
    }

    /// The set as text; comments of the file it came from are not kept.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (code, glyph) in self.glyphs.iter().enumerate() {
            if code > 0 {
                text.push('\n');
            }
            text.push_str(format!("{} {code} {}", self.keyword, glyph.name).trim_end());
            text.push('\n');
            for row in glyph.rows {
                text.extend((0..SIZE).map(|column| if row << column & 0x80 != 0 { '#' } else { '.' }));
                text.push('\n');
            }
        }
        text
    }
}

fn rows_missing(place: Place, wanted: usize) -> Option<Problem> {
    let message = format!("the character above has {} rows", SIZE - wanted);
    (wanted > 0).then(|| place.problem(message, "every character has eight rows of `.` and `#`"))
}

fn row(place: Place, line: &str) -> Result<u8, Problem> {
    let mut row = 0;
    for (index, letter) in line.chars().enumerate() {
        let bit = match letter {
            '.' => 0,
            '#' => 1,
            _ => {
                return Err(Place { column: index + 1, ..place }.problem(
                    format!("`{letter}` in a row"),
                    "only `.` (ground) and `#` (drawn) may stand here",
                ));
            }
        };
        row = row << 1 | bit;
    }
    match line.chars().count() {
        SIZE => Ok(row),
        length => Err(Place { column: length.min(SIZE) + 1, ..place }
            .problem(format!("a row of {length} pixels"), "a row has eight")),
    }
}

/// The name in a header line, which must carry the number `code`.
fn header(place: Place, line: &str, keyword: &str, code: usize) -> Result<String, Problem> {
    let mut words = line.splitn(3, ' ');
    let right = format!("`{keyword} {code} NAME` should stand here");
    if words.next() != Some(keyword) {
        return Err(place.problem(format!("`{line}` begins no character"), right));
    }
    let number = words.next().unwrap_or_default();
    if number.parse() != Ok(code) {
        return Err(Place { column: keyword.len() + 2, ..place }
            .problem(format!("`{number}` is not the next code"), right));
    }
    Ok(words.next().unwrap_or_default().trim().to_string())
}
