//! Character sets as text: a header line and eight rows of `.` and `#` for each character.
//!
//! ```text
//! ; a comment
//! tile 15 river N-E
//! ...##...
//! ...
//! ```
//!
//! A set based on another one contains only the codes that it replaces, in ascending order.

use std::ops::Range;

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
    /// The keyword of a character in the file: `glyph` or `tile`.
    pub keyword: &'static str,
    /// A glyph for every code, in order.
    pub glyphs: Vec<Glyph>,
}

impl Font {
    /// Reads `count` characters with consecutive codes.
    pub(super) fn parse(
        file: &'static str,
        text: &str,
        keyword: &'static str,
        count: usize,
    ) -> Result<Font, Vec<Problem>> {
        let (reader, end) = Font::read(Reader::new(keyword), file, text)?;
        let Reader { font, mut problems, .. } = reader;
        if font.glyphs.len() != count {
            let message = format!("the file has {} characters", font.glyphs.len());
            problems.push(end.problem(message, format!("there should be {count}")));
        }
        if problems.is_empty() { Ok(font) } else { Err(problems) }
    }

    /// Reads characters that replace those of `base` with the same codes.
    pub(super) fn parse_over(base: &Font, file: &'static str, text: &str) -> Result<Font, Vec<Problem>> {
        let reader = Reader { base: Some(base.glyphs.len()), ..Reader::new(base.keyword) };
        let (reader, _) = Font::read(reader, file, text)?;
        if !reader.problems.is_empty() {
            return Err(reader.problems);
        }
        let mut font = base.clone();
        for (code, glyph) in reader.codes.into_iter().zip(reader.font.glyphs) {
            font.glyphs[code] = glyph;
        }
        Ok(font)
    }

    /// All characters of a file, and the place of its end.
    fn read(mut reader: Reader, file: &'static str, text: &str) -> Result<(Reader, Place), Vec<Problem>> {
        let mut end = Place { file, line: 1, column: 1 };
        for (index, line) in text.lines().enumerate() {
            let place = Place { line: index + 1, ..end };
            let line = without_comment(line);
            if line.is_empty() {
                continue;
            }
            end = place;
            if line.starts_with(['.', '#']) {
                reader.row(place, line);
            } else if let Err(problem) = reader.header(place, line) {
                // After a wrong code all following ones would be reported, too.
                reader.problems.push(problem);
                return Err(reader.problems);
            }
        }
        reader.check_rows(end);
        Ok((reader, end))
    }

    /// The set as ANTIC reads it: eight bytes for every character.
    pub fn bytes(&self) -> Vec<u8> {
        self.glyphs.iter().flat_map(|glyph| glyph.rows).collect()
    }

    /// A set without names from the bytes in ANTIC's format; an incomplete last character is padded with
    /// empty rows.
    pub fn from_bytes(keyword: &'static str, bytes: &[u8]) -> Font {
        let glyph = |(index, chunk): (usize, &[u8])| {
            let mut rows = [0; SIZE];
            rows[..chunk.len()].copy_from_slice(chunk);
            Glyph { name: String::new(), rows, line: 1 + index * (SIZE + 2) }
        };
        Font { keyword, glyphs: bytes.chunks(SIZE).enumerate().map(glyph).collect() }
    }

    /// The set as text, without the comments of the original file.
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

/// A font that is being read.
struct Reader {
    font: Font,
    /// The code of each character read.
    codes: Vec<usize>,
    /// Number of codes in the set that it is based on; without one, every code must be drawn.
    base: Option<usize>,
    problems: Vec<Problem>,
    /// Rows still missing in the last character.
    rows_wanted: usize,
    /// Whether rows without a header have been reported; once is enough.
    stray: bool,
}

impl Reader {
    fn new(keyword: &'static str) -> Reader {
        let font = Font { keyword, glyphs: Vec::new() };
        Reader { font, codes: Vec::new(), base: None, problems: Vec::new(), rows_wanted: 0, stray: false }
    }

    fn row(&mut self, place: Place, line: &str) {
        match (row(place, line), self.font.glyphs.last_mut()) {
            (Err(problem), _) => self.problems.push(problem),
            (Ok(row), Some(glyph)) if self.rows_wanted > 0 => glyph.rows[SIZE - self.rows_wanted] = row,
            _ if self.stray => {}
            _ => {
                self.stray = true;
                let right =
                    format!("a line `{} {} NAME` should stand above it", self.font.keyword, self.next_code());
                self.problems.push(place.problem("a row that belongs to no character", right));
            }
        }
        self.rows_wanted = self.rows_wanted.saturating_sub(1);
    }

    fn header(&mut self, place: Place, line: &str) -> Result<(), Problem> {
        self.check_rows(place);
        let next = self.next_code();
        let codes = next..self.base.unwrap_or(next + 1);
        let (code, name) = header(place, line, self.font.keyword, codes)?;
        self.codes.push(code);
        self.font.glyphs.push(Glyph { name, rows: [0; SIZE], line: place.line });
        self.rows_wanted = SIZE;
        self.stray = false;
        Ok(())
    }

    /// The lowest code that the next character may have.
    fn next_code(&self) -> usize {
        self.codes.last().map_or(0, |code| code + 1)
    }

    /// Reports a last character with missing rows.
    fn check_rows(&mut self, place: Place) {
        if self.rows_wanted > 0 {
            let message = format!("the character above has {} rows", SIZE - self.rows_wanted);
            self.problems.push(place.problem(message, "every character has eight rows of `.` and `#`"));
        }
    }
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

/// Code and name in a header line; the code must be one of `codes`.
fn header(place: Place, line: &str, keyword: &str, codes: Range<usize>) -> Result<(usize, String), Problem> {
    let mut words = line.splitn(3, ' ');
    let right = match codes.len() {
        0 | 1 => format!("`{keyword} {} NAME` should stand here", codes.start),
        _ => format!("`{keyword} N NAME` should stand here, N from {} to {}", codes.start, codes.end - 1),
    };
    if words.next() != Some(keyword) {
        return Err(place.problem(format!("`{line}` does not begin a character"), right));
    }
    let number = words.next().unwrap_or_default();
    match number.parse() {
        Ok(code) if codes.contains(&code) => Ok((code, words.next().unwrap_or_default().trim().to_string())),
        _ => Err(Place { column: keyword.len() + 2, ..place }
            .problem(format!("`{number}` is not the next code"), right)),
    }
}
