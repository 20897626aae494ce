//! Words of a line, and conversion between the protocol's positions and ours.

use lsp_types::{Position, Range};

/// Whether a character may occur in a name.
pub(super) fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '?' | '@' | '.')
}

/// The name around a column of a line, and its columns; none if there is no name.
pub(super) fn name_at(line: &str, column: usize) -> Option<(String, usize, usize)> {
    let characters: Vec<char> = line.chars().collect();
    let column = column.min(characters.len());
    let start = (0..column).rev().take_while(|&at| is_of_name(characters[at])).last().unwrap_or(column);
    let behind = (column..characters.len()).take_while(|&at| is_of_name(characters[at])).last();
    let end = behind.map_or(column, |at| at + 1);
    let name: String = characters[start..end].iter().collect();
    (!name.is_empty()).then_some((name, start, end))
}

/// A name in a line with the blocks in its path: `outer.inner.name`.
pub(super) struct Path {
    /// Its first column.
    pub start: usize,
    /// Whether it is in a comment.
    pub is_comment: bool,
    /// First column, column after the last, and text of each part.
    pub parts: Vec<(usize, usize, String)>,
}

impl Path {
    /// Its last part.
    pub(super) fn last(&self) -> &str {
        self.parts.last().map_or("", |(_, _, text)| text)
    }
}

/// All names of a line except directives and those in quotes; after an element (`table[1].field`) the name of
/// its field. Names in comments are included, because a comment may be a directive for our assembler.
pub(super) fn paths(line: &str) -> Vec<Path> {
    let characters: Vec<char> = line.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut is_comment) = (0, false);
    while at < characters.len() {
        let start = at;
        at += 1;
        match characters[start] {
            ';' => is_comment = true,
            '/' if characters.get(at) == Some(&'/') => is_comment = true,
            quote @ ('\'' | '"') if !is_comment => {
                let end = (at..characters.len()).find(|&at| characters[at] == quote);
                at = end.map_or(at, |end| end + 1);
            }
            first if is_of_name(first) => {
                let end = (at..characters.len()).find(|&at| !is_of_name(characters[at]));
                at = end.unwrap_or(characters.len());
                // A field of an element: `table[1].field`.
                let is_field = first == '.' && start > 0 && characters[start - 1] == ']';
                if is_field || first != '.' {
                    let start = start + usize::from(is_field);
                    found.push(Path { start, is_comment, parts: parts(&characters, start, at) });
                }
            }
            _ => {}
        }
    }
    found
}

/// Splits at dots.
fn parts(characters: &[char], start: usize, end: usize) -> Vec<(usize, usize, String)> {
    let mut from = start;
    let words = characters[start..end].split(|&character| character == '.').map(|word| {
        let part = (from, from + word.len(), word.iter().collect());
        from += word.len() + 1;
        part
    });
    words.filter(|(start, end, _)| start < end).collect()
}

/// The columns in a line where a name occurs in code, as a word of its own or as the last part of a path.
pub(super) fn places(line: &str, name: &str) -> Vec<(usize, usize)> {
    let code = paths(line).into_iter().filter(|path| !path.is_comment);
    let ends = code.filter_map(|mut path| path.parts.pop());
    ends.filter(|(.., text)| text.eq_ignore_ascii_case(name)).map(|(start, end, _)| (start, end)).collect()
}

/// Converts the protocol's column, which counts UTF-16 units, to a column of ours; the last column if the
/// line is shorter.
pub(super) fn column(line: &str, units: usize) -> usize {
    let mut here = 0;
    let is_before = |character: &char| {
        let is_before = here < units;
        here += character.len_utf16();
        is_before
    };
    line.chars().take_while(is_before).count()
}

/// UTF-16 units before a column of a line; each column beyond its end counts as one.
pub(super) fn units(line: &str, column: usize) -> usize {
    let mut characters = line.chars();
    (0..column).map(|_| characters.next().map_or(1, char::len_utf16)).sum()
}

/// The byte offset of a protocol position in a text.
pub(super) fn offset(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or_default();
    let before = line.chars().take(column(line, position.character as usize));
    start + before.map(char::len_utf8).sum::<usize>()
}

/// A range within a line; all numbers from 0.
pub(super) fn range(line: &str, number: usize, start: usize, end: usize) -> Range {
    let position = |column: usize| Position { line: number as u32, character: units(line, column) as u32 };
    Range { start: position(start), end: position(end) }
}

/// The empty range at the beginning of a line.
pub(super) fn beginning(number: usize) -> Range {
    range("", number, 0, 0)
}

/// The position at the end of a line.
pub(super) fn end(line: &str, number: usize) -> Position {
    let column = line.chars().count();
    range(line, number, column, column).end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters_and_the_protocol_counts_units() {
        let line = "a😀é;";
        for (column_of, units_of) in [(0, 0), (1, 1), (2, 3), (3, 4), (4, 5)] {
            assert_eq!((column(line, units_of), units(line, column_of)), (column_of, units_of));
        }
        assert_eq!(column(line, 2), 2, "in the middle of a character");
        assert_eq!((column(line, 99), units(line, 6)), (4, 7), "beyond the end");
        let behind = Position { line: 1, character: 3 };
        assert_eq!(offset(&format!("x\n{line}"), behind), 2 + "a😀".len());
    }
}
